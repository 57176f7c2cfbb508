"""Digests that were computed before learn what they did not know, a thousand at a time: nobody waits for it."""

from __future__ import annotations

from django.db import migrations
from django.db.migrations.state import StateApps
from django.db.models import Case, OuterRef, Subquery, Value, When

_THIRDS = {"fuse": (78, 86), "frogs": (70, 95), "bombe": (82, 98), "kobolds": (200, 330)}
_EDITION = 2
_AT_ONCE = 1000


def fill(apps: StateApps, _editor: object) -> None:
    """Of a version before that goes on writing meanwhile, the night finds the rest."""
    digests, matches = apps.get_model("matches", "MatchDigest"), apps.get_model("matches", "Match")
    began = matches._base_manager.filter(pk=OuterRef("pk")).values("begun_at")
    for game, (short, middle) in _THIRDS.items():
        length = Case(When(moves__lte=short, then=Value(0)), When(moves__lte=middle, then=Value(1)), default=Value(2))
        before = digests.objects.filter(game=game, edition=_EDITION - 1)
        while some := list(before.order_by("pk").values_list("pk", flat=True)[:_AT_ONCE]):
            before.filter(pk__in=some).update(begun_at=Subquery(began), length=length, edition=_EDITION)


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('matches', '0023_digest_lengths'),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
