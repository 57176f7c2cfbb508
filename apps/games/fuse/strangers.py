"""Others at Fuse as far as one can tell: they play like the house's player, or they simply wait for so many points.

Who believed only in the first lost to the second: with two, *bomb at 75, leave 85* won 20 of 26 matches against Flint,
which had counted on leaving 80 to somebody who waits for 90. The bold give themselves away by what they leave: since
that is watched, it wins 8.5 of 30.
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
"""So many wait for points of those who have played no card yet, with two, three and so on; …"""
_CAREFUL: Final = 0.2
"""… this part of so many of those who never left more than the house's player would …"""
_LONG: Final = 16
"""… in so many cards; …"""
_BOLD: Final = 0.97
"""… but whoever left more does so almost certainly: of 8,000 of the house's players 48 did. Who often misses a deadline
is taken for one, too: silence never bombs, and nobody is told what was silence.
"""
_LEAST: Final = 0.61
"""They wait for at least this part of what the house's player waits for in the beginning, at most for as much; …"""
_LEAVES: Final = 1.13
"""… leave less than this many times as much to the next …"""
_NERVES: Final = 0.8
"""… and bomb at this part of it if every card would leave more."""
_FINE: Final = 1000


def stranger(state: State, seat: Seat, luck: Chance) -> Plays:
    """Somebody who may sit there."""
    kind, patience = luck.roll(f"stranger:{seat}", _FINE, 2)
    dared = measure_daring(state, seat)
    if kind >= _FINE * _by_points_likely(state, seat, dared):
        return choose
    most = usual(state.setup)
    least = min(most, max(_LEAST * most, dared / _LEAVES))
    return partial(_by_points, least + (most - least) * patience / _FINE)


def measure_daring(state: State, seat: Seat) -> int:
    """Return the greatest prize the seat left for the next that the house's player would not have left, in points."""
    left = state.leavings[seat] if state.leavings else ()
    return max((each.points for each in left if not leaves(state.setup, each)), default=0)


def _by_points_likely(state: State, seat: Seat, dared: int) -> float:
    """How likely it is that the seat waits for points, from what it dared to leave."""
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
