"""An arena: the sum of every player's matches in a few days, with a bonus for winning several in a row. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from apps.kernel.game import compute_places

RULES_EDITION: Final = 2
"""Edition of the rules below. Results of another edition are recounted."""

Places: TypeAlias = Sequence[tuple[int, int]]
"""(player, place) of everyone at a table who has joined the arena; 1 is best, and shared places are equal."""


class ArenaLine(Struct, frozen=True):
    """A player's line in the table."""

    player: int
    place: int
    """1 is best. Players equal in points, wins and matches share it, and those without a match come last."""
    points: int = 0
    wins: int = 0
    matches: int = 0
    row: int = 0
    """The current number of wins in a row."""
    longest: int = 0
    """The most wins in a row."""


def compute_arena_lines(players: Iterable[int], matches: Iterable[Places], *, streak: int) -> tuple[ArenaLine, ...]:
    """Return the lines of all players, best first, from `matches` in the order in which they ended.

    A match earns a point for each arena player at the table who finished lower. From the `streak`th win in a row on, it
    earns twice that (0: never). A win is a first place, shared or not, with someone below. On a tie in points, more
    wins decide, then fewer matches, but at least one.
    """
    lines = {player: ArenaLine(player, 0) for player in players}
    for places in matches:
        came = [(player, place) for player, place in places if player in lines]
        if len(came) > 1:
            lines |= {player: _apply_match(lines[player], place, came, streak) for player, place in came}
    order = sorted(lines.values(), key=lambda line: (*_build_sort_key(line), line.player))
    return tuple(
        ArenaLine(line.player, place, line.points, line.wins, line.matches, line.row, line.longest)
        for line, place in zip(order, compute_places([_build_sort_key(line) for line in order]), strict=True)
    )


def _apply_match(line: ArenaLine, own: int, came: Places, streak: int) -> ArenaLine:
    """Return the line after one more match."""
    below = sum(place > own for _player, place in came)
    won = below > 0 and all(place >= own for _player, place in came)
    row = line.row + 1 if won else 0
    twice = won and 0 < streak <= row
    return ArenaLine(
        line.player,
        line.place,
        line.points + below * (2 if twice else 1),
        line.wins + won,
        line.matches + 1,
        row,
        max(line.longest, row),
    )


def _build_sort_key(line: ArenaLine) -> tuple[int, int, bool, int]:
    """Return the sort key of a line. Less is better."""
    return -line.points, -line.wins, not line.matches, line.matches
