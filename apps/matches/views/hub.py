"""The listeners for news in this process. They are checked and notified together."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from contextlib import aclosing, contextmanager
from itertools import chain
from typing import Final, get_args
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.db import DatabaseError, InterfaceError, connection

from apps.common import clocks
from apps.matches.selectors import listeners
from apps.matches.selectors.listeners import Listener
from apps.matches.store import news_source, pubsub, spectators
from apps.matches.store.pubsub import Ring

logger = logging.getLogger(__name__)

NEWS_KINDS: Final = get_args(pubsub.Kind)
"""The kinds of news, which are the names of a stream's events."""
MATCH_NEWS_KINDS: Final = tuple(kind for kind in NEWS_KINDS if kind != "notice")
"""The kinds that a page could miss before its stream starts. It asks for notices by itself when it loads."""
RETRY_SECONDS: Final = 1.0
"""Seconds between two attempts to reach the database."""
SPECTATOR_COUNT_SECONDS: Final = 60.0
"""Seconds from one count of spectators to the next …"""
FIRST_SPECTATOR_COUNT_SECONDS: Final = 5.0
"""… and from the first stream to the first count."""
SENDING_ROUND_SECONDS: Final = 0.1
"""Seconds between two rounds of sending. Rings in between are sent once, and the first is sent at once."""


class Ear:
    """One stream's place in the hub."""

    __slots__ = ("_waiting", "kinds", "listener", "over", "watching")

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.kinds: set[str] = set()
        """The kinds of news to send."""
        self.over = False
        """Whether the stream has ended."""
        self.watching: int | None = None
        """How many watch the match, if that has changed since this was asked the last time."""
        self._waiting: asyncio.Future[None] | None = None

    def tell(self, *kinds: str) -> None:
        self.kinds.update(kinds)
        self._wake()

    def show(self, watching: int) -> None:
        self.watching = watching
        self._wake()

    def end(self) -> None:
        self.over = True
        self._wake()

    def heard(self) -> list[str]:
        """Return the kinds of news since the last call."""
        kinds = [kind for kind in NEWS_KINDS if kind in self.kinds]
        self.kinds.clear()
        return kinds

    def number(self) -> int | None:
        """Return how many watch the match, once after each change."""
        number, self.watching = self.watching, None
        return number

    async def wait(self, patience: float) -> None:
        """Wait until there is news, the stream ends, or this time has passed."""
        if self.kinds or self.over or self.watching is not None:
            return
        loop = asyncio.get_running_loop()
        self._waiting = loop.create_future()
        timer = loop.call_later(patience, self._wake)
        try:
            await self._waiting
        finally:
            timer.cancel()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


class Hub:
    """The distributor of news to streams. Its source runs only while a stream listens."""

    def __init__(self) -> None:
        self.waiting: defaultdict[str, set[Ear]] = defaultdict(set)
        self.rung: defaultdict[Ear, set[str]] = defaultdict(set)
        """The kinds of news by stream, for those that still have access."""
        self.watching: dict[str, int] = {}
        """How many watch each match, as it was last sent."""
        self.added: tuple[int, Counter[str]] = (0, Counter())
        """A minute, and how many spectators of each match were added to its number: a page that reloads counts once."""
        self.work: list[asyncio.Task[None]] = []
        self.closed = False
        self._anybody = asyncio.Event()

    @contextmanager
    def listen(self, listener: Listener) -> Iterator[Ear]:
        """Yield an ear that hears of the news for this listener."""
        ear = Ear(listener)
        ear.over = self.closed
        for code in listener.places:
            self.waiting[code].add(ear)
        if not self.work:
            self.work = [asyncio.create_task(each) for each in (self._feed(), self._tell(), self._count())]
        if listener.page:
            ear.watching = self.watching.get(listener.code, 0)  # A page that reconnects can show an old number.
        try:
            yield ear
        finally:
            self.rung.pop(ear, None)
            for code in listener.places:
                self.waiting[code].discard(ear)
                if not self.waiting[code]:
                    del self.waiting[code]
            if not self.waiting:
                for task in self.work:
                    task.cancel()
                self.work = []

    def ring(self, ring: Ring) -> None:
        for ear in self.waiting.get(ring.code, ()):
            if ear.listener.places[ring.code] & ring.mask and ear.listener.player not in ring.without:
                self.rung[ear].add(ring.kind)
        if self.rung:
            self._anybody.set()

    def ring_everybody(self) -> None:
        """Ring all pages after the source was away, so that each looks for itself."""
        for ears in self.waiting.values():
            for ear in ears:
                self.rung[ear].update(NEWS_KINDS)
        self._anybody.set()

    def close(self) -> None:
        """End all streams."""
        self.closed = True
        for ears in self.waiting.values():
            for ear in ears:
                ear.end()

    async def _feed(self) -> None:
        while True:
            try:
                async with aclosing(news_source.stream_rings()) as rings:
                    async for ring in rings:
                        self.ring_everybody() if ring is None else self.ring(ring)
            except Exception as error:  # noqa: BLE001 -- whatever it was, the pages go on by asking now and then
                logger.warning("News source unreachable: %s", error)
            await asyncio.sleep(RETRY_SECONDS)

    async def count(self) -> None:
        """Count the spectators of each match here, and send their number in all processes where it has changed."""
        ears = self._at_matches()
        codes = {ear.listener.code for ear in ears}
        spectating = Counter(ear.listener.code for ear in ears if not ear.listener.seated)
        found = await sync_to_async(self._counted)(codes, spectating)
        before, self.watching = self.watching, {code: number for code, number in found.items() if number}
        for ear in self._at_matches():  # Some came while we counted.
            number = self.watching.get(ear.listener.code, 0)
            if number != before.get(ear.listener.code, 0):
                ear.show(number)

    def _at_matches(self) -> list[Ear]:
        """Return the ears of pages that show a match."""
        return [ear for ear in {*chain(*self.waiting.values())} if ear.listener.page]

    async def _count(self) -> None:
        await asyncio.sleep(FIRST_SPECTATOR_COUNT_SECONDS)
        while True:
            try:
                await self.count()
            except Exception as error:  # noqa: BLE001 -- a number that is missing stops no news
                logger.warning("Could not count spectators: %s", error)
            await asyncio.sleep(SPECTATOR_COUNT_SECONDS)

    def _counted(self, codes: Collection[str], watching: Counter[str]) -> dict[str, int]:
        now = clocks.now()
        minute, added = self.added
        if minute != spectators.compute_minute(now):
            minute, added = spectators.compute_minute(now), Counter()
        spectators.add_streams(watching - added, now=now)
        self.added = minute, added | watching
        return spectators.count_spectators(codes, now=now)

    async def _tell(self) -> None:
        """Send the news in rounds, with one check of access per round. If that fails, send it in the next one."""
        while True:
            await self._anybody.wait()
            self._anybody.clear()
            rung, self.rung = self.rung, defaultdict(set)
            try:
                still = await sync_to_async(_recheck_listeners)([ear.listener for ear in rung])
            except (DatabaseError, InterfaceError) as error:
                logger.warning("Could not send news: %s", error)
                for ear, kinds in rung.items():
                    self.rung[ear].update(kinds)
                self._anybody.set()
                await asyncio.sleep(RETRY_SECONDS)
                continue
            except Exception:
                logger.exception("Could not send news")
                still = [False] * len(rung)
            for (ear, kinds), may in zip(rung.items(), still, strict=True):
                ear.tell(*kinds) if may else ear.end()  # The page reconnects, which checks its access again.
            await asyncio.sleep(SENDING_ROUND_SECONDS)


def _recheck_listeners(waiting: list[Listener]) -> list[bool]:
    try:
        return listeners.still_have_access(waiting, now=clocks.now())
    finally:
        connection.close()


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def get_hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


def close_hubs() -> None:
    """End all streams of this process, which is about to stop. Their pages reconnect to the next one."""
    for loop, hub in list(_hubs.items()):
        loop.call_soon_threadsafe(hub.close)
