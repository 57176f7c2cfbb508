import apps.matches.models
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0004_occasion'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='match',
            options={'verbose_name': 'match', 'verbose_name_plural': 'matches'},
        ),
        migrations.AlterModelOptions(
            name='seat',
            options={'verbose_name': 'seat', 'verbose_name_plural': 'seats'},
        ),
        migrations.AlterField(
            model_name='match',
            name='begun_at',
            field=models.DateTimeField(verbose_name='begun'),
        ),
        migrations.AlterField(
            model_name='match',
            name='code',
            field=models.CharField(default=apps.matches.models.new_code, max_length=16, unique=True, verbose_name='code'),
        ),
        migrations.AlterField(
            model_name='match',
            name='commitment',
            field=models.CharField(help_text='Shown before the deal; afterwards everybody can check the shuffle by it.', max_length=64, verbose_name='fingerprint'),
        ),
        migrations.AlterField(
            model_name='match',
            name='listed',
            field=models.BooleanField(default=True, help_text='Whether the match stands in the public list.', verbose_name='public'),
        ),
        migrations.AlterField(
            model_name='match',
            name='over_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='ended'),
        ),
        migrations.AlterField(
            model_name='match',
            name='paused_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='paused since'),
        ),
        migrations.AlterField(
            model_name='match',
            name='rated',
            field=models.BooleanField(default=False, help_text='Whether its outcome counts for ratings.', verbose_name='rated'),
        ),
        migrations.AlterField(
            model_name='match',
            name='resumes_at',
            field=models.DateTimeField(blank=True, help_text='When a pause ends by itself.', null=True, verbose_name='goes on'),
        ),
        migrations.AlterField(
            model_name='match',
            name='status',
            field=models.CharField(choices=[('playing', 'running'), ('paused', 'paused'), ('over', 'ended')], default='playing', max_length=8, verbose_name='status'),
        ),
        migrations.AlterField(
            model_name='match',
            name='trouble',
            field=models.TextField(blank=True, verbose_name='why it was set aside'),
        ),
        migrations.AlterField(
            model_name='match',
            name='vacations',
            field=models.BooleanField(default=True, help_text='Whether players on vacation are waited for.', verbose_name='vacations'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='autopilot',
            field=models.BooleanField(default=False, help_text='The bot answers until the player returns.', verbose_name='bot stands in'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='bot',
            field=models.BooleanField(default=False, help_text='A bot of the house sits here.', verbose_name='bot'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='former',
            field=models.ForeignKey(blank=True, help_text='Who sat here before a bot or somebody else took over.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='before'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='player',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
    ]
