"""Promotion and relegation: the divisions of a league in its next season. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TypeAlias

from msgspec import Struct

Ladder: TypeAlias = Sequence[Sequence[int]]
"""Players by division, the highest division first, the best of each first."""


class Finish(Struct, frozen=True):
    """A player's end of the season. Finishes are in the order of their division, best first."""

    player: int
    absent: bool = False
    """Whether the player did not play the season to its end."""


class Sizes(Struct, frozen=True):
    """The agreed sizes of a league's divisions."""

    least: int
    """The minimum number of players in a division. Only a league with fewer players has a smaller one."""
    most: int
    """The maximum: at least `2 * least - 1`, so that any number of players can be divided."""
    moves: int
    """How many are promoted from each division to the one above: fewer than `least`."""


class NextSeason(Struct, frozen=True):
    """The next season: every player who continues, once, and everyone who doesn't."""

    divisions: tuple[tuple[int, ...], ...]
    """The highest first. In each, players from above come first, then those who stay, then those from below."""
    out: tuple[int, ...]
    """Absent players with no division below to go down to."""


def next_season(divisions: Sequence[Sequence[Finish]], newcomers: Sequence[int], sizes: Sizes) -> NextSeason:
    """Assign every player to a division of the next season. The same past always gives the same result.

    `divisions` are the players of last season who stay in the league: the highest division first, the best of each
    first. `newcomers` join below all of them, in this order.

    From each division the best `moves` of those who played to the end go up, and as many of the last go down as that
    takes. Absent players go down regardless of their place, and leave the league if there is no division below. The
    places of those who left or were absent save someone from going down, or are filled from below, in order.

    All divisions are the same size, except that lower ones can have one more player. The number of divisions changes
    only if the bounds of `sizes` force it.
    """
    ladder = [[each.player for each in division if not each.absent] for division in divisions]
    absent = [[each.player for each in division if each.absent] for division in divisions]
    fallen = absent[:-1]
    members = sum(map(len, (*ladder, *fallen, newcomers)))
    number = _compute_division_count(members, len(divisions), sizes)
    while number > 1 and not _can_fill_divisions(ladder, fallen[: number - 1], len(newcomers), number, sizes.least):
        number -= 1
    fallen = fallen[: number - 1]
    room = _compute_division_sizes(sum(map(len, (*ladder, *fallen, newcomers))), number)
    found = _fill_divisions(ladder, fallen, newcomers, room, sizes.moves)
    going_on = set(chain(*found))
    return NextSeason(found, tuple(player for player in chain(*absent) if player not in going_on))


def _compute_division_count(members: int, before: int, sizes: Sizes) -> int:
    """Return the number of divisions, within the bounds: as before, or as divisions of medium size give at first."""
    usual = before or members // ((sizes.least + sizes.most) // 2)
    fewest = -(-members // sizes.most)
    return max(1, min(max(usual, fewest), members // sizes.least))


def _compute_division_sizes(members: int, number: int) -> tuple[int, ...]:
    """Return the sizes of this many divisions. Lower ones are larger, so one player more or less changes none above."""
    base, more = divmod(members, number)
    return (base,) * (number - more) + (base + 1,) * more


def _can_fill_divisions(ladder: Ladder, fallen: Ladder, newcomers: int, number: int, least: int) -> bool:
    """Check whether this many divisions can be filled although no absent player can stay or go up."""
    present = sum(map(len, ladder)) + newcomers
    room = _compute_division_sizes(present + sum(map(len, fallen)), number)
    reach = (present + sum(map(len, fallen[:division])) for division in range(number))
    return room[0] >= least and all(sum(room[: n + 1]) <= may for n, may in enumerate(reach))


def _fill_divisions(
    ladder: Ladder, fallen: Ladder, newcomers: Sequence[int], room: Sequence[int], moves: int
) -> tuple[tuple[int, ...], ...]:
    """Fill the divisions from the highest down: players who come down, those who stay, and those who come up."""
    waiting = [list(division) for division in (*ladder, *[()] * (len(room) - len(ladder)), newcomers)]
    down: list[int] = []
    found = []
    for number, size in enumerate(room):
        last = number + 1 == len(room)
        reserved = 0 if last or number + 1 >= len(ladder) else min(moves, len(waiting[number + 1]))
        down, over = down[: size - reserved], down[size - reserved :]
        stay = waiting[number][: max(0, size - reserved - len(down))]
        relegated = waiting[number][len(stay) :]
        up = _take_next_players(waiting[number + 1 :], size - len(down) - len(stay))
        found.append((*down, *stay, *up))
        down = [*over, *relegated, *(fallen[number] if number < len(fallen) else ())]
    return tuple(found)


def _take_next_players(waiting: Sequence[list[int]], count: int) -> list[int]:
    """Remove and return the next `count` players of those waiting, the highest division first."""
    taken: list[int] = []
    for division in waiting:
        wanted = count - len(taken)
        taken += division[:wanted]
        del division[:wanted]
    return taken
