"""Rings that tell open pages over the news stream what kind of news there is. Each page asks for the news itself.

PostgreSQL carries a ring as a NOTIFY of the transaction. SQLite has none, so it's a row that the hub of the embedded
server polls.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Final, Literal, NamedTuple

from django.db import connection

from apps.common import clocks
from apps.kernel.table import Seat
from apps.matches.engine import visibility
from apps.matches.models import Bell

CHANNEL: Final = "slowfuse_news"
"""The channel on which PostgreSQL sends `code:mask:kind:players`, or `code:mask` for new facts."""

Kind = Literal["news", "talk", "rematch", "notice"]
"""A change at the table, a new message, a rematch, or a player's new notice."""

MAX_NAMED_PLAYERS: Final = 500
"""The most players that can be excluded by name, because a NOTIFY is short. Beyond, the whole gallery is left out."""

OWN_PAGES_BIT: Final = visibility.get_observer_bit(Seat(0))
"""The bit of a player's own pages with their tables and invitations, under the player's code, which has no gallery."""

NOTICES_BIT: Final = visibility.get_observer_bit(Seat(1))
"""The bit of all of a player's pages under the same code, because each shows how many notices are new."""

BELL_LIFETIME: Final = timedelta(minutes=1)
"""How long a row waits for the hub, which polls three times a second."""


class Ring(NamedTuple):
    """A call to some pages to fetch something new."""

    code: str
    mask: int
    """The bits of everyone it is for."""
    kind: str = "news"
    without: frozenset[int] = frozenset()
    """Players who don't get it, whichever observer they are."""


def ring_observers(code: str, mask: int, kind: Kind, *, without: Collection[int] = ()) -> None:
    """Ring everyone with one of these bits, except some players, if and when this transaction commits."""
    if len(without) > MAX_NAMED_PLAYERS:
        mask, without = mask & ~visibility.GALLERY_BIT, ()
    if not mask:
        return
    payload = f"{code}:{mask}:{kind}:{','.join(map(str, sorted(without)))}"
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])
        return
    now = clocks.now()
    Bell.objects.filter(at__lt=now - BELL_LIFETIME).delete()
    Bell.objects.create(payload=payload, at=now)


def player_code(player: int) -> str:
    """Return the code for a player's own pages and news outside matches, such as invitations. No match has it."""
    return f"@{player}"


def is_player(code: str) -> bool:
    """Check whether a code is a player's."""
    return code.startswith("@")


def ring_players(players: Collection[int]) -> None:
    """Ring these players' own pages, if and when this transaction commits."""
    _ring_each(players, OWN_PAGES_BIT, "news")


def ring_notices(players: Collection[int]) -> None:
    """Ring all pages of these players for a new notice, if and when this transaction commits."""
    _ring_each(players, NOTICES_BIT, "notice")


def _ring_each(players: Collection[int], mask: int, kind: Kind) -> None:
    payloads = [f"{player_code(player)}:{mask}:{kind}:" for player in sorted(set(players))]
    if not payloads:
        return
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, payload) FROM unnest(%s::text[]) payload", [CHANNEL, payloads])
        return
    now = clocks.now()
    Bell.objects.filter(at__lt=now - BELL_LIFETIME).delete()
    Bell.objects.bulk_create(Bell(payload=payload, at=now) for payload in payloads)


def parse_ring(payload: str) -> Ring:
    """Parse a ring."""
    code, mask, kind, without = (*payload.split(":"), "", "")[:4]
    return Ring(code, int(mask), kind or "news", frozenset(map(int, filter(None, without.split(",")))))
