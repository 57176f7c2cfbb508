"""Leagues: divisions with promotion and relegation, season by season."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0008_check_in'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='League',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('about', models.TextField(blank=True, max_length=2000, verbose_name='description')),
                ('active', models.BooleanField(default=True, help_text='Otherwise the season that is being played is the last one.', verbose_name='active')),
                ('game', models.SlugField(max_length=20)),
                ('options', models.JSONField(default=dict, help_text="As the game's own setup accepted them.")),
                ('pace', models.JSONField(default=dict, help_text='Seconds for each kind of question.')),
                ('pace_name', models.CharField(max_length=20)),
                ('plan', models.JSONField(default=dict, help_text='Of a division; see `formats.plan.Plan`.')),
                ('rated', models.BooleanField(default=True, verbose_name='rated')),
                ('opponents', models.CharField(choices=[('spark', 'Spark'), ('cinder', 'Cinder'), ('flint', 'Flint')], default='cinder', help_text='How well they play, where an organiser brings any.', max_length=6, verbose_name='bots')),
                ('least', models.PositiveSmallIntegerField(default=6, verbose_name='fewest of a division')),
                ('most', models.PositiveSmallIntegerField(default=12, verbose_name='most of a division')),
                ('moves', models.PositiveSmallIntegerField(default=2, help_text='So many of each division; as many go down to make room.', verbose_name='go up')),
                ('round_hours', models.PositiveIntegerField(default=168, verbose_name='hours for a round')),
                ('pause_days', models.PositiveSmallIntegerField(default=7, verbose_name='days between two seasons')),
                ('starts_at', models.DateTimeField(verbose_name='first season begins')),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'league',
                'verbose_name_plural': 'leagues',
                'constraints': [models.CheckConstraint(condition=models.Q(('least__gte', 3), ('most__gte', models.F('least')), ('moves__gte', 1), ('moves__lt', models.F('least'))), name='league_numbers')],
            },
        ),
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('season', models.PositiveSmallIntegerField(help_text='From 1.')),
                ('number', models.PositiveSmallIntegerField(help_text='1 is the highest.')),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='division', to='tournaments.tournament')),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='tournaments.league')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('league', 'season', 'number'), name='division_once')],
            },
        ),
        migrations.CreateModel(
            name='LeagueMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField()),
                ('left_at', models.DateTimeField(null=True)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.league')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='leagues', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('left_at__isnull', True)), fields=('league', 'player'), name='league_member_once')],
            },
        ),
    ]
