"""What tricks do at once, as facts (K26), for whoever owns them in the end (K-A9)."""

from __future__ import annotations

from functools import reduce

from apps.games.kobolds import bomb, dealing
from apps.games.kobolds.cards import CLOSED, kind
from apps.games.kobolds.editions import every_turn_empties_the_rucksack
from apps.games.kobolds.memory import evolve
from apps.games.kobolds.rucksack import bulges
from apps.games.kobolds.state import Demanded, Event, Faces, Handed, Item, Looked, Saw, State, Stole
from apps.kernel.chance import Chance
from apps.kernel.table import Seat


def given_to(item: Item) -> Seat:
    """To whom a trick that demands the bomb gives it: whom it names, or its owner if it names nobody."""
    return item.seat if item.target is None else item.target


def demand_bomb(state: State, item: Item, _: Chance) -> list[Event]:
    """The bomb goes there at once, unless the end of its holder's turn asks something of them first (RE09)."""
    if every_turn_empties_the_rucksack(state.setup) and bulges(state):
        return [Demanded(state.holder, given_to(item))]
    return [Handed(state.holder, given_to(item), trick=True)]


def pick_pocket(state: State, item: Item, chance: Chance) -> list[Event]:
    """A random card changes hands; both see which."""
    if item.target is None:
        return []
    card = chance.pick(f"pick:{item.card}", state.hands[item.target])
    back = CLOSED if state.setup.options.closed_hands else kind(card)
    return [Faces((item.seat, item.target), (card,)), Stole(item.seat, item.target, back)]


def rummage(state: State, item: Item, chance: Chance) -> list[Event]:
    """Two cards from the draw pile, blocked or not (K34)."""
    facts: list[Event] = []
    for _ in range(2):
        new = dealing.draw(state, item.seat, chance)
        state = reduce(evolve, new, state)
        facts += new
    return facts


def peek(state: State, item: Item, _: Chance) -> list[Event]:
    """The bomb and a hand, for the owner's eyes."""
    if item.target is None:
        return []
    eyes = (item.seat,)
    return [Looked(eyes, state.inside), Saw(eyes, item.target, state.hands[item.target])]


def swap(state: State, item: Item, chance: Chance) -> list[Event]:
    """A hand card for a card of the bomb."""
    if item.give is None or item.take is None:
        return []
    return bomb.swap(state, item.seat, item.give, item.take, chance, tinkering=False)


def pin(state: State, item: Item, chance: Chance) -> list[Event]:
    """A mechanism for another card of the bomb."""
    return bomb.pin(state, item.seat, item.take, chance) if item.take is not None else []
