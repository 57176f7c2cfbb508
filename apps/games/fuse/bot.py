"""The bot of Fuse. It uses only public counts and its own hand."""

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
"""Maximum random share added to or taken from its aim, so that no one knows what it waits for."""
_NERVES: Final = 0.8
"""If every card would leave a good prize, the share of its aim at which it bombs."""
_SPOIL: Final = 0.4
"""If every card would leave a good prize, the share of the others' aim at which it cuts."""
_SPITE: Final = 0.8
"""The share of an average prize at which it cuts if it has no bombs and others do."""
_SHED_TURNS: Final = 3
"""Number of turns per fuse card in the hand, below which it gets rid of high cards."""


def choose(state: State, seat: Seat, luck: Chance) -> Action:
    """Choose a sensible answer to the seat's open question."""
    if state.cut_by is not None:
        return _reply(state, seat)
    hand = state.hands[seat]
    fuse, defuse = fuse_cards(hand), defuse_cards(hand)
    if state.fuse:
        return _burning(state, seat, fuse, defuse, luck)
    return Lay(highest(fuse)) if fuse else Shed(lowest(defuse))


def _burning(state: State, seat: Seat, fuse: list[CardId], defuse: list[CardId], luck: Chance) -> Action:
    """Bomb a good prize, or leave none for the next player: with a smaller card, an early bomb or a cut."""
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
    """Return the points that a bomb wins now."""
    return worth(state.fuse) + worth(state.beside)


def _turns(state: State) -> float:
    """Return how often each seat plays until the time bomb is drawn, on average."""
    return draws(state) / state.setup.seats
