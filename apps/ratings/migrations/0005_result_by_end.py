"""An index for a player's results by the end of their matches. Nobody waits while it's built."""

from __future__ import annotations

from django.db import migrations, models

from apps.common.index_operations import AddIndexBeside


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('ratings', '0004_plain_english'),
    ]

    operations = [
        AddIndexBeside(
            model_name='result',
            index=models.Index(fields=['player', '-over_at', '-match'], name='result_by_end'),
        ),
    ]
