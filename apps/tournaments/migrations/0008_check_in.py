"""Tournaments may ask who is there before they begin."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_season")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="checked_in_at",
            field=models.DateTimeField(help_text="When they last said that they are there, or began.", null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="check_in",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Whether everybody is asked if they are there.",
                verbose_name="check-in",
            ),
        ),
    ]
