"""What an organiser changes by hand: two entrants swap, and everybody sees what it costs."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from apps.tournaments.pairing.history import Past
from apps.tournaments.pairing.proposal import Cost, Pod, Proposal, written
from apps.tournaments.pairing.seats import ordered


class Swapped(Struct, frozen=True):
    """The new proposal, and what is new in it."""

    proposal: Proposal
    before: Cost
    changed: tuple[Pod, ...]
    """The pods that are not as they were."""

    @property
    def better(self) -> bool:
        return self.proposal.cost < self.before


def swap(proposal: Proposal, a: int, b: int, *, past: Past, sheet: int = 0) -> Swapped:
    """`a` and `b` change places; one of them may have a bye. At one table they change seats, otherwise both tables are
    seated anew. `past` is what it was when the round was proposed.

    :raises ValueError: if one of them is not in this round, or both have a bye
    """
    tables, byes = sheets(proposal)
    here, there = _place(tables[sheet], byes[sheet], a), _place(tables[sheet], byes[sheet], b)
    if a == b or (here is byes[sheet] and there is byes[sheet]):
        raise ValueError("nothing to swap")
    i, j = here.index(a), there.index(b)
    here[i], there[j] = b, a
    if here is not there:
        earlier = past
        for these, resting in zip(tables[:sheet], byes[:sheet], strict=True):
            earlier = earlier.then(these, resting)
        for table in (here, there):
            if table is not byes[sheet]:
                table[:] = ordered(table, earlier)
    if any(len(set(table)) != len(table) for table in (here, there)):  # Of groups, at whose tables they may meet.
        raise ValueError("somebody would sit there twice")
    new = written(tables, byes, past)
    old = set(proposal.pods)
    return Swapped(new, proposal.cost, tuple(pod for pod in new.pods if pod not in old))


def sheets(proposal: Proposal) -> tuple[list[list[list[int]]], list[list[int]]]:
    """The tables in seat order and the byes, sheet by sheet."""
    count = 1 + max((pod.sheet for pod in proposal.pods), default=0)
    tables = [[list(pod.seats) for pod in proposal.pods if pod.sheet == sheet] for sheet in range(count)]
    rest = iter(proposal.byes)
    everybody = {entrant for pod in proposal.pods for entrant in pod.seats} | set(proposal.byes)
    free = [len(everybody) - sum(map(len, these)) for these in tables]
    return tables, [[next(rest) for _ in range(number)] for number in free]


def _place(tables: Sequence[list[int]], byes: list[int], entrant: int) -> list[int]:
    for group in (*tables, byes):
        if entrant in group:
            return group
    raise ValueError(f"{entrant} is not in this round")
