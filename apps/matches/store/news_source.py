"""The source of news streams: PostgreSQL notifies, while SQLite's tables must be polled."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any, Final

import psycopg
from asgiref.sync import sync_to_async
from django.db import connection
from django.db.models import CharField, TextField, Value
from django.db.models.functions import Cast, Concat

from apps.matches.models import Bell, Fact
from apps.matches.store import pubsub
from apps.matches.store.pubsub import Ring

POLL_SECONDS: Final = 0.3
"""Seconds between two polls of SQLite while a page waits for news."""


def stream_rings() -> AsyncGenerator[Ring | None]:
    """Yield every ring from now on. The first item is None, sent once no later ring can be missed."""
    return _stream_notified_rings() if connection.vendor == "postgresql" else _stream_polled_rings()


async def _stream_notified_rings() -> AsyncGenerator[Ring | None]:
    async with await psycopg.AsyncConnection.connect(**_build_connection_params(), autocommit=True) as listening:
        await listening.execute(f"LISTEN {pubsub.CHANNEL}")
        yield None
        async for message in listening.notifies():
            yield pubsub.parse_ring(message.payload)


async def _stream_polled_rings() -> AsyncGenerator[Ring | None]:
    last = await sync_to_async(_load_last_keys)()
    yield None
    while True:
        last, rings = await sync_to_async(_load_rings_since)(last)
        for ring in rings:
            yield ring
        await asyncio.sleep(POLL_SECONDS)


def _build_connection_params() -> dict[str, Any]:
    """Return the connection parameters of Django's own connections."""
    params = connection.get_connection_params()
    return {name: value for name, value in params.items() if name not in {"cursor_factory", "context", "pool"}}


def _load_last_keys() -> tuple[int, int]:
    """Return the last known keys of SQLite's facts and of its other rings."""
    try:
        known = (model.objects.order_by("-pk").values_list("pk", flat=True).first() for model in (Fact, Bell))
        fact, bell = (pk or 0 for pk in known)
        return fact, bell
    finally:
        connection.close()


def _load_rings_since(last: tuple[int, int]) -> tuple[tuple[int, int], list[Ring]]:
    """Return the last keys now and the new rings, in one statement because it runs three times a second."""
    payload = Concat("match__code", Value(":"), Cast("audience", CharField()), output_field=TextField())
    facts = Fact.objects.filter(pk__gt=last[0]).annotate(log=Value(0), text=payload).values_list("log", "pk", "text")
    others = Bell.objects.filter(pk__gt=last[1]).annotate(log=Value(1)).values_list("log", "pk", "payload")
    try:
        new = list(facts.union(others, all=True))
    finally:
        connection.close()
    fact, bell = (max([known, *(pk for log, pk, _text in new if log == which)]) for which, known in enumerate(last))
    return (fact, bell), [pubsub.parse_ring(text) for _log, _pk, text in new]
