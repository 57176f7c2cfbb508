"""5,000 idle news streams in one real *live*, and a hundred items a second to 200 readers of one match"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import time
from bisect import bisect_left
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from statistics import quantiles

import psycopg
from django.utils import timezone

from apps.matches.models import Match
from apps.matches.store import pubsub
from tests.bench.processes import cpu, end, memory, start, threads
from tests.bench.table import Browser, begin, people
from tests.processes import database_url

IDLE = 5_000
READERS = 200
A_SECOND = 100
SECONDS = 8
SINGLE = 10
"""The number of items that come one at a time, with enough time between them."""
PEOPLE = 100
"""The number of people who are logged in, each with some dozens of pages."""
AT_ONCE = 20
"""The number of streams that are opened at the same time."""
PATIENCE = 90.0
"""The number of seconds within which the process must be there and all streams open."""
MOST_MEMORY, MOST_CPU, MOST_LATE = 400, 15, 0.25


class Reader:
    """An open stream, and the times at which something came."""

    def __init__(self) -> None:
        self.came: list[float] = []
        self.open = False

    async def read(self, port: int, request: bytes, turn: asyncio.Semaphore) -> None:
        async with turn:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=4096)
            writer.write(request)
            head = await reader.readuntil(b"retry: 3000")
            assert head.startswith(b"HTTP/1.1 200"), head
            self.open = True
        try:
            while arrived := await reader.read(4096):
                if b"event: news" in arrived:
                    self.came.append(time.monotonic())
        finally:
            self.open = False
            writer.close()

    def waited(self, since: float) -> float:
        """Return how long after this moment it got a message."""
        return self.came[bisect_left(self.came, since)] - since


def run() -> str:
    code = begin(2, now=timezone.now())
    cookies = [Browser(person).session for person in people(PEOPLE)]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    live = _live(port)
    try:
        return asyncio.run(_measure(port, live, code, cookies))
    finally:
        end(live)
        Match.objects.all().delete()


def _live(port: int) -> subprocess.Popen[bytes]:
    """Start the process as `deploy/` does, but for more streams from one address and one session."""
    many = {"SLOWFUSE_STREAMS_PER_ADDRESS": str(2 * IDLE), "SLOWFUSE_STREAMS_PER_SESSION": str(2 * IDLE)}
    words = f"apps.config.asgi:application --host 127.0.0.1 --port {port} --lifespan off --ws none --no-access-log"
    return start("uvicorn", *words.split(), "--log-level", "warning", "--timeout-graceful-shutdown", "1", **many)


async def _measure(port: int, live: subprocess.Popen[bytes], code: str, cookies: list[str]) -> str:
    await _there(port)
    pid = live.pid
    async with _open(port, code, cookies, 1):
        alone = memory(pid)
    async with _open(port, code, cookies, READERS) as readers:
        _, one = await _tell(pid, code, readers, count=SINGLE, a_second=2)
        print(f"  {READERS} readers, 2 items a second: {one}", flush=True)
        (late, share), many = await _tell(pid, code, readers, count=A_SECOND * SECONDS, a_second=A_SECOND)
        print(
            f"  {READERS} readers, {A_SECOND} items a second: {many} (p99 under 250 ms, at most {MOST_CPU} % of a core)"
        )
    before = cpu(pid)
    async with _open(port, code, cookies, IDLE) as readers:
        opened, size, running = cpu(pid) - before, memory(pid), threads(pid)
        before = cpu(pid)
        await asyncio.sleep(5)
        idle = 100 * (cpu(pid) - before) / 5
        assert all(reader.open for reader in readers)
    each = 1024 * (size - alone) / IDLE
    print(
        f"  {IDLE} idle: {size:.0f} MB (at most {MOST_MEMORY}), {alone:.0f} MB and {each:.1f} kB each;"
        f" {running} threads; {1000 * opened / IDLE:.1f} ms of CPU to open one, {idle:.1f} % of a core for all"
    )
    return "" if size <= MOST_MEMORY and share <= MOST_CPU and late <= MOST_LATE else "streams are dear"


async def _there(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return
    raise AssertionError("live did not start")


@asynccontextmanager
async def _open(port: int, code: str, cookies: list[str], count: int) -> AsyncIterator[list[Reader]]:
    """Open this number of readers of one match, and yield them once all are open and silent."""
    turn, readers = asyncio.Semaphore(AT_ONCE), [Reader() for _ in range(count)]
    head = f"GET /live/{code}/ HTTP/1.1\r\nHost: localhost\r\n"
    requests = [f"{head}Cookie: sessionid={cookies[n % len(cookies)]}\r\n\r\n".encode() for n in range(count)]
    tasks = [
        asyncio.create_task(reader.read(port, request, turn)) for reader, request in zip(readers, requests, strict=True)
    ]
    try:
        async with asyncio.timeout(PATIENCE):
            while not all(reader.open for reader in readers):
                for task in tasks:
                    assert not task.done() or task.result(), "a stream ended"
                await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        yield readers
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(1)


async def _tell(
    pid: int, code: str, readers: list[Reader], *, count: int, a_second: int
) -> tuple[tuple[float, float], str]:
    """Commit items, and return the 99th percentile of the delay, the share of a core, and both in words.

    An item has arrived with the first message after its commit, because messages say only that there is news.
    """
    committed: list[float] = []
    async with await psycopg.AsyncConnection.connect(database_url(), autocommit=True) as database:
        began, before = time.monotonic(), cpu(pid)
        for n in range(count):
            await asyncio.sleep(began + n / a_second - time.monotonic())
            await database.execute("SELECT pg_notify(%s, %s)", [pubsub.CHANNEL, f"{code}:7"])
            committed.append(time.monotonic())
        await asyncio.sleep(1)
        worked, seconds = cpu(pid) - before, time.monotonic() - began
    cuts = quantiles([reader.waited(at) for reader in readers for at in committed], n=100)
    share = 100 * worked / seconds
    said = (
        f"p50 {1000 * cuts[49]:.0f} ms, p99 {1000 * cuts[98]:.0f} ms, {share:.1f} % of a core,"
        f" {1000 * worked / count:.1f} ms of CPU an item"
    )
    return (cuts[98], share), said
