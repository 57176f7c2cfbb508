"""Seats know how much of their match their player has seen; of those that run, nobody has seen anything yet."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0011_logged_facts")]

    operations = [
        migrations.AddField(
            model_name="chair",
            name="seen",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                help_text="How many of the facts it was told its player has seen; 0: none yet.",
            ),
        ),
    ]
