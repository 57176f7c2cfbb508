"""The house's player of Fuse. It counts what everybody may count and knows no hand but its own."""

from __future__ import annotations

from math import inf
from typing import Final, NamedTuple

from apps.games.fuse.cards import FUSE, POINTS, CardId, Options, defuse_cards, fuse_cards, highest, lowest, worth
from apps.games.fuse.dealing import bombs_each, packet, pile_size
from apps.games.fuse.orders import KINDLE_FROM
from apps.games.fuse.rules import legal
from apps.games.fuse.state import Action, Bomb, Cut, Lay, Pass, Shed, State, Strike
from apps.kernel.chance import Chance
from apps.kernel.latest import latest
from apps.kernel.table import Seat, Setup

_AVERAGE: Final = worth(FUSE) / len(FUSE)
"""Points a card of the deck adds to the fuse sooner or later."""


class _Temper(NamedTuple):
    """How somebody plays, as parts of what a bomb wins on average if all that is still to come is shared among all."""

    patience: float
    """A prize is good enough to bomb …"""
    greed: int
    """… at this many points in any case: somebody cuts a fuse that long."""
    caution: float
    """A card is laid if the prize then stays below this part of what the others wait for."""
    alone: float
    """The part one waits for when nobody else has a bomb: then only a defuse card or the time bomb can spoil it."""


# Found by playing thousands of matches against thresholds of all kinds, its forerunner and itself, one number changed.
_TEMPERS: Final = (
    _Temper(0.9, 90, 0.85, 0.75),
    _Temper(0.9, 80, 0.9, 0.6),
    _Temper(0.88, 80, 0.88, 0.6),
    _Temper(0.8, 80, 0.85, 0.75),
    _Temper(0.82, 80, 0.9, 0.6),
)
"""Of two seats, three, and so on."""
_WHIM: Final = 0.05
"""Up or down by at most this part, so that nobody knows for how much one waits."""
_NERVES: Final = 0.8
"""If every card would leave a ripe prize: bomb at this part of what one waits for …"""
_SPOIL: Final = 0.4
"""… or cut from this part of what others wait for on."""
_SPITE: Final = 0.8
"""Without bombs, cut at this part of what a bomb of the others wins on average."""
_SHED_TURNS: Final = 3
"""Get rid of high cards when fewer turns than this are left for every fuse card in the hand."""


def choose(state: State, seat: Seat, luck: Chance) -> Action:
    """A sensible answer to the seat's open question."""
    if state.cut_by is not None:
        return _reply(state, seat)
    hand = state.hands[seat]
    fuse, defuse = fuse_cards(hand), defuse_cards(hand)
    if state.fuse:
        return _burning(state, seat, fuse, defuse, luck)
    return Lay(highest(fuse)) if fuse else Shed(lowest(defuse))


def _burning(state: State, seat: Seat, fuse: list[CardId], defuse: list[CardId], luck: Chance) -> Action:
    """Bomb what is good enough, else leave nothing to the next that is: a smaller card, an early bomb, a cut."""
    prize, bombs, others = _prize(state), state.bombs[seat], sum(state.bombs) - state.bombs[seat]
    aim = _aim(state, alone=not others) * (1 + _WHIM * (luck.roll("aim", 201)[0] / 100 - 1))
    if bombs and (prize >= aim or _turns(state) < bombs):
        return Bomb()
    if defuse and others and not bombs and prize >= _SPITE * _fair(state):
        return Cut(lowest(defuse))
    ripe = _temper(state.setup).caution * _aim(state, alone=False) if others else inf
    if small := [card for card in fuse if prize + POINTS[card] < ripe]:
        return Lay(highest(small))
    if bombs and prize >= _NERVES * aim:
        return Bomb()
    if defuse and (not fuse or prize >= _SPOIL * _aim(state, alone=False)):
        return Cut(lowest(defuse))
    ending = _turns(state) < _SHED_TURNS * len(fuse)
    return Lay(highest(fuse) if ending else lowest(fuse))


def usual(setup: Setup[Options]) -> float:
    """The prize it waits for in the beginning, in points."""
    options, bombs = setup.options, setup.seats * bombs_each(setup.seats)
    return _within(_temper(setup), _AVERAGE * _until_time_bomb(pile_size(options, setup.seats), options) / bombs)


def most_left(state: State) -> float:
    """The most it leaves to the next who has a bomb, unless it must; in points, now or in the beginning."""
    return _temper(state.setup).caution * max(usual(state.setup), _aim(state, alone=False))


def _temper(setup: Setup[Options]) -> _Temper:
    return _TEMPERS[setup.seats - 2]


def _aim(state: State, *, alone: bool) -> float:
    """The prize a seat waits for, whoever it is: there is nothing but public counts in it."""
    temper = _temper(state.setup)
    return temper.alone * _fair(state) if alone else _within(temper, _fair(state))


def _within(temper: _Temper, fair: float) -> float:
    return min(temper.greed, temper.patience * fair)


def _reply(state: State, seat: Seat) -> Action:
    strike = Strike() in legal(state, seat) and any(state.bombs) and worth(state.fuse) >= KINDLE_FROM
    return Strike() if strike else Pass()


def _prize(state: State) -> int:
    """What a bomb takes now."""
    return worth(state.fuse) + worth(state.beside)


def _fair(state: State) -> float:
    """What a bomb wins if all cards still to be drawn are shared among all bombs left."""
    return _AVERAGE * _draws(state) / max(1, sum(state.bombs))


def _turns(state: State) -> float:
    """How often each seat plays until the time bomb is drawn, on average."""
    return _draws(state) / state.setup.seats


@latest
def _draws(state: State) -> float:
    """How many cards are drawn until the time bomb, on average."""
    return _until_time_bomb(state.left, state.setup.options)


def _until_time_bomb(left: int, options: Options) -> float:
    """Of a pile of so many cards: it lies anywhere in the bottom packet."""
    under = left - 1
    within = min(under, packet(options))
    return under - within / 2
