"""Everything the house keeps about somebody, in one file of their own: a line in `PARTS` for each kind of data."""

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
"""A name and where its rows come from, called with `player=` (the id); only what is theirs, or everybody may see."""


class _Stream:
    """A file that is only written, and emptied while it is."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, data: bytes) -> int:
        self.written.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """Nothing is held open."""

    def drain(self) -> bytes:
        data = b"".join(self.written)
        self.written.clear()
        return data


def stream(*, player: int) -> Iterator[bytes]:
    """A ZIP of JSON files, one for each part, piece by piece: as large as it may be, it is never held whole."""
    out = _Stream()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, rows in PARTS:
            with archive.open(f"{name}.json", "w", force_zip64=True) as file:
                for piece in _array(rows(player=player)):
                    file.write(piece)
                    yield out.drain()
    yield out.drain()


def _array(rows: Iterable[Any]) -> Iterator[bytes]:
    """The rows as a JSON array, a line each."""
    before = b"[\n"
    for row in rows:
        yield before + msgspec.json.encode(row)
        before = b",\n"
    yield b"[]\n" if before == b"[\n" else b"\n]\n"
