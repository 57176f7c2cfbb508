"""the list of tables with 10,000 open ones against the same with 10"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from time import perf_counter, process_time
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from apps.accounts.services import relations
from apps.games import catalogue
from apps.lobby.models import Chair, Table
from apps.lobby.services import quick_match, tables
from tests.bench.table import Browser, people

FEW, MANY = 10, 10_000
PEOPLE: Final = 1_100
"""Nobody sits at more open tables than a person may."""
ROUNDS = 40
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
    relations.befriend(owner=reader, other=hosts[1], now=timezone.now())
    relations.block(owner=reader, other=hosts[2], now=timezone.now())
    browser = Browser(reader)
    cost: dict[tuple[str, int], float] = {}
    queries: dict[str, int] = {}
    for count in (FEW, MANY):
        _open(count, hosts[1:])
        for name, path in PATHS.items():
            cost[name, count], queries[name] = _measured(browser, path)
        if count == MANY:
            before = Table.objects.order_by("-created_at", "-pk").values_list("created_at", "pk")[MANY // 2]
            key = f"{int(before[0].timestamp() * 1e6)}-{before[1]}"
            cost["deep", MANY], queries["deep"] = _measured(browser, f"/tables/?before={key}")
        cost["quick match", count] = _quick(hosts)
    for name in (*PATHS, "deep", "quick match"):
        # Of ten tables hardly one is as somebody wants: a page is compared with one on which all ten stand.
        few, many = cost["quick match" if name == "quick match" else "all", FEW], cost[name, MANY]
        asked = f", {queries[name]} statements" if name in queries else ""
        print(
            f"  {name:<12} {few * 1e3:6.2f} ms with {FEW}, {many * 1e3:6.2f} ms with {MANY:,}:"
            f" {many / few:.2f} times (at most 1.5){asked}"
        )
    Table.objects.all().delete()


def _measured(browser: Browser, path: str) -> tuple[float, int]:
    """Seconds of a page, and its statements."""

    def look() -> None:
        status, _cpu = browser.request("GET", path)
        assert status == 200, status

    return _least(look)


def _quick(hosts: list[Any]) -> float:
    """Seconds until somebody sits, and stands up again."""
    turn = iter(range(ROUNDS))

    def sit() -> None:
        player = hosts[-1 - next(turn) % 20]
        table = quick_match.sit_down(player=player, game="fuse", pace_name="daily", now=timezone.now(), language="en")
        tables.leave(code=table.code, player=player)

    return _least(sit)[0]


def _least(act: Callable[[], None]) -> tuple[float, int]:
    """(the least CPU seconds of this process + the least seconds of waiting for the database, statements).

    What else the machine does meanwhile only adds to either.
    """
    cpu, database, waited, asked = [], [], 0.0, 0

    def timed(execute: Any, *args: Any) -> Any:
        nonlocal waited, asked
        began, worked = perf_counter(), process_time()
        try:
            return execute(*args)
        finally:
            waited += max(0.0, perf_counter() - began - (process_time() - worked))
            asked += 1

    for _ in range(ROUNDS):
        waited, asked, began = 0.0, 0, process_time()
        with connection.execute_wrapper(timed):
            act()
        cpu.append(process_time() - began)
        database.append(waited)
    return min(cpu) + min(database), asked


def _open(count: int, hosts: list[Any]) -> None:
    """So many open tables of all kinds, the same mixture for every count; the first page shows as many rows as fit."""
    Table.objects.all().delete()
    games = list(catalogue().values())
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
        for n in range(count)
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
