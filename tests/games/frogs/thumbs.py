"""Rules of thumb that people use at Lunar Laser Frogs: when to throw, and which card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import Any, Final, TypeAlias

from apps.games.frogs.cards import Kind
from apps.games.frogs.odds import count_dice
from apps.games.frogs.rules import legal, list_held_cards
from apps.games.frogs.state import Action, State, Throw, Wait
from apps.kernel.policies import Policy
from apps.kernel.table import Seat

_Taste: TypeAlias = Callable[[State, Sequence[Kind]], Sequence[Kind]]
"""A function from table and hand to the hand, with the best card first."""


def thumb(window: int, taste: _Taste, split: int = -1) -> Policy:
    """Return a policy that waits until a window, then throws the card it likes best.

    Other questions are left to the bot. With `split`, the plan of the dice is fixed, too.
    """

    def policy(game: Any) -> Any:
        def choose(state: State, ask: Any, whim: Any) -> Action:
            seat = Seat(ask.seat)
            if ask.about == "dice" and split >= 0 and state.plan is None:
                return legal(state, seat)[split]
            if ask.about != "throw":
                return game.bot(state, seat, whim)
            actions = legal(state, seat)
            if state.window < window and Wait() in actions:
                return Wait()
            best = taste(state, list_held_cards(state, seat))
            wanted = [Throw(best[0], best[1])] if len(best) > 1 else []
            return next(each for each in (*wanted, *map(Throw, best), *actions) if each in actions)

        return choose

    return policy


def always(*order: str) -> _Taste:
    """Return a taste that always prefers the same cards."""
    return lambda _state, hand: sorted(hand, key=lambda kind: order.index(kind) if kind in order else len(order))


def fallen(state: State, hand: Sequence[Kind]) -> Sequence[Kind]:
    """Sort the hand by the current scores, as if all dice had been rolled."""
    blue, pink, yellow, blank = count_dice(state.faces)
    now = {"blue": blue, "pink": pink, "yellow": yellow, "blank": 2 * blank, "grey": len(state.pile)}
    return sorted(hand, key=lambda kind: -now[kind])


def untaken(state: State, hand: Sequence[Kind]) -> Sequence[Kind]:
    """Sort the hand by what is certain to score: grey behind several cards, else blank, else the order of the hand."""
    return sorted(hand, key=lambda kind: (kind == "grey" and len(state.pile) > 1, kind == "blank"), reverse=True)


THUMBS: Final[Mapping[str, Policy]] = {
    **{f"{first} and {then} at once": thumb(0, always(first, then))
       for first, then in [*permutations(("blank", "grey", "blue"), 2), ("blue", "pink")]},
    **{f"what fell most, in window {window}": thumb(window, fallen) for window in range(4)},
    **{f"grey in window {window}": thumb(window, always("grey", "blank")) for window in (1, 2, 3)},
    **{f"blank in window {window}": thumb(window, always("blank", "grey")) for window in (1, 2)},
    **{f"what is certain, in window {window}": thumb(window, untaken) for window in (0, 1, 2)},
    "what fell most, and all dice at first": thumb(1, fallen, split=-2),
    "blank at once, and all dice at last": thumb(0, always("blank", "grey"), split=0),
}  # fmt: skip
