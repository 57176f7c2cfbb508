"""Lessons count for nobody: what was counted of them is taken back."""

from __future__ import annotations

from django.db import migrations
from django.db.migrations.state import StateApps

_AT_ONCE = 1000


def take_back(apps: StateApps, _schema: object) -> None:
    """A thousand at a time; of a version before that goes on judging meanwhile, a few stay."""
    Result, Sheet = (apps.get_model("ratings", name) for name in ("Result", "Sheet"))
    for rows in (Result.objects.filter(match__lesson__isnull=False), Sheet.objects.filter(match__lesson__isnull=False)):
        while some := list(rows.order_by("pk").values_list("pk", flat=True)[:_AT_ONCE]):
            rows.model.objects.filter(pk__in=some).delete()


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('matches', '0013_lesson'),
        ('ratings', '0002_newcomers'),
    ]

    operations = [migrations.RunPython(take_back, migrations.RunPython.noop)]
