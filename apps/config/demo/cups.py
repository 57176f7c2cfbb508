"""Two tournaments of the demo's club, one finished and one in its second round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Final

import msgspec

from apps.accounts.models import Player
from apps.common import clocks
from apps.config.demo.playing import PACE, look_at_the_end, play_out
from apps.games import load_games
from apps.matches.engine.deadlines import list_preset_paces
from apps.matches.selectors.results import MatchProgress
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Knockout, Stage, Swiss
from apps.tournaments.models import Tournament
from apps.tournaments.selectors import snapshot
from apps.tournaments.services import entries, lifecycle, matches, scheduler

DAY: Final = timedelta(days=1)


def create_cups(slips: Mapping[int, float], luck: Random, *, now: datetime) -> list[str]:
    """Create both tournaments, play them as far as they have got, and return their codes."""
    players = list(Player.objects.filter(pk__in=slips).order_by("pk"))
    over = open_cup("Ember Cup", "fuse", (Swiss(rounds=3, most=4, least=3),), players, starts_at=now - 20 * DAY)
    for _round in range(3):
        _play_round(over, slips, luck, until=now - 4 * DAY)
    cup = open_cup(
        "Powder Keg Knockout",
        "bombe",
        (Knockout(top=0, most=4, least=3, onward=2),),
        players,
        starts_at=now - 2.5 * DAY,
        about="Two players from each table advance. The winner lights the fuse of the next cup.",
    )
    _play_round(cup, slips, luck, until=now - 0.6 * DAY)
    _play_round(cup, slips, luck, until=now - DAY / 8, moves=14)
    return [over.code, cup.code]


def open_cup(
    name: str, game: str, stages: tuple[Stage, ...], players: Sequence[Player], *, starts_at: datetime,
    about: str = "", pace: str = PACE, hours: int = 240, by_itself: bool = True,
) -> Tournament:  # fmt: skip
    """Create a tournament, enter these players, and start it if it's time."""
    rules = load_games()[game]
    made = lifecycle.create_tournament(
        Tournament(
            name=name,
            about=about,
            game=game,
            options=msgspec.to_builtins(rules.setup(rules.meta.seats[-1], rules.meta.quick_options).options),
            pace=dict(list_preset_paces(rules.meta)[pace]),
            pace_name=pace,
            plan=msgspec.to_builtins(Plan(stages=stages)),
            status=Tournament.Status.OPEN,
            starts_at=starts_at,
            round_hours=hours,
            by_itself=by_itself,
        ),
        by=None,
        now=starts_at - 7 * DAY,
    )
    for number, player in enumerate(players):
        entries.register_player(code=made.code, player=player, now=starts_at - 5 * DAY + timedelta(hours=number))
    if by_itself and starts_at <= clocks.now():
        run_cup_scheduler(made, starts_at)
    return made


def _play_round(
    cup: Tournament, slips: Mapping[int, float], luck: Random, *, until: datetime, moves: int | None = None
) -> None:
    """Play the running matches to their end, or for `moves` moves, then let the scheduler run."""
    for match in find_cup_matches(cup):
        if match.over_at is None:
            play_out(match.code, since=cup.starts_at, until=until, luck=luck, slips=slips, moves=moves)
            if moves is None:
                look_at_the_end(match.code)
    run_cup_scheduler(
        cup,
        max((match.over_at for match in find_cup_matches(cup) if match.over_at is not None), default=cup.starts_at),
    )


def find_cup_matches(cup: Tournament) -> list[MatchProgress]:
    """Return the matches of a tournament's published rounds."""
    cup.refresh_from_db()
    return [match for round_ in snapshot.load_snapshot(cup).published for pod in round_.pods for match in pod.came]


def run_cup_scheduler(cup: Tournament, now: datetime) -> None:
    """Do what the clock would do, but only for this tournament, because others can exist by then."""
    scheduler.advance_tournament(code=cup.code, now=now)
    matches.deal_owed(now=now, tournament=cup)
