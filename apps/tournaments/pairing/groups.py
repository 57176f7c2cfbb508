"""Balanced designs for small fields: all tables of all rounds at once, and everybody meets equally often, or nearly.

As all of them are played at the same time, a round need not be one table of everybody where that keeps pairs from
meeting: of six people in rounds of two tables of three, one half meets the other only by chance, but six tables of
three can be laid so that nobody misses anybody.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import Final, TypeAlias

from msgspec import Struct

from apps.kernel.chance import Chance
from apps.tournaments.pairing.designs import ORDERS, plane
from apps.tournaments.pairing.history import Pair, Past, pair
from apps.tournaments.pairing.optimise.balance import Round, evened
from apps.tournaments.pairing.optimise.bounds import even_bound, lower_bound
from apps.tournaments.pairing.seats import lean, ordered, rotated
from apps.tournaments.pairing.sizes import Impossible, sizes

LARGEST: Final = 24
"""Entrants of one group; more are a field for Swiss pods."""
_TRIES: Final = 8
_LUCK: Final = bytes(range(32))
"""Of the search: the same design is found whenever it is looked for."""
_Rounds: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""Tables in seat order."""


class Design(Struct, frozen=True):
    """All rounds of one group."""

    rounds: _Rounds
    """Of equally many rounds everybody has a table in each, or equally many in all."""
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
    byes = tuple(tuple((turn * free + i) % size for i in range(free)) for turn in range(rounds))
    pairs, meetings = size * (size - 1) // 2, rounds * sum(table * (table - 1) // 2 for table in tables)
    if set(tables) == {most} and size == most**2 and most in ORDERS:
        whole = plane(most)
        found: Sequence[Round] = [whole[turn % len(whole)] for turn in range(rounds)]
    else:
        found = _searched(size, tables, byes)
    return _seated(found, byes, field, 1 if meetings % pairs else 0)


def designed(size: int, *, rounds: int, most: int, least: int) -> tuple[tuple[int, ...], int]:
    """The sizes of the tables of each round, and how many have a bye.

    :raises Impossible: if the group is too small or too large, or the byes do not go round
    """
    tables, free = sizes(size, most=most, least=least)
    if size > LARGEST or free * rounds > size:
        raise Impossible(f"no design for {size} at tables of {least} to {most} over {rounds} rounds")
    return tables, free


@lru_cache(256)
def _searched(size: int, tables: tuple[int, ...], byes: tuple[tuple[int, ...], ...]) -> Sequence[Round]:
    """The same for all groups of a size, and searched once: who is which number in it is what a tournament's luck says.
    A league would search a second for each of its divisions, while everybody else waits.
    """
    found, bound = [], lower_bound(size, tables, byes)
    for number in range(_TRIES):
        luck = Chance(_LUCK, number)
        rounds = [_dealt(size, tables, resting, luck, turn) for turn, resting in enumerate(byes)]
        found.append(evened(rounds, size, least=bound, luck=luck))
        if found[-1][:2] == bound:
            break
    best = min(found)
    if not any(byes) and best[:2] != (even := even_bound(size, tables, len(byes))):
        best = min(best, _freed(best[2], size, even))
    return best[2]


def _freed(rounds: Sequence[Round], size: int, bound: tuple[int, int]) -> tuple[int, int, list[Round]]:
    """As many tables of the same sizes, and as many of them for everybody, but not one in each round."""
    found: list[tuple[int, int, list[Round]]] = []
    width = len(rounds[0])
    for number in range(_TRIES):
        whole = [[list(table) for tables in rounds for table in tables]]
        apart, cost, [tables] = evened(whole, size, least=bound, luck=Chance(_LUCK, _TRIES + number))
        found.append((apart, cost, [tables[first : first + width] for first in range(0, len(tables), width)]))
        if (apart, cost) == bound:
            break
    return min(found)


def _dealt(size: int, tables: Sequence[int], resting: Sequence[int], luck: Chance, turn: int) -> Round:
    field = iter(luck.shuffle(f"round/{turn}", [i for i in range(size) if i not in resting]))
    return [[next(field) for _ in range(table)] for table in tables]


def _seated(rounds: Sequence[Round], byes: Sequence[Sequence[int]], field: Sequence[int], bound: int) -> Design:
    named = [[[field[i] for i in table] for table in tables] for tables in rounds]
    seated = min(_in_turn(named), _rotated(named), key=_unevenness)
    met = Counter(pair(*two) for tables in seated for table in tables for two in combinations(table, 2))
    times = [met[pair(*two)] for two in combinations(field, 2)]
    resting = tuple(tuple(field[i] for i in these) for these in byes)
    return Design(seated, resting, min(times), max(times), bound)


def _in_turn(rounds: Sequence[Round]) -> _Rounds:
    """Each table seated by what was before it."""
    past, seated = Past(), []
    for tables in rounds:
        these = tuple(ordered(table, past) for table in tables)
        past = past.then(these)
        seated.append(these)
    return tuple(seated)


def _rotated(rounds: Sequence[Round]) -> _Rounds:
    """All tables seated at once, if they are of one size."""
    tables = [table for these in rounds for table in these]
    if len({len(table) for table in tables}) > 1:
        return _in_turn(rounds)
    found = iter(rotated(tables))
    return tuple(tuple(next(found) for _ in these) for these in rounds)


def _unevenness(rounds: _Rounds) -> tuple[int, int]:
    """How often somebody at most has the same seat, then how far all of them sit early or late."""
    sat: dict[int, list[Pair]] = defaultdict(list)
    for table in chain.from_iterable(rounds):
        for seat, entrant in enumerate(table):
            sat[entrant].append((seat, len(table)))
    again = max(times for seats in sat.values() for times in Counter(seats).values())
    return again, sum(lean(seats) ** 2 for seats in sat.values())
