"""Answers to programs that may repeat a request."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_access_token"), ("lobby", "0009_quick_match_lock")]

    operations = [
        migrations.CreateModel(
            name="RememberedAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "key",
                    models.CharField(help_text="The request's Idempotency-Key, chosen by the program.", max_length=100),
                ),
                ("request", models.CharField(help_text="SHA-256 of what was asked.", max_length=64)),
                ("answer", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(db_index=True)),
                (
                    "token",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.accesstoken"
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("token", "key"), name="remembered_once")]},
        ),
    ]
