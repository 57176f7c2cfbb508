"""Everything stored about a player in one file, with a line in `PARTS` for each kind of data."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec

from apps.accounts import personal_data as accounts
from apps.clubs import personal_data as clubs
from apps.lobby import personal_data as lobby
from apps.matches import personal_data
from apps.notices import personal_data as notices
from apps.puzzles import personal_data as puzzles
from apps.ratings import personal_data as strength
from apps.talk import personal_data as talk
from apps.tournaments import personal_data as tournaments

PARTS: Final[tuple[tuple[str, Callable[..., Iterable[Any]]], ...]] = (
    ("account", accounts.account),
    ("addresses", accounts.addresses),
    ("ties", accounts.ties),
    ("keys", accounts.keys),
    ("sessions", accounts.sessions),
    ("rest", personal_data.rest),
    ("reliability", personal_data.reliability),
    ("missed", personal_data.missed),
    ("matches", personal_data.matches),
    ("tried", personal_data.tried),
    ("orders", personal_data.orders),
    ("book", personal_data.book),
    ("tables", lobby.tables),
    ("invitations", lobby.invitations),
    ("notices", notices.wishes),
    ("told-by", notices.ways),
    ("told", notices.received),
    ("deliveries", notices.deliveries),
    ("mutes", talk.mutes),
    ("reports", talk.reports),
    ("messages", talk.messages),
    ("reactions", talk.reactions),
    ("readings", talk.readings),
    ("nudges", talk.nudges),
    ("silences", talk.silences),
    ("ratings", strength.ratings),
    ("rating-steps", strength.steps),
    ("puzzles", puzzles.attempts),
    ("puzzle-ratings", puzzles.ratings),
    ("tournaments", tournaments.entries),
    ("organised", tournaments.organised),
    ("tournament-invitations", tournaments.invitations),
    ("tournament-announcements", tournaments.announcements),
    ("leagues", tournaments.leagues),
    ("ladders", tournaments.ladders),
    ("ladder-tables", tournaments.ladder_tables),
    ("clubs", clubs.memberships),
    ("clubs-outside", clubs.waiting),
    ("club-invitations", clubs.invitations),
    ("posts", talk.posts),
    ("post-reports", talk.post_reports),
    ("arenas", tournaments.arenas),
)
"""The name of each part and the source of its rows, called with `player=` (the ID).

A source returns only what belongs to the player, or is public.
"""


class _Stream:
    """A write-only file that is emptied while it's written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, data: bytes) -> int:
        self.written.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing, because nothing is buffered."""

    def close(self) -> None:
        """Do nothing, because nothing is open."""

    def drain(self) -> bytes:
        data = b"".join(self.written)
        self.written.clear()
        return data


def stream(*, player: int) -> Iterator[bytes]:
    """Yield a ZIP of JSON files, one for each part, piece by piece, so that it's never all in memory."""
    out = _Stream()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, rows in PARTS:
            with archive.open(f"{name}.json", "w", force_zip64=True) as file:
                for piece in _array(rows(player=player)):
                    file.write(piece)
                    yield out.drain()
    yield out.drain()


def _array(rows: Iterable[Any]) -> Iterator[bytes]:
    """Yield the rows as a JSON array with one row per line."""
    before = b"[\n"
    for row in rows:
        yield before + msgspec.json.encode(row)
        before = b",\n"
    yield b"[]\n" if before == b"[\n" else b"\n]\n"
