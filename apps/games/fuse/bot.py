"""The house's player of Fuse. It counts what everybody may count and knows no hand but its own."""

from __future__ import annotations

from math import inf
from typing import Final

from apps.games.fuse.cards import POINTS, CardId, defuse_cards, fuse_cards, highest, lowest, worth
from apps.games.fuse.orders import KINDLE_FROM
from apps.games.fuse.patience import aim, draws, fair, temper
from apps.games.fuse.rules import legal
from apps.games.fuse.state import Action, Bomb, Cut, Lay, Pass, Shed, State, Strike
from apps.kernel.chance import Chance
from apps.kernel.table import Seat

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
    waits = aim(state, alone=not others) * (1 + _WHIM * (luck.roll("aim", 201)[0] / 100 - 1))
    if bombs and (prize >= waits or _turns(state) < bombs):
        return Bomb()
    if defuse and others and not bombs and prize >= _SPITE * fair(state):
        return Cut(lowest(defuse))
    ripe = temper(state.setup).caution * aim(state, alone=False) if others else inf
    if small := [card for card in fuse if prize + POINTS[card] < ripe]:
        return Lay(highest(small))
    if bombs and prize >= _NERVES * waits:
        return Bomb()
    if defuse and (not fuse or prize >= _SPOIL * aim(state, alone=False)):
        return Cut(lowest(defuse))
    ending = _turns(state) < _SHED_TURNS * len(fuse)
    return Lay(highest(fuse) if ending else lowest(fuse))


def _reply(state: State, seat: Seat) -> Action:
    strike = Strike() in legal(state, seat) and any(state.bombs) and worth(state.fuse) >= KINDLE_FROM
    return Strike() if strike else Pass()


def _prize(state: State) -> int:
    """What a bomb takes now."""
    return worth(state.fuse) + worth(state.beside)


def _turns(state: State) -> float:
    """How often each seat plays until the time bomb is drawn, on average."""
    return draws(state) / state.setup.seats
