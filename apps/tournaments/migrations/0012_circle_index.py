"""The tournaments of one circle are found by an index."""

from __future__ import annotations

from django.db import migrations, models

from apps.common.index_operations import AddIndexBeside


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('tournaments', '0011_circle'),
    ]

    operations = [
        AddIndexBeside(
            model_name='tournament',
            index=models.Index(condition=models.Q(('circle', ''), _negated=True), fields=['circle', '-starts_at'], name='tournament_circle'),
        ),
    ]
