"""The house's player of Die Bombe. It bids what a card is worth to it against what the others have bid so far."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, sqrt
from typing import Final, NamedTuple, TypeAlias

from apps.games.bombe.bidding import allowed
from apps.games.bombe.bombing import places
from apps.games.bombe.cards import FACES, GREEN, RED, CardId, is_bomb, is_red
from apps.games.bombe.state import Action, Bid, Cards, Choose, Lay, State
from apps.kernel.chance import Chance
from apps.kernel.table import Seat

# Found by playing thousands of matches against itself with one number changed.
_SPITE: Final = 0.45
"""What a gain of the rivals costs, the best of them and all on average, in points of one's own."""
_GUESS: Final = 1.0
"""What a rival nobody knows yet bids, as a part of what the better card is worth on paper …"""
_DOUBT: Final = 0.5
"""… give or take this part."""
_TRUST: Final = 2
"""The guess counts as much as this many bids."""
_BOMB_ON_PAPER: Final = 8
"""What a bomb is worth to anybody."""
_WHIM: Final = 0.04
"""Bots that sit alike do not bid alike: seat and lot sway what a lot is worth to them by steps of this part."""

_POINTS: Final = tuple(FACES[CardId(i)].points for i in range(len(FACES)))

_Hands: TypeAlias = tuple[tuple[Cards, Cards], ...]
"""Red and green stack of each seat."""
_Outlook: TypeAlias = tuple[float, ...]
"""What each seat may expect to have in the end."""


class _Prospect(NamedTuple):
    """What a lot is worth to a seat that pays nothing for it."""

    won: float
    second: float
    lost: float


class _Rival(NamedTuple):
    """What a rival is expected to bid, and how much it may be off."""

    bid: float
    spread: float


def choose(state: State, seat: Seat, luck: Chance) -> Action:
    """A sensible answer to the seat's open question."""
    table = _Table(state)
    if state.bidders:
        return _bid(state, seat, table)
    if state.bomber is not None:
        return table.target(seat) or places(state)[0]
    return Choose(max(state.open, key=lambda card: _use(table.taken(seat, state.second, card), seat)))


# -- bidding ---------------------------------------------------------------------------


def _bid(state: State, seat: Seat, table: _Table) -> Bid:
    bids, whim = allowed(state), _whim(state, seat)
    others = [each for each in state.bidders if each != seat]
    rivals, prospect = [_rival(state, other) for other in others], _prospect(table, seat, others)
    amount = _best(prospect, rivals, bids.highest, whim)
    if not bids.ties:
        return Bid(amount)
    return Bid(amount, _best(prospect, [max(rivals)], bids.ties, whim))  # a tie is most likely with the strongest


def _best(prospect: _Prospect, rivals: list[_Rival], highest: int, whim: float) -> int:
    """The bid that promises most if the rivals bid as expected."""
    won, second, lost = prospect
    gain, rest = (won - lost) * whim, (second - lost) * whim

    def promise(bid: int) -> float:
        first, next_ = 1.0, 0.0
        for rival in rivals:
            below = 1 / (1 + exp(min(50.0, (rival.bid - bid) / rival.spread)))
            first, next_ = first * below, next_ * below + first * (1 - below)
        return first * (gain - bid) + next_ * rest

    return max(range(1, max(1, min(highest, int(gain))) + 1), key=promise)


def _rival(state: State, rival: Seat) -> _Rival:
    """From its past bids for lots, each seen as if the lot had been like this one."""
    paper = _on_paper(state.cards)
    count, total, squares = _TRUST, _TRUST * _GUESS, _TRUST * (_GUESS**2 + _DOUBT**2)
    for lot in state.past:
        scale = 1 / sqrt(paper * _on_paper(lot.cards))
        for offer in lot.offers[0]:
            if offer.seat == rival:
                part = min(3.0, offer.amount * scale)
                count, total, squares = count + 1, total + part, squares + part * part
    mean = total / count
    return _Rival(paper * mean, 0.55 * paper * sqrt(squares / count - mean * mean))


def _on_paper(cards: Cards) -> int:
    """What anybody would give for the better card."""
    return max(_POINTS[card] or _BOMB_ON_PAPER for card in cards)


def _whim(state: State, seat: Seat) -> float:
    """From 1 to 6 by seat, in another order for each bid; the middle is no whim at all."""
    order = (seat + 1) * (1 + (state.lot + state.again) % 6) % 7
    return 1 + _WHIM * (order - 3.5)


# -- what a lot is worth ---------------------------------------------------------------


def _prospect(table: _Table, seat: Seat, others: list[Seat]) -> _Prospect:
    """Winning, being second, and neither, all rivals being equally likely to be where the seat is not."""
    won, second, lost = [], [], []
    for other in others:
        won.append(_use(table.taken(seat, other, table.liked(seat, other)), seat))
        second.append(_use(table.taken(other, seat, table.liked(other, seat)), seat))
        lost += [_use(table.taken(other, third, table.liked(other, third)), seat) for third in others if third != other]
    return _Prospect(_mean(won), _mean(second), _mean(lost or second))


class _Table:
    """The table and what may become of it in this lot."""

    def __init__(self, state: State) -> None:
        self._open = state.open
        self._minus = state.minus
        self._doubled = tuple(_doubling(state, colour) for colour in (RED, GREEN))
        self._taken: dict[tuple[Seat, Seat | None, CardId], _Outlook] = {}
        self._places = places(state)
        self._targets: dict[Seat, Lay | None] = {}
        self.hands: _Hands = tuple((stacks.red, stacks.green) for stacks in state.stacks)

    def outlook(self, hands: _Hands) -> _Outlook:
        """What each seat may expect: its cards, doubled as likely as it keeps the majority, less what it paid."""
        outlook = [-float(minus) for minus in self._minus]
        for colour, doubled in enumerate(self._doubled):
            counts = [len(hand[colour]) for hand in hands]
            *_, next_, most = sorted(counts)
            for seat, count in enumerate(counts):
                if count:
                    points = sum(map(_POINTS.__getitem__, hands[seat][colour]))
                    outlook[seat] += points * doubled[count - (next_ if count == most else most)]
        return tuple(outlook)

    def taken(self, first: Seat, second: Seat | None, card: CardId) -> _Outlook:
        """After the first took this card and the second, if there is one, the other."""
        key = (first, second, card)
        if key not in self._taken:
            hands = self._with(self.hands, first, card)
            if second is not None:
                hands = self._with(hands, second, self._open[self._open[0] == card])
            self._taken[key] = self.outlook(hands)
        return self._taken[key]

    def liked(self, first: Seat, second: Seat) -> CardId:
        """The card the first chooses."""
        return max(self._open, key=lambda card: _use(self.taken(first, second, card), first))

    def _with(self, hands: _Hands, taker: Seat, card: CardId) -> _Hands:
        """The stacks after a card was taken, and its bomb laid."""
        if is_bomb(card):
            return self.bombed(hands, self.target(taker))
        red, green = hands[taker]
        mine = ((*red, card), green) if is_red(card) else (red, (*green, card))
        return (*hands[:taker], mine, *hands[taker + 1 :])

    def target(self, bomber: Seat) -> Lay | None:
        """Where the bomber likes a bomb most as the table is now."""
        if bomber not in self._targets:
            self._targets[bomber] = max(
                self._places, key=lambda lay: _use(self.outlook(self.bombed(self.hands, lay)), bomber), default=None
            )
        return self._targets[bomber]

    def bombed(self, hands: _Hands, lay: Lay | None) -> _Hands:
        """The stacks after a bomb."""
        if lay is None:
            return hands
        red, green = hands[lay.seat]
        after = (red[:-1], green) if lay.colour == "red" else (red, green[:-1])
        return (*hands[: lay.seat], after, *hands[lay.seat + 1 :])


def _doubling(state: State, colour: Cards) -> dict[int, float]:
    """By how much a stack counts in the end, by its lead in cards over the next: 1 to 2."""
    seen = sum(colour[0] <= card <= colour[-1] for lot in state.past for card in lot.cards)
    left = len(colour) - seen - sum(colour[0] <= card <= colour[-1] for card in state.cards)
    blur = 0.15 + 0.4 * sqrt(left)
    return {lead: 1 + 1 / (1 + exp(-(lead + 0.5) / blur)) for lead in range(-12, 13)}


def _use(outlook: _Outlook, seat: Seat) -> float:
    """One's own prospects, less a part of the rivals'."""
    rivals = [*outlook[:seat], *outlook[seat + 1 :]]
    return outlook[seat] - _SPITE * (max(rivals) + _mean(rivals))


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)
