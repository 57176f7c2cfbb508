"""Knockout of tables: the best of every table go on, until one table is left."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from apps.tournaments.pairing.bands import fresh
from apps.tournaments.pairing.history import Past
from apps.tournaments.pairing.proposal import Proposal, written
from apps.tournaments.pairing.seats import ordered
from apps.tournaments.pairing.sizes import Impossible


class Step(Struct, frozen=True):
    """One round of the plan."""

    entrants: int
    tables: int
    byes: int
    """For the best; only the first round has any."""


def plan(entrants: int, *, most: int, least: int, onward: int) -> tuple[Step, ...]:
    """All rounds up to the final: as few as possible, then the fullest final, then the fewest byes, then the fewest
    tables. `onward` of every table go on.

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


def possible(entrants: int, *, most: int, least: int, onward: int) -> bool:
    """Whether there is a plan; much quicker than making it."""
    if not 1 <= onward < least <= most or entrants < least:
        return False
    return entrants <= most or any(
        _without_byes(left, most, least, onward)
        for tables in range(entrants // least, 0, -1)
        for playing in range(min(entrants, tables * most), tables * least - 1, -1)
        if (left := tables * onward + entrants - playing) < entrants
    )


def bracket(standing: Sequence[int], step: Step, past: Past) -> Proposal:
    """The round for those still in, the best first: byes for the best, the others seeded like a snake, so that the
    best meet late. Within the bands of that seeding (the first of each table, the second of each, and so on) they
    change tables so that nobody sits with whom they blocked, or met before, if it can be avoided."""
    rest, playing = list(standing[: step.byes]), standing[step.byes :]
    tables = [ordered(table, past) for table in fresh(snake(playing, step.tables), past)]
    fair = Past(past.scores, past.met, past.sat, blocks=past.blocks)  # A bye of the seeding is earned, not luck.
    return written([tables], [rest], fair)


def snake(standing: Sequence[int], tables: int) -> list[list[int]]:
    """1, 2, 3 to the tables from the first to the last, 4, 5, 6 from the last to the first, and so on."""
    dealt: list[list[int]] = [[] for _ in range(tables)]
    for i, entrant in enumerate(standing):
        row, column = divmod(i, tables)
        dealt[tables - 1 - column if row % 2 else column].append(entrant)
    return dealt


def survivors(
    tables: Iterable[tuple[Sequence[int], Sequence[int]]],
    byes: Collection[int],
    standing: Sequence[int],
    *,
    onward: int,
    out: Collection[int] = (),
) -> tuple[int, ...]:
    """Who goes on, in the order they stood in before. Each table is its entrants and their places; equal places are
    decided by the standing. Those who are `out` (withdrawn, or never came) make room for the next at their table."""
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
    """The rounds from here; none if nobody reaches a final without a bye."""
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
