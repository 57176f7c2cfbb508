"""Helpers for tests of leagues: a league in one line, and seasons in which the better player always wins."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec

from apps.accounts.models import Player
from apps.games import load_games
from apps.matches.engine import deadlines
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Stage, Swiss
from apps.tournaments.models import Entry, League, Tournament
from apps.tournaments.selectors import leagues as selector
from apps.tournaments.services import leagues, scheduler
from tests.factories.matches import play_all
from tests.factories.tournaments import NOON, decide, running

STAGE = Swiss(rounds=2, most=4, least=3)
ROUND = Swiss(rounds=1, most=3, least=3)
DAY = timedelta(days=1)
SEASON = timedelta(hours=2 * 24) + 7 * DAY
"""The time from the start of one season to the start of the next."""


def league(stage: Stage = STAGE, **more: Any) -> League:
    """Create a league with divisions of 6 to 11 and two daily rounds, whose first season starts at noon."""
    rules = load_games()["fuse"]
    usual = {
        "name": "Fuse League",
        "game": "fuse",
        "options": msgspec.to_builtins(rules.setup(rules.meta.seats[-1], {"short_fuse": True}).options),
        "pace": dict(deadlines.list_preset_paces(rules.meta)["daily"]),
        "pace_name": "daily",
        "plan": msgspec.to_builtins(Plan(stages=(stage,))),
        "least": 6,
        "most": 11,
        "rated": False,
        "round_hours": 24,
        "starts_at": NOON,
        "created_at": NOON - 7 * DAY,
    }
    return League.objects.create(**{**usual, **more})


def members(of: League, player: Any, count: int, *, called: str = "p", now: datetime = NOON - DAY) -> list[Player]:
    """Let this number of people join, one after the other."""
    made = [player(name) for name in names(*range(count), called=called)]
    for number, one in enumerate(made):
        leagues.join_league(pk=of.pk, player=one, now=now + timedelta(seconds=number))
    return made


def names(*numbers: int, called: str = "p") -> list[str]:
    """Return the names of the members with these numbers."""
    return [f"{called}{number:03}" for number in numbers]


def playing(of: League) -> list[Tournament]:
    """Return the divisions of the latest season, the highest first."""
    return list(selector.load_latest_season(of).tournaments)


def rosters(of: League) -> list[list[str]]:
    """Return the players of each division of the latest season, in the order of their placement."""
    entered = Entry.objects.filter(player__isnull=False).order_by("number")
    return [list(entered.filter(tournament=each).values_list("player__username", flat=True)) for each in playing(of)]


def played_out(
    of: League, *, now: datetime, strength: Mapping[str, float] | None = None, silent: Collection[str] = ()
) -> datetime:
    """Play the season to its end, and return the time then.

    At each table, the stronger player or else the first by name wins. Players in `silent` never answer.
    """
    while True:
        scheduler.advance_tournaments(now=now)
        divisions = [each for each in playing(of) if not each.ended]
        if not divisions:
            return now
        for division in divisions:
            called = dict(division.entries.values_list("number", "player__username"))
            for table in running(division):
                people = [called[number] or f"bot{number}" for number in table.seats]
                decide(table, *_places(people, strength), now=now, silent=_indices(people, silent))
        scheduler.advance_tournaments(now=now)
        now += timedelta(hours=of.round_hours)


def played_by_bots(of: League, *, now: datetime) -> None:
    """Start a round and play all of its tables with bots' answers."""
    scheduler.advance_tournaments(now=now)
    play_all(now=now, occasions=[division.name for division in playing(of)])
    scheduler.advance_tournaments(now=now + timedelta(hours=2))


def _places(people: Iterable[str], strength: Mapping[str, float] | None) -> list[int]:
    order = sorted(people, key=lambda name: (-(strength or {}).get(name, 0), name))
    return [1 + order.index(name) for name in people]


def _indices(people: Iterable[str], silent: Collection[str]) -> list[int]:
    return [seat for seat, name in enumerate(people) if name in silent]
