"""the budget of a turn over real sockets: turns a second per core, pages, and the slowest answers at a third of that

A turn is an answer with the table that comes back, on PostgreSQL with session and CSRF. A core is one of the server
process: the database has its own.
"""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone

from apps.games import load_games
from apps.matches.models import Match
from tests.bench.table import begin, next_answer, people, pk

SEATS = 4
TURNS = 120
"""The number of answers measured per match; shorter matches are measured whole."""
MATCHES = 3
GAMES = os.environ.get("SLOWFUSE_BENCH_GAMES", " ".join(load_games())).split()
PAGES = 60
MIN_TURNS_PER_SECOND = 150
"""The minimum number of turns a second for each core of the server, on average over the games."""
MAX_PAGE_TURNS = 1.5
"""The maximum cost of a page, in turns of the same game."""
LOAD = MIN_TURNS_PER_SECOND / 3
"""Answers a second while their time is measured."""
LOAD_TABLES = 6
"""The number of tables that answer, each with a thread and a connection of its own here."""
LOAD_SECONDS = 20
MAX_SLOWEST_SECONDS = 0.05
"""The maximum number of seconds that 99 of 100 answers take under this load."""
ROOT = Path(__file__).resolve().parents[2]


def run() -> str | None:
    with _served() as server:
        sitters = [_Sitter(person, server.port) for person in people(SEATS)]
        for slug in GAMES:
            _turns(server, sitters, slug)  # This warms up templates and query plans.
        bares: list[float] = []
        turns: dict[str, list[float]] = {slug: [] for slug in GAMES}
        for _ in range(MATCHES):  # They take turns, so that a busy machine slows all of them alike.
            bares += _bares(server, sitters[0])
            for slug in GAMES:
                turns[slug] += _turns(server, sitters, slug)
        pages = {slug: median(_pages(server, sitters, slug)) for slug in GAMES}
        times = _answer_under_load(server)
    bare, costs = median(bares), {slug: median(each) for slug, each in turns.items()}
    for slug, cost in costs.items():
        page = pages[slug]
        print(
            f"  {slug:<8} turn {cost * 1e3:.2f} ms ({cost / bare:.2f} bare views): {1 / cost:.0f} a second;"
            f" page {page * 1e3:.2f} ms: {page / cost:.2f} turns (at most {MAX_PAGE_TURNS})"
        )
    rate = len(costs) / sum(costs.values())
    slowest = quantiles(times, n=100)[98]
    print(f"  bare view {bare * 1e3:.2f} ms; medians of server CPU")
    print(f"  together {rate:.0f} turns a second per core (at least {MIN_TURNS_PER_SECOND})")
    print(
        f"  at {LOAD:.0f} answers a second, half take {median(times) * 1e3:.1f} ms and 99 of 100"
        f" {slowest * 1e3:.1f} ms (at most {MAX_SLOWEST_SECONDS * 1e3:.0f}; {len(times)} answers)"
    )
    missed = {
        f"{rate:.0f} turns a second": rate < MIN_TURNS_PER_SECOND,
        f"99 of 100 answers take {slowest * 1e3:.0f} ms": slowest > MAX_SLOWEST_SECONDS,
        **{f"a page of {slug}": pages[slug] > MAX_PAGE_TURNS * cost for slug, cost in costs.items()},
    }
    return "; ".join(what for what, wrong in missed.items() if wrong) or None


class _Server:
    """A process that serves pages on loopback."""

    def __init__(self, port: int, master: int) -> None:
        self.port = port
        self.master = master

    def cpu(self) -> float:
        """Return the CPU seconds of it and its children."""
        children = Path(f"/proc/{self.master}/task/{self.master}/children").read_text().split()
        return sum(map(_worked, (self.master, *map(int, children))))


class _Sitter:
    """A logged-in player with one persistent connection, like a browser's."""

    def __init__(self, player: Any, port: int) -> None:
        client = Client()
        client.force_login(player)
        self.token = "a" * 32
        self.cookie = f"sessionid={client.cookies['sessionid'].value}; csrftoken={self.token}"
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self.connection.connect()
        self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, method: str, path: str, fields: dict[str, Any] | None = None, *, part: bool = False) -> bytes:
        body = urlencode(fields or {}) if method == "POST" else None
        headers = {"Host": "localhost", "Cookie": self.cookie, "X-CSRFToken": self.token, "Accept-Encoding": "identity"}
        headers |= {"HX-Request": "true"} if part else {}
        headers |= {"Content-Type": "application/x-www-form-urlencoded"} if body is not None else {}
        self.connection.request(method, path, body=body, headers=headers)
        answer = self.connection.getresponse()
        content = answer.read()
        assert answer.status == 200, (path, answer.status, content[:200])
        return content


def _turns(server: _Server, sitters: list[_Sitter], slug: str) -> list[float]:
    """Return the server's CPU seconds for each answer of a match, with everyone giving the default answer."""
    code = begin(SEATS, now=timezone.now(), game=slug)
    costs = []
    for _ in range(TURNS):
        if not Match.objects.filter(code=code, status=Match.Status.PLAYING).exists():
            break
        seat, key, action = next_answer(code)
        fields = {"question": key, **msgspec.to_builtins(action)}
        before = server.cpu()
        sitters[seat].ask("POST", f"/m/{code}/answer/", fields, part=True)
        costs.append(server.cpu() - before)
    return costs


def _pages(server: _Server, sitters: list[_Sitter], slug: str) -> list[float]:
    """Return the server's CPU seconds for each page of a running match."""
    code = begin(SEATS, now=timezone.now(), game=slug)
    costs = []
    for number in range(PAGES):
        seat, key, action = next_answer(code)
        sitters[seat].ask("POST", f"/m/{code}/answer/", {"question": key, **msgspec.to_builtins(action)}, part=True)
        before = server.cpu()
        sitters[number % SEATS].ask("GET", f"/m/{code}/")
        costs.append(server.cpu() - before)
        if not Match.objects.filter(code=code, status=Match.Status.PLAYING).exists():
            code = begin(SEATS, now=timezone.now(), game=slug)
    return costs


def _answer_under_load(server: _Server) -> list[float]:
    """Return how many seconds each answer took, with all tables answering at their own steady pace."""
    sys.setswitchinterval(0.0005)  # A thread that finds the next answer shouldn't hold up one that measures.
    times: list[float] = []
    began = time.monotonic() + 1
    tables = [
        threading.Thread(target=_answer_steadily, args=(server, slug, began + number / LOAD, times))
        for number, slug in zip(range(LOAD_TABLES), cycle(GAMES), strict=False)
    ]
    for table in tables:
        table.start()
    for table in tables:
        table.join()
    return times


def _answer_steadily(server: _Server, slug: str, first: float, times: list[float]) -> None:
    """Answer at tables of one game, each of which comes every `LOAD_TABLES / LOAD` seconds."""
    try:
        sitters = [_Sitter(person, server.port) for person in people(SEATS)]
        code = begin(SEATS, now=timezone.now(), game=slug)
        for number in range(int(LOAD_SECONDS * LOAD / LOAD_TABLES)):
            if not Match.objects.filter(code=code, status=Match.Status.PLAYING).exists():
                code = begin(SEATS, now=timezone.now(), game=slug)
            seat, key, action = next_answer(code)
            fields = {"question": key, **msgspec.to_builtins(action)}
            time.sleep(max(0.0, first + number * LOAD_TABLES / LOAD - time.monotonic()))
            sent = time.perf_counter()
            sitters[seat].ask("POST", f"/m/{code}/answer/", fields, part=True)
            times.append(time.perf_counter() - sent)
    finally:
        connection.close()


def _bares(server: _Server, sitter: _Sitter) -> list[float]:
    """Return the server's CPU seconds for the view that does the least a turn can do."""
    match = pk(begin(SEATS, now=timezone.now()))
    costs = []
    for number in range(100, 100 + TURNS):
        before = server.cpu()
        sitter.ask("POST", f"/bare/{match}/{number}/{1000 + 2 * number}/")
        costs.append(server.cpu() - before)
    return costs


@contextmanager
def _served() -> Iterator[_Server]:
    """Run one process of *web*, as servers do, on the bench's database."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    database = settings.DATABASES["default"]
    url = f"postgres://{database['USER']}:{database['PASSWORD']}@{database['HOST']}:{database['PORT']}"
    environment = os.environ | {
        "SLOWFUSE_DATABASE_URL": f"{url}/{connection.settings_dict['NAME']}", "SLOWFUSE_BIND": f"127.0.0.1:{port}",
        "SLOWFUSE_WORKERS": "1", "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    command = [sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", "apps.config.wsgi"]
    process = subprocess.Popen([*_PINNED, *command], cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
    try:
        _until_it_answers(port)
        yield _Server(port, process.pid)
    finally:
        process.terminate()
        process.wait(30)


_PINNED = ("taskset", "-c", "0")


def _until_it_answers(port: int) -> None:
    for _ in range(200):
        try:
            asked = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            asked.request("GET", "/healthz", headers={"Host": "localhost"})
            if asked.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the server does not answer")


def _worked(pid: int) -> float:
    """Return user and kernel seconds, including finished threads, to the nanosecond.

    `/proc` counts hundredths of a second, twice as long as a turn takes.
    """
    return time.clock_gettime(~pid << 3 | 2)  # The name of another process's clock in Linux (clock_getcpuclockid).
