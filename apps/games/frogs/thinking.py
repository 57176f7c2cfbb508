"""How often to throw each card, now or later, if everyone thinks the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from apps.games.frogs.cards import DICE, THROWS
from apps.games.frogs.guesses import Each, after, shares
from apps.games.frogs.odds import add, throws
from apps.games.frogs.throw_values import LITTLE, NOBODY, View, amid, tastes

# Found by playing thousands of matches against itself, random players, and players who always do the same.
_HASTE: Final[Mapping[int, Each]] = {
    3: (0.6, 0.2, 0.5, 1.0),
    4: (0.4, 0.25, 0.5, 1.0),
    5: (0.4, 0.45, 0.45, 1.0),
    6: (0.01, 0.05, 0.57, 1.0),
    7: (0.01, 0.16, 0.54, 1.0),
    8: (0.01, 0.26, 0.53, 1.0),
}
"""Seats → the share of cards in hand that bots throw in each window, when they play among themselves."""
_SURE: Final = 40
"""Power of a card's worth by which it's chosen if there's nothing left to guess. It's so high that the best wins."""
_STEP: Final = 1.5
"""Power of a card's worth by which each round of thinking changes the choice."""
_ROUNDS: Final = 12
"""Number of rounds in which it reconsiders everyone's choice, if all think the same way."""
_FEW: Final = 3
"""The same number for what can come after the next roll."""
_SOME: Final = 0.02
"""Points added to each card's worth, because no one is quite sure of anything."""
_KEPT: Final = 8192
"""Number of views whose results are cached."""


@lru_cache(_KEPT)
def settled(view: View) -> Each:
    """Return how often to throw each card and how often to wait, if everyone thinks the same way.

    If all go for the best card, the second best is worth more, and so on, until none is better than another. If all
    wait for the next dice, it's better not to.
    """
    if not view.others:
        return _alone(view)
    if view.window == THROWS:
        return (*_crowd(tastes(view), amid(view, 1), _ROUNDS), 0)
    later = [_later(view, haste) for haste in (0, 0.5, 1)]
    likes, haste = tastes(view), _HASTE[view.seats][view.window]
    for _ in range(_ROUNDS):
        worth = amid(view, haste)(likes)
        now, wait = _mean(likes, worth), _between(later, haste)
        likes = _better(likes, worth)
        haste, _ = _better((haste, 1 - haste), (now, wait))
    return (*(haste * like for like in likes), 1 - haste)


def _alone(view: View) -> Each:
    """Return the best choice if no one else has a card to throw, so that no one can be faster."""
    worth = amid(view, 0)(NOBODY)
    if view.window < THROWS and _later(view, 0) >= max(worth):
        return (*NOBODY, 1)
    return (*shares((points + LITTLE) ** _SURE for points in worth), 0)


def _crowd(likes: Each, worth: Callable[[Each], Each], rounds: int) -> Each:
    """Return how often to choose each card, given its worth among players who choose the same way.

    This is `_better` for five kinds, inlined because bots spend most of their time here.
    """
    blue, pink, yellow, blank, grey = likes
    for _ in range(rounds):
        one, two, three, four, five = worth((blue, pink, yellow, blank, grey))
        blue *= (one + _SOME) ** _STEP
        pink *= (two + _SOME) ** _STEP
        yellow *= (three + _SOME) ** _STEP
        blank *= (four + _SOME) ** _STEP
        grey *= (five + _SOME) ** _STEP
        total = blue + pink + yellow + blank + grey
        blue, pink, yellow, blank, grey = blue / total, pink / total, yellow / total, blank / total, grey / total
    return blue, pink, yellow, blank, grey


def _better(likes: Iterable[float], worth: Iterable[float]) -> Each:
    return shares([like * (points + _SOME) ** _STEP for like, points in zip(likes, worth, strict=True)])


def _between(later: Sequence[float], haste: float) -> float:
    """Interpolate the worth of waiting from its worth if none, half or all of the others' cards are thrown now."""
    none, half, all_ = later
    return none + (half - none) * 2 * haste if haste < 0.5 else half + (all_ - half) * (2 * haste - 1)


def _later(view: View, haste: float, again: bool = True) -> float:
    """Return the worth of a card after one more roll, if a share `haste` of the others' cards is thrown in this window.

    After that roll, waiting again is considered, but nothing beyond that.
    """
    dice = (len(DICE) - view.fallen) // (THROWS - view.window)
    ahead = replace(
        view,
        window=view.window + 1,
        fallen=view.fallen + dice,
        lying=after(view.lying, tastes(view), view.others * haste),
        before=view.before + view.others * haste,
        others=view.others * (1 - haste),
    )
    cases = throws(view.fallen, dice)
    total = sum(ways * _held(replace(ahead, counts=add(view.counts, more)), again) for more, ways in cases)
    return total / float(len(DICE[0]) ** dice)


@lru_cache(_KEPT)
def _held(view: View, again: bool) -> float:
    """Return the worth of a card that is still in hand when a window opens."""
    haste = _HASTE[view.seats][view.window]
    worth = amid(view, haste)
    likes = _crowd(tastes(view), worth, _FEW)
    now = _mean(likes, worth(likes))
    return max(now, _later(view, haste, again=False)) if again and view.window < THROWS else now


def _mean(likes: Each, worth: Each) -> float:
    return sum(map(float.__mul__, likes, worth))
