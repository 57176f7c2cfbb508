"""Digests know when their match began and how long it was for its game."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0022_compact_log'),
    ]

    operations = [
        migrations.AddField(
            model_name='matchdigest',
            name='begun_at',
            field=models.DateTimeField(help_text='As the match itself says.', null=True),
        ),
        migrations.AddField(
            model_name='matchdigest',
            name='length',
            field=models.PositiveSmallIntegerField(help_text='Short (0), middling (1) or long (2) for its game.', null=True),
        ),
    ]
