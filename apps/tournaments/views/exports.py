"""A tournament for spreadsheets and programs, with everything public and nothing else."""

# A view takes its request, whether or not it uses it.
# ruff: noqa: ARG001

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import require_safe

from apps.common.cross_origin import readable_anywhere
from apps.tournaments.models import Tournament
from apps.tournaments.selectors import audit, cache, document
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.views.guards import require_tournament
from apps.tournaments.wording.numbers import format_exact_number, format_plain_number

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked

FORMAT: Final = "slowfuse-tournament"
VERSION: Final = 1
RESULT_COLUMNS: Final = (
    "round", "table", "number", "name", "place", "score", "points_exact", "not_finished", "not_come", "corrected",
    "matches",
)  # fmt: skip
"""The columns of results."""
FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
"""Characters that make a spreadsheet take a name for a formula."""


@readable_anywhere
@require_safe
@require_tournament
def export_standings(request: HttpRequest, tournament: Marked) -> HttpResponse:
    """Serve the standings as a table for spreadsheets."""
    snapshot = cache.load_cached_snapshot(tournament)
    columns = ("place", "number", "name", "points", "tables", *snapshot.plan.ties, "knockout_round", "withdrawn")
    head = (*columns, "points_exact", *(f"{name}_exact" for name in _list_numeric_ties(snapshot)))
    return _build_csv_response(f"{tournament.code}-standings.csv", head, _build_standings_rows(snapshot))


@readable_anywhere
@require_safe
@require_tournament
def export_results(request: HttpRequest, tournament: Marked) -> HttpResponse:
    """Serve the results of every published table, a line for each of its entrants."""
    return _build_csv_response(
        f"{tournament.code}-results.csv", RESULT_COLUMNS, _build_result_rows(cache.load_cached_snapshot(tournament))
    )


@readable_anywhere
@require_safe
@require_tournament
def export_tournament(request: HttpRequest, tournament: Marked) -> HttpResponse:
    """Serve the settings, the results and the standings, plus the secret once it is over."""
    with translation.override("en"):
        snapshot = cache.load_cached_snapshot(tournament)
        fields = {
            "format": FORMAT,
            "version": VERSION,
            **document.encode_settings(tournament, snapshot),
            "entrants": document.encode_entrants(snapshot),
            "rounds": document.encode_rounds(snapshot),
            "ranking": document.encode_ranking(snapshot),
        }
    if tournament.status == Tournament.Status.OVER:
        fields["seed"] = snapshot.seed.hex()
    body = msgspec.json.format(msgspec.json.encode(fields), indent=1)
    response = HttpResponse(body, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{tournament.code}.json"'
    return response


def escape_cell(text: str) -> str:
    """Escape a text so that spreadsheets don't take it for a formula."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _build_csv_response(file: str, head: Iterable[str], rows: Iterator[list[str | int]]) -> HttpResponse:
    """Serve a table. Its words are English in every language, because programs read it."""
    text = io.StringIO()
    with translation.override("en"):
        writer = csv.writer(text)
        writer.writerow(head)
        writer.writerows(rows)
    response = HttpResponse(text.getvalue().encode("utf-8-sig"), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file}"'
    return response


def _build_standings_rows(snapshot: TournamentSnapshot) -> Iterator[list[str | int]]:
    for line in snapshot.ranking if snapshot.published else ():
        standing = line.standing
        measures, unrounded = (
            document.format_tie_break_values(snapshot, line),
            document.format_tie_break_values(snapshot, line, format_exact_number),
        )
        yield [
            line.place,
            line.entrant,
            escape_cell(audit.format_entrant_name(snapshot.entries[line.entrant])),
            format_plain_number(standing.points) if standing else "",
            standing.pods if standing else "",
            *[measures.get(name, "") for name in snapshot.plan.ties],
            "" if line.reached is None else line.reached + 1,
            "yes" if line.entrant in snapshot.out else "",
            # Beside the rounded numbers, because spreadsheets take some fractions for dates.
            format_exact_number(standing.points) if standing else "",
            *[unrounded.get(name, "") for name in _list_numeric_ties(snapshot)],
        ]


def _list_numeric_ties(snapshot: TournamentSnapshot) -> list[str]:
    """Return the tie-breaks that are numbers, which a drawn lot isn't."""
    return [name for name in snapshot.plan.ties if name != "lot"]


def _build_result_rows(snapshot: TournamentSnapshot) -> Iterator[list[str | int]]:
    for round_ in document.encode_rounds(snapshot):
        for table in round_["tables"]:
            result = table["result"] or {}
            matches = " ".join(match["code"] for match in table["matches"])
            for seat, entrant in enumerate(table["seats"]):
                bare = (entrant in result.get(name, ()) for name in ("not_finished", "not_come"))
                yield [
                    round_["number"],
                    table["number"],
                    entrant,
                    escape_cell(audit.format_entrant_name(snapshot.entries[entrant])),
                    *(_get_seat_value(result.get(name), seat) for name in ("places", "scores", "points")),
                    *("yes" if it else "" for it in (*bare, "correction" in table)),
                    matches,
                ]


def _get_seat_value(values: Sequence[str | int] | None, seat: int) -> str | int:
    return values[seat] if values else ""
