"""Leagues, ladders and arenas can be for the members of a club alone."""

from __future__ import annotations

from django.db import migrations, models


def _circle() -> models.CharField:
    return models.CharField(
        blank=True,
        db_default="",
        default="",
        help_text="Code of the club that it's reserved for. Services check that players are members.",
        max_length=16,
    )


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0020_reworded"),
    ]

    operations = [
        migrations.AddField(model_name=name, name="circle", field=_circle()) for name in ("league", "ladder", "arena")
    ]
