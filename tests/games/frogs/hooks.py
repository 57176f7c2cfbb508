"""What the laws need to know of Lunar Laser Frogs: which cards lie face down."""

from __future__ import annotations

import random
from collections.abc import Iterable

from msgspec.structs import replace

from apps.games.frogs.cards import KINDS, Kind
from apps.games.frogs.state import Scored, State
from apps.kernel.events import Event
from apps.kernel.table import Observer

enough = 10
"""Their bots weigh every throw: a match costs a hundred times what a match of Fuse costs."""


def rearranged(truth: State, observer: Observer, mover: int, luck: random.Random) -> State:
    """Another truth that neither observer nor mover can tell from this one: the others threw other cards."""
    others = [seat for seat in truth.setup.everyone() if seat not in (observer, mover)]
    swapped: dict[int, dict[Kind | None, Kind]] = {}
    for seat in others:
        kinds = list(KINDS)
        luck.shuffle(kinds)
        swapped[seat] = dict(zip(KINDS, kinds, strict=True))
    pile = tuple(
        replace(card, kind=swapped[card.seat][card.kind]) if card.seat in swapped else card for card in truth.pile
    )
    replies = tuple(
        replace(reply, cards=tuple(swapped[reply.seat][kind] for kind in reply.cards))
        if reply.seat in swapped
        else reply
        for reply in truth.replies
    )
    return replace(truth, pile=pile, replies=replies)


def reveals(facts: Iterable[Event]) -> bool:
    """The pile is turned over when the turn is scored."""
    return any(isinstance(fact, Scored) for fact in facts)
