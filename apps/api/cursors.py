"""Where the next page of a list begins: behind the last row of the one before, whatever has come meanwhile."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Final, TypeAlias

from pydantic import StringConstraints

A_PAGE: Final = 50
OfOne: TypeAlias = Annotated[str, StringConstraints(pattern=r"^([0-9]{1,18})?$")]
"""Empty for the first page; else as the page before named it: one number …"""
OfTwo: TypeAlias = Annotated[str, StringConstraints(pattern=r"^([0-9]{1,18}-[0-9]{1,18})?$")]
"""… or two."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LAST: Final = datetime.max.replace(tzinfo=UTC) - _EPOCH


def written(*numbers: int) -> str:
    """The cursor behind the row that has these."""
    return "-".join(map(str, numbers))


def read(cursor: str) -> list[int]:
    """The numbers of a cursor."""
    return [int(part) for part in cursor.split("-")]


def microseconds(at: datetime) -> int:
    """An instant as a number."""
    return (at - _EPOCH) // timedelta(microseconds=1)


def instant(number: int) -> datetime:
    """The instant of so many microseconds; the end of the calendar for what lies beyond it."""
    return _EPOCH + min(timedelta(microseconds=number), _LAST)
