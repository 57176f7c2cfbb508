"""Data export (GDPR): everything stored about a player in one file, with a line in `PARTS` for each kind of data."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Iterator
from typing import Final

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
from apps.webhooks.personal_data import export_hooks

PARTS: Final[tuple[tuple[str, Callable[..., Iterable[object]]], ...]] = (
    ("account", accounts.export_account),
    ("addresses", accounts.export_mail_addresses),
    ("ties", accounts.export_ties),
    ("keys", accounts.export_authenticators),
    ("sessions", accounts.export_sessions),
    ("tokens", accounts.export_access_tokens),
    ("rest", personal_data.export_rest),
    ("reliability", personal_data.export_reliability),
    ("missed", personal_data.export_missed_turns),
    ("matches", personal_data.export_matches),
    ("tried", personal_data.export_sandboxes),
    ("orders", personal_data.export_standing_orders),
    ("book", personal_data.export_bookmarks),
    ("tables", lobby.export_tables),
    ("invitations", lobby.export_invitations),
    ("notices", notices.export_notice_settings),
    ("told-by", notices.export_browsers_and_webhooks),
    ("told", notices.export_notices),
    ("deliveries", notices.export_deliveries),
    ("mutes", talk.export_mutes),
    ("reports", talk.export_reports),
    ("messages", talk.export_messages),
    ("reactions", talk.export_reactions),
    ("readings", talk.export_readings),
    ("nudges", talk.export_nudges),
    ("chat_bans", talk.export_chat_bans),
    ("ratings", strength.export_ratings),
    ("rating-steps", strength.export_rating_steps),
    ("puzzles", puzzles.export_attempts),
    ("puzzle-ratings", puzzles.export_puzzle_ratings),
    ("tournaments", tournaments.export_entries),
    ("organised", tournaments.export_organised_tournaments),
    ("tournament-invitations", tournaments.export_invitations),
    ("tournament-announcements", tournaments.export_announcements),
    ("leagues", tournaments.export_leagues),
    ("ladders", tournaments.export_ladders),
    ("ladder-tables", tournaments.export_ladder_tables),
    ("clubs", clubs.export_memberships),
    ("clubs-outside", clubs.export_outside_clubs),
    ("club-invitations", clubs.export_invitations),
    ("posts", talk.export_posts),
    ("post-reports", talk.export_post_reports),
    ("arenas", tournaments.export_arenas),
    ("webhooks", export_hooks),
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


def stream_export(*, player: int) -> Iterator[bytes]:
    """Yield a ZIP of JSON files, one for each part, piece by piece, so that it's never all in memory."""
    out = _Stream()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, rows in PARTS:
            with archive.open(f"{name}.json", "w", force_zip64=True) as file:
                for piece in _encode_json_array(rows(player=player)):
                    file.write(piece)
                    yield out.drain()
    yield out.drain()


def _encode_json_array(rows: Iterable[object]) -> Iterator[bytes]:
    """Yield the rows as a JSON array with one row per line."""
    before = b"[\n"
    for row in rows:
        yield before + msgspec.json.encode(row)
        before = b",\n"
    yield b"[]\n" if before == b"[\n" else b"\n]\n"
