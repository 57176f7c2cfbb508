"""Swiss pods: those with equal scores play each other, and nobody meets the same people again if it can be avoided."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal, TypeAlias

from apps.kernel.chance import Chance
from apps.tournaments.pairing.history import Past
from apps.tournaments.pairing.optimise.search import Task, divide
from apps.tournaments.pairing.proposal import Proposal, written
from apps.tournaments.pairing.seats import ordered
from apps.tournaments.pairing.sizes import Impossible, sizes

Aim: TypeAlias = Literal["repeats", "spread"]
FRESH: Final[tuple[Aim, Aim]] = ("repeats", "spread")
"""Rather new opponents than equal ones."""
EQUAL: Final[tuple[Aim, Aim]] = ("spread", "repeats")
"""Rather equal opponents than new ones."""

_LOTS: Final = 2**53
_STEPS: Final = 120
"""To a point: how finely scores are compared."""


def swiss(
    entrants: Collection[int],
    past: Past,
    *,
    round: int,  # noqa: A002 -- the word of the glossary
    seed: bytes,
    most: int,
    least: int,
    pods: int = 1,
    aims: tuple[Aim, Aim] = FRESH,
) -> Proposal:
    """The round: `pods` tables of `least` to `most` for everybody who takes part.

    Byes first (only if the sizes force them, never a second one, never for somebody who did not come once), then
    blocks, then the two aims; seats are balanced last. The same seed gives the same round, however it is asked for.

    :raises Impossible: if the field is too small, or a bye is needed and nobody may have one
    """
    tables, resting, now = [], [], past
    for sheet in range(pods):
        luck = Chance(seed, round)
        lots = {one: luck.roll(f"pairing/{sheet}/{one}", _LOTS)[0] for one in entrants}
        field = sorted(entrants, key=lambda one: (-now.score(one), lots[one], one))
        seats, free = sizes(len(field), most=most, least=least)
        if free > sum(now.may_rest(one) for one in field):
            raise Impossible(f"{free} must have a bye, and not so many may")
        task = _task(field, now, (free, *seats), aims)
        groups = divide(task, Chance(seed, round * 1000 + sheet))
        rest, *together = [[field[i] for i in group] for group in groups]
        seated = [ordered(table, now) for table in together]
        now = now.then(seated, rest)
        tables.append(seated)
        resting.append(rest)
    return written(tables, resting, past)


def _task(field: Sequence[int], past: Past, groups: tuple[int, ...], aims: tuple[Aim, Aim]) -> Task:
    """Costs in which one step of what matters more outweighs all of what matters less."""
    size, pairs = len(field), sum(group * (group - 1) // 2 for group in groups[1:])
    scores = [round(past.score(one) * _STEPS) for one in field]
    most = {"repeats": max(past.met.values(), default=0) ** 2, "spread": (max(scores) - min(scores)) ** 2}
    minor, major = aims[1], aims[0]
    unit = {minor: 1, major: 1 + pairs * most[minor]}
    height = unit[major] * (1 + pairs * most[major])
    block = height * (1 + size * size)
    illegal = block * (1 + pairs)
    apart = [[(scores[i] - scores[j]) ** 2 * unit["spread"] for j in range(size)] for i in range(size)]
    at = {one: i for i, one in enumerate(field)}
    for (one, other), times in past.met.items():
        if one in at and other in at:
            _add(apart, at[one], at[other], times**2 * unit["repeats"])
    for one, other in past.blocks:
        if one in at and other in at and one != other:
            _add(apart, at[one], at[other], block)
    return Task(
        sizes=groups,
        apart=tuple(tuple(row) for row in apart),
        alone=tuple(
            height * sum(other < score for other in scores) + (0 if past.may_rest(one) else illegal)
            for one, score in zip(field, scores, strict=True)
        ),
        enough=unit["repeats"] if major == "repeats" else 0,
    )


def _add(apart: list[list[int]], one: int, other: int, cost: int) -> None:
    apart[one][other] += cost
    apart[other][one] += cost
