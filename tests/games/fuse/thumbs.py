"""Rules of thumb that people use at Fuse; none of them should beat the bot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from apps.games.fuse.cards import (
    POINTS_BY_CARD,
    is_defuse,
    is_fuse,
    select_highest_card,
    select_lowest_card,
    sum_points,
)
from apps.games.fuse.rules import legal
from apps.games.fuse.state import Action, Bomb, Cut, Lay, Pass, Shed, State
from apps.kernel.policies import Policy
from apps.kernel.table import Seat

NEVER: Final = 10_000


def thumb(*, bomb: int, leave: int = NEVER, cut: int = NEVER, low: bool = False) -> Policy:
    """Return a policy with thresholds in points.

    It bombs from `bomb` on, leaves the next player less than `leave`, and without a bomb cuts from `cut` on.
    """

    def choose(state: State, seat: Seat) -> Action:
        if state.cut_by is not None:
            return Pass()
        hand, prize = state.hands[seat], sum_points(state.fuse) + sum_points(state.beside)
        fuse, defuse = [card for card in hand if is_fuse(card)], [card for card in hand if is_defuse(card)]
        if not state.fuse:
            return (
                Lay((select_lowest_card if low else select_highest_card)(fuse))
                if fuse
                else Shed(select_lowest_card(defuse))
            )
        if state.bombs[seat] and prize >= bomb:
            return Bomb()
        if defuse and not state.bombs[seat] and prize >= cut:
            return Cut(select_lowest_card(defuse))
        if small := [card for card in fuse if prize + POINTS_BY_CARD[card] < leave]:
            return Lay((select_lowest_card if low else select_highest_card)(small))
        if state.bombs[seat] and prize >= 0.8 * bomb:
            return Bomb()
        return Cut(select_lowest_card(defuse)) if defuse else Lay(select_lowest_card(fuse))

    return _policy(choose)


def _first(state: State, seat: Seat) -> Action:
    return legal(state, seat)[0]


def _last(state: State, seat: Seat) -> Action:
    return legal(state, seat)[-1]


def _policy(choose: Callable[[State, Seat], Action]) -> Policy:
    def policy(_game: Any) -> Any:
        return lambda state, ask, _whim: choose(state, ask.seat)

    return policy


PAIRS: Final = tuple(
    (bomb, leave) for bomb in range(20, 111, 5) for leave in (*range(max(20, bomb - 20), 131, 5), NEVER)
)
"""All pairs of thresholds worth trying: the points from which to bomb, and the points to leave less than."""
BEST: Final[Mapping[int, Sequence[tuple[int, int]]]] = {
    2: ((75, 80), (90, 75)),
    3: ((80, 70), (75, 70)),
    4: ((50, 55), (45, 90)),
    5: ((35, 45), (35, 40)),
    6: ((35, 90), (35, 125)),
}
"""The pairs that do best against Cinder, by number of seats."""

THUMBS: Final[Mapping[str, Policy]] = {
    **{f"bomb at {at}, leave {leave}": thumb(bomb=at, leave=leave) for at, leave in (
        (30, 40), (40, 50), (50, 50), (45, 55), (50, 60), (55, 65), (60, 60), (60, 70), (65, 75), (70, 70), (70, 80),
        (75, 85), (80, 90), (90, 100),
    )},
    "bomb at 70, leave anything": thumb(bomb=70),
    "bomb at 100, leave anything": thumb(bomb=100),
    "bomb at 60, low cards": thumb(bomb=60, low=True),
    "bomb at 60, leave 70, cut from 40": thumb(bomb=60, leave=70, cut=40),
    "bomb at anything": thumb(bomb=1),
    "the first legal answer": _policy(_first),
    "the last legal answer": _policy(_last),
}  # fmt: skip
