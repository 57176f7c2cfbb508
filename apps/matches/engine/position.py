"""A match as one observer knows it at some moment: everything its page is drawn from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from apps.kernel.game import AnyGame
from apps.kernel.table import AnySetup, Observer
from apps.matches.engine.deadlines import Deadline
from apps.matches.engine.projection import LoggedFact, Projection
from apps.matches.engine.standing_orders import ReadableOrder
from apps.matches.engine.tenures import SeatedPlayer
from apps.matches.models import Match, Question

Deadlines: TypeAlias = Mapping[tuple[int, str], Deadline | Question]
"""The deadlines of open questions, by (seat, key). They include sealed ones, so look up only the observer's own."""


@dataclass(frozen=True, slots=True)
class Position:
    """A match at one of its facts, as one observer knows it."""

    match: Match
    seats: Sequence[SeatedPlayer]
    game: AnyGame
    setup: AnySetup
    projection: Projection
    """The observer's knowledge."""
    latest: Sequence[LoggedFact]
    """The latest facts, perhaps including some the observer can't see."""
    deadlines: Deadlines = field(default_factory=dict)
    orders: Sequence[ReadableOrder] = ()
    """The observer's standing orders."""
    at: int | None = None
    """The fact at which the replay is, or None for the present."""
    reader: Observer | None = None
    """The reader of the page, if they watch as another seat."""

    @property
    def addressed(self) -> Observer:
        """Return the observer that the page calls “You”."""
        return self.projection.observer if self.reader is None else self.reader
