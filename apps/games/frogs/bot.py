"""The bot of Lunar Laser Frogs. It uses exact odds for the dice, and assumes that the others choose sensibly.

It only knows what is public and its own cards. The worth of a card is its expected points. It chooses between cards,
and between now and later, at random. The probabilities make no choice better than another, so knowing them is no
advantage.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate
from typing import Final

from apps.games.frogs.cards import DICE, KINDS, ROLLS_PER_TURN, scoring_each
from apps.games.frogs.guesses import GREY_INDEX, Each, guess_pile
from apps.games.frogs.odds import count_dice
from apps.games.frogs.rules import count_owed_cards, list_held_cards
from apps.games.frogs.state import Action, Copy, Dice, State, Throw, Wait
from apps.games.frogs.thinking import compute_throw_equilibrium
from apps.games.frogs.throw_values import EPSILON, View
from apps.kernel.chance import Chance
from apps.kernel.table import Seat

_BOT_SPLIT: Final = Dice(2, 2, 2)
"""The bot's rolls."""
_WAIT_INDEX: Final = len(KINDS)
"""Index of waiting, after all kinds of cards."""
DRAW_RANGE: Final = 2**20
"""Range of the random numbers."""


def choose(state: State, seat: Seat, luck: Chance) -> Action:
    """Choose a sensible answer to the seat's open question."""
    if seat != state.seat:
        return _choose_throw(state, seat, luck)
    if state.closed:
        return Copy(_choose_richest_seat(state))
    return _BOT_SPLIT if state.plan is None else Dice(*state.plan)


def _choose_throw(state: State, seat: Seat, luck: Chance) -> Action:
    owes = dict(count_owed_cards(state))
    owed, hand = owes.pop(seat), tuple(map(KINDS.index, list_held_cards(state, seat)))
    view = View(
        seats=state.setup.seats,
        window=state.window,
        counts=count_dice(state.faces),
        fallen=len(DICE) - state.fell.count(0),
        lying=guess_pile(state)[0],
        before=len(state.pile),
        others=sum(owes.values()),
        faster=_compute_faster_share(state, seat, owes),
        scoring=scoring_each(state.setup.seats),
    )
    draws = (number / DRAW_RANGE for number in luck.roll("cards", DRAW_RANGE, owed))
    cards = sample_cards(
        compute_throw_equilibrium(view), [*hand, _WAIT_INDEX] if state.window < ROLLS_PER_TURN else [*hand], draws
    )
    cards.sort(key=GREY_INDEX.__eq__)  # if two cards are thrown together, grey counts the other
    return Throw(*(KINDS[card] for card in cards)) if cards else Wait()


def sample_cards(parts: Each, choices: list[int], draws: Iterable[float]) -> list[int]:
    """Return a card for each draw, or none if the draw says to wait."""
    cards = []
    for draw in draws:
        marks = tuple(accumulate(parts[choice] + EPSILON for choice in choices))
        choice = choices[bisect_left(marks, draw * marks[-1])]
        if choice != _WAIT_INDEX:
            cards.append(choice)
            choices.remove(choice)
    return cards


def _compute_faster_share(state: State, seat: Seat, owes: Iterable[Seat]) -> float | None:
    """Return the share of others who come earlier, which is known only if cards are ordered from the left."""
    others = list(owes)
    if state.setup.options.order != "left" or not others:
        return None
    order = state.setup.others(state.seat)
    return sum(order.index(other) < order.index(seat) for other in others) / len(others)


def _choose_richest_seat(state: State) -> Seat:
    """Return the seat whose cards promise most, if every player chose sensibly in their window."""
    _, promised = guess_pile(state)
    return max(dict.fromkeys(card.seat for card in state.pile), key=lambda seat: promised[seat])
