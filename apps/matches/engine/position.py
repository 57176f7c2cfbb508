"""A match as one observer knows it at some moment: all that a page of it is drawn from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from apps.kernel.game import Game
from apps.kernel.table import Observer, Setup
from apps.matches.engine.projection import LoggedFact, Projection
from apps.matches.engine.standing_orders import ReadableOrder
from apps.matches.engine.tenures import SeatedPlayer
from apps.matches.models import Match, Question


class Deadline(NamedTuple):
    """Until when an open question wants an answer."""

    due_at: datetime
    lapses_at: datetime
    """When silence is the answer: later by the reserve of its seat, which others see at a live pace only."""


Deadlines: TypeAlias = Mapping[tuple[int, str], Deadline | Question]
"""Of the open questions, by (seat, key). They include sealed ones: only what the observer is asked may be looked up."""


@dataclass(frozen=True, slots=True)
class Position:
    """A match at one of its facts, as one observer knows it."""

    match: Match
    seats: Sequence[SeatedPlayer]
    game: Game[Any, Any, Any]
    setup: Setup[Any]
    projection: Projection
    """What the observer knows."""
    latest: Sequence[LoggedFact]
    """The latest facts; perhaps also such as the observer was not told."""
    deadlines: Deadlines = field(default_factory=dict)
    orders: Sequence[ReadableOrder] = ()
    """The standing orders of whoever looks."""
    at: int | None = None
    """The fact at which the record stands; None: it is now."""
    reader: Observer | None = None
    """The reader of the page, if they look at it as another seat."""

    @property
    def addressed(self) -> Observer:
        """Return the observer that the page calls “You”."""
        return self.projection.observer if self.reader is None else self.reader
