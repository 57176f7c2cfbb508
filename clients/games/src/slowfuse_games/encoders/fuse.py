"""What a seat of Fuse knows, as an array.

Cards are counted by points, because those with equal points are the same. So the order in which cards were played is
forgotten, and in which turn a bomb was thrown. First comes what is the same for everyone, then the seat's own hand and
reply, and then the same numbers for each seat, beginning with the one who looks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from apps.games.fuse.cards import FACES, Options, sum_points
from apps.games.fuse.dealing import bombs_each, pile_size
from apps.games.fuse.state import Cards, State
from apps.kernel.table import Seat, Setup
from slowfuse_games.encoding import Layout

_FACES: Final = tuple(dict.fromkeys((card.kind, card.points) for card in FACES.values() if card.kind != "timebomb"))
"""The different cards to hold: four fuse cards, three defuse cards, the Extinguisher, and the Matchman."""
_FACE_OF: Final = tuple(
    _FACES.index((card.kind, card.points)) if card.kind != "timebomb" else len(_FACES) for card in FACES.values()
)
_KINDS: Final = len(_FACES)
_POINTS_UNIT: Final = 100
_COUNT_UNIT: Final = 10


class Encode:
    """The encoder for tables with one setup."""

    needs_memory = False

    def __init__(self, setup: Setup[Options]) -> None:
        seats, layout, each = setup.seats, Layout(), Layout()
        self._seats, self._pile = seats, pile_size(setup.options, seats)
        self._bombs_each, self._deals = bombs_each(seats), setup.options.deals
        self._asked = layout.add("asked: turn, Matchman", 2)
        self._public = layout.add("deal, cards left, fuse points, points beside, Matchman could be in play", 5)
        self._fuse = layout.add("cards of the fuse", _KINDS)
        self._beside = layout.add("cards beside the matchstick", _KINDS)
        self._hand = layout.add("own hand", _KINDS)
        self._reply = layout.add("own sealed reply: pass, strike", 2)
        self._rows = layout.size
        each.add("has the turn, cut the fuse, is short of a card, started, bombs, score, tiebreaker", 7)
        self._taken = each.add("cards won", _KINDS)
        self._played = each.add("cards played", _KINDS)
        self._each = each.size
        layout.add_seats(seats, each)
        self.layout, self.size = layout.parts, layout.size
        self.reset()

    def reset(self) -> None:
        """Forget what was kept to encode the next table of the same match faster."""
        self._by_seat = np.zeros((2 * self._seats, self._each), np.float32)
        self._flat = self._by_seat.reshape(-1)
        self._all = np.zeros(self._rows, np.float32)
        self._drawn: State | None = None

    def encode(self, state: State, seat: Seat) -> NDArray[np.float32]:
        """Return a new array with what the seat knows."""
        if state is not self._drawn:
            self._draw(state)
            self._drawn = state
        found = np.empty(self.size, np.float32)
        found[: self._rows] = self._all
        start = seat * self._each
        found[self._rows :] = self._flat[start : start + self._seats * self._each]
        found[self._hand : self._hand + _KINDS] = _count_faces(state.hands[seat])
        if state.ended is None:
            if state.cut_by is None:
                found[self._asked] = seat == state.seat
            else:
                found[self._asked + 1] = seat != state.cut_by
                for reply in state.replies:
                    if reply.seat == seat:
                        found[self._reply + reply.strike] = 1
        return found

    def _draw(self, state: State) -> None:
        """Draw what is public and has changed since the last table."""
        before = self._drawn
        numbers = self._all
        numbers[self._public : self._fuse] = (
            state.deal / self._deals,
            state.left / self._pile,
            sum_points(state.fuse) / _POINTS_UNIT,
            sum_points(state.beside) / _POINTS_UNIT,
            state.matchman,
        )
        if before is None or state.fuse is not before.fuse:
            numbers[self._fuse : self._fuse + _KINDS] = _count_faces(state.fuse)
        if before is None or state.beside is not before.beside:
            numbers[self._beside : self._beside + _KINDS] = _count_faces(state.beside)
        rows, seats = self._by_seat, self._seats
        for seat in range(seats):
            taken, played = state.taken[seat], state.played[seat]
            points = state.totals[seat] if state.ended else state.totals[seat] + sum_points(taken)
            row = rows[seat]
            row[: self._taken] = (
                seat == state.seat,
                seat == state.cut_by,
                seat == state.short,
                seat == state.starter,
                state.bombs[seat] / self._bombs_each,
                points / _POINTS_UNIT,
                state.defused[seat] / _POINTS_UNIT,
            )
            if before is None or taken is not before.taken[seat]:
                row[self._taken : self._played] = _count_faces(taken)
            if before is None or played is not before.played[seat]:
                row[self._played :] = _count_faces(played)
        rows[seats:] = rows[:seats]


@lru_cache(4096)
def _count_faces(cards: Cards) -> NDArray[np.float32]:
    counts = [0.0] * _KINDS
    for card in cards:
        counts[_FACE_OF[card]] += 1 / _COUNT_UNIT
    return np.array(counts, np.float32)
