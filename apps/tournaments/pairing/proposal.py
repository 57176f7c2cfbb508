"""A proposed round: its pods, the reasons for each, and the flaws of the whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

import msgspec
from msgspec import Struct

from apps.tournaments.pairing.history import Past, sort_pair
from apps.tournaments.pairing.seats import EDGE_SEAT_LEAN, compute_lean


class Repeat(Struct, frozen=True):
    one: int
    other: int
    times: int
    """Number of earlier meetings."""


class Reasons(Struct, frozen=True):
    """The arguments for and against a pod."""

    scores: tuple[Fraction, ...]
    """The score of each seat before the round."""
    repeats: tuple[Repeat, ...]
    blocks: tuple[tuple[int, int], ...]
    """Pairs who should not meet, but do."""
    leans: tuple[int, ...]
    """The lean of each seat's entrant after the round: below zero if rather early, above if rather late."""


class Pod(Struct, frozen=True):
    seats: tuple[int, ...]
    """The entrants in seat order."""
    reasons: Reasons
    sheet: int = 0
    """The number of the sheet, if every entrant has several tables in this round."""


class Cost(Struct, frozen=True, order=True):
    """The flaws of a round, the worst first. Less is better."""

    byes: int = 0
    """Byes for entrants who already had one, or who missed a table."""
    blocks: int = 0
    repeats: int = 0
    """Sum over all pairs of the square of how often they have met."""
    spread: Fraction = Fraction(0)
    """Sum over all pairs at a table of the square of the difference of their scores."""
    leans: int = 0
    """Sum over all entrants of the square of how far they have sat early or late after the round."""


class Proposal(Struct, frozen=True):
    pods: tuple[Pod, ...]
    byes: tuple[int, ...]
    cost: Cost

    @property
    def uneven(self) -> int:
        """Return `cost.leans` without the entrants who lean no further than one seat takes them.

        Someone has to sit first, and in a first round there is nothing else.
        """
        after = {entrant: far for pod in self.pods for entrant, far in zip(pod.seats, pod.reasons.leans, strict=True)}
        return sum(far**2 for far in after.values() if abs(far) > EDGE_SEAT_LEAN)


def encode_proposal(proposal: Proposal) -> object:
    """Return the exact form in which a proposal is stored in the database."""
    return msgspec.to_builtins(proposal, enc_hook=str)


def decode_proposal(rows: object) -> Proposal:
    """Read a stored proposal.

    :raises msgspec.ValidationError: if the rows aren't a proposal
    """
    return msgspec.convert(rows, Proposal, dec_hook=lambda _type, text: Fraction(text))


def build_proposal(tables: Sequence[Sequence[Sequence[int]]], byes: Sequence[Sequence[int]], past: Past) -> Proposal:
    """Return a proposal with its reasons from sheets of tables in seat order and the byes of each sheet."""
    pods: list[Pod] = []
    illegal = 0
    for sheet, (these, resting) in enumerate(zip(tables, byes, strict=True)):
        illegal += sum(not past.may_rest(entrant) for entrant in resting)
        before, past = past, past.then(these, resting)
        pods += [Pod(tuple(table), _build_reasons(table, before, past), sheet) for table in these]
    cost = Cost(
        byes=illegal,
        blocks=sum(len(pod.reasons.blocks) for pod in pods),
        repeats=sum(repeat.times**2 for pod in pods for repeat in pod.reasons.repeats),
        spread=sum((_compute_spread(pod.reasons.scores) for pod in pods), Fraction(0)),
        leans=sum(
            compute_lean(past.sat[entrant]) ** 2
            for entrant in sorted({entrant for pod in pods for entrant in pod.seats})
        ),
    )
    return Proposal(tuple(pods), tuple(entrant for resting in byes for entrant in resting), cost)


def _build_reasons(table: Sequence[int], before: Past, after: Past) -> Reasons:
    pairs = [sort_pair(*two) for two in combinations(table, 2)]
    return Reasons(
        scores=tuple(before.score(entrant) for entrant in table),
        repeats=tuple(Repeat(*two, before.meetings(*two)) for two in pairs if before.meetings(*two)),
        blocks=tuple(two for two in pairs if before.blocked(*two)),
        leans=tuple(compute_lean(after.sat[entrant]) for entrant in table),
    )


def _compute_spread(scores: Iterable[Fraction]) -> Fraction:
    return sum(((one - other) ** 2 for one, other in combinations(scores, 2)), Fraction(0))
