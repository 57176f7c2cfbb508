"""Tables say whether bots" accounts are welcome."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("lobby", "0010_remembered_answer"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="bots_welcome",
            field=models.BooleanField(
                db_default=True, default=True, help_text="Whether bots’ accounts can join, unless it's rated."
            ),
        ),
    ]
