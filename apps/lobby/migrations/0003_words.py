import apps.lobby.models
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0002_finding_people'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='chair',
            options={'verbose_name': 'seat', 'verbose_name_plural': 'seats'},
        ),
        migrations.AlterModelOptions(
            name='table',
            options={'verbose_name': 'table', 'verbose_name_plural': 'tables'},
        ),
        migrations.AlterField(
            model_name='chair',
            name='bot',
            field=models.BooleanField(default=False, verbose_name='bot'),
        ),
        migrations.AlterField(
            model_name='chair',
            name='kept_for',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='kept for'),
        ),
        migrations.AlterField(
            model_name='chair',
            name='kept_until',
            field=models.DateTimeField(blank=True, null=True, verbose_name='kept until'),
        ),
        migrations.AlterField(
            model_name='chair',
            name='player',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='chairs', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        migrations.AlterField(
            model_name='table',
            name='bots_at',
            field=models.DateTimeField(blank=True, help_text='When bots take the free seats, and the match begins.', null=True, verbose_name='bots come'),
        ),
        migrations.AlterField(
            model_name='table',
            name='by_itself',
            field=models.BooleanField(default=False, help_text='The match begins when the last person sits down.', verbose_name='begins by itself'),
        ),
        migrations.AlterField(
            model_name='table',
            name='code',
            field=models.CharField(default=apps.lobby.models.new_code, max_length=16, unique=True, verbose_name='code'),
        ),
        migrations.AlterField(
            model_name='table',
            name='created_at',
            field=models.DateTimeField(verbose_name='opened'),
        ),
        migrations.AlterField(
            model_name='table',
            name='host',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hosted', to=settings.AUTH_USER_MODEL, verbose_name='opened by'),
        ),
        migrations.AlterField(
            model_name='table',
            name='public',
            field=models.BooleanField(default=True, help_text='Whether it stands in the list; else only its link leads there.', verbose_name='public'),
        ),
        migrations.AlterField(
            model_name='table',
            name='rated',
            field=models.BooleanField(default=False, help_text='Counts for ratings: only people with an account sit there.', verbose_name='rated'),
        ),
        migrations.AlterField(
            model_name='table',
            name='seats',
            field=models.PositiveSmallIntegerField(verbose_name='seats'),
        ),
        migrations.AlterField(
            model_name='table',
            name='started_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='begun'),
        ),
    ]
