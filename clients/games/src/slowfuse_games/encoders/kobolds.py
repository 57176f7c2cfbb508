"""What a seat of Kobold Bombs knows, as an array made from its own memory.

Copies of a card are one kind (as in their numbers). The memory knows the faces that it has seen until they move unseen.
It keeps no earlier tricks: of those, the array contains what still lies on the table. First comes what is the same for
everyone, then the seat's own cards, and then the same numbers for each seat, beginning with the one who looks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from apps.games.kobolds import windows
from apps.games.kobolds.bombs import BOMBS
from apps.games.kobolds.cards import (
    APPARATUSES,
    CLOSED,
    MECHANISM,
    MECHANISMS,
    RESURRECTIONS,
    Cards,
    Options,
)
from apps.games.kobolds.cards import (
    TRICKS as TRICK_CARDS,
)
from apps.games.kobolds.state import Item, Pass, Play, State
from apps.games.kobolds.tricks import TRICKS, get_mission_key
from apps.games.kobolds.turn import find_asking_quirk
from apps.kernel.table import Seat, Setup
from slowfuse_games.encoding import Layout

_KEYS: Final = tuple(TRICKS)
_KIND_OF: Final = {
    **{card: at for at, face in enumerate(TRICKS.values()) for card in face.copies},
    **{card: len(_KEYS) + at for at, card in enumerate(APPARATUSES)},
    **dict.fromkeys((*MECHANISMS, MECHANISM), len(_KEYS) + len(APPARATUSES)),
    "TR": len(_KEYS) + len(APPARATUSES) + 1,
    "AP": len(_KEYS) + len(APPARATUSES) + 2,
    CLOSED: len(_KEYS) + len(APPARATUSES) + 3,
}
_KINDS: Final = len(_KEYS) + len(APPARATUSES) + 4
"""Kinds of cards: the tricks, the gadgets, a mechanism, a trick and a gadget whose faces weren't seen, any card."""
_BOMB_NAMES: Final = tuple(dict.fromkeys(bomb.title for bomb in BOMBS.values()))
_MISSIONS: Final = tuple(card for card in TRICK_CARDS if get_mission_key(card))
_PHASES: Final = ("start", "draw", "trick1", "tinker", "trick2", "end")
_QUESTIONS: Final = ("trick", "reply", "tinker", "quirk")
_STACK: Final = 4
"""Number of cards of a stack of interrupts that are drawn: the trick, and the last ones on top of it."""


class Encode:
    """The encoder for tables with one setup."""

    needs_memory = True

    def __init__(self, setup: Setup[Options]) -> None:
        seats, layout, each = setup.seats, Layout(), Layout()
        self._seats, self._gold = seats, setup.options.gold
        self._asked = layout.add("asked: trick, interrupt, tinker, quirk", len(_QUESTIONS))
        self._phase = layout.add("phase: start, draw, trick 1, tinker, trick 2, end", len(_PHASES))
        self._flags = layout.add("blocked, primed, swaps, rounds, windows, cards left, mechanisms left, explosions", 8)
        self._bomb = layout.add("bomb card", len(_BOMB_NAMES))
        self._inside = layout.add("cards in the bomb", _KINDS)
        self._top = layout.add("face-up card", _KINDS)
        self._discards = layout.add("discarded cards", _KINDS)
        self._stack = layout.add("waiting trick, and its last interrupts: card, player, target", 0)
        self._item = len(_KEYS) + 2 * seats
        layout.size += _STACK * self._item
        layout.parts["waiting trick, and its last interrupts: card, player, target"] = slice(self._stack, layout.size)
        self._mine = layout.add("own missions", len(_MISSIONS))
        self._said = layout.add("own sealed answer: pass, keeps passing, plays", 3 + len(_KEYS))
        self._own = layout.add("cashes in missions, has paid, has lifted the Blindfold", 3)
        self._rows = layout.size
        each.add("gold, holds the bomb, armed it, gets it next, tricks this turn, played last, cards", 7)
        self._hand = each.add("cards in hand", _KINDS)
        self._risen = each.add("resurrection card", len(RESURRECTIONS))
        self._active = each.add("tricks in front", len(_KEYS))
        self._named = each.add("named by tricks", len(_KEYS))
        self._each = each.size
        layout.add_seats(seats, each)
        self.layout, self.size = layout.parts, layout.size

    def reset(self) -> None:
        """Forget nothing, because nothing is kept."""

    def encode(self, state: State, seat: Seat) -> NDArray[np.float32]:
        """Return a new array with what the seat knows."""
        found = np.zeros(self.size, np.float32)
        question = _find_question(state, seat)
        if question is not None:
            found[self._asked + _QUESTIONS.index(question)] = 1
        if state.phase in _PHASES:
            found[self._phase + _PHASES.index(state.phase)] = 1
        found[self._flags : self._flags + 8] = (
            state.blocked,
            state.primed,
            state.swaps,
            state.rounds / 10,
            state.window / 10,
            state.left / 54,
            len(state.mechanisms) / len(MECHANISMS),
            state.blasts / 10,
        )
        if state.bomb is not None:
            found[self._bomb + _BOMB_NAMES.index(BOMBS[state.bomb].title)] = 1
        found[self._inside : self._top] = _count_kinds(state.inside)
        if state.top is not None:
            found[self._top + _KIND_OF[state.top]] = 1
        found[self._discards : self._discards + _KINDS] = _count_kinds(state.discards)
        self._draw_stack(found, state, seat)
        self._draw_own(found, state, seat)
        self._draw_seats(found, state, seat)
        return found

    def _draw_stack(self, found: NDArray[np.float32], state: State, seat: Seat) -> None:
        items: tuple[Item, ...] = state.stack[:1] + state.stack[1:][-(_STACK - 1) :]
        for number, item in enumerate(items):
            at = self._stack + number * self._item
            found[at + _KIND_OF[item.card]] = 1
            found[at + len(_KEYS) + (item.seat - seat) % self._seats] = 1
            if item.target is not None:
                found[at + len(_KEYS) + self._seats + (item.target - seat) % self._seats] = 1

    def _draw_own(self, found: NDArray[np.float32], state: State, seat: Seat) -> None:
        for number, card in enumerate(_MISSIONS):
            found[self._mine + number] = card in state.hands[seat]
        for each in state.sealed:
            if each.seat != seat:
                continue
            match each.said:
                case Pass(keep):
                    found[self._said + keep] = 1
                case Play(card):
                    found[self._said + 2] = 1
                    found[self._said + 3 + _KIND_OF[card]] = 1
        found[self._own : self._own + 3] = state.claims[seat], state.paid, state.lifted

    def _draw_seats(self, found: NDArray[np.float32], state: State, seat: Seat) -> None:
        rows = found[self._rows :].reshape(self._seats, self._each)
        for place, other in enumerate(state.setup.clockwise(seat)):
            row, hand = rows[place], state.hands[other]
            row[: self._hand] = (
                state.gold[other] / self._gold,
                other == state.holder,
                other == state.armer,
                other == state.bound_for,
                state.played[other],
                other == state.laid,
                len(hand) / 10,
            )
            row[self._hand : self._risen] = _count_kinds(hand)
            risen = state.risen[other]
            if risen is not None:
                row[self._risen + RESURRECTIONS.index(risen)] = 1
        for each in state.active:
            kind = _KIND_OF[each.card]
            rows[(each.seat - seat) % self._seats, self._active + kind] = 1
            if each.target is not None:
                rows[(each.target - seat) % self._seats, self._named + kind] = 1


def _find_question(state: State, seat: Seat) -> str | None:
    """Return what the seat is asked and hasn't answered, without working out what silence means (`rules.asks`)."""
    if windows.is_open(state):
        if seat not in windows.list_asked_seats(state) or seat in windows.get_sealed_answers(state):
            return None
        return "reply" if state.stack else "trick"
    if seat != state.holder:
        return None
    if state.phase == "tinker":
        return "tinker"
    return "quirk" if find_asking_quirk(state) is not None else None


@lru_cache(16384)
def _count_kinds(cards: Cards) -> NDArray[np.float32]:
    counts = np.zeros(_KINDS, np.float32)
    for card in cards:
        counts[_KIND_OF[card]] += 1
    return counts
