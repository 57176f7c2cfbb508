"""Swiss pods: entrants with equal scores play each other, and meet no one again if it can be avoided."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from apps.kernel.chance import Chance
from apps.tournaments.pairing.history import Past
from apps.tournaments.pairing.optimise.search import Task, divide_field
from apps.tournaments.pairing.proposal import Proposal, build_proposal
from apps.tournaments.pairing.seats import order_seats
from apps.tournaments.pairing.sizes import Impossible, compute_table_sizes

Aim: TypeAlias = Literal["repeats", "spread"]
NEW_OPPONENTS_FIRST: Final[tuple[Aim, Aim]] = ("repeats", "spread")
"""New opponents before equally strong ones."""
EQUAL_OPPONENTS_FIRST: Final[tuple[Aim, Aim]] = ("spread", "repeats")
"""Equally strong opponents before new ones."""

_LOT_COUNT: Final = 2**53
_STEPS_PER_POINT: Final = 120
"""Steps per point: the precision with which scores are compared."""


class _Weights(Struct, frozen=True):
    """The cost of each flaw. One flaw that matters more outweighs any number that matter less."""

    repeats: int
    spread: int
    outscored: int
    """A bye despite a better score than another entrant's."""
    block: int
    illegal: int
    """A bye for an entrant who can't have one."""


def pair_swiss_round(
    entrants: Collection[int],
    past: Past,
    *,
    round: int,  # noqa: A002 -- the word of the glossary
    seed: bytes,
    most: int,
    least: int,
    pods: int = 1,
    aims: tuple[Aim, Aim] = NEW_OPPONENTS_FIRST,
) -> Proposal:
    """Pair the round: `pods` tables of `least` to `most` for every entrant.

    Byes matter most. They are given only if the sizes force them, never twice, and never to an entrant who missed a
    table. Then blocks and the two aims follow. Seats are balanced last. The same seed always gives the same round.

    :raises Impossible: if the field is too small, or a bye is needed and no one can have one
    """
    tables, resting, now = [], [], past
    for sheet in range(pods):
        luck = Chance(seed, round)
        lots = {entrant: luck.roll(f"pairing/{sheet}/{entrant}", _LOT_COUNT)[0] for entrant in entrants}
        field = sorted(entrants, key=lambda entrant: (-now.score(entrant), lots[entrant], entrant))
        seats, free = compute_table_sizes(len(field), most=most, least=least)
        if free > sum(now.may_rest(entrant) for entrant in field):
            raise Impossible(f"{free} entrants need a bye, and fewer can have one")
        task = _build_division_task(field, now, (free, *seats), aims)
        groups = divide_field(task, Chance(seed, round * 1000 + sheet))
        rest, *together = [[field[i] for i in group] for group in groups]
        seated = [order_seats(table, now) for table in together]
        now = now.then(seated, rest)
        tables.append(seated)
        resting.append(rest)
    return build_proposal(tables, resting, past)


def _build_division_task(field: Sequence[int], past: Past, groups: tuple[int, ...], aims: tuple[Aim, Aim]) -> Task:
    scores = [round(past.score(entrant) * _STEPS_PER_POINT) for entrant in field]
    pairs = sum(group * (group - 1) // 2 for group in groups[1:])
    weights = _compute_weights(scores, past, pairs, aims)
    return Task(
        sizes=groups,
        apart=_compute_pair_costs(field, scores, past, weights),
        alone=tuple(
            weights.outscored * sum(other < score for other in scores)
            + (0 if past.may_rest(entrant) else weights.illegal)
            for entrant, score in zip(field, scores, strict=True)
        ),
        enough=weights.repeats if aims[0] == "repeats" else 0,
    )


def _compute_weights(scores: Sequence[int], past: Past, pairs: int, aims: tuple[Aim, Aim]) -> _Weights:
    major, minor = aims
    most = {"repeats": max(past.met.values(), default=0) ** 2, "spread": (max(scores) - min(scores)) ** 2}
    unit = {minor: 1, major: 1 + pairs * most[minor]}
    outscored = unit[major] * (1 + pairs * most[major])
    block = outscored * (1 + len(scores) ** 2)
    return _Weights(unit["repeats"], unit["spread"], outscored, block, illegal=block * (1 + pairs))


def _compute_pair_costs(
    field: Sequence[int], scores: Sequence[int], past: Past, weights: _Weights
) -> tuple[tuple[int, ...], ...]:
    apart = [[(score - other) ** 2 * weights.spread for other in scores] for score in scores]
    repeats = [(two, times**2 * weights.repeats) for two, times in past.met.items()]
    blocks = [(two, weights.block) for two in past.blocks]
    at = {one: i for i, one in enumerate(field)}
    for (one, other), cost in (*repeats, *blocks):
        if one != other and one in at and other in at:
            apart[at[one]][at[other]] += cost
            apart[at[other]][at[one]] += cost
    return tuple(map(tuple, apart))
