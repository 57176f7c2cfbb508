"""The house's player of Die Bombe. It weighs what winning brings against being second for nothing.

Its bids are mixed: the better one seems, the likelier it is, so that nobody can foresee it.
"""

from __future__ import annotations

from itertools import accumulate
from math import exp, sqrt
from typing import Final, NamedTuple, TypeAlias

from apps.games.bombe.bidding import allowed
from apps.games.bombe.bombing import places
from apps.games.bombe.cards import COLOURS, FACES, CardId, Colour
from apps.games.bombe.expected import POINTS, counts, doubling, points, worths
from apps.games.bombe.scoring import stack
from apps.games.bombe.state import Action, Bid, Cards, Choose, Lay, State
from apps.kernel.chance import Chance
from apps.kernel.table import Seat

# Found by playing thousands of matches against itself, its forerunner and simple bidders with one number changed.
_SPITE: Final = 0.03
"""What a gain of the leading rival costs, in points of one's own."""
_RISK: Final = 0.045
"""The part of a new card's worth each bomb not yet turned up takes away at a table of three; with more seats less, by
their square, for there is more to bomb, and whoever does hits who leads.
"""
_HABIT: Final = 1.0
"""What is usually bid, as a part of what the better card is worth on paper …"""
_TRUST: Final = 2
"""… which counts as much as this many bids of a rival."""
_BOMB_ON_PAPER: Final = 8
"""What a bomb is worth to anybody."""
_GUESS: Final = 0.74
"""A rival of usual habits bids this part of what the lot is worth to it …"""
_DOUBT: Final = 0.4
"""… give or take about this part, until its bids tell more."""
_LOGISTIC: Final = 0.55
"""The scale of a logistic curve, as a part of its deviation."""
_FANCY: Final = 0.04
"""A bid that promises so much less than the best, as a part of what winning is worth, is e times less likely."""

_STEPS: Final = 1 << 30

_Change: TypeAlias = list[float]
"""How what each seat may expect to have in the end changes."""


class _Prospect(NamedTuple):
    """What a lot is worth to a seat that pays nothing for it, compared to getting nothing."""

    won: float
    second: float


class _Rival(NamedTuple):
    """What a rival is expected to bid, and how much it may be off."""

    bid: float
    spread: float


def choose(state: State, seat: Seat, luck: Chance) -> Action:
    """A sensible answer to the seat's open question."""
    table = _Table(state)
    if state.bidders:
        return _bid(state, seat, table, luck)
    if state.bomber is not None:
        return table.target(seat) or places(state)[0]
    card, other = state.open
    behind = [] if state.second is None else [state.second]
    return Choose(card if table.lead(seat, behind) >= 0 else other)


# -- bidding ---------------------------------------------------------------------------


def _bid(state: State, seat: Seat, table: _Table, luck: Chance) -> Bid:
    bids = allowed(state)
    others = [each for each in state.bidders if each != seat]
    prospect, rivals = table.prospect(seat, others), _rivals(state, others, table)
    amount = _mixed(prospect, rivals, range(bids.lowest, bids.highest + 1), luck, "bid")
    if not bids.ties:
        return Bid(amount)
    ties = range(bids.lowest_tie(amount), bids.ties + 1)
    return Bid(amount, _mixed(prospect, [max(rivals)], ties, luck, "tie"))  # most likely with the strongest


def _mixed(prospect: _Prospect, rivals: list[_Rival], bids: range, luck: Chance, name: str) -> int:
    """A bid up to what winning is worth: the more it promises if the rivals bid as expected, the likelier."""
    won, second = prospect
    lowest, promises = bids[0], []
    for bid in range(lowest, max(lowest, min(bids[-1], int(won))) + 1):
        first, next_ = 1.0, 0.0
        for middle, spread in rivals:
            below = 1 / (1 + exp(min(50.0, (middle - bid) / spread)))
            next_ = next_ * below + first * (1 - below)
            first *= below
        promises.append(first * (won - bid) + next_ * second)
    best, fancy = max(promises), _FANCY * max(1.0, won)
    shares = list(accumulate(exp((promise - best) / fancy) for promise in promises))
    drawn = luck.roll(name, _STEPS)[0] / _STEPS * shares[-1]
    return lowest + next(i for i, share in enumerate(shares) if drawn < share)


def _rivals(state: State, others: list[Seat], table: _Table) -> list[_Rival]:
    """What the lot is worth to each, and whether it has bid more or less than usual so far."""
    seats = len(state.stacks)
    count = _TRUST + len(state.past)
    sums, squares = [_TRUST * _HABIT] * seats, [_TRUST * (_HABIT**2 + _DOUBT**2)] * seats
    now = _on_paper(state.cards)
    for lot in state.past:
        paper = sqrt(now * _on_paper(lot.cards))
        for offer in lot.offers[0]:
            habit = min(3.0, offer.amount / paper)
            sums[offer.seat] += habit
            squares[offer.seat] += habit * habit
    rivals = []
    for other in others:
        worth = _GUESS * max(3.0, *(table.use(other, card) for card in table.cards)) / _HABIT
        habit = sums[other] / count
        rivals.append(_Rival(worth * habit, worth * _LOGISTIC * sqrt(squares[other] / count - habit * habit)))
    return rivals


def _on_paper(cards: Cards) -> int:
    """What anybody would give for the better card."""
    return max(POINTS[card] or _BOMB_ON_PAPER for card in cards)


# -- what a lot is worth ---------------------------------------------------------------


class _Table:
    """What may become of the two open cards. Effects of both are added: each alone is little."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.cards = state.open
        self._keep = 1 - _RISK * (3 / state.setup.seats) ** 2 * state.bombs
        self._doubled = {colour: doubling(state, colour) for colour in COLOURS}
        self._counts = {colour: counts(state, colour) for colour in COLOURS}
        self._points = {colour: points(state, colour) for colour in COLOURS}
        self._worths = {
            colour: worths(self._doubled[colour], self._counts[colour], self._points[colour]) for colour in COLOURS
        }
        self._totals = [
            r + g - m for r, g, m in zip(self._worths["red"], self._worths["green"], state.minus, strict=True)
        ]
        self._taken: dict[tuple[Seat, CardId], _Change] = {}
        self._bombed: dict[Lay, _Change] | None = None
        self._leaders: dict[Seat, list[int]] = {}

    def prospect(self, seat: Seat, others: list[Seat]) -> _Prospect:
        """All rivals being equally likely to be where the seat is not, each taking the card it likes."""
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
        """How much better it is to take the first card and leave the other than the reverse."""
        card, other = self.cards
        left = sum(self._seen(seat, each, other) - self._seen(seat, each, card) for each in behind)
        return self._seen(seat, seat, card) - self._seen(seat, seat, other) + left

    def use(self, taker: Seat, card: CardId) -> float:
        """What a card brings whoever takes it."""
        return self._seen(taker, taker, card)

    def target(self, bomber: Seat) -> Lay | None:
        """Where the bomber likes a bomb most as the table is now."""
        if self._bombed is None:
            self._bombed = {lay: self._lost(lay) for lay in places(self._state)}
        bombed = self._bombed
        return max(bombed, key=lambda lay: self._good(bomber, bombed[lay]), default=None)

    def _seen(self, seat: Seat, taker: Seat, card: CardId) -> float:
        """What it means for a seat that one takes a card."""
        key = (taker, card)
        if key not in self._taken:
            self._taken[key] = self._won(taker, card)
        return self._good(seat, self._taken[key])

    def _good(self, seat: Seat, change: _Change) -> float:
        """One's own gain, less a part of that of the leading rivals."""
        if seat not in self._leaders:
            totals = [total for rival, total in enumerate(self._totals) if rival != seat]
            lead = max(totals)
            self._leaders[seat] = [i for i, total in enumerate(self._totals) if i != seat and total == lead]
        leaders = self._leaders[seat]
        return change[seat] - _SPITE * sum([change[each] for each in leaders]) / len(leaders)

    def _won(self, taker: Seat, card: CardId) -> _Change:
        kind = FACES[card].kind
        if kind == "bomb":
            lay = self.target(taker)
            return [0.0] * len(self._totals) if lay is None or self._bombed is None else self._bombed[lay]
        return self._change(kind, taker, 1, POINTS[card] * self._keep)

    def _lost(self, lay: Lay) -> _Change:
        return self._change(lay.colour, lay.seat, -1, -POINTS[stack(self._state, lay.seat, lay.colour)[-1]])

    def _change(self, colour: Colour, seat: Seat, more: int, worth: float) -> _Change:
        cards, values = self._counts[colour].copy(), self._points[colour].copy()
        cards[seat] += more
        values[seat] += worth
        after = worths(self._doubled[colour], cards, values)
        return [new - old for new, old in zip(after, self._worths[colour], strict=True)]
