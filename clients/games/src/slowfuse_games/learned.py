"""A player of Die Bombe with three seats that learned by playing (`learning/train_bombe.py`).

A small network reads the observation and what both cards on offer would change for everyone. It says how good each
answer without a number seems, and around which bid the others are less likely. It knows bids up to 80.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from apps.games.bombe.cards import POINTS, CardId, is_bomb, is_red, sum_points
from apps.games.bombe.state import Cards, State
from apps.kernel.chance import Chance
from apps.kernel.game import AnyAction, AnyAsk, AnyState
from apps.kernel.numbering import Numbering
from apps.kernel.table import AnySetup, Seat
from slowfuse_games.encoding import Encoder

SEATS: Final = 3
OTHER_ANSWERS: Final = 9
"""Number of answers before the first bid."""
BIDS: Final = np.arange(1, 81, dtype=np.float32)
ANSWERS: Final = OTHER_ANSWERS + len(BIDS)
CHANGES: Final = 2 * (1 + SEATS * SEATS) + 2 * SEATS
"""Number of values in `describe_changes`."""
WEIGHTS: Final = Path(__file__).with_name("bombe-3.npz")
_DRAW_RANGE: Final = 1 << 30
_POINTS_UNIT: Final = 25
BID_UNIT: Final = 20
MIN_SPREAD: Final = 0.7
MAX_SPREAD: Final = 15.0

Weights = dict[str, NDArray[np.float32]]


def load_weights(path: Path = WEIGHTS) -> Weights:
    """Return the learned weights."""
    with np.load(path) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def describe_changes(state: State, seat: Seat) -> list[float]:
    """Return how all scores would change if each seat took each card, or a bomb hit each last card.

    Seats are counted from the one who looks. For each card on offer: whether it's a bomb, then for each taker the
    change for everyone. For each seat: what a bomb on red and on green would cost it.
    """
    if len(state.cards) < 2:
        return [0.0] * CHANGES
    stacks = [state.stacks[other] for other in state.setup.clockwise(seat)]
    colours = [_Colour([stack.red for stack in stacks]), _Colour([stack.green for stack in stacks])]
    losses = [colour.get_bomb_loss(place) for place in range(SEATS) for colour in colours]
    return [*_list_card_changes(state.cards[0], colours), *_list_card_changes(state.cards[1], colours), *losses]


def _list_card_changes(card: CardId, colours: list[_Colour]) -> list[float]:
    if is_bomb(card):
        return [1.0] + [0.0] * (SEATS * SEATS)
    colour = colours[0 if is_red(card) else 1]
    return [0.0, *(change for taker in range(SEATS) for change in colour.list_changes(taker, 1, POINTS[card]))]


class _Colour:
    """Everyone's cards of a colour."""

    def __init__(self, stacks: list[Cards]) -> None:
        self.stacks = stacks
        self._counts = [*map(len, stacks)]
        self._points = [*map(sum_points, stacks)]
        self._now = _count_colour(self._counts, self._points)

    def list_changes(self, seat: int, more: int, worth: int) -> list[float]:
        """Return the change for everyone if a seat's cards of the colour change."""
        cards, values = [*self._counts], [*self._points]
        cards[seat] += more
        values[seat] += worth
        after = _count_colour(cards, values)
        return [(new - old) / _POINTS_UNIT for new, old in zip(after, self._now, strict=True)]

    def get_bomb_loss(self, seat: int) -> float:
        """Return what a seat loses if a bomb hits its last card of the colour."""
        if not self.stacks[seat]:
            return 0.0
        return -self.list_changes(seat, -1, -POINTS[self.stacks[seat][-1]])[seat]


def _count_colour(counts: list[int], points: list[int]) -> list[int]:
    most = max(1, *counts)
    return [value * 2 if count == most else value for count, value in zip(counts, points, strict=True)]


def run_network(
    weights: Weights, seen: NDArray[np.float32], masks: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], ...]:
    """Return both hidden layers, the middle and the spread of the bids, and the probability of each answer."""
    one = np.maximum(seen @ weights["w1"] + weights["b1"], 0)
    two = np.maximum(one @ weights["w2"] + weights["b2"], 0)
    shape = two @ weights["wm"] + weights["bm"] + seen[:, -CHANGES:] @ weights["wc"]
    middle = shape[:, :1] * BID_UNIT
    spread = np.clip(np.exp(shape[:, 1:]) * 4, MIN_SPREAD, MAX_SPREAD)
    bids = -(((BIDS - middle) / spread) ** 2) / 2
    logits = np.where(masks, np.concatenate([two @ weights["w3"] + weights["b3"], bids], axis=1), np.float32(-1e9))
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return one, two, middle, spread, powers / powers.sum(axis=1, keepdims=True)


class LearnedPlayer:
    """A player for simulations (`kernel.playout.Choose`). It draws its answers, so no one can predict them."""

    def __init__(
        self, setup: AnySetup, numbers: Numbering[AnyState, AnyAction], encoder: Encoder, weights: Weights | None = None
    ) -> None:
        if setup.seats != SEATS:
            raise ValueError("it has learned to play with three seats")
        self._numbers, self._encoder = numbers, encoder
        self._weights = load_weights() if weights is None else weights

    def __call__(self, state: AnyState, ask: AnyAsk, luck: Chance) -> AnyAction:
        """Return the answer to a question, from what the seat knows."""
        seat = ask.seat
        mask = np.frombuffer(self._numbers.mask(state, seat), np.int8)[:ANSWERS] > 0
        odds = run_network(self._weights, observe(self._encoder, state, seat)[None], mask[None])[-1][0]
        drawn = luck.roll("answer", _DRAW_RANGE)[0] / _DRAW_RANGE * odds.sum()
        number = min(int(np.searchsorted(np.cumsum(odds), drawn, side="right")), ANSWERS - 1)
        return self._numbers.decode(state, seat, number if mask[number] else int(odds.argmax()))


def observe(encoder: Encoder, state: AnyState, seat: Seat) -> NDArray[np.float32]:
    """Return what the network reads."""
    return np.concatenate([encoder.encode(state, seat), np.array(describe_changes(state, seat), np.float32)])
