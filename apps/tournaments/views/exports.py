"""A tournament for spreadsheets and programs: everything public, nothing else."""

# A view takes its request, whether or not it looks at it.
# ruff: noqa: ARG001

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import require_safe

from apps.common.cross_origin import readable_anywhere
from apps.tournaments.models import Tournament
from apps.tournaments.selectors import audit, cache, document
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.views.guards import guarded
from apps.tournaments.wording.numbers import exact, plain

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked

FORMAT: Final = "slowfuse-tournament"
VERSION: Final = 1
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet take a name for a formula."""


@readable_anywhere
@require_safe
@guarded
def standings(request: HttpRequest, tournament: Marked) -> HttpResponse:
    """Who stands where, as a table."""
    with translation.override("en"):
        snapshot = cache.read(tournament)
        text = io.StringIO()
        writer = csv.writer(text)
        columns = ("place", "number", "name", "points", "tables", *snapshot.plan.ties, "knockout_round", "withdrawn")
        writer.writerow([*columns, "points_exact", *(f"{name}_exact" for name in _numbers(snapshot))])
        writer.writerows(_rows(snapshot))
    response = HttpResponse(text.getvalue().encode("utf-8-sig"), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.code}-standings.csv"'
    return response


@readable_anywhere
@require_safe
@guarded
def whole(request: HttpRequest, tournament: Marked) -> HttpResponse:
    """What was agreed, what was played, and who stands where; the secret once it is over."""
    with translation.override("en"):
        snapshot = cache.read(tournament)
        fields = {
            "format": FORMAT,
            "version": VERSION,
            **document.agreed(tournament, snapshot),
            "entrants": document.entrants(snapshot),
            "rounds": document.rounds(snapshot),
            "ranking": document.ranking(snapshot),
        }
    if tournament.status == Tournament.Status.OVER:
        fields["seed"] = snapshot.seed.hex()
    body = msgspec.json.format(msgspec.json.encode(fields), indent=1)
    response = HttpResponse(body, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{tournament.code}.json"'
    return response


def cell(text: str) -> str:
    """As it may stand in a spreadsheet."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _rows(snapshot: TournamentSnapshot) -> Iterator[list[str | int]]:
    for line in snapshot.ranking if snapshot.published else ():
        standing = line.standing
        measures, unrounded = document.measures(snapshot, line), document.measures(snapshot, line, exact)
        yield [
            line.place,
            line.entrant,
            cell(audit.name(snapshot.entries[line.entrant])),
            plain(standing.points) if standing else "",
            standing.pods if standing else "",
            *[measures.get(name, "") for name in snapshot.plan.ties],
            "" if line.reached is None else line.reached + 1,
            "yes" if line.entrant in snapshot.out else "",
            # Beside the rounded numbers, because spreadsheets take some fractions for dates.
            exact(standing.points) if standing else "",
            *[unrounded.get(name, "") for name in _numbers(snapshot)],
        ]


def _numbers(snapshot: TournamentSnapshot) -> list[str]:
    """The tie-breaks that are numbers: a lot is only drawn."""
    return [name for name in snapshot.plan.ties if name != "lot"]
