"""The other players at Fuse: they play like the bot, or they wait for a fixed number of points.

A player who only believed in the first kind lost to the second. With two seats, *bomb at 75, leave 85* won 20 of 26
matches against Flint, which counted on leaving 80 to someone who waits for 90. Bold players give themselves away by
what they leave. Now that this is watched, they win 8.5 of 30.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from apps.games.fuse.bot import choose
from apps.games.fuse.cards import (
    POINTS_BY_CARD,
    defuse_cards,
    fuse_cards,
    select_highest_card,
    select_lowest_card,
    sum_points,
)
from apps.games.fuse.patience import compute_opening_aim, would_leave_prize
from apps.games.fuse.state import Action, Bomb, Cut, Lay, State
from apps.kernel.chance import Chance
from apps.kernel.table import Seat

Plays: TypeAlias = Callable[[State, Seat, Chance], Action]

_WAITING_SHARES_BY_SEATS: Final = (0.4, 0.1, 0.133, 0.1, 0.08)
"""Share of players who wait for points, among those who haven't played a card, with two seats, three and so on."""
_CAREFUL_FACTOR: Final = 0.2
"""Factor on that share for players who never left more than the bot would."""
_CARDS_UNTIL_CAREFUL: Final = 16
"""Number of cards after which that factor applies fully."""
_BOLD_WAITING_SHARE: Final = 0.97
"""The same share for players who left more, which only 48 of 8,000 bots did.

Players who often miss a deadline are counted too, because silence never bombs and isn't public.
"""
_MIN_AIM_SHARE: Final = 0.61
"""Minimum they wait for, as a share of what the bot waits for at the start. The maximum is 1."""
_MAX_LEFT_SHARE: Final = 1.13
"""They leave less than this many times what they wait for."""
_NERVOUS_BOMB_SHARE: Final = 0.8
"""The share of it at which they bomb if every card would leave more."""
_ROLL_RESOLUTION: Final = 1000


def stranger(state: State, seat: Seat, luck: Chance) -> Plays:
    """Draw a style of play for this seat."""
    kind, patience = luck.roll(f"stranger:{seat}", _ROLL_RESOLUTION, 2)
    dared = measure_daring(state, seat)
    if kind >= _ROLL_RESOLUTION * _by_points_likely(state, seat, dared):
        return choose
    most = compute_opening_aim(state.setup)
    least = min(most, max(_MIN_AIM_SHARE * most, dared / _MAX_LEFT_SHARE))
    return partial(_by_points, least + (most - least) * patience / _ROLL_RESOLUTION)


def measure_daring(state: State, seat: Seat) -> int:
    """Return the greatest prize that the seat left for the next and that the bot would not have left, in points."""
    left = state.leavings[seat] if state.leavings else ()
    return max((each.points for each in left if not would_leave_prize(state.setup, each)), default=0)


def _by_points_likely(state: State, seat: Seat, dared: int) -> float:
    """Return the probability that the seat waits for points, from what it dared to leave."""
    if dared:
        return _BOLD_WAITING_SHARE
    known = min(1, len(state.played[seat]) / _CARDS_UNTIL_CAREFUL)
    return _WAITING_SHARES_BY_SEATS[state.setup.seats - 2] * (1 - (1 - _CAREFUL_FACTOR) * known)


def _by_points(lot: float, state: State, seat: Seat, luck: Chance) -> Action:
    if state.cut_by is not None or not state.fuse:
        return choose(state, seat, luck)
    fuse, defuse = fuse_cards(state.hands[seat]), defuse_cards(state.hands[seat])
    prize, bombs = sum_points(state.fuse) + sum_points(state.beside), state.bombs[seat]
    if bombs and prize >= lot:
        return Bomb()
    if small := [card for card in fuse if prize + POINTS_BY_CARD[card] < _MAX_LEFT_SHARE * lot]:
        return Lay(select_highest_card(small))
    if bombs and prize >= _NERVOUS_BOMB_SHARE * lot:
        return Bomb()
    return Cut(select_lowest_card(defuse)) if defuse else Lay(select_lowest_card(fuse))
