"""A tournament as data: everything public about it, for programs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from apps.matches.selectors.results import MatchProgress
from apps.tournaments.formats.ranking import Ranked
from apps.tournaments.formats.stages import Knockout
from apps.tournaments.models import Tournament
from apps.tournaments.scoring.points import compute_counted_places, compute_seat_points
from apps.tournaments.selectors import audit
from apps.tournaments.selectors.pods import PodState, list_substitute_names
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot
from apps.tournaments.selectors.teams import Lineup
from apps.tournaments.wording.numbers import format_exact_number, format_plain_number


def encode_settings(tournament: Tournament, snapshot: TournamentSnapshot) -> dict[str, object]:
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


def encode_entrants(snapshot: TournamentSnapshot) -> list[dict[str, object]]:
    """Return everyone who is or was an entrant, by number."""
    return [_encode_entrant(snapshot, number) for number in sorted(entry.number for entry in snapshot.entrants)]


def encode_rounds(snapshot: TournamentSnapshot) -> list[dict[str, Any]]:
    """Return all published rounds."""
    return [encode_round(snapshot, state) for state in snapshot.published]


def encode_ranking(snapshot: TournamentSnapshot) -> list[dict[str, object]]:
    """Return the standings, best first; empty before the first round."""
    return [_encode_ranking_line(snapshot, line) for line in (snapshot.ranking if snapshot.published else ())]


def _encode_entrant(snapshot: TournamentSnapshot, number: int) -> dict[str, object]:
    entry = snapshot.entries[number]
    fields: dict[str, object] = {
        "number": number,
        "name": audit.format_entrant_name(entry),
        "bot": entry.bot,
        "withdrawn": number in snapshot.out,
    }
    if snapshot.plan.team:
        fields["members"] = [member.name for member in snapshot.teams.get(number, ())]
    return {**fields, "strength": entry.strength} if snapshot.plan.seeding == "rating" else fields


def encode_round(snapshot: TournamentSnapshot, state: RoundState) -> dict[str, object]:
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
        "tables": [_encode_table(snapshot, state, table) for table in state.pods],
    }


def _encode_table(snapshot: TournamentSnapshot, round_: RoundState, table: PodState) -> dict[str, object]:
    instead = list_substitute_names(table, snapshot.entries)
    fields = {
        "number": table.pod.index + 1,
        "sheet": table.pod.sheet + 1,
        "seats": table.seats,
        "substitutes": [instead.get(entrant) for entrant in table.seats],
        "matches": [_encode_match(came, lineup) for came, lineup in zip(table.came, table.lineups, strict=True)],
        "result": None,
    }
    if table.result is not None:
        fields["result"] = {
            "places": compute_counted_places(table.result, snapshot.plan.scoring) if table.result.places else None,
            "points": [format_exact_number(paid) for paid in compute_seat_points(table.result, snapshot.plan.scoring)]
            if not isinstance(round_.stage, Knockout)
            else None,
            "scores": table.result.scores,
            "not_finished": sorted(table.result.autopilot - table.result.missing),
            "not_come": sorted(table.result.missing),
        }
    if table.correction is not None:
        fields["correction"] = {"reason": table.correction.reason, "at": table.correction.at}
    return fields


def _encode_match(came: MatchProgress, lineup: Lineup | None) -> dict[str, object]:
    names = None if lineup is None else [member and (member.name or None) for member in lineup]
    return {
        "code": came.code,
        "over_at": came.over_at,
        "places": came.places or None,
        "scores": came.scores,
        "lineup": names,
    }


def _encode_ranking_line(snapshot: TournamentSnapshot, line: Ranked) -> dict[str, object]:
    fields: dict[str, object] = {"place": line.place, "entrant": line.entrant}
    if line.standing:
        fields |= {
            "points": format_exact_number(line.standing.points),
            "tables": line.standing.pods,
            "ties": format_tie_break_values(snapshot, line, format_exact_number),
        }
    if line.reached is not None:
        fields["knockout_round"] = line.reached + 1
    return fields


def format_tie_break_values(
    snapshot: TournamentSnapshot, line: Ranked, written: Callable[[Fraction | int], str] = format_plain_number
) -> dict[str, str]:
    """Return the tie-break values that separated them from others. A lot isn't shown as a number."""
    found = line.standing.measures if line.standing else ()
    named = zip(snapshot.plan.ties, found, strict=False)
    return {name: "drawn" if name == "lot" else written(value) for name, value in named}
