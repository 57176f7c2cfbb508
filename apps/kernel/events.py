"""Facts. An event is known whole or not at all, and its class says who knows it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from apps.kernel.table import REFEREE, Observer, Seat


class Event(Struct, frozen=True, gc=False, tag_field="type", forbid_unknown_fields=True):
    """Something that happened, already resolved. Tags are never renamed or reused; new fields have defaults.

    Frozen values hold no cycles, so the garbage collector need not visit every fact of a long log (`gc=False`).
    """


class Public(Event, frozen=True):
    """Said aloud: every seat and the gallery know it."""


class Private(Event, frozen=True):
    """Whispered: only the seats in `to` know it."""

    to: tuple[Seat, ...]


class Secret(Event, frozen=True):
    """Only the referee knows it until the match is over."""


class Announced(Public, frozen=True, tag="house"):
    """The house said something about the table, not about the game: no game's state learns from it."""

    what: Literal[
        "autopilot", "reclaimed", "resigned", "replaced", "paused", "resumed", "extended", "outage", "ended",
        "agreed_pause", "hurried", "slowed", "vacant", "away", "back", "leaving", "staying",
        "imagined", "claimed", "declined", "agreed_end",
    ]  # fmt: skip
    seat: Seat | None = None
    seconds: int = 0
    """By how much deadlines moved, where they did."""


def known_to(event: Event, observer: Observer) -> bool:
    """Whether the observer was told. Silence is the default."""
    if isinstance(event, Public) or observer == REFEREE:
        return True
    return isinstance(event, Private) and observer in event.to
