"""What an observer of a match knows: the fold over the facts they were told. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from apps.kernel.events import Event
from apps.kernel.game import Game
from apps.kernel.table import Observer
from apps.matches.engine import visibility


class LoggedFact(msgspec.Struct, frozen=True):
    """A fact as it stands in the log."""

    n: int
    audience: int
    event: Event
    cause: str
    open_to: int
    """Who may know the cause: the bits of the move it belongs to."""


@dataclass(slots=True)
class Projection:
    """What one observer knows after the first `upto` facts of the log."""

    observer: Observer
    state: Any
    upto: int = 0
    heard: int = 0
    """How many of them the observer was told."""
    stored: int = 0
    """`upto` of the row in the database."""

    def learn(self, game: Game[Any, Any, Any], facts: Iterable[tuple[int, int, Event]]) -> None:
        """Hear what of these (n, audience, event) is new and meant for this observer."""
        bit, heard = visibility.bit(self.observer), list[Event]()
        for n, heard_by, event in facts:
            if n < self.upto:
                continue
            self.upto = n + 1
            if not bit or heard_by & bit:
                heard.append(event)
        self.heard += len(heard)
        self.state = game.learn(self.state, heard, self.observer)
