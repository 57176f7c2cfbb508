"""Who is new at a game is read from one index, however many are. Nobody waits while it is built."""

from __future__ import annotations

from django.db import migrations, models

from apps.common.index_operations import AddIndexBeside


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('ratings', '0001_initial'),
    ]

    operations = [
        AddIndexBeside(
            model_name='rating',
            index=models.Index(fields=['game', '-matches', 'player'], name='rating_newcomers'),
        ),
    ]
