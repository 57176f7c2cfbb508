"""The bot's imagination: the table after an answer, as far as its seat can know."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from msgspec.structs import replace

from apps.games.kobolds import tinkering, windows
from apps.games.kobolds.cards import TRICK
from apps.games.kobolds.memory import evolve
from apps.games.kobolds.penalties import charge_fine
from apps.games.kobolds.state import Event, Handed, Item, Noted, Play, Played, Skip, State, Tinker
from apps.games.kobolds.tricks import get_trick, list_trick_choices
from apps.kernel.chance import Chance
from apps.kernel.table import Seat


def build_playable_table(state: State, luck: Chance) -> State:
    """Return a similar table that the rules can play on, because they need a draw pile and every choice."""
    pile = (TRICK,) * (state.left - 1)
    return replace(
        state,
        deck=(state.top, *pile) if state.top is not None else (),
        stack=tuple(pick_swapped_cards(state, item, luck) for item in state.stack),
    )


def simulate_play(state: State, seat: Seat, play: Play, luck: Chance) -> State:
    """Return the table after the seat's trick, if no one interrupts."""
    facts = [*charge_fine(state, seat, play), Noted((seat,), seat, play), Played(seat, play.card, play.target)]
    return simulate_waiting_trick(_apply_facts(state, facts), luck)


def simulate_waiting_trick(state: State, luck: Chance) -> State:
    """Return the table after the waiting trick, if no one interrupts."""
    return _apply_facts(state, windows.settle_waiting_trick(state, luck))


def simulate_tinkering(state: State, act: Tinker | Skip, luck: Chance) -> State:
    """Return the table after the holder's tinkering, or after paying for not tinkering."""
    facts = tinkering.tinker_with_bomb(state, act, luck) if isinstance(act, Tinker) else tinkering.skip_tinkering(state)
    return replace(_apply_facts(state, facts), phase="trick2")


def _apply_facts(state: State, facts: Iterable[Event]) -> State:
    state = reduce(evolve, facts, state)
    if state.bound_for is None:
        return state
    return evolve(state, Handed(state.holder, state.bound_for, trick=True))


def pick_swapped_cards(state: State, item: Item, luck: Chance) -> Item:
    """Draw the cards that another player swaps with the bomb, because only they know which."""
    if item.take is not None or get_trick(item.card).swaps is None:
        return item
    ways = tuple(list_trick_choices(state, item.seat, item.card))
    if not ways:
        return item
    target, give, take = luck.pick(f"chosen:{item.card}", ways)
    return replace(item, target=target, give=give, take=take)
