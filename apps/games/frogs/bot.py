"""The house's player of Lunar Laser Frogs: exact odds for the dice, and the guess that the others choose sensibly.

It knows what everybody may know, and its own cards. What it says of a card's worth are points to be expected.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, groupby
from typing import Final, NamedTuple, TypeAlias

from apps.games.frogs.cards import DICE, KINDS, THROWS, scoring_each
from apps.games.frogs.odds import Counts, add, count, throws, worths
from apps.games.frogs.rules import held, owing
from apps.games.frogs.state import Action, Copy, Dice, State, Throw, Wait
from apps.kernel.chance import Chance
from apps.kernel.table import Seat

Each: TypeAlias = tuple[float, ...]
"""A number for each kind of card, in their order."""
Lying: TypeAlias = tuple[tuple[float, float], ...]
"""For each kind how likely no card of it lies in the pile, and how likely exactly one does."""

# Found by playing thousands of matches against itself and against chance with one number changed.
_TASTE: Final = 3
"""Of two cards the better one is chosen more often: by this power of what they are worth."""
_SHARP: Final = 2
"""The same for its own choice: bots that all think alike would get into each other's way."""
_HASTE: Final = (0.05, 0.1, 0.2, 1.0)
"""Which part of the cards still held is thrown in each window."""
_PATIENCE: Final = (1.05, 1.2)
"""From where to where: a card is thrown when it is worth so much of what waiting for one more throw would bring."""
_SPLIT: Final = Dice(1, 4, 1)
"""How the dice fall: little to know at first, nearly all after the second throw."""
_ROUNDS: Final = 8
"""How often it thinks again what the others think."""
_LITTLE: Final = 1e-6
"""Nobody is quite sure of anything."""

_GREY: Final = KINDS.index("grey")
_EMPTY: Final[Lying] = ((1.0, 0.0),) * len(KINDS)
_KEPT: Final = 8192


class View(NamedTuple):
    """What a decision about a card rests on."""

    window: int
    counts: Counts
    fallen: int
    """How many dice lie."""
    lying: Lying
    before: float
    """How many cards lie in the pile."""
    others: float
    """How many cards the others still have to throw."""
    faster: float
    """Which part of the cards of the same window comes before one's own."""
    scoring: int
    """How many cards of a kind score."""


def choose(state: State, seat: Seat, luck: Chance) -> Action:
    """A sensible answer to the seat's open question."""
    if seat != state.seat:
        return _throw(state, seat)
    if state.closed:
        return Copy(_richest(state))
    return _SPLIT if state.plan is None else Dice(*state.plan)


# -- throwing --------------------------------------------------------------------------


def _throw(state: State, seat: Seat) -> Action:
    owes = dict(owing(state))
    owed, hand = owes.pop(seat), tuple(map(KINDS.index, held(state, seat)))
    view = View(
        window=state.window,
        counts=count(state.faces),
        fallen=len(DICE) - state.fell.count(0),
        lying=_told(state)[0],
        before=len(state.pile),
        others=sum(owes.values()),
        faster=_faster(state, seat, owes),
        scoring=scoring_each(state.setup.seats),
    )
    worth, (whim, mood) = _now(view), _whims(state, seat)
    cards = _picked(_shared(view), hand, owed, whim)
    if state.window < THROWS:
        patience = _PATIENCE[0] + (_PATIENCE[1] - _PATIENCE[0]) * mood
        later = _later(view, hand, owed)
        cards = [card for card, wait in zip(cards, later, strict=True) if worth[card] > patience * wait]
    cards.sort(key=_GREY.__eq__)  # of two cards thrown together, grey counts the other
    return Throw(*(KINDS[card] for card in cards)) if cards else Wait()


@lru_cache(_KEPT)
def _now(view: View) -> Each:
    """What each card is worth if it is thrown in this window, while others throw what they like."""
    rivals = view.others * _HASTE[view.window] * view.faster
    return _amid(view, rivals, _tastes(_amid(view, 0, ())))


@lru_cache(_KEPT)
def _shared(view: View) -> Each:
    """How often to throw each card if everybody thinks alike.

    Where all crowd for the best card the second best is worth more, and so on, until none is better than another.
    """
    rivals = view.others * _HASTE[view.window] * view.faster
    likes = _tastes(_amid(view, 0, ()))
    for _ in range(_ROUNDS if rivals else 0):
        worth = _amid(view, rivals, likes)
        likes = _shares(like * (points + _LITTLE) for like, points in zip(likes, worth, strict=True))
    return likes


def _amid(view: View, rivals: float, likes: Each) -> Each:
    """What each card is worth after so many cards of rivals."""
    lying = _after(view.lying, likes, rivals)
    return _worth(worths(view.counts, view.fallen), lying, view.before + rivals, view.scoring)


@lru_cache(_KEPT)
def _later(view: View, hand: tuple[int, ...], owed: int) -> tuple[float, ...]:
    """What the best cards will be worth after one more throw of the dice, the others having thrown in this window."""
    likes = _tastes(_amid(view, 0, ()))
    rivals = view.others * _HASTE[view.window]
    dice = (len(DICE) - view.fallen) // (THROWS - view.window)
    ahead = view._replace(
        window=view.window + 1,
        fallen=view.fallen + dice,
        lying=_after(view.lying, likes, rivals),
        before=view.before + rivals,
        others=view.others - rivals,
    )
    total = [0.0] * owed
    for more, ways in throws(view.fallen, dice):
        worth = _now(ahead._replace(counts=add(view.counts, more)))
        best = sorted((worth[card] for card in hand), reverse=True)
        for place in range(owed):
            total[place] += ways * best[place]
    cases = len(DICE[0]) ** dice
    return tuple(points / cases for points in total)


def _picked(likes: Each, hand: Sequence[int], owed: int, whim: float) -> list[int]:
    """The best cards, or now and then one nearly as good."""
    left, chosen = list(hand), list[int]()
    while len(chosen) < owed:
        marks = tuple(accumulate(likes[card] ** _SHARP + _LITTLE for card in left))
        place = bisect_left(marks, whim * marks[-1])
        chosen.append(left.pop(place))
    return chosen


# -- copying ---------------------------------------------------------------------------


def _richest(state: State) -> Seat:
    """Whose cards promise most, if everybody chose sensibly in their window."""
    _, promised = _told(state)
    return max(dict.fromkeys(card.seat for card in state.pile), key=lambda seat: promised[seat])


# -- guessing --------------------------------------------------------------------------


def _told(state: State) -> tuple[Lying, tuple[float, ...]]:
    """What lies in the pile as far as one can guess, and what it promises each seat."""
    lying, promised, before = _EMPTY, [0.0] * state.setup.seats, 0
    scoring, final = scoring_each(state.setup.seats), worths(count(state.faces), len(DICE) - state.fell.count(0))
    for window, cards in groupby(state.pile, key=lambda card: card.window):
        seen = [face if fell <= window else None for face, fell in zip(state.faces, state.fell, strict=True)]
        means = worths(count(seen), len(DICE) - seen.count(None))
        likes = _tastes(_worth(means, lying, before, scoring))
        for card in cards:
            kinds = likes if card.kind is None else tuple(float(kind == card.kind) for kind in KINDS)
            worth = _worth(final, lying, before, scoring)
            promised[card.seat] += sum(map(float.__mul__, kinds, worth))
            lying, before = _after(lying, kinds, 1), before + 1
    return lying, tuple(promised)


def _worth(means: Sequence[float], lying: Lying, before: float, scoring: int) -> Each:
    """What each card is worth as the next one in the pile."""
    if scoring == 1:
        firsts = [none for none, _ in lying]
        return (*map(float.__mul__, means, firsts), before * firsts[_GREY])
    none, one = lying[_GREY]
    return (
        *(mean * (first + second) for mean, (first, second) in zip(means, lying, strict=False)),
        before * none + before / 2 * one,
    )


def _tastes(worth: Each) -> Each:
    """How likely somebody throws each card who does not think of the others."""
    return _shares(points**_TASTE + _LITTLE for points in worth)


def _shares(parts: Iterable[float]) -> Each:
    found = tuple(parts)
    total = sum(found)
    return tuple(part / total for part in found)


def _after(lying: Lying, likes: Each, cards: float) -> Lying:
    """The pile after so many more cards of these likely kinds."""
    if not cards:
        return lying
    after = []
    for (none, one), like in zip(lying, likes, strict=True):
        other = (1 - like) ** cards
        exactly = cards * like * (1 - like) ** (cards - 1) if like < 1 else float(cards == 1)
        after.append((none * other, one * other + none * min(exactly, 1 - other)))
    return tuple(after)


def _faster(state: State, seat: Seat, owes: Iterable[Seat]) -> float:
    """Luck halves; from the left it is known who comes before whom."""
    others = list(owes)
    if state.setup.options.order != "left" or not others:
        return 0.5
    order = state.setup.others(state.seat)
    return sum(order.index(other) < order.index(seat) for other in others) / len(others)


def _whims(state: State, seat: Seat) -> tuple[float, float]:
    """Two numbers from 0 to 1 that look like luck: always the same for a question, others for each seat and turn."""
    mixed = ((sum(state.scores) * 64 + state.turn) * 64 + seat * 8 + state.window) * 0x9E3779B97F4A7C15 % 2**64
    mixed = (mixed ^ mixed >> 32) * 0xD6E8FEB86659FD93 % 2**64
    return (mixed >> 32) / 2**32, mixed % 2**32 / 2**32
