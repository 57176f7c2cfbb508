"""The bomb in its holder's hands: who sees what of it, and what happens when its cards change (K20, K30–K37)."""

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
    """Check whether the bomb contains no mechanism (K34)."""
    return state.bomb is not None and not count(state.inside, MECHANISM)


def apparatus(state: State) -> CardId | None:
    """Return the gadget in the bomb, if the observer has seen it."""
    return next((card for card in state.inside if kind(card) == APPARATUS and is_face(card)), None)


def sees(state: State, seat: Seat) -> bool:
    """Check whether the seat can look at the cards of the bomb: only the holder (K20), unless blindfolded."""
    return seat == state.holder and (state.risen[seat] != BLINDFOLD or state.lifted)


def contents(state: State, seat: Seat) -> Cards:
    """Return the cards the seat can ask for: faces if it sees them, or else backs."""
    return state.inside if sees(state, seat) else tuple(sorted(set(backs(state.inside))))


def swaps(state: State, seat: Seat, without: CardId = "") -> Iterator[tuple[CardId, CardId]]:
    """Yield every swap of a hand card for a card of the bomb as (give, take), except for the card `without`.

    There's never more than one gadget in a bomb. Putting one in takes out the one that is there (K32, edge 4).
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
    """Swap two cards. If `take` is a back, a random card of that kind is taken.

    :param shown: whether everyone sees both cards
    """
    took = _pick(state, take, chance)
    cards = (give, took)
    faces = Bared(seat, cards) if shown else Faces(_watching(state, seat), cards)
    return _and_all_that_follows(state, seat, [faces, Swapped(seat, kind(give), kind(took), tinkering)])


def pin(state: State, seat: Seat, take: CardId, chance: Chance) -> list[Event]:
    """Replace a trick or a gadget in the bomb with a mechanism from the pile, and discard it."""
    took, mechanism = _pick(state, take, chance), chance.pick("mechanism", state.mechanisms)
    faces = Faces(_watching(state, seat), (took, mechanism))
    return _and_all_that_follows(state, seat, [faces, Pinned(seat, kind(took), kind(mechanism))])


def _pick(state: State, take: CardId, chance: Chance) -> CardId:
    return take if is_face(take) else chance.pick("take", [card for card in state.inside if kind(card) == take])


def _watching(state: State, seat: Seat) -> Seats:
    """Return the seats that see the cards: the one that swaps, and the holder, who sees the bomb before and after."""
    return tuple(sorted({seat, state.holder} if sees(state, state.holder) else {seat}))


def _and_all_that_follows(state: State, seat: Seat, facts: list[Event]) -> list[Event]:
    """Add the fact that the bomb is now armed, secured, or armed with other cards than before (K33–K37, K-A14)."""
    before, bomb = armed(state), state.bomb
    state = reduce(evolve, facts, state)
    if not armed(state):
        return [*facts, Secured(seat)] if before else facts
    if before or bomb is None:
        return [*facts, Warned(seat, apparatus(state))]
    return [*facts, Armed(seat, apparatus(state), BOMBS[bomb].blocks)]
