"""Knockout of tables: the best of every table advance, until one table is left."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from apps.tournaments.pairing.bands import rearrange_within_bands
from apps.tournaments.pairing.history import Past
from apps.tournaments.pairing.proposal import Proposal, build_proposal
from apps.tournaments.pairing.seats import order_seats
from apps.tournaments.pairing.sizes import Impossible


class Step(Struct, frozen=True):
    """One round of the plan."""

    entrants: int
    tables: int
    byes: int
    """Byes for the best entrants. Only the first round has any."""


def plan_knockout(entrants: int, *, most: int, least: int, onward: int) -> tuple[Step, ...]:
    """Plan all rounds up to the final, with `onward` entrants of every table advancing.

    The plan has the fewest rounds possible, then the fullest final, then the fewest byes, then the fewest tables.

    :raises Impossible: if these numbers lead to no final
    """
    if not 1 <= onward < least <= most or entrants < least:
        raise Impossible(f"no knockout of {entrants} at tables of {least} to {most} with {onward} advancing")
    if entrants <= most:
        return (Step(entrants, 1, 0),)
    ways = []
    for tables in range(1, entrants // least + 1):
        for playing in range(tables * least, min(entrants, tables * most) + 1):
            byes = entrants - playing
            rest = _without_byes(tables * onward + byes, most, least, onward)
            if rest and rest[0].entrants < entrants:
                ways.append((len(rest), -rest[-1].entrants, byes, tables, (Step(entrants, tables, byes), *rest)))
    if not ways:
        raise Impossible(f"no knockout of {entrants} at tables of {least} to {most} with {onward} advancing")
    return min(ways)[4]


def is_knockout_possible(entrants: int, *, most: int, least: int, onward: int) -> bool:
    """Check whether there is a plan. This is much quicker than making one."""
    if not 1 <= onward < least <= most or entrants < least:
        return False
    return entrants <= most or any(
        _without_byes(left, most, least, onward)
        for tables in range(entrants // least, 0, -1)
        for playing in range(min(entrants, tables * most), tables * least - 1, -1)
        if (left := tables * onward + entrants - playing) < entrants
    )


def pair_knockout_round(standing: Sequence[int], step: Step, past: Past) -> Proposal:
    """Pair a round for the remaining entrants, given from best to worst.

    The best get byes. The others are seeded like a snake, so that the best meet late. A band of that seeding is the
    first of each table, the second of each, and so on. Entrants swap within their bands to avoid blocked and repeated
    opponents.
    """
    rest, playing = list(standing[: step.byes]), standing[step.byes :]
    tables = [order_seats(table, past) for table in rearrange_within_bands(deal_in_snake(playing, step.tables), past)]
    fair = Past(past.scores, past.met, past.sat, blocks=past.blocks)  # A bye from the seeding is earned.
    return build_proposal([tables], [rest], fair)


def deal_in_snake(standing: Sequence[int], tables: int) -> list[list[int]]:
    """Deal 1, 2, 3 to the tables from first to last, then 4, 5, 6 from last to first, and so on."""
    dealt: list[list[int]] = [[] for _ in range(tables)]
    for i, entrant in enumerate(standing):
        row, column = divmod(i, tables)
        dealt[tables - 1 - column if row % 2 else column].append(entrant)
    return dealt


def select_survivors(
    tables: Iterable[tuple[Sequence[int], Sequence[int]]],
    byes: Collection[int],
    standing: Sequence[int],
    *,
    onward: int,
    out: Collection[int] = (),
) -> tuple[int, ...]:
    """Return the entrants who advance, in the order of the previous standing.

    Each table is given as its entrants and their places. The standing decides between equal places. An entrant who is
    `out` (withdrawn, or never showed up) is replaced by the next at the same table.
    """
    at = {entrant: i for i, entrant in enumerate(standing)}
    through = set(byes) - set(out)
    for seats, places in tables:
        staying = sorted(
            (place, at[entrant], entrant) for entrant, place in zip(seats, places, strict=True) if entrant not in out
        )
        through |= {entrant for _, _, entrant in staying[:onward]}
    return tuple(sorted(through, key=at.__getitem__))


@lru_cache(maxsize=4096)
def _without_byes(entrants: int, most: int, least: int, onward: int) -> tuple[Step, ...]:
    """Return the rounds from here; none if no final can be reached without a bye."""
    if entrants < least:
        return ()
    if entrants <= most:
        return (Step(entrants, 1, 0),)
    ways = []
    for tables in range(-(-entrants // most), entrants // least + 1):
        rest = _without_byes(tables * onward, most, least, onward)
        if rest:
            ways.append((len(rest), -rest[-1].entrants, tables, (Step(entrants, tables, 0), *rest)))
    return min(ways)[3] if ways else ()
