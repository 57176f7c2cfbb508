"""Who sat in a seat before it changed hands, as it comes along with its chair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
from django.contrib.auth import get_user_model
from django.utils.translation import gettext

from apps.matches.models import Seat as Chair
from apps.matches.models import Tenure
from apps.matches.rows import Rows, array_of

BOTS: Final = ("Wick", "Cinder", "Flint", "Tinder", "Spark", "Ash", "Soot", "Ember")
"""What the house's players are called, by seat."""


class Sitter(NamedTuple):
    """Who answers, or answered, for a seat."""

    name: str
    bot: bool
    gone: bool = False
    """Their account was deleted; what they played stays."""


class Former(NamedTuple):
    """Who sat there until this fact."""

    until: int
    name: str | None
    bot: bool


def gathered(match: str, seat: str) -> str:
    """SQL for all who sat in a seat before, both named by columns, as one text, which `read` reads."""
    player = get_user_model()
    return (
        f"(SELECT {array_of('t.until', f'p.{player.USERNAME_FIELD}', 't.bot')}"
        f" FROM {Rows(Tenure).table} t LEFT JOIN {Rows(player).table} p ON p.id = t.player_id"
        f" WHERE t.match_id = {match} AND t.seat = {seat})"
    )


def read(text: str | None) -> tuple[Former, ...]:
    """Those that a text of `gathered` ones stands for, in order."""
    return tuple(sorted(Former(until, name, bool(bot)) for until, name, bot in msgspec.json.decode(text or "[]")))


def bot_of(seat: int) -> str:
    """What the house's player in a seat is called."""
    return BOTS[seat % len(BOTS)]


def now(chair: Chair) -> Sitter:
    """Who sits there; the chair was loaded with its player's name."""
    return _sitter(chair, chair.name, bot=chair.bot)  # type: ignore[attr-defined]


def at(chair: Chair, fact: int) -> Sitter:
    """Who sat there when this fact was told; the chair was loaded with who sat there before, too."""
    for former in chair.before:  # type: ignore[attr-defined]
        if fact < former.until:
            return _sitter(chair, former.name, bot=former.bot)
    return now(chair)


def names(chairs: Sequence[Chair], fact: int) -> tuple[str, ...]:
    """What everybody was called who sat there when this fact was told, in seat order."""
    return tuple(at(chair, fact).name for chair in chairs)


def ever(chair: Chair) -> Iterator[Sitter]:
    """All who sat there, one after the other."""
    for former in chair.before:  # type: ignore[attr-defined]
        yield _sitter(chair, former.name, bot=former.bot)
    yield now(chair)


def since(chair: Chair) -> int:
    """The first fact of the time of who sits there now."""
    return max((former.until for former in chair.before), default=0)  # type: ignore[attr-defined]


def _sitter(chair: Chair, name: str | None, *, bot: bool) -> Sitter:
    if name is None and not bot:
        return Sitter(gettext("somebody who left"), bot=False, gone=True)
    return Sitter(name or bot_of(chair.index), bot)
