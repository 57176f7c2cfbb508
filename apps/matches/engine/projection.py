"""An observer's knowledge of a match: the fold over the facts they can see. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from apps.kernel.events import Event
from apps.kernel.game import AnyGame, AnyState
from apps.kernel.table import Observer
from apps.matches.engine import visibility


class LoggedFact(msgspec.Struct, frozen=True):
    """A fact as stored in the log."""

    n: int
    audience: int
    event: Event
    cause: str
    open_to: int
    """The bits of everyone who can know the cause: those of the fact's move."""


@dataclass(slots=True)
class Projection:
    """The knowledge of one observer after the first `upto` facts of the log."""

    observer: Observer
    state: AnyState
    upto: int = 0
    heard: int = 0
    """The number of these facts that the observer saw."""
    stored: int = 0
    """The `upto` of the row in the database."""

    def learn(self, game: AnyGame, facts: Iterable[tuple[int, int, Event]]) -> None:
        """Apply those of these (n, audience, event) that are new and meant for this observer."""
        bit, heard = visibility.get_observer_bit(self.observer), list[Event]()
        for n, heard_by, event in facts:
            if n < self.upto:
                continue
            self.upto = n + 1
            if not bit or heard_by & bit:
                heard.append(event)
        self.heard += len(heard)
        self.state = game.learn(self.state, heard, self.observer)
