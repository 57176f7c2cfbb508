"""Ladders: places that are won and lost at tables of challenges."""

from __future__ import annotations


import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0025_listed_by_length'),
        ('tournaments', '0009_leagues'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Ladder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('about', models.TextField(blank=True, max_length=2000, verbose_name='description')),
                ('active', models.BooleanField(default=True, help_text='Otherwise nobody joins or challenges.', verbose_name='active')),
                ('game', models.SlugField(max_length=20)),
                ('options', models.JSONField(default=dict, help_text="As the game's own setup accepted them.")),
                ('pace', models.JSONField(default=dict, help_text='Seconds for each kind of question.')),
                ('pace_name', models.CharField(max_length=20)),
                ('rated', models.BooleanField(default=True, verbose_name='rated')),
                ('reach', models.PositiveSmallIntegerField(default=4, help_text='How many places above one’s own may be challenged.', verbose_name='reach')),
                ('most', models.PositiveSmallIntegerField(default=4, verbose_name='most at a table')),
                ('at_once', models.PositiveSmallIntegerField(default=2, help_text='At so many of its tables somebody plays at most.', verbose_name='tables at once')),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'ladder',
                'verbose_name_plural': 'ladders',
                'constraints': [models.CheckConstraint(condition=models.Q(('at_once__gte', 1), ('most__gte', 2), ('reach__gte', 1)), name='ladder_numbers')],
            },
        ),
        migrations.CreateModel(
            name='LadderTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('counted_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('ladder', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournaments.ladder')),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.match')),
            ],
        ),
        migrations.CreateModel(
            name='LadderSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField()),
                ('finish', models.PositiveSmallIntegerField(help_text='At the table; empty if it had no result.', null=True)),
                ('before', models.PositiveIntegerField(help_text='On the ladder, when the table was counted …', null=True)),
                ('after', models.PositiveIntegerField(help_text='… and then; empty for who had left it.', null=True)),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.laddertable')),
            ],
        ),
        migrations.CreateModel(
            name='LadderMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField(help_text='From 1; each once, which its lock sees to.')),
                ('since', models.DateTimeField()),
                ('ladder', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.ladder')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ladders', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['ladder', 'place'], name='ladder_order')],
                'constraints': [models.UniqueConstraint(fields=('ladder', 'player'), name='ladder_member_once')],
            },
        ),
        migrations.AddIndex(
            model_name='laddertable',
            index=models.Index(fields=['ladder', '-counted_at'], name='ladder_history'),
        ),
        migrations.AddIndex(
            model_name='laddertable',
            index=models.Index(condition=models.Q(('counted_at__isnull', True)), fields=['ladder'], name='ladder_running'),
        ),
        migrations.AddConstraint(
            model_name='ladderseat',
            constraint=models.UniqueConstraint(fields=('table', 'index'), name='ladder_seat_once'),
        ),
    ]
