"""The bomb in its holder's hands: who sees what of it, and what happens when its cards change (K20, K30–K37)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from apps.games.kobolds.bombs import BOMBS
from apps.games.kobolds.cards import APPARATUS, BLINDFOLD, MECHANISM, CardId, Cards, count_cards, get_card_kind, is_face
from apps.games.kobolds.memory import evolve
from apps.games.kobolds.state import Armed, Bared, Event, Faces, Pinned, Seats, Secured, State, Swapped, Warned
from apps.games.kobolds.zones import list_card_backs
from apps.kernel.chance import Chance
from apps.kernel.table import Seat


def is_armed(state: State) -> bool:
    """Check whether the bomb contains no mechanism (K34)."""
    return state.bomb is not None and not count_cards(state.inside, MECHANISM)


def find_known_apparatus(state: State) -> CardId | None:
    """Return the gadget in the bomb, if the observer has seen it."""
    return next((card for card in state.inside if get_card_kind(card) == APPARATUS and is_face(card)), None)


def can_see_inside(state: State, seat: Seat) -> bool:
    """Check whether the seat can look at the cards of the bomb: only the holder (K20), unless blindfolded."""
    return seat == state.holder and (state.risen[seat] != BLINDFOLD or state.lifted)


def list_takeable_cards(state: State, seat: Seat) -> Cards:
    """Return the cards the seat can ask for: faces if it sees them, or else backs."""
    return state.inside if can_see_inside(state, seat) else tuple(sorted(set(list_card_backs(state.inside))))


def list_swaps(state: State, seat: Seat, without: CardId = "") -> Iterator[tuple[CardId, CardId]]:
    """Yield every swap of a hand card for a card of the bomb as (give, take), except for the card `without`.

    There's never more than one gadget in a bomb. Putting one in takes out the one that is there (K32, edge 4).
    """
    inside = list_takeable_cards(state, seat)
    taken = count_cards(state.inside, APPARATUS) > 0
    for give in state.hands[seat]:
        if give == without:
            continue
        for take in inside:
            if not (taken and get_card_kind(give) == APPARATUS) or get_card_kind(take) == APPARATUS:
                yield give, take


def swap_cards(
    state: State, seat: Seat, give: CardId, take: CardId, chance: Chance, *, tinkering: bool, shown: bool = False
) -> list[Event]:
    """Swap two cards. If `take` is a back, a random card of that kind is taken.

    :param shown: whether everyone sees both cards
    """
    took = _pick_taken_card(state, take, chance)
    cards = (give, took)
    faces = Bared(seat, cards) if shown else Faces(_list_watching_seats(state, seat), cards)
    return _and_all_that_follows(
        state, seat, [faces, Swapped(seat, get_card_kind(give), get_card_kind(took), tinkering)]
    )


def replace_with_mechanism(state: State, seat: Seat, take: CardId, chance: Chance) -> list[Event]:
    """Replace a trick or a gadget in the bomb with a mechanism from the pile, and discard it."""
    took, mechanism = _pick_taken_card(state, take, chance), chance.pick("mechanism", state.mechanisms)
    faces = Faces(_list_watching_seats(state, seat), (took, mechanism))
    return _and_all_that_follows(state, seat, [faces, Pinned(seat, get_card_kind(took), get_card_kind(mechanism))])


def _pick_taken_card(state: State, take: CardId, chance: Chance) -> CardId:
    return (
        take if is_face(take) else chance.pick("take", [card for card in state.inside if get_card_kind(card) == take])
    )


def _list_watching_seats(state: State, seat: Seat) -> Seats:
    """Return the seats that see the cards: the one that swaps, and the holder, who sees the bomb before and after."""
    return tuple(sorted({seat, state.holder} if can_see_inside(state, state.holder) else {seat}))


def _and_all_that_follows(state: State, seat: Seat, facts: list[Event]) -> list[Event]:
    """Add the fact that the bomb is now armed, secured, or armed with other cards than before (K33–K37, K-A14)."""
    before, bomb = is_armed(state), state.bomb
    state = reduce(evolve, facts, state)
    if not is_armed(state):
        return [*facts, Secured(seat)] if before else facts
    if before or bomb is None:
        return [*facts, Warned(seat, find_known_apparatus(state))]
    return [*facts, Armed(seat, find_known_apparatus(state), BOMBS[bomb].blocks)]
