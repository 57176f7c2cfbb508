"""What was found out about the decisions of finished matches."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0017_opponents"),
    ]

    operations = [
        migrations.CreateModel(
            name="Analysis",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="analysis",
                        serialize=False,
                        to="matches.match",
                    ),
                ),
                ("asked_at", models.DateTimeField(help_text="Whoever asked first is first served.")),
                (
                    "reached",
                    models.PositiveIntegerField(default=0, help_text="How many of its moves were looked into."),
                ),
                (
                    "over",
                    models.BooleanField(default=False, help_text="All of them were, or the record cannot be read."),
                ),
                (
                    "found",
                    models.TextField(
                        default="{}", help_text="What was found so far (`engine.insight.Insight`) as JSON."
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "analyses",
                "indexes": [
                    models.Index(condition=models.Q(("over", False)), fields=["asked_at"], name="analysis_waiting")
                ],
            },
        ),
    ]
