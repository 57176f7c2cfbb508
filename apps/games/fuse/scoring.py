"""The value of Fuse's cards at the end (F37–F41)."""

from __future__ import annotations

from apps.games.fuse.cards import is_defuse, is_fuse, sum_points
from apps.games.fuse.state import Cards, State
from apps.kernel.game import Outcome, compute_places


def compute_hand_cost(hand: Cards) -> int:
    """Return the cost of a hand. Only its fuse cards count against it (F38, F39)."""
    return sum_points(filter(is_fuse, hand))


def of_deal(state: State) -> tuple[int, ...]:
    """Return what each seat has won in the current deal, less its hand as far as the observer knows it."""
    return tuple(
        sum_points(taken) - compute_hand_cost(hand) for taken, hand in zip(state.taken, state.hands, strict=True)
    )


def sum_defused_points(state: State) -> tuple[int, ...]:
    """Return the points in the defuse cards that each seat has won in the current deal. They break ties (F41)."""
    return tuple(sum_points(filter(is_defuse, taken)) for taken in state.taken)


def scores(state: State) -> tuple[int, ...]:
    """Return each seat's score if the match ended now, as far as the observer knows."""
    if state.ended or state.deal < 0:
        return state.totals
    return tuple(map(int.__add__, state.totals, of_deal(state)))


def compute_earlier_totals(state: State) -> tuple[int, ...]:
    """Return the points from before the current deal, or before the last one when the match is over."""
    if state.ended is None:
        return state.totals
    return tuple(map(int.__sub__, state.totals, of_deal(state)))


def last_deal(state: State) -> bool:
    return state.deal + 1 == state.setup.options.deals


def outcome(state: State) -> Outcome | None:
    """Return the outcome: most points, then fewest in defuse cards, then a shared place (F40, F41, F-A11)."""
    if state.ended is None or not last_deal(state):
        return None
    ranks = [(-total, defused) for total, defused in zip(state.totals, state.defused, strict=True)]
    return Outcome(places=compute_places(ranks), scores=state.totals, why=state.ended)
