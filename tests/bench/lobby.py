"""the list of tables with 10,000 open ones against the same with 10"""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from apps.accounts.services import relations
from apps.games import load_games
from apps.lobby.models import Chair, Table
from apps.lobby.services import quick_match, tables
from tests.bench.cost import least
from tests.bench.table import Browser, people

FEW, MANY = 10, 10_000
PEOPLE: Final = 1_100
"""The number of players, so that no one is at more open tables than allowed."""
PATHS: Final = {
    "all": "/tables/",
    "as one wants": "/tables/?game=fuse&pace=daily&language=en&rated=no",
    "rare": "/tables/?game=frogs&pace=weekly&chairs=2&rated=yes&percent=95",
    "none": "/tables/?game=kobolds&pace=custom&percent=95",
    "of friends": "/tables/?friends=on",
}


def run() -> None:
    hosts = people(PEOPLE)
    reader = hosts[0]
    relations.add_friend(owner=reader, other=hosts[1], now=timezone.now())
    relations.block_player(owner=reader, other=hosts[2], now=timezone.now())
    browser = Browser(reader)
    cost: dict[tuple[str, int], float] = {}
    queries: dict[str, int] = {}
    for many in (FEW, MANY):
        _open(many, hosts[1:])
        for name, path in PATHS.items():
            cost[name, many], queries[name] = _measured(browser, path)
        if many == MANY:
            before = Table.objects.order_by("-created_at", "-pk").values_list("created_at", "pk")[MANY // 2]
            key = f"{int(before[0].timestamp() * 1e6)}-{before[1]}"
            cost["deep", MANY], queries["deep"] = _measured(browser, f"/tables/?before={key}")
        cost["quick match", many] = _quick(hosts)
    for name in (*PATHS, "deep", "quick match"):
        # With ten tables, hardly one matches a filter, so pages are compared with one that shows all ten.
        small, large = cost["quick match" if name == "quick match" else "all", FEW], cost[name, MANY]
        asked = f", {queries[name]} statements" if name in queries else ""
        print(
            f"  {name:<12} {small * 1e3:6.2f} ms with {FEW}, {large * 1e3:6.2f} ms with {MANY:,}:"
            f" {large / small:.2f} times (at most 1.5){asked}"
        )
    Table.objects.all().delete()


def _measured(browser: Browser, path: str) -> tuple[float, int]:
    """Return the seconds of a page, and its statements."""

    def look() -> None:
        status, _cpu = browser.request("GET", path)
        assert status == 200, status

    return least(look)


def _quick(hosts: list[Any]) -> float:
    """Return the seconds until someone takes a seat and leaves it again."""
    turn = count()

    def sit() -> None:
        player = hosts[-1 - next(turn) % 20]
        table = quick_match.join_quick_match(
            player=player, game="fuse", pace_name="daily", now=timezone.now(), language="en"
        )
        tables.leave_table(code=table.code, player=player)

    return least(sit)[0]


def _open(tables_: int, hosts: list[Any]) -> None:
    """Open this number of tables of all kinds, always in the same mixture, so that the first page is full."""
    Table.objects.all().delete()
    games = list(load_games().values())
    now = timezone.now()
    made = Table.objects.bulk_create(
        Table(
            game=(game := games[n % len(games)]).meta.slug,
            seats=4,
            options={},
            usual=True,
            pace=game.meta.paces["daily"],
            pace_name=("daily", "daily", "live", "weekly")[n // 4 % 4],
            host=hosts[n % (len(hosts) - 25)],
            created_at=now - n * timedelta(seconds=7),
            language=("", "en", "de", "fr")[n // 16 % 4],
            rated=n % 7 == 0,
            least_share=0.9 if n % 11 == 0 else None,
            vacant=2,
            present=2,
        )
        for n in range(tables_)
    )  # fmt: skip
    Chair.objects.bulk_create(
        (
            Chair(table=table, index=index, player=hosts[(n + index) % (len(hosts) - 25)] if index < 2 else None)
            for n, table in enumerate(made)
            for index in range(4)
        ),
        batch_size=5_000,
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
