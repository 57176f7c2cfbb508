"""The facts of a match are called so from its side, too; no table changes."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0010_chair")]

    operations = [
        migrations.AlterField(
            model_name="fact",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="logged", to="matches.match"
            ),
        ),
    ]
