"""Facts. An observer knows an event completely or not at all, depending on its class."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from apps.kernel.table import REFEREE, Observer, Seat


class Event(Struct, frozen=True, gc=False, tag_field="type", forbid_unknown_fields=True):
    """Something that happened, already resolved. Tags are never renamed or reused, and new fields have defaults.

    Frozen values contain no cycles, so the garbage collector can skip the facts of a long log (`gc=False`).
    """


class Public(Event, frozen=True):
    """A fact that everyone knows: every seat and the gallery."""


class Private(Event, frozen=True):
    """A fact that only the seats in `to` know."""

    to: tuple[Seat, ...]


class Secret(Event, frozen=True):
    """A fact that only the referee knows until the match is over."""


class Announced(Public, frozen=True, tag="house"):
    """An announcement by the server about the table, not about the game. No game's state learns from it."""

    what: Literal[
        "autopilot", "reclaimed", "resigned", "replaced", "paused", "resumed", "extended", "outage", "ended",
        "agreed_pause", "hurried", "slowed", "vacant", "away", "back", "leaving", "staying",
        "imagined", "claimed", "declined", "agreed_end",
    ]  # fmt: skip
    seat: Seat | None = None
    seconds: int = 0
    """Number of seconds by which deadlines moved, if they did."""


def known_to(event: Event, observer: Observer) -> bool:
    """Check whether the observer knows the event. By default, they don't."""
    if isinstance(event, Public) or observer == REFEREE:
        return True
    return isinstance(event, Private) and observer in event.to
