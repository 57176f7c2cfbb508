"""Seats know that a bot stands in for somebody, even if that somebody's account is deleted."""

from __future__ import annotations

from django.db import migrations, models
from django.db.migrations.state import StateApps
from django.db.models import Exists, OuterRef, Q


def remember(apps: StateApps, _schema: object) -> None:
    """Few seats ever change hands: one statement says it of all."""
    Chair, Tenure = (apps.get_model("matches", name) for name in ("Chair", "Tenure"))
    people = Tenure.objects.filter(match=OuterRef("match"), seat=OuterRef("index"), bot=False)
    Chair.objects.filter(Q(former__isnull=False) | Exists(people), bot=True).update(substitute=True)


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0025_listed_by_length'),
    ]

    operations = [
        migrations.AddField(
            model_name='chair',
            name='substitute',
            field=models.BooleanField(db_default=False, default=False, help_text='The bot took over from somebody, whose account may be gone.'),
        ),
        migrations.RunPython(remember, migrations.RunPython.noop),
    ]
