"""Balanced designs for small fields: all tables of all rounds at once, in which every pair meets about equally often.

All tables are played at the same time. So a round doesn't have to seat every entrant once, if that keeps pairs from
meeting. With six entrants in rounds of two tables of three, some pairs can miss each other. Six tables of three can be
arranged so that every pair meets.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import Final, TypeAlias

from msgspec import Struct

from apps.kernel.chance import Chance
from apps.tournaments.pairing.designs import PLANE_ORDERS, build_affine_plane
from apps.tournaments.pairing.history import Pair, Past, sort_pair
from apps.tournaments.pairing.optimise.balance import Round, even_out_meetings
from apps.tournaments.pairing.optimise.bounds import even_bound, lower_bound
from apps.tournaments.pairing.seats import balance_seats, compute_lean, order_seats
from apps.tournaments.pairing.sizes import Impossible, compute_table_sizes

MAX_GROUP_SIZE: Final = 24
"""The maximum size of a group. Larger fields are for Swiss pods."""
_MAX_SEARCHES: Final = 8
_SEARCH_SEED: Final = bytes(range(32))
"""The seed of the search, so that the same design is found every time."""
_Rounds: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""Tables in seat order."""


class Design(Struct, frozen=True):
    """All rounds of one group."""

    rounds: _Rounds
    """Rounds of equal size; each entrant has one table in every round, or at least the same number in total."""
    byes: tuple[tuple[int, ...], ...]
    fewest: int
    """The number of meetings of the pair that meets least."""
    most: int
    bound: int
    """The smallest difference between `most` and `fewest` that the numbers allow. Not every search reaches it."""


def design_group(entrants: Collection[int], *, rounds: int, most: int, least: int, seed: bytes) -> Design:
    """Return the most balanced rounds: an affine plane if there is one, otherwise the best of several searches.

    :raises Impossible: if the group is too small or too large, or some entrants would need two byes
    """
    field = Chance(seed, 0).shuffle("design", sorted(entrants))
    tables, free = compute_design_sizes(len(field), rounds=rounds, most=most, least=least)
    size = len(field)
    byes = tuple(tuple((turn * free + i) % size for i in range(free)) for turn in range(rounds))
    pairs, meetings = size * (size - 1) // 2, rounds * sum(table * (table - 1) // 2 for table in tables)
    if set(tables) == {most} and size == most**2 and most in PLANE_ORDERS:
        whole = build_affine_plane(most)
        found: Sequence[Round] = [whole[turn % len(whole)] for turn in range(rounds)]
    else:
        found = _search_rounds(size, tables, byes)
    return _build_design(found, byes, field, 1 if meetings % pairs else 0)


def compute_design_sizes(size: int, *, rounds: int, most: int, least: int) -> tuple[tuple[int, ...], int]:
    """Return the table sizes of a round and the number of entrants with a bye.

    :raises Impossible: if the group is too small or too large, or some entrants would need two byes
    """
    tables, free = compute_table_sizes(size, most=most, least=least)
    if size > MAX_GROUP_SIZE or free * rounds > size:
        raise Impossible(f"no design for {size} at tables of {least} to {most} over {rounds} rounds")
    return tables, free


@lru_cache(256)
def _search_rounds(size: int, tables: tuple[int, ...], byes: tuple[tuple[int, ...], ...]) -> Sequence[Round]:
    """Search once for rounds that serve all groups of this size.

    The tournament's seed decides which entrant is which number. Without the cache, a league would search a second for
    each of its divisions, while everyone else waits.
    """
    found, bound = [], lower_bound(size, tables, byes)
    for number in range(_MAX_SEARCHES):
        luck = Chance(_SEARCH_SEED, number)
        rounds = [_deal_round(size, tables, resting, luck, turn) for turn, resting in enumerate(byes)]
        found.append(even_out_meetings(rounds, size, least=bound, luck=luck))
        if found[-1][:2] == bound:
            break
    best = min(found)
    if not any(byes) and best[:2] != (even := even_bound(size, tables, len(byes))):
        best = min(best, _search_unbound_rounds(best[2], size, even))
    return best[2]


def _search_unbound_rounds(rounds: Sequence[Round], size: int, bound: tuple[int, int]) -> tuple[int, int, list[Round]]:
    """Return as many tables of the same sizes, and as many for each entrant, but not one in each round."""
    found: list[tuple[int, int, list[Round]]] = []
    width = len(rounds[0])
    for number in range(_MAX_SEARCHES):
        whole = [[list(table) for tables in rounds for table in tables]]
        apart, cost, [tables] = even_out_meetings(
            whole, size, least=bound, luck=Chance(_SEARCH_SEED, _MAX_SEARCHES + number)
        )
        found.append((apart, cost, [tables[first : first + width] for first in range(0, len(tables), width)]))
        if (apart, cost) == bound:
            break
    return min(found)


def _deal_round(size: int, tables: Sequence[int], resting: Sequence[int], luck: Chance, turn: int) -> Round:
    field = iter(luck.shuffle(f"round/{turn}", [i for i in range(size) if i not in resting]))
    return [[next(field) for _ in range(table)] for table in tables]


def _build_design(rounds: Sequence[Round], byes: Sequence[Sequence[int]], field: Sequence[int], bound: int) -> Design:
    named = [[[field[i] for i in table] for table in tables] for tables in rounds]
    seated = min(_in_turn(named), _seat_all_at_once(named), key=_compute_seat_unevenness)
    met = Counter(sort_pair(*two) for tables in seated for table in tables for two in combinations(table, 2))
    times = [met[sort_pair(*two)] for two in combinations(field, 2)]
    resting = tuple(tuple(field[i] for i in these) for these in byes)
    return Design(seated, resting, min(times), max(times), bound)


def _in_turn(rounds: Sequence[Round]) -> _Rounds:
    """Seat each table according to the tables before it."""
    past, seated = Past(), []
    for tables in rounds:
        these = tuple(order_seats(table, past) for table in tables)
        past = past.then(these)
        seated.append(these)
    return tuple(seated)


def _seat_all_at_once(rounds: Sequence[Round]) -> _Rounds:
    """Seat all tables at once, if they are of one size."""
    tables = [table for these in rounds for table in these]
    if len({len(table) for table in tables}) > 1:
        return _in_turn(rounds)
    found = iter(balance_seats(tables))
    return tuple(tuple(next(found) for _ in these) for these in rounds)


def _compute_seat_unevenness(rounds: _Rounds) -> tuple[int, int]:
    """Return the highest number of times anyone has the same seat, then how far all entrants sit early or late."""
    sat: dict[int, list[Pair]] = defaultdict(list)
    for table in chain.from_iterable(rounds):
        for seat, entrant in enumerate(table):
            sat[entrant].append((seat, len(table)))
    again = max(times for seats in sat.values() for times in Counter(seats).values())
    return again, sum(compute_lean(seats) ** 2 for seats in sat.values())
