"""The house's player of Lunar Laser Frogs: exact odds for the dice, and the guess that the others choose sensibly.

It knows what everybody may know, and its own cards. What it says of a card's worth are points to be expected. How it
chooses between cards, and between now and later, is drawn by luck, as often as makes nothing better than anything else:
nobody who knows that gains by it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
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

# Found by playing thousands of matches against itself, against chance and against those who always do the same.
_HASTE: Final[Mapping[int, Each]] = {
    3: (0.06, 0.33, 0.5, 1.0),
    4: (0.28, 0.28, 0.5, 1.0),
    5: (0.4, 0.2, 0.45, 1.0),
    6: (0.01, 0.05, 0.57, 1.0),
    7: (0.01, 0.16, 0.54, 1.0),
    8: (0.01, 0.26, 0.53, 1.0),
}
"""By seats: which part of the cards still held bots throw in each window, when they play among themselves."""
_TASTE: Final = 3
"""Where guessing starts: of two cards the better one is chosen more often, by this power of what they are worth."""
_SURE: Final = 40
"""The same power for what is certain."""
_TRUST: Final = (0.3, 0.5, 1.5, 1.0)
"""How sensible the others are believed to be in each window, the same power for cards that lie: who throws blind may
throw anything."""
_ANYTHING: Final = 0.3
"""What is added to every card's worth before."""
_SPLIT: Final = Dice(2, 2, 2)
"""How the dice fall."""
_STEP: Final = 1.5
"""How far each round of thinking goes: by this power of what is better."""
_ROUNDS: Final = 12
"""How often it thinks again what everybody chooses, if all think alike."""
_FEW: Final = 3
"""The same for what may come after the next throw."""
_LITTLE: Final = 1e-6
_SOME: Final = 0.02
"""Nobody is quite sure of anything."""

_WAIT: Final = len(KINDS)
"""Where waiting stands after all kinds of cards."""
_GREY: Final = KINDS.index("grey")
_EMPTY: Final[Lying] = ((1.0, 0.0),) * len(KINDS)
_NOBODY: Final[Each] = (0.0,) * len(KINDS)
_KEPT: Final = 8192
_DRAWS: Final = 2**20


class View(NamedTuple):
    """What a decision about a card rests on."""

    seats: int
    window: int
    counts: Counts
    fallen: int
    """How many dice lie."""
    lying: Lying
    before: float
    """How many cards lie in the pile."""
    others: float
    """How many cards the others still have to throw."""
    faster: float | None
    """Which part of the others comes before oneself within a window; None where luck decides."""
    scoring: int
    """How many cards of a kind score."""


def choose(state: State, seat: Seat, luck: Chance) -> Action:
    """A sensible answer to the seat's open question."""
    if seat != state.seat:
        return _throw(state, seat, luck)
    if state.closed:
        return Copy(_richest(state))
    return _SPLIT if state.plan is None else Dice(*state.plan)


# -- throwing --------------------------------------------------------------------------


def _throw(state: State, seat: Seat, luck: Chance) -> Action:
    owes = dict(owing(state))
    owed, hand = owes.pop(seat), tuple(map(KINDS.index, held(state, seat)))
    view = View(
        seats=state.setup.seats,
        window=state.window,
        counts=count(state.faces),
        fallen=len(DICE) - state.fell.count(0),
        lying=_told(state)[0],
        before=len(state.pile),
        others=sum(owes.values()),
        faster=_faster(state, seat, owes),
        scoring=scoring_each(state.setup.seats),
    )
    draws = (number / _DRAWS for number in luck.roll("cards", _DRAWS, owed))
    cards = _drawn(_settled(view), [*hand, _WAIT] if state.window < THROWS else [*hand], draws)
    cards.sort(key=_GREY.__eq__)  # of two cards thrown together, grey counts the other
    return Throw(*(KINDS[card] for card in cards)) if cards else Wait()


def _drawn(parts: Each, choices: list[int], draws: Iterable[float]) -> list[int]:
    """A card for each draw, or none where it says to wait."""
    cards = []
    for draw in draws:
        marks = tuple(accumulate(parts[choice] + _LITTLE for choice in choices))
        choice = choices[bisect_left(marks, draw * marks[-1])]
        if choice != _WAIT:
            cards.append(choice)
            choices.remove(choice)
    return cards


@lru_cache(_KEPT)
def _settled(view: View) -> Each:
    """How often to throw each card, and how often to wait, if everybody thinks alike.

    Where all crowd for the best card the second best is worth more, and so on, until none is better than another; and
    where all wait for the next dice, it is better not to.
    """
    if not view.others:
        return _alone(view)
    if view.window == THROWS:
        return (*_crowd(view, 1, _ROUNDS), 0)
    later = [_later(view, haste) for haste in (0, 0.5, 1)]
    likes, haste = _tastes(view), _HASTE[view.seats][view.window]
    for _ in range(_ROUNDS):
        worth = _amid(view, haste, likes)
        now, wait = _mean(likes, worth), _between(later, haste)
        likes = _better(likes, worth)
        haste, _ = _better((haste, 1 - haste), (now, wait))
    return (*(haste * like for like in likes), 1 - haste)


def _alone(view: View) -> Each:
    """Nobody else has a card to throw, so nobody can be faster, and the best is the best."""
    worth = _amid(view, 0, _NOBODY)
    if view.window < THROWS and _later(view, 0) >= max(worth):
        return (*_NOBODY, 1)
    return (*_shares((points + _LITTLE) ** _SURE for points in worth), 0)


def _crowd(view: View, haste: float, rounds: int) -> Each:
    """How often to choose each card if so many of the others throw in this window too."""
    likes = _tastes(view)
    for _ in range(rounds):
        likes = _better(likes, _amid(view, haste, likes))
    return likes


def _better(likes: Iterable[float], worth: Iterable[float]) -> Each:
    return _shares(like * (points + _SOME) ** _STEP for like, points in zip(likes, worth, strict=True))


def _between(later: Sequence[float], haste: float) -> float:
    """What waiting brings, from what it brings if none of the others throw now, half of them, or all."""
    none, half, all_ = later
    return none + (half - none) * 2 * haste if haste < 0.5 else half + (all_ - half) * (2 * haste - 1)


def _later(view: View, haste: float, again: bool = True) -> float:
    """What a card will be worth after one more throw of the dice, if so many of the others throw in this window.

    Then one may wait again: so far it thinks, and no farther.
    """
    dice = (len(DICE) - view.fallen) // (THROWS - view.window)
    ahead = view._replace(
        window=view.window + 1,
        fallen=view.fallen + dice,
        lying=_after(view.lying, _tastes(view), view.others * haste),
        before=view.before + view.others * haste,
        others=view.others * (1 - haste),
    )
    cases = throws(view.fallen, dice)
    total = sum(ways * _held(ahead._replace(counts=add(view.counts, more)), again) for more, ways in cases)
    return total / float(len(DICE[0]) ** dice)


@lru_cache(_KEPT)
def _held(view: View, again: bool) -> float:
    """What a card is worth that is still held when a window opens."""
    haste = _HASTE[view.seats][view.window]
    likes = _crowd(view, haste, _FEW)
    now = _mean(likes, _amid(view, haste, likes))
    return max(now, _later(view, haste, again=False)) if again and view.window < THROWS else now


def _amid(view: View, haste: float, likes: Each) -> Each:
    """What each card is worth if it is thrown now, and each of the others throws one like that with this chance.

    By luck one lies at any place among the cards of the window: the means over all places are exact.
    """
    means, before = worths(view.counts, view.fallen), view.before
    place, others = (_anywhere, view.others) if view.faster is None else (_behind, view.others * view.faster)
    found = []
    for kind, ((none, one), like) in enumerate(zip(view.lying, likes, strict=True)):
        rival = haste * like
        first, second, passed = place(others, haste, rival)
        if kind != _GREY:
            found.append(means[kind] * (none * first + (none * second + one * first) * (view.scoring - 1)))
            continue
        grey = none * (before * first + passed)
        if view.scoring > 1:  # since a grey card that lies; or since one of this window, of which a third are between
            grey += one * (before / 2 * first + passed) + none * second * others * (haste - rival) / 3
        found.append(grey)
    return tuple(found)


def _anywhere(others: float, haste: float, rival: float) -> tuple[float, float, float]:
    """At a place by luck among the cards of the window: how likely no rival's card lies before one's own, how likely
    exactly one, and how many cards do where no rival's does."""
    if rival < _LITTLE:
        return 1, 0, haste * others / 2
    spared = (1 - rival) ** others
    first = (1 - spared * (1 - rival)) / ((others + 1) * rival)
    return first, first - spared, (haste - rival) / rival * (first - spared)


def _behind(others: float, haste: float, rival: float) -> tuple[float, float, float]:
    """The same behind all of these others."""
    first = (1 - rival) ** others
    return first, min(others * rival * (1 - rival) ** max(others - 1, 0), 1 - first), others * (haste - rival) * first


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
        likes = _shares((points + _ANYTHING) ** _TRUST[window] for points in _worth(means, lying, before, scoring))
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


@lru_cache(_KEPT)
def _tastes(view: View) -> Each:
    """How likely somebody throws each card who does not think of the others."""
    return _shares(points**_TASTE + _LITTLE for points in _amid(view, 0, _NOBODY))


def _mean(likes: Each, worth: Each) -> float:
    return sum(map(float.__mul__, likes, worth))


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


def _faster(state: State, seat: Seat, owes: Iterable[Seat]) -> float | None:
    """From the left it is known who comes before whom."""
    others = list(owes)
    if state.setup.options.order != "left" or not others:
        return None
    order = state.setup.others(state.seat)
    return sum(order.index(other) < order.index(seat) for other in others) / len(others)
