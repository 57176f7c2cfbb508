"""The next round of any stage, as a proposal. The same past and seed always give the same round."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from apps.kernel.chance import Chance
from apps.tournaments.formats.stages import Groups, Knockout, Stage, Swiss
from apps.tournaments.pairing.groups import design_group
from apps.tournaments.pairing.history import Past
from apps.tournaments.pairing.knockout import deal_in_snake, pair_knockout_round, plan_knockout
from apps.tournaments.pairing.proposal import Proposal, build_proposal
from apps.tournaments.pairing.swiss import pair_swiss_round


def propose_round(stage: Stage, standing: Sequence[int], past: Past, *, round: int, seed: bytes) -> Proposal:  # noqa: A002
    """Propose a round (from 0) of the stage for those who play it, given in the order of the stage before.

    Swiss pods look at scores, not at the order. Groups are formed from the order, and all their tables are one round. A
    knockout expects the remaining entrants.

    :raises Impossible: if these numbers can't be divided into tables
    """
    match stage:
        case Swiss():
            return pair_swiss_round(standing, past, round=round, seed=seed, most=stage.most, least=stage.least,
                         pods=stage.pods, aims=stage.aims)  # fmt: skip
        case Groups():
            return _propose_groups(stage, standing, past, seed)
        case Knockout():
            step = plan_knockout(len(standing), most=stage.most, least=stage.least, onward=stage.onward)[0]
            return pair_knockout_round(standing, step, past)


def shuffle_entrants(entrants: Sequence[int], *, seed: bytes) -> tuple[int, ...]:
    """Draw an order for a first stage in which no one has earned a place."""
    return Chance(seed, 0).shuffle("order", sorted(entrants))


def select_qualifiers(
    stage: Knockout,
    standing: Sequence[int],
    *,
    groups: Sequence[Collection[int]] = (),
    withdrawn: Collection[int] = (),
) -> tuple[int, ...]:
    """Return the entrants who qualify for a knockout: the best of the stage before who are still playing.

    From groups, the first of each qualify, then the second of each, and so on.
    """
    staying = [entrant for entrant in standing if entrant not in withdrawn]
    if groups:
        among = {entrant: [other for other in staying if other in group].index(entrant)
                 for group in groups for entrant in staying if entrant in group}  # fmt: skip
        staying.sort(key=lambda entrant: among.get(entrant, len(staying)))
    return tuple(staying[: stage.top or len(staying)])


def _propose_groups(stage: Groups, standing: Sequence[int], past: Past, seed: bytes) -> Proposal:
    """Propose the tables of all groups, with one sheet for each table that every entrant has."""
    designs = [
        design_group(group, rounds=stage.rounds, most=stage.most, least=stage.least, seed=seed)
        for group in deal_in_snake(standing, stage.groups)
    ]
    tables = [[table for whole in designs for table in whole.rounds[sheet]] for sheet in range(stage.rounds)]
    byes = [[entrant for whole in designs for entrant in whole.byes[sheet]] for sheet in range(stage.rounds)]
    fair = msgspec.structs.replace(past, byes=frozenset())  # The design gives no one two byes.
    return build_proposal(tables, byes, fair)
