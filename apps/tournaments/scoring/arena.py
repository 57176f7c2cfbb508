"""An arena: what everybody's matches of a few days add up to, with a bonus for winning several in a row. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from apps.kernel.game import places as ranked

EDITION: Final = 2
"""Of the rules below: what was counted by another one is counted anew."""

Places: TypeAlias = Sequence[tuple[int, int]]
"""(player, place) of those at a table who take part; 1 is best, shared places are equal."""


class ArenaLine(Struct, frozen=True):
    """What somebody has come to."""

    player: int
    place: int
    """1 is best; who is equal in points, wins and matches shares it, and who has played none comes last."""
    points: int = 0
    wins: int = 0
    matches: int = 0
    row: int = 0
    """Wins in a row up to now."""
    longest: int = 0
    """The most wins in a row."""


def arena(players: Iterable[int], matches: Iterable[Places], *, streak: int) -> tuple[ArenaLine, ...]:
    """Everybody who takes part, the best first, by `matches` in the order in which they ended.

    A match brings a point for everybody at its table who takes part and came in lower; from the `streak`th win in a row
    on, twice as many (0: never). To win is to be second to nobody and to have somebody below. Of equal points more wins
    decide, then fewer matches, but one at least.
    """
    lines = {player: ArenaLine(player, 0) for player in players}
    for places in matches:
        came = [(player, place) for player, place in places if player in lines]
        if len(came) > 1:
            lines |= {player: _after(lines[player], place, came, streak) for player, place in came}
    order = sorted(lines.values(), key=lambda line: (*_key(line), line.player))
    return tuple(
        ArenaLine(line.player, place, line.points, line.wins, line.matches, line.row, line.longest)
        for line, place in zip(order, ranked([_key(line) for line in order]), strict=True)
    )


def _after(line: ArenaLine, own: int, came: Places, streak: int) -> ArenaLine:
    """The line after one more match."""
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


def _key(line: ArenaLine) -> tuple[int, int, bool, int]:
    """What somebody is sorted by, the less the better."""
    return -line.points, -line.wins, not line.matches, line.matches
