"""The values that the templates of Magpies draw and say, made from what the observer knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from apps.kernel.table import Observer
from tests.specimen.magpies.rules import scores
from tests.specimen.magpies.state import FACES, Call, Colour, Event, Face, Shown, State


class Nest(Struct, frozen=True):
    """A seat's trinkets, and its favourite colour if the observer knows it."""

    taste: Colour | None
    trinkets: tuple[Face, ...]
    points: int


class Board(Struct, frozen=True):
    """The table as the observer sees it."""

    glitters: Face | None
    left: int
    plates: tuple[Nest, ...]
    taste: Colour | None
    """The observer's favourite colour."""
    call: int | None
    """The number that the observer has called."""
    numbers: tuple[int, ...] = (1, 2, 3, 4, 5)


def board(state: State, observer: Observer) -> Board:
    """Return the table as the observer sees it."""
    nests = tuple(
        Nest(taste, tuple(map(FACES.__getitem__, nest)), points)
        for taste, nest, points in zip(state.tastes, state.nests, scores(state), strict=True)
    )
    return Board(
        glitters=FACES[state.glitters] if state.glitters is not None else None,
        left=state.left,
        plates=nests,
        taste=state.tastes[observer] if isinstance(observer, int) else None,
        call=next((each.number for each in state.calls if each.seat == observer), None),
    )


def words(event: Event) -> Mapping[str, Any]:
    """Return the words of an event's sentence, except the player."""
    return {"face": FACES[event.trinket]} if isinstance(event, Shown) else asdict(event)


def calls(action: Call) -> Mapping[str, Any]:
    """Return the words of an answer's short text."""
    return asdict(action)
