"""Seats know whether they won, so that nobody's victories are looked for in the outcomes of all their matches."""

from __future__ import annotations

from collections import defaultdict

from django.conf import settings
from django.db import migrations, models
from django.db.migrations.state import StateApps

AT_ONCE = 500


def remember(apps: StateApps, _schema: object) -> None:
    """What the outcomes of all matches say, some hundred matches a statement."""
    Match, Seat = (apps.get_model("matches", name) for name in ("Match", "Seat"))
    won: dict[int, list[int]] = defaultdict(list)
    over = Match.objects.filter(status="over").order_by("pk").values_list("pk", "outcome")
    for match, outcome in over.iterator(chunk_size=AT_ONCE):
        for index, place in enumerate((outcome or {}).get("places", ())):
            if place == 1:
                won[index].append(match)
    for index, matches in won.items():
        for first in range(0, len(matches), AT_ONCE):
            Seat.objects.filter(index=index, match__in=matches[first : first + AT_ONCE]).update(won=True)


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0008_bell"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="won",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Its match is over and it came first, alone or with others: to find victories by.",
            ),
        ),
        migrations.RunPython(remember, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(condition=models.Q(("won", True)), fields=["player", "match"], name="seat_won"),
        ),
    ]
