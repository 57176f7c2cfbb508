"""An arena as its page shows it: the table of its players."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zlib import crc32

from django.core.cache import caches

from apps.accounts.models import Player
from apps.common import faces
from apps.ratings.selectors import rated_matches
from apps.tournaments.models import Arena, ArenaPlayer
from apps.tournaments.scoring.arena import RULES_EDITION, ArenaLine, compute_arena_lines

ARENA_CACHE_SECONDS: Final = 24 * 3600


@dataclass(frozen=True)
class ArenaRow:
    """A player's row in the table."""

    place: int
    name: str
    face: str
    """The value that the face is drawn from."""
    profile: bool
    """Whether the name links to a profile; not for players kept apart from the reader."""
    points: int
    wins: int
    matches: int
    row: int
    """The current number of wins in a row."""
    longest: int
    hot: bool
    """Whether the next win counts double."""
    me: bool
    program: bool
    """Whether it's a bot with an account."""


@dataclass(frozen=True)
class ArenaPage:
    """The current state of an arena."""

    rows: tuple[ArenaRow, ...]
    begun: bool
    over: bool
    mine: bool


def build_arena_page(of: Arena, *, reader: int | None, apart: Collection[int], now: datetime) -> ArenaPage:
    """Return the arena's page. `apart` are the players kept apart from the reader."""
    players = list(ArenaPlayer.objects.filter(arena=of).select_related("player").order_by("at", "pk"))
    people = {each.player_id: each.player for each in players}
    begun, over = of.begins_at <= now, of.ends_at <= now
    return ArenaPage(
        rows=tuple(
            _build_player_row(line, people, of, reader, apart, over=over) for line in load_arena_lines(of, players)
        ),
        begun=begun,
        over=over,
        mine=reader in people,
    )


def list_arena_terms(of: Arena) -> tuple[object, ...]:
    """Return everything that determines the table: the edition of the rules and the settings."""
    return RULES_EDITION, of.game, of.begins_at, of.ends_at, of.streak


def load_arena_lines(of: Arena, players: list[ArenaPlayer]) -> list[ArenaLine]:
    """Return the table of all players. It is cached until another match ends, or a player joins or leaves."""
    found = rated_matches.open_ones(of.game, since=of.begins_at, until=of.ends_at)
    last = max((each.pk for each in players), default=0)
    terms, mark = crc32(repr(list_arena_terms(of)).encode()), rated_matches.compute_change_mark(found)
    key = f"arena:{of.pk}:{terms}:{len(players)}:{last}:{mark}"
    kept: list[tuple[int, ...]] | None = caches["shared"].get(key)
    if kept is None:
        since = {each.player_id: each.at for each in players}
        matches = [
            [(player, place) for player, place in match.places if player in since and since[player] <= match.begun_at]
            for match in rated_matches.load_rated_matches(found)
        ]
        kept = [
            (line.player, line.place, line.points, line.wins, line.matches, line.row, line.longest)
            for line in compute_arena_lines(since, matches, streak=of.streak)
        ]
        caches["shared"].set(key, kept, ARENA_CACHE_SECONDS)
    return [ArenaLine(*line) for line in kept]


def _build_player_row(
    line: ArenaLine, people: dict[int, Player], of: Arena, reader: int | None, apart: Collection[int], *, over: bool
) -> ArenaRow:
    person = people[line.player]
    return ArenaRow(
        place=line.place,
        name=person.username,
        face=faces.get_avatar_seed(person.username, person.face),
        profile=person.pk not in apart,
        points=line.points,
        wins=line.wins,
        matches=line.matches,
        row=line.row,
        longest=line.longest,
        hot=not over and 1 < of.streak <= line.row + 1,
        me=person.pk == reader,
        program=person.bot,
    )
