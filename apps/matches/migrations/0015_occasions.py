"""The list of matches can be narrowed to what they are a part of: found by its address and by its name."""

from __future__ import annotations

import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0014_digests'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('listed', True), ('occasion_path__gt', '')), fields=['occasion_path', '-begun_at', '-id'], name='match_of_occasion'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(django.db.models.functions.text.Lower('occasion'), models.OrderBy(models.F('begun_at'), descending=True), condition=models.Q(('listed', True), ('occasion_path__gt', '')), name='match_occasion_named'),
        ),
    ]
