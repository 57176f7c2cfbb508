"""Matches with their seated players, read without a lock in one statement."""

# Model._meta is public API.
# ruff: noqa: SLF001

# Names of tables and columns come from the models. Values are parameters.
# ruff: noqa: S608

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Final, NamedTuple

from django.contrib.auth import get_user_model

from apps.common.sql import Rows, fetch_rows
from apps.kernel.table import PUBLIC, Observer, Seat
from apps.matches.engine.availability import find_vacation_end, select_next_vacation
from apps.matches.engine.tenures import SeatedPlayer
from apps.matches.models import NO_ORDERS, Chair, Match
from apps.matches.store import availability, tenures

_MATCHES: Final = Rows(Match)
_CHAIRS: Final = Rows(Chair, without=("orders",))


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """A match and its seats, as loaded for one player or for no one in particular."""

    match: Match
    seats: tuple[SeatedPlayer, ...]
    own: Seat | None
    """The seat of the player it was loaded for."""
    orders: str
    """The player's standing orders, as stored in their chair."""

    @property
    def observer(self) -> Observer:
        """Return the observer as whom the player sees the match."""
        return PUBLIC if self.own is None else self.own


class _Beside(NamedTuple):
    """The values selected besides a match and one of its chairs."""

    username: str | None
    face: str | None
    program: bool | None
    vacations: str | None
    formers: str | None
    orders: str
    """Only for the player it's loaded for. No one else's standing orders leave the database."""


def load_match(code: str, *, player: int | None, now: datetime) -> LoadedMatch:
    """Load a match and its seats for a player.

    :raises Match.DoesNotExist: if there's no such match, or it's someone else's sandbox
    """
    found = _load_matches(_build_seating_sql("code = %s"), [code], player, now)
    if not found or (found[0].match.origin and found[0].own is None):
        raise Match.DoesNotExist
    return found[0]


def load_all(matches: Sequence[int], *, player: int | None, now: datetime) -> dict[int, LoadedMatch]:
    """Load several matches by key, still in one statement."""
    if not matches:
        return {}
    which = f"id IN ({', '.join(['%s'] * len(matches))})"
    return {each.match.pk: each for each in _load_matches(_build_seating_sql(which), matches, player, now)}


def _load_matches(statement: str, which: Sequence[object], player: int | None, now: datetime) -> list[LoadedMatch]:
    tables: dict[int, tuple[Match, list[SeatedPlayer]]] = {}
    owned: dict[int, tuple[Seat, str]] = {}
    for row in fetch_rows(statement, [player, NO_ORDERS, *which]):
        values = iter(row)
        match, chair, beside = _MATCHES.take(values), _CHAIRS.take(values), _Beside(*values)
        spans, before = availability.parse_vacations(beside.vacations), tenures.parse_formers(beside.formers)
        _, seats = tables.setdefault(match.pk, (match, []))
        seats.append(
            SeatedPlayer(
                chair,
                beside.username,
                beside.face,
                before,
                find_vacation_end(spans, now),
                select_next_vacation(spans, now),
                program=bool(beside.program),
            )
        )
        if player is not None and chair.player_id == player:
            owned[match.pk] = (Seat(chair.index), beside.orders)
    return [
        LoadedMatch(match, tuple(seats), *owned.get(key, (None, NO_ORDERS))) for key, (match, seats) in tables.items()
    ]


@cache
def _build_seating_sql(which: str) -> str:
    match, chair, player = _MATCHES.table, _CHAIRS.table, get_user_model()
    return f"""
SELECT {_MATCHES.columns(match)}, {_CHAIRS.columns(chair)}, player.{player.USERNAME_FIELD}, player.face, player.bot,
    {availability.build_vacations_sql(f"{chair}.player_id")},
    {tenures.build_formers_sql(f"{chair}.match_id", f'{chair}."index"')},
    CASE WHEN {chair}.player_id = %s THEN {chair}.orders ELSE %s END
FROM {match} JOIN {chair} ON {chair}.match_id = {match}.id
    LEFT JOIN {player._meta.db_table} player ON player.id = {chair}.player_id
WHERE {match}.{which} ORDER BY {match}.id, {chair}."index"
"""
