"""Cursors for the next page of a list, which starts after the last row shown, no matter what was added since."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Final, TypeAlias

from pydantic import StringConstraints

PAGE_SIZE: Final = 50
OfOne: TypeAlias = Annotated[str, StringConstraints(pattern=r"^([0-9]{1,18})?$")]
"""A cursor of one number, as the previous page named it, or empty for the first page."""
OfTwo: TypeAlias = Annotated[str, StringConstraints(pattern=r"^([0-9]{1,18}-[0-9]{1,18})?$")]
"""A cursor of two numbers."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MAX_OFFSET: Final = datetime.max.replace(tzinfo=UTC) - _EPOCH


def encode_cursor(*numbers: int) -> str:
    """Return the cursor after the row with these numbers."""
    return "-".join(map(str, numbers))


def decode_cursor(cursor: str) -> list[int]:
    """Return the numbers of a cursor."""
    return [int(part) for part in cursor.split("-")]


def encode_instant(at: datetime) -> int:
    """Return a time as a number."""
    return (at - _EPOCH) // timedelta(microseconds=1)


def decode_instant(number: int) -> datetime:
    """Return the time of this many microseconds, or the end of the calendar if they exceed it."""
    return _EPOCH + min(timedelta(microseconds=number), _MAX_OFFSET)
