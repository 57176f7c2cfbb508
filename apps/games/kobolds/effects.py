"""The immediate effects of tricks, as facts (K26), for their final owners (K-A9)."""

from __future__ import annotations

from functools import reduce

from apps.games.kobolds import bomb, dealing
from apps.games.kobolds.cards import CLOSED, get_card_kind
from apps.games.kobolds.editions import every_turn_empties_the_rucksack
from apps.games.kobolds.memory import evolve
from apps.games.kobolds.rucksack import is_rucksack_overfull
from apps.games.kobolds.state import Demanded, Event, Faces, Handed, Item, Looked, Saw, State, Stole
from apps.kernel.chance import Chance
from apps.kernel.table import Seat


def given_to(item: Item) -> Seat:
    """Return the seat that a trick gives the bomb to: its target, or its owner if it names no one."""
    return item.seat if item.target is None else item.target


def demand_bomb(state: State, item: Item, _: Chance) -> list[Event]:
    """Hand the bomb over at once, unless its holder must do something at the end of their turn first (RE09)."""
    if every_turn_empties_the_rucksack(state.setup) and is_rucksack_overfull(state):
        return [Demanded(state.holder, given_to(item))]
    return [Handed(state.holder, given_to(item), trick=True)]


def pick_pocket(state: State, item: Item, chance: Chance) -> list[Event]:
    """Steal a random card. Both players see which."""
    if item.target is None:
        return []
    card = chance.pick(f"pick:{item.card}", state.hands[item.target])
    back = CLOSED if state.setup.options.closed_hands else get_card_kind(card)
    return [Faces((item.seat, item.target), (card,)), Stole(item.seat, item.target, back)]


def rummage_draw_pile(state: State, item: Item, chance: Chance) -> list[Event]:
    """Draw two cards from the draw pile, even if it's blocked (K34)."""
    facts: list[Event] = []
    for _ in range(2):
        new = dealing.draw_face_up_card(state, item.seat, chance)
        state = reduce(evolve, new, state)
        facts += new
    return facts


def peek_at_cards(state: State, item: Item, _: Chance) -> list[Event]:
    """Show the bomb and a hand to the owner alone."""
    if item.target is None:
        return []
    eyes = (item.seat,)
    return [Looked(eyes, state.inside), Saw(eyes, item.target, state.hands[item.target])]


def swap_with_bomb(state: State, item: Item, chance: Chance) -> list[Event]:
    """Swap a hand card for a card of the bomb."""
    if item.give is None or item.take is None:
        return []
    return bomb.swap_cards(state, item.seat, item.give, item.take, chance, tinkering=False)


def pin_bomb_card(state: State, item: Item, chance: Chance) -> list[Event]:
    """Replace another card of the bomb with a mechanism."""
    return bomb.replace_with_mechanism(state, item.seat, item.take, chance) if item.take is not None else []
