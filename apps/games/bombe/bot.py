"""The bot of Die Bombe. It compares the gain from winning with being second for free.

Its bids are random. The better a bid seems, the likelier it is, so that no one can predict it.
"""

from __future__ import annotations

from itertools import accumulate
from math import exp, sqrt
from typing import Final, NamedTuple, TypeAlias

from apps.games.bombe.bidding import get_allowed_bids
from apps.games.bombe.bombing import list_bomb_places
from apps.games.bombe.cards import COLOURS, FACES, CardId, Colour
from apps.games.bombe.expected import (
    POINTS,
    compute_expected_worths,
    count_colour_cards,
    get_doubling_factors,
    sum_colour_points,
)
from apps.games.bombe.scoring import get_stack
from apps.games.bombe.state import Action, Bid, Cards, Choose, Lay, State
from apps.kernel.chance import Chance
from apps.kernel.table import Seat

# Found by playing thousands of matches against itself, its predecessor and simple bidders, with one number changed.
_SPITE_PER_POINT: Final = 0.03
"""Cost of a point that the leading rival gains, in its own points."""
_BOMB_RISK_SHARE: Final = 0.045
"""Share of a new card's worth that each bomb still in the pile takes away, with three players.

With more players, it falls with their square. There are more cards to bomb, and bombs hit the leader.
"""
_HABIT_SHARE: Final = 1.0
"""Usual bid, as a share of what the better card is worth on paper."""
_TRUST_BIDS: Final = 2
"""Number of a rival's bids that count as much as that assumption."""
_BOMB_ON_PAPER: Final = 8
"""Worth of a bomb to any player."""
_GUESSED_BID_SHARE: Final = 0.74
"""Share of a lot's worth that a rival with usual habits bids."""
_BID_SHARE_DOUBT: Final = 0.4
"""Uncertainty of that share, until the rival's bids show more."""
_LOGISTIC_SCALE: Final = 0.55
"""Scale of a logistic curve, as a share of its deviation."""
_FANCY_LOSS_SHARE: Final = 0.04
"""Loss, as a share of what winning is worth, that makes a bid e times less likely than the best."""

_DRAW_RANGE: Final = 1 << 30

_Change: TypeAlias = list[float]
"""The change in each seat's expected final worth."""


class _Prospect(NamedTuple):
    """The worth of a lot to a seat that pays nothing for it, compared with getting nothing."""

    won: float
    second: float


class _Rival(NamedTuple):
    """A rival's expected bid, and its spread."""

    bid: float
    spread: float


def choose(state: State, seat: Seat, luck: Chance) -> Action:
    """Choose a sensible answer to the seat's open question."""
    table = _Table(state)
    if state.bidders:
        return _choose_bid(state, seat, table, luck)
    if state.bomber is not None:
        return table.target(seat) or list_bomb_places(state)[0]
    card, other = state.open
    behind = [] if state.second is None else [state.second]
    return Choose(card if table.lead(seat, behind) >= 0 else other)


# -- bidding ---------------------------------------------------------------------------


def _choose_bid(state: State, seat: Seat, table: _Table, luck: Chance) -> Bid:
    bids = get_allowed_bids(state)
    others = [each for each in state.bidders if each != seat]
    prospect, rivals = table.prospect(seat, others), _estimate_rival_bids(state, others, table)
    amount = _choose_mixed_bid(prospect, rivals, range(bids.lowest, bids.highest + 1), luck, "bid")
    if not bids.ties:
        return Bid(amount)
    ties = range(bids.lowest_tie(amount), bids.ties + 1)
    return Bid(amount, _choose_mixed_bid(prospect, [max(rivals)], ties, luck, "tie"))  # probably against the strongest


def _choose_mixed_bid(prospect: _Prospect, rivals: list[_Rival], bids: range, luck: Chance, name: str) -> int:
    """Draw a bid up to what winning is worth. The more it promises if rivals bid as expected, the likelier it is."""
    won, second = prospect
    lowest, promises = bids[0], []
    for bid in range(lowest, max(lowest, min(bids[-1], int(won))) + 1):
        first, next_ = 1.0, 0.0
        for middle, spread in rivals:
            below = 1 / (1 + exp(min(50.0, (middle - bid) / spread)))
            next_ = next_ * below + first * (1 - below)
            first *= below
        promises.append(first * (won - bid) + next_ * second)
    best, fancy = max(promises), _FANCY_LOSS_SHARE * max(1.0, won)
    shares = list(accumulate(exp((promise - best) / fancy) for promise in promises))
    drawn = luck.roll(name, _DRAW_RANGE)[0] / _DRAW_RANGE * shares[-1]
    return lowest + next(i for i, share in enumerate(shares) if drawn < share)


def _estimate_rival_bids(state: State, others: list[Seat], table: _Table) -> list[_Rival]:
    """Estimate the rivals' bids from what the lot is worth to each, and from their bids so far."""
    seats = len(state.stacks)
    count = _TRUST_BIDS + len(state.past)
    sums, squares = (
        [_TRUST_BIDS * _HABIT_SHARE] * seats,
        [_TRUST_BIDS * (_HABIT_SHARE**2 + _BID_SHARE_DOUBT**2)] * seats,
    )
    now = _on_paper(state.cards)
    for lot in state.past:
        paper = sqrt(now * _on_paper(lot.cards))
        for offer in lot.offers[0]:
            habit = min(3.0, offer.amount / paper)
            sums[offer.seat] += habit
            squares[offer.seat] += habit * habit
    rivals = []
    for other in others:
        worth = _GUESSED_BID_SHARE * max(3.0, *(table.use(other, card) for card in table.cards)) / _HABIT_SHARE
        habit = sums[other] / count
        rivals.append(_Rival(worth * habit, worth * _LOGISTIC_SCALE * sqrt(squares[other] / count - habit * habit)))
    return rivals


def _on_paper(cards: Cards) -> int:
    """Return what any player would give for the better card."""
    return max(POINTS[card] or _BOMB_ON_PAPER for card in cards)


# -- what a lot is worth ---------------------------------------------------------------


class _Table:
    """The possible results of the two open cards. Effects of both are added, because each alone is small."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.cards = state.open
        self._keep = 1 - _BOMB_RISK_SHARE * (3 / state.setup.seats) ** 2 * state.bombs
        self._doubled = {colour: get_doubling_factors(state, colour) for colour in COLOURS}
        self._counts = {colour: count_colour_cards(state, colour) for colour in COLOURS}
        self._points = {colour: sum_colour_points(state, colour) for colour in COLOURS}
        self._worths = {
            colour: compute_expected_worths(self._doubled[colour], self._counts[colour], self._points[colour])
            for colour in COLOURS
        }
        self._totals = [
            r + g - m for r, g, m in zip(self._worths["red"], self._worths["green"], state.minus, strict=True)
        ]
        self._taken: dict[tuple[Seat, CardId], _Change] = {}
        self._bombed: dict[Lay, _Change] | None = None
        self._leaders: dict[Seat, list[int]] = {}

    def prospect(self, seat: Seat, others: list[Seat]) -> _Prospect:
        """Estimate a lot's worth if all rivals are equally likely to be first or second.

        Each takes the card it likes.
        """
        card, other = self.cards
        rivals = len(others)
        mine = self._seen(seat, seat, card), self._seen(seat, seat, other)
        theirs = [(self._seen(seat, each, card), self._seen(seat, each, other)) for each in others]
        one, two = sum(pair[0] for pair in theirs), sum(pair[1] for pair in theirs)
        won = max(mine[0] + two / rivals, mine[1] + one / rivals)
        second = lost = 0.0
        for each, pair in zip(others, theirs, strict=True):
            took = self.use(each, card) < self.use(each, other)
            second += pair[took] + mine[not took]
            lost += pair[took] + ((one if took else two) - pair[not took]) / max(1, rivals - 1)
        lost = lost if rivals > 1 else second
        return _Prospect(won - lost / rivals, (second - lost) / rivals)

    def lead(self, seat: Seat, behind: list[Seat]) -> float:
        """Return how much better it is to take the first card and leave the other than the reverse."""
        card, other = self.cards
        left = sum(self._seen(seat, each, other) - self._seen(seat, each, card) for each in behind)
        return self._seen(seat, seat, card) - self._seen(seat, seat, other) + left

    def use(self, taker: Seat, card: CardId) -> float:
        """Return what a card brings the player who takes it."""
        return self._seen(taker, taker, card)

    def target(self, bomber: Seat) -> Lay | None:
        """Return the bomber's favourite place for a bomb as the table is now."""
        if self._bombed is None:
            self._bombed = {lay: self._lost(lay) for lay in list_bomb_places(self._state)}
        bombed = self._bombed
        return max(bombed, key=lambda lay: self._good(bomber, bombed[lay]), default=None)

    def _seen(self, seat: Seat, taker: Seat, card: CardId) -> float:
        """Return what it means for a seat that `taker` takes a card."""
        key = (taker, card)
        if key not in self._taken:
            self._taken[key] = self._won(taker, card)
        return self._good(seat, self._taken[key])

    def _good(self, seat: Seat, change: _Change) -> float:
        """Return the seat's own gain, less a share of the leading rivals' gain."""
        if seat not in self._leaders:
            totals = [total for rival, total in enumerate(self._totals) if rival != seat]
            lead = max(totals)
            self._leaders[seat] = [i for i, total in enumerate(self._totals) if i != seat and total == lead]
        leaders = self._leaders[seat]
        return change[seat] - _SPITE_PER_POINT * sum([change[each] for each in leaders]) / len(leaders)

    def _won(self, taker: Seat, card: CardId) -> _Change:
        kind = FACES[card].kind
        if kind == "bomb":
            lay = self.target(taker)
            return [0.0] * len(self._totals) if lay is None or self._bombed is None else self._bombed[lay]
        return self._change(kind, taker, 1, POINTS[card] * self._keep)

    def _lost(self, lay: Lay) -> _Change:
        return self._change(lay.colour, lay.seat, -1, -POINTS[get_stack(self._state, lay.seat, lay.colour)[-1]])

    def _change(self, colour: Colour, seat: Seat, more: int, worth: float) -> _Change:
        cards, values = self._counts[colour].copy(), self._points[colour].copy()
        cards[seat] += more
        values[seat] += worth
        after = compute_expected_worths(self._doubled[colour], cards, values)
        return [new - old for new, old in zip(after, self._worths[colour], strict=True)]
