"""A whole table of Lunar Laser Frogs as it probably is. The time at which a face-down card was thrown says something.

Others are assumed to choose like the bot or just sensibly, with equal probability. So neither kind of player is
misjudged by much.
"""

from __future__ import annotations

from itertools import groupby

from msgspec.structs import replace

from apps.games.frogs.bot import DRAW_RANGE, sample_cards
from apps.games.frogs.cards import DICE, KINDS, ROLLS_PER_TURN, cards_each, scoring_each
from apps.games.frogs.guesses import (
    EMPTY_PILE,
    Each,
    Lying,
    add_likely_cards,
    compute_choice_odds,
    lay_in,
    normalise_shares,
)
from apps.games.frogs.imagining import imagine
from apps.games.frogs.odds import count_dice
from apps.games.frogs.state import State, Thrown, Window
from apps.games.frogs.thinking import compute_throw_equilibrium
from apps.games.frogs.throw_values import EPSILON, View
from apps.kernel.chance import Chance
from apps.kernel.latest import cache_latest
from apps.kernel.table import Seat


def suppose(state: State, seat: Seat, luck: Chance) -> State:
    """Draw a table like `imagine`, but each of the others' cards with the probability that they threw it then."""
    pile = list(state.pile)
    hidden = [place for place, card in enumerate(pile) if card.kind is None]
    for place, number in zip(hidden, luck.roll("supposed", DRAW_RANGE, len(hidden)), strict=True):
        thrower = pile[place].seat
        thrown = {card.kind for card in pile if card.seat == thrower}
        left = [kind for kind, name in enumerate(KINDS) if name not in thrown]
        (kind,) = sample_cards(_compute_kind_odds(state)[place], left, [number / DRAW_RANGE])
        pile[place] = Thrown(thrower, pile[place].window, KINDS[kind])
    return replace(imagine(state, seat, luck), pile=tuple(pile))


@cache_latest
def _compute_kind_odds(state: State) -> tuple[Each, ...]:
    """Return the probability of each kind for each card of the pile."""
    found, lying, before = [], EMPTY_PILE, 0
    for window, cards in groupby(state.pile, key=lambda card: card.window):
        likes = compute_choice_odds(state, window, lying, before)
        if window < ROLLS_PER_TURN:
            likes = normalise_shares(map(sum, zip(likes, _compute_bot_odds(state, window, lying, before), strict=True)))
        for _card in cards:
            found.append(likes)
            lying, before = add_likely_cards(lying, likes, 1), before + 1
    return tuple(found)


def _compute_bot_odds(state: State, window: Window, lying: Lying, before: int) -> Each:
    """Return how often the bot throws each card, if it throws one in this window."""
    lay, seats = lay_in(state, window), state.setup.seats
    view = View(
        seats=seats,
        window=window,
        counts=count_dice(lay),
        fallen=len(DICE) - lay.count(None),
        lying=lying,
        before=before,
        others=(seats - 1) * cards_each(seats) - before - 1,
        faster=None,
        scoring=scoring_each(seats),
    )
    *cards, _wait = compute_throw_equilibrium(view)
    return normalise_shares(part + EPSILON for part in cards)
