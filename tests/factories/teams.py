"""Helpers for tests of team tournaments: complete teams, and boards with given results."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec

from apps.accounts.models import Player
from apps.kernel.game import Outcome
from apps.matches.models import Chair, Match
from apps.tournaments.formats.stages import Stage, Swiss
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.scoring.pod_matches import rotate_seats
from apps.tournaments.selectors.pods import PodState
from apps.tournaments.services import entries, teams
from tests.factories.tournaments import NOON, look, running, tournament

EVE = NOON - timedelta(days=1)
BOARDS = Swiss(rounds=2, most=3, least=3, matches=3)


def team_cup(*stages: Stage, **more: Any) -> Tournament:
    """Create a tournament of teams of three."""
    plan = {"team": 3, "ties": ("boards", "wins", "lot"), **more.pop("plan", {})}
    return tournament(*(stages or (BOARDS,)), plan=plan, **more)


def team(of: Tournament, player: Any, name: str, people: int = 3) -> tuple[Entry, list[Player]]:
    """Create a team of this many people, the captain first."""
    captain, *others = [player(f"{name.lower()}{number}") for number in range(people)]
    entry = entries.register_player(code=of.code, player=captain, team=name, now=EVE)
    for one in others:
        teams.join_team(code=of.code, number=entry.number, key=entry.key, player=one, now=EVE)
    return entry, [captain, *others]


def boards_end(of: Tournament, *orders: tuple[int, ...], silent: tuple[int, ...] = ()) -> None:
    """End the boards of the running table, one after the other, with entrants placed in these orders.

    On the boards in `silent`, the first entrant of the order never came.
    """
    [table] = running(of)
    for board, order in enumerate(orders):
        _board_ends(table, board, order)
        if board in silent:
            seat = rotate_seats(table.seats, board).index(order[0])
            Chair.objects.filter(match__code=table.came[board].code, index=seat).update(autopilot=True)


def all_ends(of: Tournament) -> None:
    """End every board of every round so that entrants finish in order of registration."""
    while not of.ended:
        for table in running(of):
            for board in range(len(table.came)):
                _board_ends(table, board, tuple(sorted(table.seats)))
        look(of)


def _board_ends(table: PodState, board: int, order: tuple[int, ...]) -> None:
    places = tuple(order.index(number) + 1 for number in rotate_seats(table.seats, board))
    outcome = msgspec.to_builtins(Outcome(places=places, scores=(), why="told"))
    rows = Match.objects.filter(code=table.came[board].code)
    rows.update(status=Match.Status.OVER, over_at=NOON, wake_at=None, outcome=outcome)
