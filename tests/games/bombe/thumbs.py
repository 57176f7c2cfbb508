"""Rules of thumb that people use for bidding at Die Bombe."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from apps.games.bombe.bidding import get_allowed_bids
from apps.games.bombe.cards import FACES
from apps.games.bombe.state import Action, Bid, State
from apps.kernel.policies import Policy


def bids(amount: Callable[[State], float]) -> Policy:
    """Return a policy that bids this amount for every lot and leaves other questions to the bot."""

    def policy(game: Any) -> Any:
        def choose(state: State, ask: Any, whim: Any) -> Action:
            if ask.about != "bid":
                answer: Action = game.bot(state, ask.seat, whim)
                return answer
            most = get_allowed_bids(state)
            return Bid(max(most.lowest, min(most.highest, round(amount(state)))))

        return choose

    return policy


def _better(state: State) -> int:
    """Return the points of the better card, counting a bomb as 5."""
    return max(FACES[card].points or 5 for card in state.open)


def _both(state: State) -> int:
    return sum(FACES[card].points for card in state.open)


def _early(state: State) -> float:
    """Return a high bid in the first five lots and a low one afterwards."""
    return _better(state) * (1.4 if state.lot <= 5 else 0.6)


def _late(state: State) -> float:
    return _better(state) * (0.5 if state.lot <= 8 else 1.4)


THUMBS: Final[Mapping[str, Policy]] = {
    **{f"{tenths / 10} of the better card": bids(lambda state, part=tenths / 10: part * _better(state))  # type: ignore[misc]
       for tenths in (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18)},
    **{f"always {amount}": bids(lambda _state, amount=amount: amount) for amount in (1, 5, 10, 15)},  # type: ignore[misc]
    "half of both": bids(lambda state: _both(state) / 2),
    "much at first": bids(_early),
    "much at last": bids(_late),
}  # fmt: skip
