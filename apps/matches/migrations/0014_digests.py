"""Finished matches have digests and feats, computed from their records, to be listed and sorted by."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0013_lesson'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='MatchDigest',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='digest', serialize=False, to='matches.match')),
                ('edition', models.PositiveSmallIntegerField(help_text='Of the computation: an older one is computed anew.')),
                ('game', models.SlugField(max_length=20)),
                ('month', models.DateField(help_text='The first day of the month (UTC) it ended in.')),
                ('seats', models.PositiveSmallIntegerField()),
                ('moves', models.PositiveIntegerField()),
                ('leads', models.PositiveIntegerField(help_text='How often somebody else took the lead.')),
                ('margin', models.PositiveIntegerField(help_text='Points between the first two; none without a result.', null=True)),
                ('excitement', models.PositiveSmallIntegerField(help_text='From 0 to 1000.')),
                ('course', models.BinaryField(help_text='How the scores went, drawn small (`engine.digest`).')),
            ],
        ),
        migrations.CreateModel(
            name='MatchFeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.SlugField(max_length=20)),
                ('month', models.DateField()),
                ('kind', models.CharField(max_length=12)),
                ('number', models.PositiveIntegerField()),
                ('fact', models.PositiveIntegerField(help_text='Where in the log.')),
                ('move', models.PositiveIntegerField(help_text='The move it belongs to.')),
                ('seat', models.PositiveSmallIntegerField(help_text="Whose feat it is, if it is anybody's.", null=True)),
                ('bot', models.BooleanField(help_text="The house's player; else, with a seat and no player: somebody who has left.")),
            ],
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('listed', True)), fields=['-begun_at', '-id'], name='match_listed'),
        ),
        migrations.AddIndex(
            model_name='matchdigest',
            index=models.Index(fields=['-excitement', '-match'], name='digest_exciting'),
        ),
        migrations.AddIndex(
            model_name='matchdigest',
            index=models.Index(fields=['-moves', '-match'], name='digest_long'),
        ),
        migrations.AddIndex(
            model_name='matchdigest',
            index=models.Index(fields=['game', '-excitement', '-match'], name='digest_game_exciting'),
        ),
        migrations.AddIndex(
            model_name='matchdigest',
            index=models.Index(fields=['game', '-moves', '-match'], name='digest_game_long'),
        ),
        migrations.AddIndex(
            model_name='matchdigest',
            index=models.Index(fields=['game', 'margin', '-excitement', 'match'], name='digest_close'),
        ),
        migrations.AddIndex(
            model_name='matchdigest',
            index=models.Index(fields=['game', '-leads', 'match'], name='digest_leads'),
        ),
        migrations.AddIndex(
            model_name='matchdigest',
            index=models.Index(fields=['game', 'month', '-leads', 'match'], name='digest_month_leads'),
        ),
        migrations.AddIndex(
            model_name='matchdigest',
            index=models.Index(fields=['game', 'month', 'margin', '-excitement', 'match'], name='digest_month_close'),
        ),
        migrations.AddField(
            model_name='matchfeat',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='feats', to='matches.match'),
        ),
        migrations.AddField(
            model_name='matchfeat',
            name='player',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='matchfeat',
            index=models.Index(fields=['game', 'kind', '-number', 'match'], name='feat_ever'),
        ),
        migrations.AddIndex(
            model_name='matchfeat',
            index=models.Index(fields=['game', 'kind', 'month', '-number', 'match'], name='feat_month'),
        ),
        migrations.AddConstraint(
            model_name='matchfeat',
            constraint=models.UniqueConstraint(fields=('match', 'kind'), name='feat_once'),
        ),
    ]
