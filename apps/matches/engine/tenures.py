"""Who sits in a seat, and who sat there before it changed hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.utils.translation import gettext

from apps.kernel.table import Seat
from apps.matches.engine.availability import Span
from apps.matches.models import Chair, Match

BOTS: Final = ("Wick", "Ember", "Ash", "Tinder", "Soot", "Kindle", "Fizz", "Char")
"""Names of the bots without a number, by seat."""
BOT_NAMES: Final = frozenset(name.lower() for name in (*BOTS, *Match.Opponents.labels))
"""Names of bots and of their strengths: on a page, no player may look like one."""


class Sitter(NamedTuple):
    """Who answers, or answered, for a seat."""

    name: str
    bot: bool
    gone: bool = False
    """Their account was deleted; what they played stays."""


class Former(NamedTuple):
    """Who sat there until this fact."""

    until: int
    username: str | None
    bot: bool


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A chair of one match with its player: what they are called, when they are away, who sat there before them."""

    chair: Chair
    username: str | None
    """None for a bot, and for a player whose account was deleted."""
    face: str | None
    """The seed of the face they chose, if they did."""
    before: tuple[Former, ...]
    """In the order in which they sat there."""
    away_until: datetime | None
    """Until when the player is on vacation, if they are."""
    ahead: Span | None
    """From when until when they will be on the vacation they have planned next."""

    @property
    def seat(self) -> Seat:
        return Seat(self.chair.index)

    @property
    def now(self) -> Sitter:
        """Who sits there."""
        return self._sitter(self.username, bot=self.chair.bot)

    @property
    def name(self) -> str:
        """What everybody calls whoever sits there."""
        return self.now.name

    @property
    def since(self) -> int:
        """The first fact of the time of who sits there now."""
        return max((former.until for former in self.before), default=0)

    def at(self, fact: int) -> Sitter:
        """Who sat there when this fact was told."""
        for former in self.before:
            if fact < former.until:
                return self._sitter(former.username, bot=former.bot)
        return self.now

    def ever(self) -> Iterator[Sitter]:
        """All who sat there, one after the other."""
        for former in self.before:
            yield self._sitter(former.username, bot=former.bot)
        yield self.now

    def _sitter(self, username: str | None, *, bot: bool) -> Sitter:
        return sitter(self.seat, username, bot=bot, number=self.chair.bot_number)


def sitter(seat: int, username: str | None, *, bot: bool, number: int | None = None) -> Sitter:
    """Who somebody is at the table."""
    if username is None and not bot:
        return Sitter(gettext("someone who left"), bot=False, gone=True)
    return Sitter(username or bot_of(seat, number), bot)


def bot_of(seat: int, number: int | None = None) -> str:
    """What the house's player in a seat is called."""
    return BOTS[seat % len(BOTS)] if number is None else numbered(number)


def numbered(number: int) -> str:
    """Return the name of a bot that entered a tournament under a number. It is the same at every table."""
    return gettext("Bot %(number)s") % {"number": number}


def names(seats: Sequence[SeatedPlayer], fact: int) -> tuple[str, ...]:
    """What everybody was called who sat there when this fact was told, in seat order."""
    return tuple(seated.at(fact).name for seated in seats)
