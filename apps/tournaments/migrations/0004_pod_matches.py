"""A pod has `matches`; only the name of the relation changes."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_names")]

    operations = [
        migrations.AlterField(
            model_name="podmatch",
            name="pod",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="matches", to="tournaments.pod"
            ),
        )
    ]
