"""Dealing and drawing from the draw pile, and building bombs (K9–K14, K22, K56, K57)."""

from __future__ import annotations

from functools import reduce

from apps.games.kobolds.bombs import BOMBS as BOMB_CARDS
from apps.games.kobolds.cards import APPARATUSES, BOMBS, CLOSED, HAND_SIZE, TRICKS, Options, get_card_kind
from apps.games.kobolds.memory import blank, evolve
from apps.games.kobolds.state import Began, Built, Dealt, Drew, Event, Faces, Shuffled, State, Turned
from apps.kernel.chance import Chance
from apps.kernel.table import Seat, Setup


def deal_opening(setup: Setup[Options], chance: Chance) -> list[Event]:
    """Return the first bomb, the hands and the draw pile. The first holder is drawn at random (K9–K15)."""
    state = blank(setup)
    pile = chance.shuffle("deck", (*TRICKS, *APPARATUSES))
    facts: list[Event] = [assemble_bomb(state, chance), Shuffled(pile)]
    for seat in setup.everyone():
        state = reduce(evolve, facts[-2:], state)
        facts += _hand_out(state, seat, HAND_SIZE)
    left = len(pile) - setup.seats * HAND_SIZE
    return [*facts, Turned(pile[0], left), Began(chance.pick("starter", setup.everyone()))]


def assemble_bomb(state: State, chance: Chance) -> Built:
    """Build a bomb from a random bomb card and the mechanisms it needs, as far as there are any (K10, K56, edge 9)."""
    bomb = chance.pick(f"bomb:{state.blasts}", BOMBS)
    pile = chance.shuffle(f"mechanisms:{state.blasts}", state.mechanisms)
    return Built(bomb, pile[: BOMB_CARDS[bomb].mechanisms])


def draw_face_up_card(state: State, seat: Seat, chance: Chance) -> list[Event]:
    """Move the face-up card to a hand (K22). Nothing happens if there is none (edge 7)."""
    facts = refill_draw_pile(state, chance)
    state = reduce(evolve, facts, state)
    if state.top is None:
        return facts
    drew = Drew(seat, state.top, state.deck[1] if state.left > 1 else None)
    return [*facts, drew, *refill_draw_pile(evolve(state, drew), chance)]


def from_bottom(state: State, seat: Seat, number: int, chance: Chance) -> list[Event]:
    """Deal this many cards from the bottom, unseen by others (K57), or all there are if cards run short (edge 8)."""
    facts: list[Event] = []
    while number > 0:
        new = refill_draw_pile(state, chance) or (_hand_out(state, seat, min(number, state.left)) if state.left else [])
        if not new:
            break
        state = reduce(evolve, new, state)
        number -= sum(len(fact.cards) for fact in new if isinstance(fact, Dealt))
        facts += new
    return facts + refill_draw_pile(state, chance)


def refill_draw_pile(state: State, chance: Chance) -> list[Event]:
    """Turn the discard pile into a new draw pile as soon as the old one is used up (K14, edge 7)."""
    if state.left or not state.discards:
        return []
    pile = chance.shuffle(f"refill:{len(state.discards)}", state.discards)
    return [Shuffled(pile), Turned(pile[0], len(pile))]


def _hand_out(state: State, seat: Seat, number: int) -> list[Event]:
    """Deal cards as backs. The face-up card isn't secret, even if it's the last (K-A22)."""
    cards = tuple(reversed(state.deck[-number:]))
    closed = state.setup.options.closed_hands
    shown = tuple(card if card == state.top else CLOSED if closed else get_card_kind(card) for card in cards)
    return [Faces((seat,), cards), Dealt(seat, shown)]
