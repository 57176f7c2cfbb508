"""What the house's player of Fuse waits for, and what it leaves to the next: there are nothing but public counts in it,
so that anybody may tell who plays otherwise.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from apps.games.fuse.cards import FUSE, Options, worth
from apps.games.fuse.dealing import bombs_each, packet, pile_size
from apps.games.fuse.state import Leaving, State
from apps.kernel.latest import latest
from apps.kernel.table import Setup

_AVERAGE: Final = worth(FUSE) / len(FUSE)
"""Points a card of the deck adds to the fuse sooner or later."""


class Temper(NamedTuple):
    """How somebody plays, as parts of what a bomb wins on average if all that is still to come is shared among all."""

    patience: float
    """A prize is good enough to bomb …"""
    greed: int
    """… at this many points in any case: somebody cuts a fuse that long."""
    caution: float
    """A card is laid if the prize then stays below this part of what the others wait for."""
    alone: float
    """The part one waits for when all others are out of bombs: they have nothing better to do than cut the fuse."""


# Found by playing millions of matches against every pair of thresholds ("bomb at 75, leave less than 80"). One point
# can matter a lot: cards are worth 3, 7, 10 or 15, so it decides which of them still fit.
_FULL: Final = (
    Temper(1.5, 90, 0.845, 1.0),
    Temper(0.9, 80, 0.9, 0.5),
    Temper(0.8, 60, 0.86, 0.3),
    Temper(0.8, 80, 0.85, 0.4),
    Temper(0.7, 80, 2.6, 0.2),
)
"""For two seats, three, and so on. With six, what the next player gets hardly matters: four others miss it too."""
_SHORT: Final = (
    Temper(1.5, 45, 0.845, 1.0),
    Temper(0.9, 80, 0.9, 0.6),
    Temper(0.8, 30, 0.86, 0.3),
    Temper(0.8, 40, 0.85, 0.4),
    Temper(0.7, 40, 2.6, 0.2),
)
"""The same for a short fuse."""


def temper(setup: Setup[Options]) -> Temper:
    return (_SHORT if setup.options.short_fuse else _FULL)[setup.seats - 2]


def aim(state: State, *, alone: bool) -> float:
    """The prize a seat waits for, whoever it is, in points."""
    setup, share = state.setup, fair(state)
    if not alone:
        return _within(setup, share)
    its = temper(setup)
    return min(its.caution * its.greed, its.alone * share)


@latest
def usual(setup: Setup[Options]) -> float:
    """The prize it waits for in the beginning, in points."""
    options, bombs = setup.options, setup.seats * bombs_each(setup.seats)
    return _within(setup, _AVERAGE * _until_time_bomb(pile_size(options, setup.seats), options) / bombs)


def leaves(setup: Setup[Options], left: Leaving) -> bool:
    """Whether it would leave such a prize to the next if it has another choice. Late in a deal, when it waits for less
    and is often forced to, as much as in the beginning.
    """
    if left.points < always_left(setup):
        return True
    share = _AVERAGE * _until_time_bomb(left.pile, setup.options) / left.bombs
    return left.points < temper(setup).caution * _within(setup, share)


@latest
def always_left(setup: Setup[Options]) -> float:
    """What is below it, it would at any time."""
    return temper(setup).caution * usual(setup)


def fair(state: State) -> float:
    """What a bomb wins if all cards still to be drawn are shared among all bombs left."""
    return _AVERAGE * draws(state) / max(1, sum(state.bombs))


@latest
def draws(state: State) -> float:
    """How many cards are drawn until the time bomb, on average."""
    return _until_time_bomb(state.left, state.setup.options)


def _within(setup: Setup[Options], share: float) -> float:
    its = temper(setup)
    return min(its.greed, its.patience * share)


def _until_time_bomb(left: int, options: Options) -> float:
    """Of a pile of so many cards: it lies anywhere in the bottom packet."""
    under = left - 1
    within = min(under, packet(options))
    return under - within / 2
