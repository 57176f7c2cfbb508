"""Lists that are narrowed by length, seats or game read one index. Nobody waits while they are built."""

from __future__ import annotations

from django.db import migrations, models

from apps.common.index_operations import AddIndexBeside


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('matches', '0024_known_lengths'),
    ]

    operations = [
        AddIndexBeside(
            model_name='match',
            index=models.Index(condition=models.Q(('listed', True)), fields=['game', '-begun_at', '-id'], name='match_listed_of_game'),
        ),
        AddIndexBeside(
            model_name='matchdigest',
            index=models.Index(fields=['length', '-begun_at', '-match'], name='digest_length'),
        ),
        AddIndexBeside(
            model_name='matchdigest',
            index=models.Index(fields=['game', 'length', '-begun_at', '-match'], name='digest_game_length'),
        ),
        AddIndexBeside(
            model_name='matchdigest',
            index=models.Index(fields=['seats', '-begun_at', '-match'], name='digest_seats'),
        ),
    ]
