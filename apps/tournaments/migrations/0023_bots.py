"""Tournaments say whether bots" accounts are welcome."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0022_version"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="bots_welcome",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Whether bots’ accounts can enter. They never can if the tournament is rated.",
                verbose_name="bots are welcome",
            ),
        ),
    ]
