"""A whole table of Lunar Laser Frogs as it probably is. The time at which a face-down card was thrown says something.

Others are assumed to choose like the bot or just sensibly, with equal probability. So neither kind of player is
misjudged by much.
"""

from __future__ import annotations

from itertools import groupby

from msgspec.structs import replace

from apps.games.frogs.bot import DRAWS, drawn
from apps.games.frogs.cards import DICE, KINDS, THROWS, cards_each, scoring_each
from apps.games.frogs.guesses import EMPTY, Each, Lying, after, lay_in, likely, shares
from apps.games.frogs.imagining import imagine
from apps.games.frogs.odds import count
from apps.games.frogs.state import State, Thrown, Window
from apps.games.frogs.thinking import settled
from apps.games.frogs.throw_values import LITTLE, View
from apps.kernel.chance import Chance
from apps.kernel.latest import latest
from apps.kernel.table import Seat


def suppose(state: State, seat: Seat, luck: Chance) -> State:
    """Draw a table like `imagine`, but each of the others' cards with the probability that they threw it then."""
    pile = list(state.pile)
    hidden = [place for place, card in enumerate(pile) if card.kind is None]
    for place, number in zip(hidden, luck.roll("supposed", DRAWS, len(hidden)), strict=True):
        thrower = pile[place].seat
        thrown = {card.kind for card in pile if card.seat == thrower}
        left = [kind for kind, name in enumerate(KINDS) if name not in thrown]
        (kind,) = drawn(_likes(state)[place], left, [number / DRAWS])
        pile[place] = Thrown(thrower, pile[place].window, KINDS[kind])
    return replace(imagine(state, seat, luck), pile=tuple(pile))


@latest
def _likes(state: State) -> tuple[Each, ...]:
    """Return the probability of each kind for each card of the pile."""
    found, lying, before = [], EMPTY, 0
    for window, cards in groupby(state.pile, key=lambda card: card.window):
        likes = likely(state, window, lying, before)
        if window < THROWS:
            likes = shares(map(sum, zip(likes, _settled(state, window, lying, before), strict=True)))
        for _card in cards:
            found.append(likes)
            lying, before = after(lying, likes, 1), before + 1
    return tuple(found)


def _settled(state: State, window: Window, lying: Lying, before: int) -> Each:
    """Return how often the bot throws each card, if it throws one in this window."""
    lay, seats = lay_in(state, window), state.setup.seats
    view = View(
        seats=seats,
        window=window,
        counts=count(lay),
        fallen=len(DICE) - lay.count(None),
        lying=lying,
        before=before,
        others=(seats - 1) * cards_each(seats) - before - 1,
        faster=None,
        scoring=scoring_each(seats),
    )
    *cards, _wait = settled(view)
    return shares(part + LITTLE for part in cards)
