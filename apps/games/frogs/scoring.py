"""The worth of dice and cards (L18–L28, L36–L38), and the winners (L31, L32)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from apps.games.frogs.cards import COLOURS, SHOWS, Face, Kind, count_laps
from apps.games.frogs.state import State, Thrown
from apps.kernel.game import Outcome, compute_places
from apps.kernel.table import Seat

BLANK_DIE_POINTS = 2
"""Points of a blank die (L20)."""
_FACES_BY_COLOUR: Final = {
    colour: tuple(face for face, colours in SHOWS.items() if colour in colours) for colour in COLOURS
}
"""Colour → the faces that show it."""


def compute_final_worths(faces: Sequence[Face]) -> dict[Kind, int]:
    """Return the worth of the first card of each kind except grey, once all these dice are rolled (L19–L25).

    A colour that no die shows is lasered onto every die. Then no die is blank any longer (L22, L-A10).
    """
    shown = {colour: sum(map(faces.count, showing)) for colour, showing in _FACES_BY_COLOUR.items()}
    blanks = 0 if 0 in shown.values() else BLANK_DIE_POINTS * faces.count("blank")
    return {**{colour: shown[colour] or len(faces) for colour in COLOURS}, "blank": blanks}


def compute_card_points(faces: Sequence[Face], kinds: Iterable[Kind], each: int) -> tuple[int, ...]:
    """Return the points of each card in the pile. The first `each` cards of a kind score (L19, L36).

    A grey card counts the cards before it, and a second one those after the first (L26, L37, L38).
    """
    values, thrown = compute_final_worths(faces), dict[Kind, list[int]]()
    scored = []
    for place, kind in enumerate(kinds):
        earlier = thrown.setdefault(kind, [])
        if len(earlier) >= each:
            scored.append(0)
        elif kind == "grey":
            scored.append(place - earlier[-1] - 1 if earlier else place)
        else:
            scored.append(values[kind])
        earlier.append(place)
    return tuple(scored)


def compute_gains(
    seats: int, pile: Sequence[Thrown], scored: Sequence[int], active: Seat, whom: Seat
) -> tuple[int, ...]:
    """Return the points of each seat. All its cards score, and the active player copies (L17, L28, L35)."""
    taken = [0] * seats
    for card, worth in zip(pile, scored, strict=True):
        taken[card.seat] += worth
    taken[active] = taken[whom]
    return tuple(taken)


def count_planned_turns(state: State) -> int:
    """Return how many turns are played before anyone can win (L31)."""
    return count_laps(state.setup.options, state.setup.seats) * state.setup.seats


def list_leaders(state: State) -> tuple[Seat, ...]:
    """Return the seats with the most points."""
    most = max(state.scores)
    return tuple(seat for seat in state.setup.everyone() if state.scores[seat] == most)


def scores(state: State) -> tuple[int, ...]:
    """Return each seat's points, which are always public."""
    return state.scores


def outcome(state: State) -> Outcome | None:
    """Return the outcome. Most points win (L32), and equal points share a place."""
    if state.over is None:
        return None
    return Outcome(places=compute_places([-score for score in state.scores]), scores=state.scores, why=state.over)
