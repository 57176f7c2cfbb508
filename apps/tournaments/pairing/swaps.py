"""Changes by hand: the organiser swaps two entrants and sees what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from apps.tournaments.pairing.history import Past
from apps.tournaments.pairing.proposal import Cost, Pod, Proposal, build_proposal
from apps.tournaments.pairing.seats import order_seats


class Swapped(Struct, frozen=True):
    """The new proposal and what has changed."""

    proposal: Proposal
    before: Cost
    changed: tuple[Pod, ...]
    """The pods that differ from before."""

    @property
    def better(self) -> bool:
        return self.proposal.cost < self.before


class _Place(NamedTuple):
    """A table, or the entrants who have a bye."""

    sheet: int
    people: list[int]
    bye: bool = False


def swap_entrants(
    proposal: Proposal, a: int, b: int, *, past: Past, a_at: int | None = None, b_at: int | None = None
) -> Swapped:
    """Swap entrants `a` and `b` between the tables with the numbers `a_at` and `b_at` in the proposal.

    Without a number, an entrant's bye or first table is meant. At the same table the two change seats; otherwise both
    tables are reseated. `past` is what it was when the round was proposed.

    :raises ValueError: if one of them isn't there, or both have a bye
    """
    tables, byes = list_sheets(proposal)
    here, there = _locate_entrant(tables, byes, a, a_at), _locate_entrant(tables, byes, b, b_at)
    if a == b or (here.bye and there.bye):
        raise ValueError("nothing to swap")
    i, j = here.people.index(a), there.people.index(b)
    here.people[i], there.people[j] = b, a
    if any(len(set(place.people)) != len(place.people) for place in (here, there)):  # They can meet at several tables.
        raise ValueError("an entrant would have two seats at one table")
    if here.people is not there.people:
        for place in sorted((here, there), key=lambda place: place.sheet):
            if not place.bye:
                place.people[:] = order_seats(place.people, _build_past_before(place.sheet, tables, byes, past))
    new = build_proposal(tables, byes, past)
    old = set(proposal.pods)
    return Swapped(new, proposal.cost, tuple(pod for pod in new.pods if pod not in old))


def _build_past_before(
    sheet: int, tables: Sequence[Sequence[Sequence[int]]], byes: Sequence[Sequence[int]], past: Past
) -> Past:
    """Return the past that decides the seats at the tables of a sheet."""
    for these, resting in zip(tables[:sheet], byes[:sheet], strict=True):
        past = past.then(these, resting)
    return past


def list_sheets(proposal: Proposal) -> tuple[list[list[list[int]]], list[list[int]]]:
    """Return the tables in seat order and the byes, sheet by sheet."""
    count = 1 + max((pod.sheet for pod in proposal.pods), default=0)
    tables = [[list(pod.seats) for pod in proposal.pods if pod.sheet == sheet] for sheet in range(count)]
    rest = iter(proposal.byes)
    everybody = {entrant for pod in proposal.pods for entrant in pod.seats} | set(proposal.byes)
    free = [len(everybody) - sum(map(len, these)) for these in tables]
    return tables, [[next(rest) for _ in range(number)] for number in free]


def _locate_entrant(
    tables: Sequence[list[list[int]]], byes: Sequence[list[int]], entrant: int, at: int | None
) -> _Place:
    """Find where an entrant sits or rests."""
    every = [_Place(sheet, people) for sheet, these in enumerate(tables) for people in these]
    if at is not None:
        every = every[at : at + 1] if at >= 0 else []
    else:
        every = [*(_Place(sheet, resting, bye=True) for sheet, resting in enumerate(byes)), *every]
    found = next((place for place in every if entrant in place.people), None)
    if found is None:
        raise ValueError(f"entrant {entrant} is not in this round")
    return found
