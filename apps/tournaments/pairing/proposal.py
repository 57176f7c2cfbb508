"""A proposed round: its pods, why each is as it is, and what is wrong with the whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import msgspec
from msgspec import Struct

from apps.tournaments.pairing.history import Past, pair
from apps.tournaments.pairing.seats import HALF, lean


class Repeat(Struct, frozen=True):
    one: int
    other: int
    times: int
    """How often they met before."""


class Reasons(Struct, frozen=True):
    """What speaks for and against a pod."""

    scores: tuple[Fraction, ...]
    """Of each seat, before the round."""
    repeats: tuple[Repeat, ...]
    blocks: tuple[tuple[int, int], ...]
    """Who should not meet and does."""
    leans: tuple[int, ...]
    """How each would have sat after it: below zero rather early, above rather late."""


class Pod(Struct, frozen=True):
    seats: tuple[int, ...]
    """The entrants in seat order."""
    reasons: Reasons
    sheet: int = 0
    """Which of several tables that everybody has in this round."""


class Cost(Struct, frozen=True, order=True):
    """What is wrong with a round, the worst first; less is better."""

    byes: int = 0
    """For people who had one, or did not come once."""
    blocks: int = 0
    repeats: int = 0
    """Over all pairs, the square of how often they met before."""
    spread: Fraction = Fraction(0)
    """Over all pairs at a table, the square of the difference of their scores."""
    leans: int = 0
    """Over all entrants, the square of how far they sat early or late after it."""


class Proposal(Struct, frozen=True):
    pods: tuple[Pod, ...]
    byes: tuple[int, ...]
    cost: Cost

    @property
    def uneven(self) -> int:
        """As `cost.leans`, but without entrants who lean no farther than one seat takes them: somebody must sit first,
        and in a first round that is all there is."""
        after = {entrant: far for pod in self.pods for entrant, far in zip(pod.seats, pod.reasons.leans, strict=True)}
        return sum(far**2 for far in after.values() if abs(far) > HALF)


def stored(proposal: Proposal) -> Any:
    """As it lies in a database; exact."""
    return msgspec.to_builtins(proposal, enc_hook=str)


def restored(rows: Any) -> Proposal:
    """:raises msgspec.ValidationError: if it is none"""
    return msgspec.convert(rows, Proposal, dec_hook=lambda _type, text: Fraction(text))


def written(tables: Sequence[Sequence[Sequence[int]]], byes: Sequence[Sequence[int]], past: Past) -> Proposal:
    """Sheets of tables in seat order, and who has a bye on each of them, as a proposal with its reasons."""
    pods: list[Pod] = []
    illegal = 0
    for sheet, (these, resting) in enumerate(zip(tables, byes, strict=True)):
        illegal += sum(not past.may_rest(entrant) for entrant in resting)
        before, past = past, past.then(these, resting)
        pods += [Pod(tuple(table), _reasons(table, before, past), sheet) for table in these]
    cost = Cost(
        byes=illegal,
        blocks=sum(len(pod.reasons.blocks) for pod in pods),
        repeats=sum(repeat.times**2 for pod in pods for repeat in pod.reasons.repeats),
        spread=sum((_spread(pod.reasons.scores) for pod in pods), Fraction(0)),
        leans=sum(
            lean(past.sat[entrant]) ** 2 for entrant in sorted({entrant for pod in pods for entrant in pod.seats})
        ),
    )
    return Proposal(tuple(pods), tuple(entrant for resting in byes for entrant in resting), cost)


def _reasons(table: Sequence[int], before: Past, after: Past) -> Reasons:
    pairs = [pair(*two) for two in combinations(table, 2)]
    return Reasons(
        scores=tuple(before.score(entrant) for entrant in table),
        repeats=tuple(Repeat(*two, before.meetings(*two)) for two in pairs if before.meetings(*two)),
        blocks=tuple(two for two in pairs if before.blocked(*two)),
        leans=tuple(lean(after.sat[entrant]) for entrant in table),
    )


def _spread(scores: Iterable[Fraction]) -> Fraction:
    return sum(((one - other) ** 2 for one, other in combinations(scores, 2)), Fraction(0))
