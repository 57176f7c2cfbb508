"""Telling open pages over the news stream that there is something new of some kind; what it is, each asks for itself.

PostgreSQL carries it as a NOTIFY of the transaction that makes it true. SQLite has none: there it is a row, which the
hub of the embedded house finds when it looks next.
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
"""Where PostgreSQL tells the news streams `code:mask:kind:players`; of new facts `code:mask`."""

Kind = Literal["news", "talk", "rematch", "notice"]
"""The table looks otherwise; something was said; the people of the match meet again; a player has a new notice."""

NAMED: Final = 500
"""More players than this are not left out by name, for a NOTIFY is short: then nobody in the gallery is told."""

OWN: Final = visibility.bit(Seat(0))
"""The bit of a player's pages that show their tables and invitations, under their own name, where nobody watches."""

NOTICES: Final = visibility.bit(Seat(1))
"""The bit there of every page of theirs, for each shows how many notices are new."""

KEPT: Final = timedelta(minutes=1)
"""How long a row waits for the hub, which looks three times a second."""


class Ring(NamedTuple):
    """Who is to look at what."""

    code: str
    mask: int
    """The bits of everybody who is told."""
    kind: str = "news"
    without: frozenset[int] = frozenset()
    """Players who are not told, as whomever they look."""


def ring(code: str, mask: int, kind: Kind, *, without: Collection[int] = ()) -> None:
    """Tell everybody with one of these bits, but for some players, when and only if this transaction commits."""
    if len(without) > NAMED:
        mask, without = mask & ~visibility.GALLERY, ()
    if not mask:
        return
    payload = f"{code}:{mask}:{kind}:{','.join(map(str, sorted(without)))}"
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])
        return
    now = clocks.now()
    Bell.objects.filter(at__lt=now - KEPT).delete()
    Bell.objects.create(payload=payload, at=now)


def player_code(player: int) -> str:
    """Return the name under which a player's own pages hear what is no match, such as invitations. No match has it."""
    return f"@{player}"


def is_player(code: str) -> bool:
    """Say whether it is such a name."""
    return code.startswith("@")


def ring_players(players: Collection[int]) -> None:
    """Tell the own pages of these players to look, when and only if this transaction commits."""
    _ring_each(players, OWN, "news")


def ring_notices(players: Collection[int]) -> None:
    """Tell all pages of these players that they have a new notice, when and only if this transaction commits."""
    _ring_each(players, NOTICES, "notice")


def _ring_each(players: Collection[int], mask: int, kind: Kind) -> None:
    payloads = [f"{player_code(player)}:{mask}:{kind}:" for player in sorted(set(players))]
    if not payloads:
        return
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, payload) FROM unnest(%s::text[]) payload", [CHANNEL, payloads])
        return
    now = clocks.now()
    Bell.objects.filter(at__lt=now - KEPT).delete()
    Bell.objects.bulk_create(Bell(payload=payload, at=now) for payload in payloads)


def read(payload: str) -> Ring:
    """What was told."""
    code, mask, kind, without = (*payload.split(":"), "", "")[:4]
    return Ring(code, int(mask), kind or "news", frozenset(map(int, filter(None, without.split(",")))))
