"""A tournament for spreadsheets and programs: everything public, nothing else."""

# A view takes its request, whether or not it looks at it.
# ruff: noqa: ARG001

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import require_safe

from apps.matches.selectors.results import MatchProgress
from apps.tournaments.formats.ranking import Ranked
from apps.tournaments.formats.stages import Knockout
from apps.tournaments.models import Tournament
from apps.tournaments.scoring.points import counted, points
from apps.tournaments.selectors import audit, cache
from apps.tournaments.selectors.snapshot import PodState, RoundState, TournamentSnapshot
from apps.tournaments.views.guards import guarded
from apps.tournaments.wording.numbers import plain

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked

FORMAT: Final = "slowfuse-tournament"
VERSION: Final = 1
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet take a name for a formula."""


@require_safe
@guarded
def standings(request: HttpRequest, tournament: Marked) -> HttpResponse:
    """Who stands where, as a table."""
    with translation.override("en"):
        snapshot = cache.read(tournament)
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(
            ["place", "number", "name", "points", "tables", *snapshot.plan.ties, "knockout_round", "withdrawn"]
        )
        writer.writerows(_rows(snapshot))
    response = HttpResponse(text.getvalue().encode("utf-8-sig"), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.code}-standings.csv"'
    return response


@require_safe
@guarded
def whole(request: HttpRequest, tournament: Marked) -> HttpResponse:
    """What was agreed, what was played, and who stands where; the secret once it is over."""
    with translation.override("en"):
        snapshot = cache.read(tournament)
        fields = {
            "format": FORMAT,
            "version": VERSION,
            **_agreed(tournament, snapshot),
            "entrants": [_entrant(snapshot, number) for number in sorted(entry.number for entry in snapshot.entrants)],
            "rounds": [_round(snapshot, round_) for round_ in snapshot.published],
            "ranking": [_ranked(snapshot, line) for line in (snapshot.ranking if snapshot.published else ())],
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
        measures = _measures(snapshot, line)
        yield [
            line.place,
            line.entrant,
            cell(audit.name(snapshot.entries[line.entrant])),
            plain(standing.points) if standing else "",
            standing.pods if standing else "",
            *[measures.get(name, "") for name in snapshot.plan.ties],
            "" if line.reached is None else line.reached + 1,
            "yes" if line.entrant in snapshot.out else "",
        ]


def _agreed(tournament: Tournament, snapshot: TournamentSnapshot) -> dict[str, Any]:
    return {
        "code": tournament.code,
        "name": tournament.name,
        "about": tournament.about,
        "status": tournament.status,
        "game": tournament.game,
        "options": tournament.options,
        "pace": tournament.pace,
        "plan": snapshot.plan,
        "rated": tournament.rated,
        "vacations": tournament.vacations,
        "opponents": tournament.opponents,
        "entrants_least": tournament.least,
        "entrants_most": tournament.most,
        "round_hours": tournament.round_hours,
        "break_hours": tournament.break_hours,
        "fixed_times": tournament.fixed,
        "runs_by_itself": tournament.by_itself,
        "starts_at": tournament.starts_at,
        "started_at": tournament.started_at,
        "over_at": tournament.over_at,
        "commitment": tournament.commitment,
    }


def _entrant(snapshot: TournamentSnapshot, number: int) -> dict[str, Any]:
    entry = snapshot.entries[number]
    fields = {"number": number, "name": audit.name(entry), "bot": entry.bot, "withdrawn": number in snapshot.out}
    return {**fields, "strength": entry.strength} if snapshot.plan.seeding == "rating" else fields


def _round(snapshot: TournamentSnapshot, round_: RoundState) -> dict[str, Any]:
    row = round_.round
    return {
        "number": row.number + 1,
        "stage": row.stage,
        "published_at": row.published_at,
        "ends_at": row.ends_at,
        "over_at": row.over_at,
        "field": round_.field,
        "byes": round_.proposal.byes,
        "tables": [_table(snapshot, round_, table) for table in round_.pods],
    }


def _table(snapshot: TournamentSnapshot, round_: RoundState, table: PodState) -> dict[str, Any]:
    fields = {
        "number": table.pod.index + 1,
        "sheet": table.pod.sheet + 1,
        "seats": table.seats,
        "matches": [_match(came) for came in table.came],
        "result": None,
    }
    if table.result is not None:
        fields["result"] = {
            "places": counted(table.result, snapshot.plan.scoring) if table.result.places else None,
            "points": [plain(paid) for paid in points(table.result, snapshot.plan.scoring)]
            if not isinstance(round_.stage, Knockout)
            else None,
            "scores": table.result.scores,
            "not_finished": sorted(table.result.autopilot - table.result.missing),
            "not_come": sorted(table.result.missing),
        }
    if table.correction is not None:
        fields["correction"] = {"reason": table.correction.reason, "at": table.correction.at}
    return fields


def _match(came: MatchProgress) -> dict[str, Any]:
    return {"code": came.code, "over_at": came.over_at, "places": came.places, "scores": came.scores}


def _ranked(snapshot: TournamentSnapshot, line: Ranked) -> dict[str, Any]:
    fields: dict[str, Any] = {"place": line.place, "entrant": line.entrant}
    if line.standing:
        fields |= {
            "points": plain(line.standing.points),
            "tables": line.standing.pods,
            "ties": _measures(snapshot, line),
        }
    if line.reached is not None:
        fields["knockout_round"] = line.reached + 1
    return fields


def _measures(snapshot: TournamentSnapshot, line: Ranked) -> dict[str, str]:
    """What told them from others; a lot is not a number for people."""
    measures = line.standing.measures if line.standing else ()
    named = zip(snapshot.plan.ties, measures, strict=False)
    return {name: "drawn" if name == "lot" else plain(value) for name, value in named}
