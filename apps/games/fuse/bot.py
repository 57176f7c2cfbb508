"""The house's player of Fuse. It counts what everybody may count and knows no hand but its own."""

from __future__ import annotations

from typing import Final

from apps.games.fuse.cards import FUSE, POINTS, CardId, highest, is_defuse, is_fuse, lowest, worth
from apps.games.fuse.dealing import packet
from apps.games.fuse.orders import KINDLE_FROM
from apps.games.fuse.rules import legal
from apps.games.fuse.state import Action, Bomb, Cut, Lay, Pass, Shed, State, Strike
from apps.kernel.chance import Chance
from apps.kernel.table import Seat

_AVERAGE: Final = worth(FUSE) / len(FUSE)
"""Points a card of the deck adds to the fuse sooner or later."""

# Found by playing thousands of matches against itself with one number changed.
_PATIENCE: Final = 0.75
"""A prize is good enough when it is this part of what every bomb left would win on average …"""
_PATIENCE_ALONE: Final = 0.5
"""… or this part, when nobody else has a bomb: then only a defuse card or the time bomb can spoil it."""
_GREED: Final = 90
"""No prize is waited for longer: somebody cuts a fuse that long."""
_SPITE: Final = 0.6
"""Without bombs, cut at this part of what a bomb of the others wins on average."""
_SHED_TURNS: Final = 3
"""Get rid of high cards when fewer turns than this are left for every fuse card in the hand."""


def choose(state: State, seat: Seat, _luck: Chance) -> Action:
    """A sensible answer to the seat's open question."""
    if state.cut_by is not None:
        return _reply(state, seat)
    hand = state.hands[seat]
    defuse = [card for card in hand if is_defuse(card)]
    if state.fuse:
        if state.bombs[seat] and _good_enough(state, seat):
            return Bomb()
        if defuse and not state.bombs[seat] and _spoils(state):
            return Cut(lowest(defuse))
    fuse = [card for card in hand if is_fuse(card)]
    if fuse:
        return Lay(_next_card(state, seat, fuse))
    return Cut(lowest(defuse)) if state.fuse else Shed(lowest(defuse))


def _good_enough(state: State, seat: Seat) -> bool:
    """Bomb for a prize of the average size still to come, and sooner when the turns run out."""
    running_out = _turns(state) < state.bombs[seat]
    return running_out or _prize(state) >= _aim(state, seat)


def _aim(state: State, seat: Seat) -> float:
    """The prize the seat waits for."""
    alone = sum(state.bombs) == state.bombs[seat]
    if alone:
        return _PATIENCE_ALONE * _fair(state)
    return min(_GREED, _PATIENCE * _fair(state))


def _spoils(state: State) -> bool:
    """Whether a cut takes a prize from somebody who would soon have bombed."""
    return any(state.bombs) and _prize(state) >= _SPITE * _fair(state)


def _next_card(state: State, seat: Seat, fuse: list[CardId]) -> CardId:
    """A high card costs in the hand in the end, but must not make the prize ripe for the next seat."""
    high = highest(fuse)
    ending = _turns(state) < _SHED_TURNS * len(fuse)
    ripe = sum(state.bombs) > state.bombs[seat] and _prize(state) + POINTS[high] >= _aim(state, seat)
    return lowest(fuse) if ripe and not ending else high


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


def _draws(state: State) -> float:
    """How many cards are drawn until the time bomb, on average: it lies anywhere in the bottom packet."""
    under = state.left - 1
    within = min(under, packet(state.setup.options))
    return under - within / 2
