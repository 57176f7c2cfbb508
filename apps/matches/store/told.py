"""All that a seat was told of a match, with the moves it happened in: one statement."""

from __future__ import annotations

from typing import Final, NamedTuple

from apps.kernel.table import Seat
from apps.matches.engine import visibility
from apps.matches.store.sql import fetch

_SQL: Final = """
SELECT f.n, f.audience, f.event, m.cause, m.audience, f.move
FROM matches_fact f JOIN matches_move m ON m.match_id = f.match_id AND m.number = f.move
WHERE f.match_id = %s AND (f.audience & %s) <> 0 ORDER BY f.n
"""


class Told(NamedTuple):
    """A fact as it stands in the log."""

    n: int
    audience: int
    event: str
    cause: str
    open_to: int
    move: int


def facts(match: int, seat: Seat) -> list[Told]:
    """In the order in which they were told; the others do not leave the database."""
    return [Told(*row) for row in fetch(_SQL, [match, visibility.bit(seat)])]
