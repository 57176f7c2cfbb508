"""What a seat of Lunar Laser Frogs knows, as an array.

Of earlier turns it keeps only the scores, and of the last one what each seat threw and won. First comes what is the
same for everyone, then the seat's own cards, plan and sealed reply, and then the same numbers for each seat, beginning
with the one who looks.
"""

from __future__ import annotations

from typing import Final, get_args

import numpy as np
from numpy.typing import NDArray

from apps.games.frogs.cards import DICE, KINDS, ROLLS_PER_TURN, Face, Options, cards_each
from apps.games.frogs.rules import legal
from apps.games.frogs.scoring import count_planned_turns
from apps.games.frogs.state import State, Thrown
from apps.kernel.table import Seat, Setup
from slowfuse_games.encoding import Layout

_FACE_NUMBER: Final = {face: number for number, face in enumerate(get_args(Face))}
_KIND_NUMBER: Final = {kind: number for number, kind in enumerate(KINDS)}
_DIE_SIZE: Final = len(_FACE_NUMBER) + 1
_POINTS_UNIT: Final = 10
_SCORE_UNIT: Final = 50
_CARD_SIZE: Final = 2 + len(KINDS)
"""Numbers of a card in the pile: its place from the first, its window, and its kind if known."""


class Encode:
    """The encoder for tables with one setup."""

    needs_memory = False

    def __init__(self, setup: Setup[Options]) -> None:
        seats, layout, each = setup.seats, Layout(), Layout()
        self._seats, self._cards = seats, cards_each(seats)
        self._pile_size = self._cards * (seats - 1)
        self._asked = layout.add("asked: throw, dice, copy", 3)
        self._public = layout.add("turn, window 0 to 3, all cards thrown", 2 + ROLLS_PER_TURN + 1)
        self._dice = layout.add("dice: face, and in which roll", len(DICE) * _DIE_SIZE)
        self._own = layout.add("own plan", ROLLS_PER_TURN)
        self._reply = layout.add("own sealed reply: waits, cards", 1 + len(KINDS) * self._cards)
        self._rows = layout.size
        self._score = each.add("score, is active", 2)
        self._thrown = each.add("cards in the pile", self._cards * _CARD_SIZE)
        self._last = each.add("last turn: points, was active, was copied", 3)
        self._last_thrown = each.add("last turn: cards in the pile", self._cards * _CARD_SIZE)
        self._each = each.size
        layout.add_seats(seats, each)
        self.layout, self.size = layout.parts, layout.size
        self.reset()

    def reset(self) -> None:
        """Forget what was kept to encode the next table of the same match faster."""
        self._all = np.zeros(self._rows, np.float32)
        self._by_seat = np.zeros((2 * self._seats, self._each), np.float32)
        self._flat = self._by_seat.reshape(-1)
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
        if state.over is None:
            self._draw_question(found, state, seat)
        if state.seat == seat:
            if state.plan is not None:
                found[self._own : self._own + ROLLS_PER_TURN] = [size / len(DICE) for size in state.plan]
        elif not state.over:
            self._draw_own_cards(found, state, seat)
        return found

    def _draw_question(self, found: NDArray[np.float32], state: State, seat: Seat) -> None:
        if state.closed:
            found[self._asked + 2] = seat == state.seat
        elif legal(state, seat):
            found[self._asked + (seat == state.seat)] = 1

    def _draw_own_cards(self, found: NDArray[np.float32], state: State, seat: Seat) -> None:
        """Draw the kinds of the seat's own cards in the pile, and its reply."""
        at, nth = self._rows + self._thrown, 0
        for card in state.pile:
            if card.seat == seat:
                if card.kind is not None:
                    found[at + nth * _CARD_SIZE + 2 + _KIND_NUMBER[card.kind]] = 1
                nth += 1
        for reply in state.replies:
            if reply.seat == seat:
                found[self._reply] = not reply.cards
                for number, kind in enumerate(reply.cards):
                    found[self._reply + 1 + number * len(KINDS) + _KIND_NUMBER[kind]] = 1

    def _draw(self, state: State) -> None:
        """Draw what is public and has changed since the last table."""
        before = self._drawn
        changed = before is None or (
            state.pile is not before.pile
            or state.faces is not before.faces
            or state.turn != before.turn
            or state.window != before.window
            or state.scores is not before.scores
            or state.closed != before.closed
            or state.last is not before.last
        )
        if not changed:
            return
        numbers = self._all
        numbers[:] = 0
        numbers[self._public] = state.turn / count_planned_turns(state)
        numbers[self._public + 1 + state.window] = 1
        numbers[self._public + ROLLS_PER_TURN + 2] = state.closed
        for die, (face, roll) in enumerate(zip(state.faces, state.fell, strict=True)):
            if face is not None:
                at = self._dice + die * _DIE_SIZE
                numbers[at + _FACE_NUMBER[face]] = 1
                numbers[at + _DIE_SIZE - 1] = roll / ROLLS_PER_TURN
        rows, seats = self._by_seat, self._seats
        rows[:] = 0
        for seat in range(seats):
            rows[seat, self._score : self._score + 2] = state.scores[seat] / _SCORE_UNIT, seat == state.seat
        revealed = state.copied is not None
        self._draw_pile(state.pile, self._thrown, kinds=revealed)
        if (last := state.last) is not None:
            for seat in range(seats):
                points = last.gains[seat] / _POINTS_UNIT
                rows[seat, self._last : self._last + 3] = points, seat == last.seat, seat == last.whom
            self._draw_pile(last.pile, self._last_thrown, kinds=True)
        rows[seats:] = rows[:seats]

    def _draw_pile(self, pile: tuple[Thrown, ...], column: int, *, kinds: bool) -> None:
        """Draw the cards of a pile in the rows of their seats, with their kinds only if everyone has seen them."""
        counts = [0] * self._seats
        for place, card in enumerate(pile, 1):
            at = column + counts[card.seat] * _CARD_SIZE
            counts[card.seat] += 1
            row = self._by_seat[card.seat]
            row[at], row[at + 1] = place / self._pile_size, (card.window + 1) / (ROLLS_PER_TURN + 1)
            if kinds and card.kind is not None:
                row[at + 2 + _KIND_NUMBER[card.kind]] = 1
