"""Accounts can be bots."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_access_token"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="bot",
            field=models.BooleanField(
                db_default=False,
                default=False,
                editable=False,
                help_text="Whether a program plays with this account. Once set, it stays. Only `people` sets it.",
                verbose_name="bot",
            ),
        ),
    ]
