"""Sandboxes ("What if?"): the knowledge they start from, and the player's own."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet

from apps.games import load_games
from apps.kernel.game import AnyState
from apps.kernel.table import Seat
from apps.matches.engine import origin
from apps.matches.errors import NoSuchMove
from apps.matches.models import Match
from apps.matches.selectors import match_view, tenures
from apps.matches.selectors.match_view import LoadedMatch
from apps.matches.store.log import read_log


class Known(NamedTuple):
    """A seat's knowledge after one of the moves of a finished match."""

    state: AnyState
    at: int
    """The move as the seat's replay counts it."""


class Tried(NamedTuple):
    """A sandbox of a match that the player has."""

    code: str
    at: int
    over: bool
    gone_at: datetime


def seat_of(loaded: LoadedMatch, player: int | None) -> Seat | None:
    """Return the seat from which the player can play on: their own, or the one they left.

    None if they never sat there, or the game can't imagine tables.
    """
    game = load_games().get(loaded.match.game)
    if game is not None and not game.imagines:
        return None
    if loaded.own is not None or player is None:
        return loaded.own
    for seated in loaded.seats:
        if seated.chair.former_id == player:
            return seated.seat
    # A chair has only the last player who left it.
    left = tenures.find_past_tenures(loaded.match.pk, player).order_by("until").values_list("seat", flat=True).first()
    return None if left is None else Seat(left)


def load_seat_knowledge(loaded: LoadedMatch, seat: Seat, move: int) -> Known:
    """Return the seat's knowledge after a move, from the facts it could see. Others don't leave the database.

    :raises NoSuchMove: if there's no such move
    :raises Unreadable: if the log can't be read
    """
    match = loaded.match
    if not 0 <= move < match.moves:
        raise NoSuchMove
    game, setup = match_view.get_match_rules(match)
    try:
        rows = [fact for fact in read_log(match, seat).facts if fact.move <= move]
        told = [(fact.move, game.fact.decode(fact.event)) for fact in rows]
        start = origin.build_first_projection(game, setup, seat, match.origin)
        state = game.learn(start.state, (event for _, event in told), seat)
    except Exception as error:
        raise match_view.Unreadable(match.code) from error
    return Known(state, max(0, len({number for number, _ in told}) - 1))


def find_sandboxes(player: int) -> QuerySet[Match]:
    """Return the player's sandboxes as a query."""
    return Match.with_sandboxes.filter(~Q(origin=""), seats__player=player)


def find_match_sandboxes(match: str, player: int | None) -> list[Tried]:
    """Return the player's sandboxes of this match, latest first."""
    if player is None:
        return []
    rows = find_sandboxes(player).order_by("-begun_at", "-pk").values_list("code", "origin", "over_at", "begun_at")
    found = [(code, origin.decode_origin(text), over_at, begun_at) for code, text, over_at, begun_at in rows]
    return [
        Tried(code, begun.at, over_at is not None, begun_at + origin.SANDBOX_LIFETIME)
        for code, begun, over_at, begun_at in found
        if begun.match == match
    ]
