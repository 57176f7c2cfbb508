"""pages of a player with 2,000 finished matches against the same with 10: wall time (the best of many), statements"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import Any, Final

from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.matches.models import Chair, Match
from apps.ratings.services import ledger
from tests.bench.table import Browser, begin, people
from tests.database import statements

FEW, MANY = 10, 2_000
PAGES: Final = ("/p/{name}/", "/p/{name}/in/fuse/", "/mine/", "/matches/", "/matches/?player={name}")
ROUNDS = 30
STATEMENTS: Final = 8
"""The maximum number of a page's statements without any cache, including session and reader."""
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def run() -> str | None:
    few, many, *others = people(6)
    begin(6, now=timezone.now())
    _played(few, others, FEW)
    cost = {path: _cost(path, few) for path in PAGES}
    asked = {path: _asked(path, few) for path in PAGES}
    _played(many, others, MANY)
    for path in PAGES:
        first, then = cost[path], _cost(path, many)
        asked[path] = max(asked[path], _asked(path, many))
        print(
            f"  {path:<24} {first * 1e3:6.2f} ms with {FEW}, {then * 1e3:6.2f} ms with {MANY:,}:"
            f" {then / first:.2f} times (at most 1.5), {asked[path]} statements"
        )
    worst = max(PAGES, key=lambda path: asked[path])
    print(f"  {worst} takes most statements: {asked[worst]} (at most {STATEMENTS})")
    return f"{worst} takes more than {STATEMENTS} statements." if asked[worst] > STATEMENTS else None


def _played(person: Any, others: list[Any], count: int) -> None:
    """Create rated matches of two, as play leaves them after rating."""
    outcomes = ([1, 2], [2, 1], [1, 1])
    matches = Match.objects.bulk_create(
        Match(
            game="fuse",
            setup="{}",
            pace={},
            status=Match.Status.OVER,
            rated=True,
            moves=30,
            begun_at=BEGAN + timedelta(minutes=n),
            over_at=BEGAN + timedelta(days=1, minutes=n),
            commitment="0" * 64,
            outcome={"places": outcomes[n % 3], "scores": [10, 10], "why": "ended"},
        )
        for n in range(count)
    )
    Chair.objects.bulk_create(
        Chair(match=match, index=index, player=player)
        for n, match in enumerate(matches)
        for index, player in enumerate((person, others[n % len(others)]))
    )
    began = perf_counter()
    while ledger.record_results(now=timezone.now()):
        pass
    print(f"  {count:,} matches judged in {perf_counter() - began:.1f} s")
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # The server does this by itself, only later.


def _asked(path: str, player: Any) -> int:
    """Return the statements of a page without cached data."""
    browser = Browser(player)
    cache.clear()
    with CaptureQueriesContext(connection) as context:
        status, _cpu = browser.request("GET", path.format(name=player.username))
    assert status == 200, (path, status)
    return len(statements(context))


def _cost(path: str, player: Any) -> float:
    browser, address = Browser(player), path.format(name=player.username)
    took = []
    for _ in range(ROUNDS + 5):
        began = perf_counter()
        status, _cpu = browser.request("GET", address)
        took.append(perf_counter() - began)
        assert status == 200, (address, status)
    return min(took)  # Other work on this machine only adds to the time.
