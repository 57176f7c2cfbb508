"""The prizes that the bot of Fuse waits for, and those that it leaves for the next player.

They depend only on public counts, so anyone can tell which players play differently.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from apps.games.fuse.cards import FUSE_CARD_IDS, Options, sum_points
from apps.games.fuse.dealing import bombs_each, get_packet_size, pile_size
from apps.games.fuse.state import Leaving, State
from apps.kernel.latest import cache_latest
from apps.kernel.table import Setup

_POINTS_PER_DRAW: Final = sum_points(FUSE_CARD_IDS) / len(FUSE_CARD_IDS)
"""Average points that a card of the deck adds to the fuse sooner or later."""


class Temper(NamedTuple):
    """A style of play.

    Its shares refer to what a bomb wins on average if all cards still to come are divided equally.
    """

    patience: float
    """The share at which a prize is good enough to bomb."""
    greed: int
    """Points at which it's good enough in any case, because someone cuts a fuse that long."""
    caution: float
    """A card is laid if the prize then stays below this share of what the others wait for."""
    alone: float
    """The share to wait for once the others are out of bombs. They have nothing better to do than cut the fuse."""


# Found by playing millions of matches against every pair of thresholds ("bomb at 75, leave less than 80"). One point
# can matter a lot. Cards are worth 3, 7, 10 or 15, so it decides which of them still fit.
_FULL_FUSE_TEMPERS: Final = (
    Temper(1.5, 90, 0.845, 1.0),
    Temper(0.9, 80, 0.9, 0.5),
    Temper(0.8, 60, 0.86, 0.3),
    Temper(0.8, 80, 0.85, 0.4),
    Temper(0.7, 80, 2.6, 0.2),
)
"""Styles for two seats, three, and so on. With six, the next player's gain hardly matters: four others miss it too."""
_SHORT_FUSE_TEMPERS: Final = (
    Temper(1.5, 45, 0.845, 1.0),
    Temper(0.9, 80, 0.9, 0.6),
    Temper(0.8, 30, 0.86, 0.3),
    Temper(0.8, 40, 0.85, 0.4),
    Temper(0.7, 40, 2.6, 0.2),
)
"""Styles for a short fuse."""


def get_temper(setup: Setup[Options]) -> Temper:
    return (_SHORT_FUSE_TEMPERS if setup.options.short_fuse else _FULL_FUSE_TEMPERS)[setup.seats - 2]


def compute_aim(state: State, *, alone: bool) -> float:
    """Return the prize that any seat waits for, in points.

    :param alone: whether no other seat has bombs
    """
    setup, share = state.setup, compute_fair_prize(state)
    if not alone:
        return _compute_capped_aim(setup, share)
    its = get_temper(setup)
    return min(its.caution * its.greed, its.alone * share)


@cache_latest
def compute_opening_aim(setup: Setup[Options]) -> float:
    """Return the prize that a seat waits for at the start of a deal, in points."""
    options, bombs = setup.options, setup.seats * bombs_each(setup.seats)
    return _compute_capped_aim(
        setup, _POINTS_PER_DRAW * _until_time_bomb(pile_size(options, setup.seats), options) / bombs
    )


def would_leave_prize(setup: Setup[Options], left: Leaving) -> bool:
    """Check whether the bot would leave such a prize for the next player if it has another choice.

    Late in a deal it waits for less and often has no choice. So it would still leave as much as at the start.
    """
    if left.points < always_left(setup):
        return True
    share = _POINTS_PER_DRAW * _until_time_bomb(left.pile, setup.options) / left.bombs
    return left.points < get_temper(setup).caution * _compute_capped_aim(setup, share)


@cache_latest
def always_left(setup: Setup[Options]) -> float:
    """Return the prize below which the bot would leave it at any time."""
    return get_temper(setup).caution * compute_opening_aim(setup)


def compute_fair_prize(state: State) -> float:
    """Return what a bomb wins if all cards still to be drawn are divided among all bombs left."""
    return _POINTS_PER_DRAW * compute_expected_draws(state) / max(1, sum(state.bombs))


@cache_latest
def compute_expected_draws(state: State) -> float:
    """Return the average number of cards drawn until the time bomb."""
    return _until_time_bomb(state.left, state.setup.options)


def _compute_capped_aim(setup: Setup[Options], share: float) -> float:
    its = get_temper(setup)
    return min(its.greed, its.patience * share)


def _until_time_bomb(left: int, options: Options) -> float:
    """Return that average for a pile of this size. The time bomb is anywhere in the bottom packet."""
    under = left - 1
    within = min(under, get_packet_size(options))
    return under - within / 2
