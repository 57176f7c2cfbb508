"""The news stream: tells who looks at a match that there is something new of some kind for them, and nothing else."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final, TypeAlias, get_args
from weakref import WeakKeyDictionary

import psycopg
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError, InterfaceError, connection
from django.db.models import CharField, TextField, Value
from django.db.models.functions import Cast, Concat
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from apps.common import metrics
from apps.matches.engine import visibility
from apps.matches.models import Bell, Fact, Match
from apps.matches.selectors import match_view, player
from apps.matches.store import pubsub
from apps.matches.store.pubsub import Ring
from apps.matches.views.connections import Ticket, Visitors, address

logger = logging.getLogger(__name__)

HEARTBEAT: Final = 15.0
"""Seconds of silence after which a stream shows that it is alive."""
LIFETIME: Final = 15 * 60.0
"""Seconds after which a stream ends; its page comes again."""
POLL: Final = 0.3
"""Seconds between two looks into SQLite's log, while a page waits for news."""
KINDS: Final = get_args(pubsub.Kind)
"""What a stream tells of, as events of these names."""
PAUSE: Final = 1.0
"""Seconds between two attempts to reach the database."""
OWN: Final = 100
"""Of how many running matches one stream tells."""
Places: TypeAlias = Mapping[str, int]
"""Codes of matches, each with the bit of whoever listens there."""
AGAIN: Final = 60
"""Seconds until somebody who has too many streams may ask again."""


class Hub:
    """Everybody who waits for news in this process. One source feeds it, only while anybody waits."""

    def __init__(self) -> None:
        self.waiting: defaultdict[str, set[Ear]] = defaultdict(set)
        self.source: asyncio.Task[None] | None = None
        self.closed = False

    @contextmanager
    def listen(self, places: Places, player: int | None) -> Iterator[Ear]:
        """An ear that is rung whenever this player was told something in one of these matches."""
        ear = Ear(places, player)
        for code in places:
            self.waiting[code].add(ear)
        if self.source is None:
            self.source = asyncio.create_task(self._feed())
        try:
            yield ear
        finally:
            for code in places:
                self.waiting[code].discard(ear)
                if not self.waiting[code]:
                    del self.waiting[code]
            if not self.waiting and self.source is not None:
                self.source.cancel()
                self.source = None

    def ring(self, ring: Ring) -> None:
        for ear in self.waiting.get(ring.code, ()):
            if ear.places[ring.code] & ring.mask and ear.player not in ring.without:
                ear.ring(ring.kind)

    def ring_everybody(self) -> None:
        """After the source was away: each page looks for itself."""
        for ears in self.waiting.values():
            for ear in ears:
                ear.ring(*KINDS)

    def close(self) -> None:
        """End all streams."""
        self.closed = True
        self.ring_everybody()

    async def _feed(self) -> None:
        source = self._notified if connection.vendor == "postgresql" else self._polled
        while True:
            try:
                await source()
            except Exception as error:  # noqa: BLE001 -- whatever it was, the pages go on by asking now and then
                logger.warning("The news source is away: %s", error)
            await asyncio.sleep(PAUSE)

    async def _notified(self) -> None:
        async with await psycopg.AsyncConnection.connect(**_address(), autocommit=True) as listening:
            await listening.execute(f"LISTEN {pubsub.CHANNEL}")
            self.ring_everybody()
            async for message in listening.notifies():
                self.ring(pubsub.read(message.payload))

    async def _polled(self) -> None:
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="news") as thread:
            loop = asyncio.get_running_loop()
            last = await loop.run_in_executor(thread, _last)
            self.ring_everybody()
            while True:
                last, rings = await loop.run_in_executor(thread, _since, last)
                for ring in rings:
                    self.ring(ring)
                await asyncio.sleep(POLL)


class Ear:
    """One stream's place in the hub."""

    def __init__(self, places: Places, player: int | None) -> None:
        self.places = places
        self.player = player
        self.rung = asyncio.Event()
        self.kinds: set[str] = set()
        """Of what there is something new."""

    def ring(self, *kinds: str) -> None:
        self.kinds.update(kinds)
        self.rung.set()

    def heard(self) -> list[str]:
        """Of what there was something new since this was asked the last time."""
        kinds = [kind for kind in KINDS if kind in self.kinds]
        self.kinds.clear()
        self.rung.clear()
        return kinds


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()
_visitors = Visitors()


@require_safe
async def live(request: HttpRequest, code: str) -> HttpResponseBase:
    """Stream the kind of what is new whenever something is; 204 (do not come again) where no stream can be kept, and
    429 for whoever keeps too many open: that page goes on by asking now and then.
    """
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    there = partial(_there, code=code)
    return await _answer(request, code, await sync_to_async(there)(request), there)


@require_safe
async def own(request: HttpRequest) -> HttpResponseBase:
    """The same for all running matches of whoever asks, in one stream: for the list of them."""
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    places = await sync_to_async(_own)(request)
    return await _answer(request, "mine", places, _own) if places else HttpResponse(status=204)


async def _answer(
    request: ASGIRequest, name: str, places: Places, again: Callable[[HttpRequest], Places]
) -> HttpResponseBase:
    """A stream, under this name, of what is told in these places; it ends when asked `again` they are others."""
    place = _visitors.admit(_most(request))
    if place is None:
        why = _("Too many pages wait for news in your browser or at your address. This one asks now and then instead.")
        return HttpResponse(why, status=429, content_type="text/plain; charset=utf-8", headers={"Retry-After": AGAIN})
    response = StreamingHttpResponse(_stream(request, name, places, again, place), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


def _most(request: HttpRequest) -> dict[str, int]:
    """How many streams may be open under each name that whoever asks is known by."""
    most = {f"address {address(request)}": settings.SLOWFUSE_STREAMS_PER_ADDRESS}
    if session := request.session.session_key:
        most[f"session {session}"] = settings.SLOWFUSE_STREAMS_PER_SESSION
    return most


async def _stream(
    request: HttpRequest, name: str, places: Places, again: Callable[[HttpRequest], Places], _place: Ticket
) -> AsyncIterator[str]:
    """The place is held as long as this runs, and given back when nobody will ever run it."""
    loop = asyncio.get_running_loop()
    hub = _hubs.setdefault(loop, Hub())
    end = loop.time() + LIFETIME
    with hub.listen(places, request.user.pk) as ear, metrics.open_stream():
        yield "retry: 3000\n\n"
        ear.ring(*KINDS)  # Whatever happened between the page and its stream.
        while not hub.closed and loop.time() < end:
            with suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT):
                    await ear.rung.wait()
            if ear.rung.is_set():
                kinds = ear.heard()
                if hub.closed or not await _still(request, places, again):
                    return  # The page comes again and is asked anew who it belongs to.
                for kind in kinds:
                    yield f"event: {kind}\ndata: {name}\n\n"
            else:
                yield ": still here\n\n"


async def _still(request: HttpRequest, places: Places, again: Callable[[HttpRequest], Places]) -> bool:
    """Whether who listens still sits there, and nowhere else: the seat may be somebody else's by now."""
    try:
        return await sync_to_async(again)(request) == places
    except (Http404, DatabaseError, InterfaceError):
        return False


def close() -> None:
    """End all streams of this process, which is about to stop; their pages come back when it does."""
    for loop, hub in list(_hubs.items()):
        loop.call_soon_threadsafe(hub.close)


def _there(request: HttpRequest, *, code: str) -> Places:
    """The one match, as whom they look at it."""
    try:
        return {code: visibility.bit(match_view.observer_for(code=code, user_id=request.user.pk))}
    except Match.DoesNotExist:
        raise Http404 from None
    finally:
        connection.close()  # The stream lives for minutes and seldom needs one.


def _own(request: HttpRequest) -> Places:
    """Every running match in which they sit."""
    try:
        seats = player.running(player=request.user.pk) if request.user.pk else []
        return {code: visibility.bit(seat) for code, seat in seats[:OWN]}
    finally:
        connection.close()


def _address() -> dict[str, Any]:
    """Where Django's own connections go."""
    params = connection.get_connection_params()
    return {name: value for name, value in params.items() if name not in {"cursor_factory", "context", "pool"}}


def _last() -> tuple[int, int]:
    """Up to where SQLite's log of facts, and what else was rung, are known."""
    try:
        known = (model.objects.order_by("-pk").values_list("pk", flat=True).first() for model in (Fact, Bell))
        fact, bell = (pk or 0 for pk in known)
        return fact, bell
    finally:
        connection.close()


def _since(last: tuple[int, int]) -> tuple[tuple[int, int], list[Ring]]:
    """Up to where they are known now, and what is new: in one statement, for it is asked three times a second."""
    payload = Concat("match__code", Value(":"), Cast("audience", CharField()), output_field=TextField())
    facts = Fact.objects.filter(pk__gt=last[0]).annotate(log=Value(0), text=payload).values_list("log", "pk", "text")
    others = Bell.objects.filter(pk__gt=last[1]).annotate(log=Value(1)).values_list("log", "pk", "payload")
    try:
        new = list(facts.union(others, all=True))
    finally:
        connection.close()
    fact, bell = (max([known, *(pk for log, pk, _text in new if log == which)]) for which, known in enumerate(last))
    return (fact, bell), [pubsub.read(text) for _log, _pk, text in new]
