"""the list of finished matches, its filters and a player's pages with 30,000 matches"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from apps.games import load_games
from apps.matches.models import Chair, Match, MatchDigest
from tests.bench.cost import least
from tests.bench.table import Browser, people
from tests.factories.finished_matches import digest_row

MATCHES: Final = 30_000
PEOPLE: Final = 300
PATHS: Final = {
    "all": "/matches/",
    "page 50": "/matches/?page=50",
    "one game": "/matches/?game=frogs",
    "one player": "/matches/?player=p7",
    "in all": "/matches/?player=p0",
    "two players": "/matches/?player=p0&against=p7",
    "won by": "/matches/?won_by=p0",
    "short": "/matches/?length=short",
    "long fuses": "/matches/?length=long&game=fuse",
    "exciting": "/matches/?sort=exciting",
    "by length": "/matches/?sort=long&game=kobolds",
    "seats": "/matches/?seats=3",
    "days": "/matches/?since=2026-02-01&until=2026-02-03",
    "head to head": "/matches/p0/p7/",
    "profile": "/p/p7/",
    "who is in all": "/p/p0/",
    "hall of fame": "/fame/",
}
AT_MOST: Final = 50.0
"""The maximum number of milliseconds."""


def run() -> None:
    hosts = people(PEOPLE)
    browser = Browser(hosts[1])
    _play(hosts)
    for name, path in PATHS.items():
        status, _cpu = browser.request("GET", path)
        if status != 200:
            print(f"  {name:<14} {path} answers {status}")
            continue
        seconds, statements = least(partial(_look, browser, path), rounds=15)
        over = "" if seconds * 1e3 <= AT_MOST else f"  (more than {AT_MOST:.0f})"
        print(f"  {name:<14} {seconds * 1e3:6.1f} ms, {statements} statements{over}")
    Match.objects.all().delete()


def _look(browser: Browser, path: str) -> None:
    browser.request("GET", path)


def _play(hosts: list[Any]) -> None:
    """Create matches of all games, one player in all of them, the others in a few."""
    games, ended = list(load_games().values()), datetime(2026, 5, 1, tzinfo=UTC)
    made = Match.objects.bulk_create(
        (
            Match(
                code=f"b{n:07}", game=games[n % len(games)].meta.slug, setup="{}", pace={},
                status=Match.Status.OVER, listed=True, rated=True, moves=40 + n % 300, commitment="0" * 64,
                begun_at=ended - timedelta(minutes=7 * n, days=2), over_at=ended - timedelta(minutes=7 * n),
                outcome={"places": [1, 2, 3], "scores": [30, 20, 10], "why": "ended"},
            )
            for n in range(MATCHES)
        ),
        batch_size=2_000,
    )  # fmt: skip
    Chair.objects.bulk_create(
        (
            Chair(match=match, index=index, player=hosts[who], won=index == 0)
            for n, match in enumerate(made)
            for index, who in enumerate((0, 1 + n % (PEOPLE - 1), 1 + (n * 7 + 3) % (PEOPLE - 1)))
        ),
        batch_size=5_000,
        ignore_conflicts=True,
    )
    MatchDigest.objects.bulk_create(
        (
            digest_row(match, seats=3, leads=n % 9, margin=n % 40, excitement=n * 37 % 1000)
            for n, match in enumerate(made)
        ),
        batch_size=2_000,
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(f"  {MATCHES:,} matches, {timezone.now():%H:%M}")
