"""Helpers for tests of ladders: a ladder in one line, its players, and tables with given results."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

import msgspec

from apps.accounts.models import Player
from apps.games import load_games
from apps.kernel.game import Outcome
from apps.matches.engine import deadlines
from apps.matches.models import Chair, Match
from apps.tournaments.models import Ladder
from apps.tournaments.selectors import ladders as selector
from apps.tournaments.services import ladders
from tests.factories.tournaments import NOON

DAY = timedelta(days=1)


def ladder(**more: Any) -> Ladder:
    """Create a ladder whose players challenge one to three of the four above them."""
    rules = load_games()[more.get("game", "fuse")]
    usual = {
        "name": "Fuse Ladder",
        "game": rules.meta.slug,
        "options": msgspec.to_builtins(rules.setup(rules.meta.seats[-1], rules.meta.quick_options).options),
        "pace": dict(deadlines.list_preset_paces(rules.meta)["daily"]),
        "pace_name": "daily",
        "rated": False,
        "reach": 4,
        "created_at": NOON - DAY,
    }
    return Ladder.objects.create(**{**usual, **more})


def on(of: Ladder, *people: Player) -> None:
    """Let these players join one after the other, the first at the top."""
    for number, one in enumerate(people):
        ladders.join_ladder(pk=of.pk, player=one, now=NOON - DAY + timedelta(seconds=number), circle=of.circle)


def standing(of: Ladder) -> list[str]:
    """Return the names from the top down."""
    names = dict(Player.objects.values_list("pk", "username"))
    return [names[player] for player in selector.load_ladder_order(of)]


def challenge(of: Ladder, by: Player, *whom: Player, now: datetime = NOON) -> str:
    return ladders.challenge_players(pk=of.pk, player=by, whom=[one.pk for one in whom], now=now)


def ends(code: str, *best: Player, now: datetime = NOON, absent: Collection[Player] = ()) -> None:
    """End the match with these players in this order, or without a result. The next look counts it."""
    chairs = list(Chair.objects.filter(match__code=code).order_by("index"))
    order = [one.pk for one in best]
    places = tuple(order.index(chair.player_id or 0) + 1 for chair in chairs) if order else ()
    outcome = msgspec.to_builtins(Outcome(places=places, scores=(), why="told"))
    rows = Match.objects.filter(code=code)
    rows.update(status=Match.Status.OVER, over_at=now, wake_at=None, outcome=outcome)
    Chair.objects.filter(match__code=code, player__in=[one.pk for one in absent]).update(autopilot=True)
