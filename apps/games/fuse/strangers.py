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
from apps.games.fuse.cards import POINTS, defuse_cards, fuse_cards, highest, lowest, worth
from apps.games.fuse.patience import leaves, usual
from apps.games.fuse.state import Action, Bomb, Cut, Lay, State
from apps.kernel.chance import Chance
from apps.kernel.table import Seat

Plays: TypeAlias = Callable[[State, Seat, Chance], Action]

_UNKNOWN: Final = (0.4, 0.1, 0.133, 0.1, 0.08)
"""Share of players who wait for points, among those who haven't played a card, with two seats, three and so on."""
_CAREFUL: Final = 0.2
"""Factor on that share for players who never left more than the bot would."""
_LONG: Final = 16
"""Number of cards after which that factor applies fully."""
_BOLD: Final = 0.97
"""The same share for players who left more, which only 48 of 8,000 bots did.

Players who often miss a deadline are counted too, because silence never bombs and isn't public.
"""
_LEAST: Final = 0.61
"""Minimum they wait for, as a share of what the bot waits for at the start. The maximum is 1."""
_LEAVES: Final = 1.13
"""They leave less than this many times what they wait for."""
_NERVES: Final = 0.8
"""The share of it at which they bomb if every card would leave more."""
_FINE: Final = 1000


def stranger(state: State, seat: Seat, luck: Chance) -> Plays:
    """Draw a style of play for this seat."""
    kind, patience = luck.roll(f"stranger:{seat}", _FINE, 2)
    dared = measure_daring(state, seat)
    if kind >= _FINE * _by_points_likely(state, seat, dared):
        return choose
    most = usual(state.setup)
    least = min(most, max(_LEAST * most, dared / _LEAVES))
    return partial(_by_points, least + (most - least) * patience / _FINE)


def measure_daring(state: State, seat: Seat) -> int:
    """Return the greatest prize that the seat left for the next and that the bot would not have left, in points."""
    left = state.leavings[seat] if state.leavings else ()
    return max((each.points for each in left if not leaves(state.setup, each)), default=0)


def _by_points_likely(state: State, seat: Seat, dared: int) -> float:
    """Return the probability that the seat waits for points, from what it dared to leave."""
    if dared:
        return _BOLD
    known = min(1, len(state.played[seat]) / _LONG)
    return _UNKNOWN[state.setup.seats - 2] * (1 - (1 - _CAREFUL) * known)


def _by_points(lot: float, state: State, seat: Seat, luck: Chance) -> Action:
    if state.cut_by is not None or not state.fuse:
        return choose(state, seat, luck)
    fuse, defuse = fuse_cards(state.hands[seat]), defuse_cards(state.hands[seat])
    prize, bombs = worth(state.fuse) + worth(state.beside), state.bombs[seat]
    if bombs and prize >= lot:
        return Bomb()
    if small := [card for card in fuse if prize + POINTS[card] < _LEAVES * lot]:
        return Lay(highest(small))
    if bombs and prize >= _NERVES * lot:
        return Bomb()
    return Cut(lowest(defuse)) if defuse else Lay(lowest(fuse))
