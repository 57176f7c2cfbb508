"""What a seat of Die Bombe knows, as an array. Nothing is forgotten except one's own unneeded tiebreak bids.

First comes what is the same for everyone, then what only the seat knows, and then the same numbers for each seat,
beginning with the one who looks. Points are in hundreds, and those of cards in twenty-fives.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from apps.games.bombe.bidding import MAX_REBIDS
from apps.games.bombe.cards import FACES, LOTS, POINTS, RED, Options, is_bomb, is_red, sum_points
from apps.games.bombe.state import Lot, Offer, Stacks, State
from apps.kernel.table import Seat, Setup
from slowfuse_games.encoding import Layout

_WINDOWS: Final = MAX_REBIDS + 1
_NUMBERS: Final = len(FACES) - RED[0]
"""Number of number cards."""
_POINTS_UNIT: Final = 100
_CARD_UNIT: Final = 25
_STACK_UNIT: Final = 12
_CARD_SIZE: Final = 4
"""Numbers of a card: its points in red, in green, whether it is a bomb, and whether it is still to be taken."""
_NO_CARDS: Final = (0.0,) * (2 * _CARD_SIZE)
_BOMBS: Final = RED[0]
_CARDS: Final = tuple(
    (0.0, 0.0, 1.0)
    if is_bomb(card)
    else (POINTS[card] / _CARD_UNIT * is_red(card), POINTS[card] / _CARD_UNIT * (not is_red(card)), 0.0)
    for card in FACES
)
"""The numbers of each card, without whether it's still to be taken."""


class Encode:
    """The encoder for tables with one setup."""

    needs_memory = False

    def __init__(self, setup: Setup[Options]) -> None:
        self._setup = setup
        seats, layout = setup.seats, Layout()
        self._asked = layout.add("asked: bid, choice, bomb", 3)
        self._lot = layout.add("lot, cards left, bombs left, rebid, price", 5)
        self._cards = layout.add("cards on offer", 2 * _CARD_SIZE)
        self._gone = layout.add("number cards seen so far", _NUMBERS)
        self._past_cards = layout.add("past lots: cards", LOTS * 2 * 3)
        self._past_price = layout.add("past lots: price, first card taken, second card taken", LOTS * 3)
        self._mine = layout.add("own sealed bid, own sealed tiebreak bid", 2)
        self._global = layout.size
        each = Layout()
        self._can_bid = each.add("can bid", 1)
        self._places = each.add("is winner, is second, lays the bomb", 3)
        self._minus = each.add("paid", 1)
        self._total = each.add("score", 1)
        self._counts = each.add("red cards, green cards", 2)
        self._held = each.add("place of each number card in the stack, from the bottom", _NUMBERS)
        self._offers = each.add("bids for this lot", _WINDOWS)
        self._ties = each.add("shown tiebreak bid for this lot", 1)
        self._past_bids = each.add("past lots: bids", LOTS * (_WINDOWS + 1))
        self._past_places = each.add("past lots: was winner, was second", LOTS * 2)
        self._each = each.size
        layout.add_seats(seats, each)
        self.layout, self.size = layout.parts, layout.size
        self._seats = seats
        self.reset()

    def reset(self) -> None:
        """Forget what was kept to encode the next table of the same match faster."""
        self._all = np.zeros(self._global, np.float32)
        self._by_seat = np.zeros((2 * self._seats, self._each), np.float32)
        """The numbers of each seat, twice in a row, so that every rotation is a slice."""
        self._flat = self._by_seat.reshape(-1)
        self._worths = [(0, 0, 0, 0)] * self._seats
        """Of each seat: number and points of its red cards, and of its green cards."""
        self._drawn = State(self._setup, stacks=(Stacks(),) * self._seats, minus=(0,) * self._seats)

    def encode(self, state: State, seat: Seat) -> NDArray[np.float32]:
        """Return a new array with what the seat knows."""
        if state is not self._drawn:
            self._draw(state)
        found = np.empty(self.size, np.float32)
        found[: self._global] = self._all
        start = seat * self._each
        found[self._global :] = self._flat[start : start + self._seats * self._each]
        if state.bidders:
            if seat in state.bidders:
                found[self._asked] = 1
            for offer in state.sealed:
                if offer.seat == seat:
                    found[self._mine] = offer.amount / _POINTS_UNIT
                    found[self._mine + 1] = offer.tie / _POINTS_UNIT
        elif state.bomber == seat:
            found[self._asked + 2] = 1
        elif state.bomber is None and state.first == seat and len(state.open) == 2:
            found[self._asked + 1] = 1
        return found

    def _draw(self, state: State) -> None:
        """Draw what is public and has changed since the last table. Equal parts of both are usually the same values."""
        before, self._drawn = self._drawn, state
        if (
            state.open is before.open
            and state.bidders is before.bidders
            and state.offers is before.offers
            and state.bomber is before.bomber
            and state.stacks is before.stacks
            and state.first is before.first
            and state.past is before.past
        ):
            return  # Only a sealed bid is new.
        if state.past is not before.past:
            self._draw_past(state, before)
        if state.offers is not before.offers:
            self._by_seat[:, self._offers : self._ties + 1] = 0
            for window, offers in enumerate(state.offers):
                self._draw_bids(offers, self._offers + window, self._ties)
        if state.stacks is not before.stacks or state.minus is not before.minus:
            self._draw_seats(state, before)
        self._draw_lot(state)
        self._by_seat[self._seats :] = self._by_seat[: self._seats]

    def _draw_lot(self, state: State) -> None:
        numbers, rows = self._all, self._by_seat
        cards: list[float] = []
        for card in state.cards:
            cards += _CARDS[card]
            cards.append(card in state.open)
            if not is_bomb(card):
                numbers[self._gone + card - RED[0]] = 1
        numbers[self._lot : self._gone] = (
            state.lot / LOTS,
            state.left / len(FACES),
            state.bombs / _BOMBS,
            state.again / MAX_REBIDS,
            state.price / _POINTS_UNIT,
            *(cards or _NO_CARDS),
        )
        rows[:, self._can_bid : self._minus] = 0
        for bidder in state.bidders:
            rows[bidder, self._can_bid] = 1
        for place, who in enumerate((state.first, state.second, state.bomber), self._places):
            if who is not None:
                rows[who, place] = 1

    def _draw_bids(self, offers: tuple[Offer, ...], column: int, tie: int) -> None:
        rows = self._by_seat
        for offer in offers:
            rows[offer.seat, column] = offer.amount / _POINTS_UNIT
            if offer.tie:
                rows[offer.seat, tie] = offer.tie / _POINTS_UNIT

    def _draw_seats(self, state: State, before: State) -> None:
        rows, known = self._by_seat, self._worths
        for seat, held in enumerate(state.stacks):
            if held is before.stacks[seat]:
                continue
            known[seat] = len(held.red), sum_points(held.red), len(held.green), sum_points(held.green)
            places = [0.0] * _NUMBERS
            for stack in (held.red, held.green):
                for place, card in enumerate(stack, 1):
                    places[card - RED[0]] = place / _STACK_UNIT
            rows[seat, self._held : self._offers] = places
        most_red = max(1, *[each[0] for each in known])
        most_green = max(1, *[each[2] for each in known])
        for seat, (red, red_points, green, green_points) in enumerate(known):
            total = red_points * (1 + (red == most_red)) + green_points * (1 + (green == most_green))
            minus = state.minus[seat]
            rows[seat, self._minus : self._held] = (
                minus / _POINTS_UNIT,
                (total - minus) / _POINTS_UNIT,
                red / _STACK_UNIT,
                green / _STACK_UNIT,
            )

    def _draw_past(self, state: State, before: State) -> None:
        """Draw the past lots that are new. The others are the very same values."""
        known = len(before.past)
        if len(state.past) < known or not all(map(_is_same, state.past, before.past)):
            known = 0
            self._all[self._gone : self._mine] = 0
            self._by_seat[:, self._past_bids :] = 0
        for number in range(known, len(state.past)):
            self._draw_past_lot(number, state.past[number])

    def _draw_past_lot(self, number: int, lot: Lot) -> None:
        numbers, rows = self._all, self._by_seat
        at = self._past_cards + number * 6
        numbers[at : at + 6] = (*_CARDS[lot.cards[0]], *_CARDS[lot.cards[1]])
        for card in lot.cards:
            if not is_bomb(card):
                numbers[self._gone + card - RED[0]] = 1
        at = self._past_price + number * 3
        took = -1 if lot.took is None else lot.cards.index(lot.took)
        numbers[at : at + 3] = lot.paid / _POINTS_UNIT, took == 0, took == 1
        column = self._past_bids + number * (_WINDOWS + 1)
        for window, offers in enumerate(lot.offers):
            self._draw_bids(offers, column + window, column + _WINDOWS)
        for place, who in enumerate((lot.first, lot.second), self._past_places + 2 * number):
            if who is not None:
                rows[who, place] = 1


def _is_same(one: Lot, two: Lot) -> bool:
    return one is two
