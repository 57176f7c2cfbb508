"""The long-running events of the demo's club: a ladder, an arena, and a league and a team tournament about to start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Final

import msgspec

from apps.accounts.models import Player
from apps.config.demo.playing import PACE, look_at_the_end, play_out
from apps.games import load_games
from apps.matches.engine.deadlines import list_preset_paces
from apps.tournaments.models import Arena, Ladder, League, Tournament
from apps.tournaments.presets import ARENAS, LADDERS, LEAGUES, PATTERNS
from apps.tournaments.selectors import ladders as standing
from apps.tournaments.services import arenas, entries, ladders, leagues, lifecycle, teams

GAME: Final = "fuse"
DAY: Final = timedelta(days=1)
PLAYED_CHALLENGES: Final = 4
"""Number of challenges already played."""
TEAM_SIZES: Final = (("The Slow Burners", 3), ("Wet Matches", 4), ("Half a Bang", 2))
"""Team names, each with the number of players who have joined so far."""


def create_lasting_events(
    members: Sequence[int], slips: Mapping[int, float], luck: Random, *, now: datetime
) -> list[str]:
    """Create the four events, and return their URLs."""
    people = list(Player.objects.filter(pk__in=members).order_by("pk"))
    luck.shuffle(people)
    return [
        each.get_absolute_url()
        for each in (
            _create_ladder(people, slips, luck, now),
            _create_arena(people, now),
            _create_league(people, now),
            _create_team_tournament(people, now),
        )
    ]


def _build_terms() -> dict[str, object]:
    rules = load_games()[GAME]
    options = rules.setup(rules.meta.seats[-1], rules.meta.quick_options).options
    pace = dict(list_preset_paces(rules.meta)[PACE])
    return {"game": GAME, "options": msgspec.to_builtins(options), "pace": pace, "pace_name": PACE}


def _create_ladder(people: Sequence[Player], slips: Mapping[int, float], luck: Random, now: datetime) -> Ladder:
    pattern, since = LADDERS["tables"], now - 12 * DAY
    ladder = Ladder.objects.create(
        name="The Long Way Up", reach=pattern.reach, most=pattern.most, at_once=pattern.at_once, created_at=since,
        **_build_terms(),
    )  # fmt: skip
    for number, one in enumerate(people):
        ladders.join_ladder(pk=ladder.pk, player=one, now=since + number * DAY / 48)
    for number in range(PLAYED_CHALLENGES):
        begun = since + (1 + 2.5 * number) * DAY
        by = people[luck.randrange(3, len(people))]
        whom = standing.open_to(ladder, by.pk, standing.load_ladder_order(ladder), {}, now=begun)[: luck.randint(1, 3)]
        if not whom:
            continue
        code = ladders.challenge_players(pk=ladder.pk, player=by, whom=whom, now=begun)
        play_out(code, since=begun, until=begun + 2 * DAY, luck=luck, slips=slips)
        look_at_the_end(code)
        ladders.apply_ladder_results(pk=ladder.pk, now=begun + 2 * DAY)
    return ladder


def _create_arena(people: Sequence[Player], now: datetime) -> Arena:
    span = ARENAS["week"]
    begins = now - DAY
    arena = Arena.objects.create(
        name="A Week of Fire", game=GAME, streak=span.streak, begins_at=begins,
        ends_at=begins + timedelta(hours=span.hours), created_at=begins,
    )  # fmt: skip
    for one in people[::2]:
        arenas.join_arena(pk=arena.pk, player=one, now=begins)
    return arena


def _create_league(people: Sequence[Player], now: datetime) -> League:
    pattern = LEAGUES["table"]
    plan = msgspec.to_builtins(pattern.plan(load_games()[GAME].meta.seats))
    league = League.objects.create(
        name="Fuse League",
        plan=plan,
        starts_at=now + 2 * DAY,
        created_at=now - 5 * DAY,
        **pattern.terms,
        **_build_terms(),
    )
    for number, one in enumerate(people):
        leagues.join_league(pk=league.pk, player=one, now=now - 5 * DAY + number * DAY / 6)
    return league


def _create_team_tournament(people: Sequence[Player], now: datetime) -> Tournament:
    pattern, opened = PATTERNS["teams"], now - 3 * DAY
    plan = msgspec.to_builtins(pattern.plan(load_games()[GAME].meta.seats))
    made = Tournament(
        name="Three Fuses, One Flame", plan=plan, status=Tournament.Status.OPEN, starts_at=now + 3 * DAY,
        **{**pattern.terms, "least": 3}, **_build_terms(),
    )  # fmt: skip
    cup, coming = lifecycle.create_tournament(made, by=None, now=opened), iter(people)
    for name, size in TEAM_SIZES:
        entry = entries.register_player(code=cup.code, player=next(coming), team=name, now=opened)
        for _other in range(size - 1):
            teams.join_team(code=cup.code, number=entry.number, key=entry.key, player=next(coming), now=opened)
    return cup
