"""Seats remember who sat there before; for matches that were begun earlier, as far as anybody can still tell."""

from __future__ import annotations

import json
from collections import defaultdict

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.migrations.state import StateApps

AT_ONCE = 500


def remember(apps: StateApps, _schema: object) -> None:
    """What the log says of every seat that changed hands."""
    Fact, Move, Seat, Tenure = (apps.get_model("matches", name) for name in ("Fact", "Move", "Seat", "Tenure"))
    handed: dict[tuple[int, int], list[tuple[int, int, str]]] = defaultdict(list)
    told = Fact.objects.filter(event__startswith='{"type":"house","what":"re').order_by("match", "n")
    for match, n, number, event in told.values_list("match", "n", "move", "event").iterator():
        said = json.loads(event)
        if said["what"] in ("resigned", "replaced"):
            handed[match, said["seat"]].append((n + (said["what"] == "resigned"), number, said["what"]))
    found = []
    for (match, seat), changes in handed.items():
        former = Seat.objects.filter(match=match, index=seat).values_list("former", flat=True).first()
        begins, before, since = 0, "", 0
        for place, (until, number, what) in enumerate(changes, start=1):
            made = Move.objects.filter(match=match, seat=seat, number__gte=begins, number__lt=number)
            player = made.filter(player__isnull=False).values_list("player", flat=True).first()
            if player is None and place == len(changes) and before != "resigned":
                player = former
            idle = not made.filter(cause__in=("seat", "order")).exists()
            bot = player is None and what != "resigned" and (before == "resigned" or idle)  # No bot resigns.
            if until > since:  # A bot that was relieved at once has done nothing.
                found.append(Tenure(match_id=match, seat=seat, until=until, player_id=player, bot=bot))
            begins, before, since = number + 1, what, until
    Tenure.objects.bulk_create(found, batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0005_words"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Tenure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "until",
                    models.PositiveIntegerField(help_text="The first fact of the log that is not of their time."),
                ),
                (
                    "bot",
                    models.BooleanField(
                        help_text="The house's player; else, without a player: somebody who left the house."
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tenures", to="matches.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("match", "seat", "until"), name="tenure_once")],
            },
        ),
        migrations.RunPython(remember, migrations.RunPython.noop),
    ]
