"""Balanced designs for small fields: all tables of all rounds at once, and everybody meets equally often, or nearly."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

from apps.kernel.chance import Chance
from apps.tournaments.pairing.designs import ORDERS, plane
from apps.tournaments.pairing.history import Past
from apps.tournaments.pairing.optimise.balance import Round, evened
from apps.tournaments.pairing.optimise.bounds import lower_bound
from apps.tournaments.pairing.seats import ordered
from apps.tournaments.pairing.sizes import Impossible, sizes

LARGEST: Final = 24
"""Entrants of one group; more are a field for Swiss pods."""
_TRIES: Final = 8


class Design(Struct, frozen=True):
    """All rounds of one group."""

    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    """Tables in seat order."""
    byes: tuple[tuple[int, ...], ...]
    fewest: int
    """How often the pair meets that meets least."""
    most: int
    bound: int
    """The least difference between them that the numbers allow, if any design reaches it."""


def design(entrants: Collection[int], *, rounds: int, most: int, least: int, seed: bytes) -> Design:
    """The most balanced rounds found: the affine plane where there is one, else the best of several searches.

    :raises Impossible: if the group is too small or too large, or the byes do not go round
    """
    field = Chance(seed, 0).shuffle("design", sorted(entrants))
    tables, free = designed(len(field), rounds=rounds, most=most, least=least)
    size = len(field)
    byes = [[(turn * free + i) % size for i in range(free)] for turn in range(rounds)]
    pairs, meetings = size * (size - 1) // 2, rounds * sum(table * (table - 1) // 2 for table in tables)
    if set(tables) == {most} and size == most**2 and most in ORDERS:
        whole = plane(most)
        found = [whole[turn % len(whole)] for turn in range(rounds)]
    else:
        found = _searched(size, tables, byes, seed)
    return _seated(found, byes, field, 1 if meetings % pairs else 0)


def designed(size: int, *, rounds: int, most: int, least: int) -> tuple[tuple[int, ...], int]:
    """The sizes of the tables of each round, and how many have a bye.

    :raises Impossible: if the group is too small or too large, or the byes do not go round
    """
    tables, free = sizes(size, most=most, least=least)
    if size > LARGEST or free * rounds > size:
        raise Impossible(f"no design for {size} at tables of {least} to {most} over {rounds} rounds")
    return tables, free


def _searched(size: int, tables: Sequence[int], byes: Sequence[Sequence[int]], seed: bytes) -> list[Round]:
    found, bound = [], lower_bound(size, tables, byes)
    for number in range(_TRIES):
        luck = Chance(seed, number)
        rounds = [_dealt(size, tables, resting, luck, turn) for turn, resting in enumerate(byes)]
        found.append(evened(rounds, size, least=bound, luck=luck))
        if found[-1][:2] == bound:
            break
    return min(found)[2]


def _dealt(size: int, tables: Sequence[int], resting: Sequence[int], luck: Chance, turn: int) -> Round:
    field = iter(luck.shuffle(f"round/{turn}", [i for i in range(size) if i not in resting]))
    return [[next(field) for _ in range(table)] for table in tables]


def _seated(rounds: Sequence[Round], byes: Sequence[Sequence[int]], field: Sequence[int], bound: int) -> Design:
    past, seated = Past(), []
    for tables in rounds:
        these = tuple(ordered([field[i] for i in table], past) for table in tables)
        past = past.then(these)
        seated.append(these)
    times = [past.meetings(*two) for two in combinations(field, 2)]
    resting = tuple(tuple(field[i] for i in these) for these in byes)
    return Design(tuple(seated), resting, min(times), max(times), bound)
