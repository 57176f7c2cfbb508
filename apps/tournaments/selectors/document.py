"""A tournament as data: everything public about it, for programs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from apps.matches.selectors.results import MatchProgress
from apps.tournaments.formats.ranking import Ranked
from apps.tournaments.formats.stages import Knockout
from apps.tournaments.models import Tournament
from apps.tournaments.scoring.points import counted, points
from apps.tournaments.selectors import audit
from apps.tournaments.selectors.pods import PodState, substitutes
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot
from apps.tournaments.selectors.teams import Lineup
from apps.tournaments.wording.numbers import exact, plain


def agreed(tournament: Tournament, snapshot: TournamentSnapshot) -> dict[str, Any]:
    """Return the settings and the progress."""
    return {
        "code": tournament.code,
        "name": tournament.name,
        "about": tournament.about,
        "prizes": tournament.prizes,
        "status": tournament.status,
        "game": tournament.game,
        "options": tournament.options,
        "pace": tournament.pace,
        "plan": snapshot.plan,
        "rated": tournament.rated,
        "vacations": tournament.vacations,
        "check_in": tournament.check_in,
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


def entrants(snapshot: TournamentSnapshot) -> list[dict[str, Any]]:
    """Return everyone who is or was an entrant, by number."""
    return [_entrant(snapshot, number) for number in sorted(entry.number for entry in snapshot.entrants)]


def rounds(snapshot: TournamentSnapshot) -> list[dict[str, Any]]:
    """Return all published rounds."""
    return [round_(snapshot, state) for state in snapshot.published]


def ranking(snapshot: TournamentSnapshot) -> list[dict[str, Any]]:
    """Return the standings, best first; empty before the first round."""
    return [_ranked(snapshot, line) for line in (snapshot.ranking if snapshot.published else ())]


def _entrant(snapshot: TournamentSnapshot, number: int) -> dict[str, Any]:
    entry = snapshot.entries[number]
    fields: dict[str, Any] = {
        "number": number, "name": audit.name(entry), "bot": entry.bot, "withdrawn": number in snapshot.out,
    }  # fmt: skip
    if snapshot.plan.team:
        fields["members"] = [member.name for member in snapshot.teams.get(number, ())]
    return {**fields, "strength": entry.strength} if snapshot.plan.seeding == "rating" else fields


def round_(snapshot: TournamentSnapshot, state: RoundState) -> dict[str, Any]:
    """Return a published round and its tables."""
    row = state.round
    return {
        "number": row.number + 1,
        "stage": row.stage,
        "published_at": row.published_at,
        "ends_at": row.ends_at,
        "over_at": row.over_at,
        "field": state.field,
        "byes": state.proposal.byes,
        "tables": [_table(snapshot, state, table) for table in state.pods],
    }


def _table(snapshot: TournamentSnapshot, round_: RoundState, table: PodState) -> dict[str, Any]:
    instead = substitutes(table, snapshot.entries)
    fields = {
        "number": table.pod.index + 1,
        "sheet": table.pod.sheet + 1,
        "seats": table.seats,
        "substitutes": [instead.get(entrant) for entrant in table.seats],
        "matches": [_match(came, lineup) for came, lineup in zip(table.came, table.lineups, strict=True)],
        "result": None,
    }
    if table.result is not None:
        fields["result"] = {
            "places": counted(table.result, snapshot.plan.scoring) if table.result.places else None,
            "points": [exact(paid) for paid in points(table.result, snapshot.plan.scoring)]
            if not isinstance(round_.stage, Knockout)
            else None,
            "scores": table.result.scores,
            "not_finished": sorted(table.result.autopilot - table.result.missing),
            "not_come": sorted(table.result.missing),
        }
    if table.correction is not None:
        fields["correction"] = {"reason": table.correction.reason, "at": table.correction.at}
    return fields


def _match(came: MatchProgress, lineup: Lineup | None) -> dict[str, Any]:
    names = None if lineup is None else [member and (member.name or None) for member in lineup]
    return {
        "code": came.code,
        "over_at": came.over_at,
        "places": came.places or None,
        "scores": came.scores,
        "lineup": names,
    }


def _ranked(snapshot: TournamentSnapshot, line: Ranked) -> dict[str, Any]:
    fields: dict[str, Any] = {"place": line.place, "entrant": line.entrant}
    if line.standing:
        fields |= {
            "points": exact(line.standing.points),
            "tables": line.standing.pods,
            "ties": measures(snapshot, line, exact),
        }
    if line.reached is not None:
        fields["knockout_round"] = line.reached + 1
    return fields


def measures(
    snapshot: TournamentSnapshot, line: Ranked, written: Callable[[Fraction | int], str] = plain
) -> dict[str, str]:
    """Return the tie-break values that separated them from others. A lot isn't shown as a number."""
    found = line.standing.measures if line.standing else ()
    named = zip(snapshot.plan.ties, found, strict=False)
    return {name: "drawn" if name == "lot" else written(value) for name, value in named}
