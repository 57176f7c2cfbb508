"""Arenas: some days of as many matches as one likes."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0012_circle_index'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Arena',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('about', models.TextField(blank=True, max_length=2000, verbose_name='description')),
                ('game', models.SlugField(max_length=20)),
                ('begins_at', models.DateTimeField(verbose_name='begins')),
                ('ends_at', models.DateTimeField(verbose_name='ends')),
                ('streak', models.PositiveSmallIntegerField(default=3, help_text='From which win in a row on a win counts twice. 0: never.', verbose_name='wins in a row')),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'arena',
                'verbose_name_plural': 'arenas',
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('begins_at'))), name='arena_lasts')],
            },
        ),
        migrations.CreateModel(
            name='ArenaPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('arena', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='tournaments.arena')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='arenas', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('arena', 'player'), name='arena_player_once')],
            },
        ),
    ]
