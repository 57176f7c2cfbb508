"""How often to throw each card, now or later, if everyone thinks the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from apps.games.frogs.cards import DICE, ROLLS_PER_TURN
from apps.games.frogs.guesses import Each, add_likely_cards, normalise_shares
from apps.games.frogs.odds import add_counts, list_roll_outcomes
from apps.games.frogs.throw_values import EPSILON, NOBODY_THROWS, View, build_worth_function, compute_tastes

# Found by playing thousands of matches against itself, random players, and players who always do the same.
_HASTE_BY_SEATS: Final[Mapping[int, Each]] = {
    3: (0.6, 0.2, 0.5, 1.0),
    4: (0.4, 0.25, 0.5, 1.0),
    5: (0.4, 0.45, 0.45, 1.0),
    6: (0.01, 0.05, 0.57, 1.0),
    7: (0.01, 0.16, 0.54, 1.0),
    8: (0.01, 0.26, 0.53, 1.0),
}
"""Seats → the share of cards in hand that bots throw in each window, when they play among themselves."""
_SURE_POWER: Final = 40
"""Power of a card's worth by which it's chosen if there's nothing left to guess. It's so high that the best wins."""
_STEP_POWER: Final = 1.5
"""Power of a card's worth by which each round of thinking changes the choice."""
_THINKING_ROUNDS: Final = 12
"""Number of rounds in which it reconsiders everyone's choice, if all think the same way."""
_LATER_THINKING_ROUNDS: Final = 3
"""The same number for what can come after the next roll."""
_DOUBT_POINTS: Final = 0.02
"""Points added to each card's worth, because no one is quite sure of anything."""
_MAX_CACHED_VIEWS: Final = 8192
"""Number of views whose results are cached."""


@lru_cache(_MAX_CACHED_VIEWS)
def compute_throw_equilibrium(view: View) -> Each:
    """Return how often to throw each card and how often to wait, if everyone thinks the same way.

    If all go for the best card, the second best is worth more, and so on, until none is better than another. If all
    wait for the next dice, it's better not to.
    """
    if not view.others:
        return _compute_lone_choice(view)
    if view.window == ROLLS_PER_TURN:
        return (*_compute_crowd_choice(compute_tastes(view), build_worth_function(view, 1), _THINKING_ROUNDS), 0)
    later = [_compute_later_worth(view, haste) for haste in (0, 0.5, 1)]
    likes, haste = compute_tastes(view), _HASTE_BY_SEATS[view.seats][view.window]
    for _ in range(_THINKING_ROUNDS):
        worth = build_worth_function(view, haste)(likes)
        now, wait = _compute_mean_worth(likes, worth), _interpolate_waiting_worth(later, haste)
        likes = _reweigh_choices(likes, worth)
        haste, _ = _reweigh_choices((haste, 1 - haste), (now, wait))
    return (*(haste * like for like in likes), 1 - haste)


def _compute_lone_choice(view: View) -> Each:
    """Return the best choice if no one else has a card to throw, so that no one can be faster."""
    worth = build_worth_function(view, 0)(NOBODY_THROWS)
    if view.window < ROLLS_PER_TURN and _compute_later_worth(view, 0) >= max(worth):
        return (*NOBODY_THROWS, 1)
    return (*normalise_shares((points + EPSILON) ** _SURE_POWER for points in worth), 0)


def _compute_crowd_choice(likes: Each, worth: Callable[[Each], Each], rounds: int) -> Each:
    """Return how often to choose each card, given its worth among players who choose the same way.

    This is `_reweigh_choices` for five kinds, inlined because bots spend most of their time here.
    """
    blue, pink, yellow, blank, grey = likes
    for _ in range(rounds):
        one, two, three, four, five = worth((blue, pink, yellow, blank, grey))
        blue *= (one + _DOUBT_POINTS) ** _STEP_POWER
        pink *= (two + _DOUBT_POINTS) ** _STEP_POWER
        yellow *= (three + _DOUBT_POINTS) ** _STEP_POWER
        blank *= (four + _DOUBT_POINTS) ** _STEP_POWER
        grey *= (five + _DOUBT_POINTS) ** _STEP_POWER
        total = blue + pink + yellow + blank + grey
        blue, pink, yellow, blank, grey = blue / total, pink / total, yellow / total, blank / total, grey / total
    return blue, pink, yellow, blank, grey


def _reweigh_choices(likes: Iterable[float], worth: Iterable[float]) -> Each:
    return normalise_shares(
        [like * (points + _DOUBT_POINTS) ** _STEP_POWER for like, points in zip(likes, worth, strict=True)]
    )


def _interpolate_waiting_worth(later: Sequence[float], haste: float) -> float:
    """Interpolate the worth of waiting from its worth if none, half or all of the others' cards are thrown now."""
    none, half, all_ = later
    return none + (half - none) * 2 * haste if haste < 0.5 else half + (all_ - half) * (2 * haste - 1)


def _compute_later_worth(view: View, haste: float, again: bool = True) -> float:
    """Return the worth of a card after one more roll, if a share `haste` of the others' cards is thrown in this window.

    After that roll, waiting again is considered, but nothing beyond that.
    """
    dice = (len(DICE) - view.fallen) // (ROLLS_PER_TURN - view.window)
    ahead = replace(
        view,
        window=view.window + 1,
        fallen=view.fallen + dice,
        lying=add_likely_cards(view.lying, compute_tastes(view), view.others * haste),
        before=view.before + view.others * haste,
        others=view.others * (1 - haste),
    )
    cases = list_roll_outcomes(view.fallen, dice)
    total = sum(
        ways * _compute_held_worth(replace(ahead, counts=add_counts(view.counts, more)), again) for more, ways in cases
    )
    return total / float(len(DICE[0]) ** dice)


@lru_cache(_MAX_CACHED_VIEWS)
def _compute_held_worth(view: View, again: bool) -> float:
    """Return the worth of a card that is still in hand when a window opens."""
    haste = _HASTE_BY_SEATS[view.seats][view.window]
    worth = build_worth_function(view, haste)
    likes = _compute_crowd_choice(compute_tastes(view), worth, _LATER_THINKING_ROUNDS)
    now = _compute_mean_worth(likes, worth(likes))
    return max(now, _compute_later_worth(view, haste, again=False)) if again and view.window < ROLLS_PER_TURN else now


def _compute_mean_worth(likes: Each, worth: Each) -> float:
    return sum(map(float.__mul__, likes, worth))
