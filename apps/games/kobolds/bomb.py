"""The bomb in somebody's hands: who sees what of it, and what happens when its cards change (K20, K30–K37)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from apps.games.kobolds.bombs import BOMBS
from apps.games.kobolds.cards import APPARATUS, BLINDFOLD, MECHANISM, CardId, Cards, count, is_face, kind
from apps.games.kobolds.memory import evolve
from apps.games.kobolds.state import Armed, Bared, Event, Faces, Pinned, Seats, Secured, State, Swapped, Warned
from apps.games.kobolds.zones import backs
from apps.kernel.chance import Chance
from apps.kernel.table import Seat


def armed(state: State) -> bool:
    """No mechanism is in it (K34)."""
    return state.bomb is not None and not count(state.inside, MECHANISM)


def apparatus(state: State) -> CardId | None:
    """The apparatus in the bomb, if the observer has seen it."""
    return next((card for card in state.inside if kind(card) == APPARATUS and is_face(card)), None)


def sees(state: State, seat: Seat) -> bool:
    """Whether the seat may look at the cards of the bomb: the holder (K20), unless blindfolded."""
    return seat == state.holder and (state.risen[seat] != BLINDFOLD or state.lifted)


def contents(state: State, seat: Seat) -> Cards:
    """What the seat may ask for: a card it sees, or the back of one it does not."""
    return state.inside if sees(state, seat) else tuple(sorted(set(backs(state.inside))))


def swaps(state: State, seat: Seat, without: CardId = "") -> Iterator[tuple[CardId, CardId]]:
    """Every exchange of a hand card (but one) for a card of the bomb: (give, take).

    There is never more than one apparatus in it: whoever puts one in takes out the one that is there (K32, edge 4).
    """
    inside = contents(state, seat)
    taken = count(state.inside, APPARATUS) > 0
    for give in state.hands[seat]:
        if give == without:
            continue
        for take in inside:
            if not (taken and kind(give) == APPARATUS) or kind(take) == APPARATUS:
                yield give, take


def swap(
    state: State, seat: Seat, give: CardId, take: CardId, chance: Chance, *, tinkering: bool, shown: bool = False
) -> list[Event]:
    """Exchange two cards; of a back, luck says which card it is. `shown`: for everybody to see."""
    took = _pick(state, take, chance)
    cards = (give, took)
    faces = Bared(seat, cards) if shown else Faces(_watching(state, seat), cards)
    return _and_all_that_follows(state, seat, [faces, Swapped(seat, kind(give), kind(took), tinkering)])


def pin(state: State, seat: Seat, take: CardId, chance: Chance) -> list[Event]:
    """A mechanism from the pile goes in for a trick or an apparatus, which is discarded."""
    took, mechanism = _pick(state, take, chance), chance.pick("mechanism", state.mechanisms)
    faces = Faces(_watching(state, seat), (took, mechanism))
    return _and_all_that_follows(state, seat, [faces, Pinned(seat, kind(took), kind(mechanism))])


def _pick(state: State, take: CardId, chance: Chance) -> CardId:
    return take if is_face(take) else chance.pick("take", [card for card in state.inside if kind(card) == take])


def _watching(state: State, seat: Seat) -> Seats:
    """Who does it, and the holder, who sees which cards are in the bomb before and after."""
    return tuple(sorted({seat, state.holder} if sees(state, state.holder) else {seat}))


def _and_all_that_follows(state: State, seat: Seat, facts: list[Event]) -> list[Event]:
    """The bomb is armed, secured, or another armed bomb than before (K33–K37, K-A14)."""
    before, bomb = armed(state), state.bomb
    state = reduce(evolve, facts, state)
    if not armed(state):
        return [*facts, Secured(seat)] if before else facts
    if before or bomb is None:
        return [*facts, Warned(seat, apparatus(state))]
    return [*facts, Armed(seat, apparatus(state), BOMBS[bomb].blocks)]
