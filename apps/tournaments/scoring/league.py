"""Promotion and relegation: who plays in which division of a league next season. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TypeAlias

from msgspec import Struct

Ladder: TypeAlias = Sequence[Sequence[int]]
"""Players by division, the highest division first, the best of each first."""


class Finish(Struct, frozen=True):
    """How the season ended for somebody; they stand in the order of their division, the best first."""

    player: int
    absent: bool = False
    """Whether they did not play it to its end."""


class Sizes(Struct, frozen=True):
    """What was agreed of the divisions of a league."""

    least: int
    """Players of a division at least; only a league that has fewer has a smaller one."""
    most: int
    """At most: `2 * least - 1` or more, so that every number of players can be divided."""
    moves: int
    """How many go up, from each division to the one above: fewer than `least`."""


class NextSeason(Struct, frozen=True):
    """Everybody who goes on, once; and who does not."""

    divisions: tuple[tuple[int, ...], ...]
    """The highest first; in each those who come from above, then those who stay, then those who come from below."""
    out: tuple[int, ...]
    """Who was absent, with no division below to go down to."""


def next_season(divisions: Sequence[Sequence[Finish]], newcomers: Sequence[int], sizes: Sizes) -> NextSeason:
    """Where everybody plays next; always the same from the same past.

    `divisions` are those who played last season and stay in the league, the highest division first, each in its order,
    the best first; `newcomers` come in below all of them, in this order.

    From each division the best `moves` of those who were there to the end go up, and as many of the last go down as
    that takes. Whoever was absent goes down, whatever their place, and out of the league where there is no division
    below. The places of those who left or were absent spare somebody from going down, or are filled from below, in
    order.
    All divisions are as large as each other, the lower ones larger by one; there is one more or one less only where the
    bounds of `sizes` force it.
    """
    ladder = [[each.player for each in division if not each.absent] for division in divisions]
    absent = [[each.player for each in division if each.absent] for division in divisions]
    fallen = absent[:-1]
    members = sum(map(len, (*ladder, *fallen, newcomers)))
    number = _number(members, len(divisions), sizes)
    while number > 1 and not _fits(ladder, fallen[: number - 1], len(newcomers), number, sizes.least):
        number -= 1
    fallen = fallen[: number - 1]
    room = _even(sum(map(len, (*ladder, *fallen, newcomers))), number)
    found = _filled(ladder, fallen, newcomers, room, sizes.moves)
    going_on = set(chain(*found))
    return NextSeason(found, tuple(player for player in chain(*absent) if player not in going_on))


def _number(members: int, before: int, sizes: Sizes) -> int:
    """Of divisions: as many as before, in the first season such as are neither small nor large, unless that breaks the
    bounds."""
    usual = before or members // ((sizes.least + sizes.most) // 2)
    fewest = -(-members // sizes.most)
    return max(1, min(max(usual, fewest), members // sizes.least))


def _even(members: int, number: int) -> tuple[int, ...]:
    """The sizes of so many divisions. The lower ones are the larger: who is new or one too many changes none above."""
    base, more = divmod(members, number)
    return (base,) * (number - more) + (base + 1,) * more


def _fits(ladder: Ladder, fallen: Ladder, newcomers: int, number: int, least: int) -> bool:
    """Whether so many divisions can be filled though nobody who was absent may stay or go up."""
    present = sum(map(len, ladder)) + newcomers
    room = _even(present + sum(map(len, fallen)), number)
    reach = (present + sum(map(len, fallen[:division])) for division in range(number))
    return room[0] >= least and all(sum(room[: n + 1]) <= may for n, may in enumerate(reach))


def _filled(
    ladder: Ladder, fallen: Ladder, newcomers: Sequence[int], room: Sequence[int], moves: int
) -> tuple[tuple[int, ...], ...]:
    """The divisions, from the highest down: who came down, who stays, and who comes up."""
    waiting = [list(division) for division in (*ladder, *[()] * (len(room) - len(ladder)), newcomers)]
    down: list[int] = []
    found = []
    for number, size in enumerate(room):
        last = number + 1 == len(room)
        reserved = 0 if last or number + 1 >= len(ladder) else min(moves, len(waiting[number + 1]))
        down, over = down[: size - reserved], down[size - reserved :]
        stay = waiting[number][: max(0, size - reserved - len(down))]
        relegated = waiting[number][len(stay) :]
        up = _taken(waiting[number + 1 :], size - len(down) - len(stay))
        found.append((*down, *stay, *up))
        down = [*over, *relegated, *(fallen[number] if number < len(fallen) else ())]
    return tuple(found)


def _taken(waiting: Sequence[list[int]], count: int) -> list[int]:
    """The next so many, taken out of those who wait, the highest division first."""
    taken: list[int] = []
    for division in waiting:
        wanted = count - len(taken)
        taken += division[:wanted]
        del division[:wanted]
    return taken
