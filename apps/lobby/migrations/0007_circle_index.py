"""The tables of one circle are found by an index."""

from __future__ import annotations

from django.db import migrations, models

from apps.common.index_operations import AddIndexBeside


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('lobby', '0006_circle'),
    ]

    operations = [
        AddIndexBeside(
            model_name='table',
            index=models.Index(condition=models.Q(('circle', ''), _negated=True), fields=['circle', '-created_at'], name='table_circle'),
        ),
    ]
