"""Tenures: the player of a seat, and those before the seat changed hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.utils.translation import gettext

from apps.kernel.table import Seat
from apps.matches.engine.availability import Span
from apps.matches.models import Chair, Match

SEAT_BOT_NAMES: Final = ("Wick", "Ember", "Ash", "Tinder", "Soot", "Kindle", "Fizz", "Char")
"""Names of bots without a number, by seat."""
RESERVED_BOT_NAMES: Final = frozenset(name.lower() for name in (*SEAT_BOT_NAMES, *Match.BotStrength.labels))
"""Names of bots and of their strengths, which no player can choose."""


class Sitter(NamedTuple):
    """A player or bot that answers, or answered, for a seat."""

    name: str
    bot: bool
    gone: bool = False
    """Whether the account was deleted. What the player played stays."""


class Former(NamedTuple):
    """A sitter until this fact."""

    until: int
    username: str | None
    bot: bool


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A chair of one match with its player: their name, absences and predecessors."""

    chair: Chair
    username: str | None
    """None for a bot, and for a player whose account was deleted."""
    face: str | None
    """The seed of the face they chose, if any."""
    before: tuple[Former, ...]
    """The predecessors, in order."""
    away_until: datetime | None
    """The end of the player's current vacation, if any."""
    ahead: Span | None
    """The player's next planned vacation, if any."""
    program: bool = False
    """Whether the player is a bot with an account."""

    @property
    def seat(self) -> Seat:
        return Seat(self.chair.index)

    @property
    def now(self) -> Sitter:
        """Return the current sitter."""
        return self._sitter(self.username, bot=self.chair.bot)

    @property
    def name(self) -> str:
        """Return the current sitter's name."""
        return self.now.name

    @property
    def since(self) -> int:
        """Return the first fact of the current sitter's tenure."""
        return max((former.until for former in self.before), default=0)

    def at(self, fact: int) -> Sitter:
        """Return who sat there at this fact."""
        for former in self.before:
            if fact < former.until:
                return self._sitter(former.username, bot=former.bot)
        return self.now

    def ever(self) -> Iterator[Sitter]:
        """Yield all sitters of the seat, one after the other."""
        for former in self.before:
            yield self._sitter(former.username, bot=former.bot)
        yield self.now

    def _sitter(self, username: str | None, *, bot: bool) -> Sitter:
        return build_sitter(self.seat, username, bot=bot, number=self.chair.bot_number)


def build_sitter(seat: int, username: str | None, *, bot: bool, number: int | None = None) -> Sitter:
    """Return the sitter for a player or bot."""
    if username is None and not bot:
        return Sitter(gettext("someone who left"), bot=False, gone=True)
    return Sitter(username or bot_of(seat, number), bot)


def bot_of(seat: int, number: int | None = None) -> str:
    """Return the name of the house bot in a seat."""
    return SEAT_BOT_NAMES[seat % len(SEAT_BOT_NAMES)] if number is None else format_bot_name(number)


def format_bot_name(number: int) -> str:
    """Return the name of a bot that entered a tournament under a number. It is the same at every table."""
    return gettext("Bot %(number)s") % {"number": number}


def list_sitter_names(seats: Sequence[SeatedPlayer], fact: int) -> tuple[str, ...]:
    """Return everyone's name at this fact, in seat order."""
    return tuple(seated.at(fact).name for seated in seats)
