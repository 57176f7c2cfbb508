"""turns and pages on a site with 20,000 running and 200,000 finished matches, against one with a few hundred

SLOWFUSE_BENCH_VOLUME sets the percentage of those numbers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from functools import partial
from itertools import repeat
from statistics import median
from time import perf_counter
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from apps.accounts.models import Player
from apps.games import load_games
from apps.matches.models import Chair, Fact, Match, MatchDigest, MatchFeat, Memory, Move, Question, Seed
from apps.matches.services import digests, play
from apps.ratings.models import Rating, RatingStep, Result, Sheet
from apps.ratings.services import ledger
from tests.bench.records import PATHS as RECORDS
from tests.bench.table import Browser, begin, next_answer, people
from tests.factories.finished_matches import recorded_match
from tests.query_plans import scanned, watched

SHARE: Final = float(os.environ.get("SLOWFUSE_BENCH_VOLUME", "100")) / 100
RUNNING, FINISHED = round(20_000 * SHARE), round(200_000 * SHARE)
CROWD: Final = 5_000
"""The number of people who play all of them, besides those whose pages are measured."""
FEW: Final = 60
"""The number of people, and of matches of each length, before any copies.

Pages of lists are then full on both sites.
"""
LOGGED: Final = 10
"""The number of finished matches per stored log; statements that read a log name its match."""
APART: Final = 1_000_000
"""The distance between the keys of one copy and the next."""
AT_MOST: Final = 1.25
"""The maximum multiple of the small site's time."""
STEADY: Final = "/me/preferences/"
"""A page that reads only one person's data.

If it costs more or less on the large site, that is due to the machine, whose speed changes every second. All other
pages are measured in turn with it, and compared as multiples of its cost.
"""
PATHS: Final = {
    **RECORDS, "page 50": "/matches/?page=2", "mine": "/mine/", "leaders": "/leaders/fuse/", "rating": "/p/p1/in/fuse/",
    "figures": "/games/fuse/figures/", "tournaments": "/tournaments/", "front": "/",
}  # fmt: skip


def run() -> str | None:
    browsers = [Browser(person) for person in people(8)]
    running, finished = _house([browser.player for browser in browsers])
    paths = PATHS | {"record": f"/m/{finished}/record/", "match": f"/m/{running}/"}
    small = _measured(browsers, paths)
    began = perf_counter()
    _fill()
    print(f"  {RUNNING:,} running and {FINISHED:,} finished matches in {perf_counter() - began:.0f} s; {_size()}")
    large = _measured(browsers, paths)
    slow = []
    for name, first in small.items():
        ratio = large[name].beside / first.beside
        paces = f"{first.seconds * 1e3:6.2f} ms, then {large[name].seconds * 1e3:6.2f} ms"
        print(f"  {name:<14} {paces}: {ratio:.2f} times at one pace (at most {AT_MOST})")
        slow += [name] if ratio > AT_MOST else []
    scans = _scans(browsers[1], paths)
    print(
        "  gone through from end to end:", ", ".join(f"{table} ({page})" for table, page in scans.items()) or "no table"
    )
    return ", ".join([*slow, *(f"{table} is gone through for {page}" for table, page in scans.items())]) or None


def _house(sitters: list[Any]) -> tuple[str, str]:
    """Create enough matches to fill a page of every list, and return the codes of a running and a finished one."""
    _crowd(range(FEW))
    for n in range(4 * FEW):
        slug = list(load_games())[n % 4]
        match = recorded_match(slug, [sitters[(n + i) % 8] for i in range(3)], seed=n % 8 + 1, now=timezone.now())
        Match.objects.filter(pk=match.pk).update(rated=True, listed=True)
        digests.digest_match(match.code)
    while ledger.record_results(now=timezone.now() + timedelta(minutes=1)):
        pass
    codes = [begin(3, now=timezone.now(), game=slug) for slug in load_games() for _ in range(5)]
    for code in codes:
        for _ in range(12):
            seat, key, action = next_answer(code)
            play.answer_question(code=code, seat=seat, key=key, action=action, now=timezone.now())
    _analyse()
    return codes[0], match.code


class _Measured(NamedTuple):
    """Medians of a page's measurements."""

    seconds: float
    beside: float
    """The multiple of the steady page's time, measured right afterwards."""


def _measured(browsers: list[Browser], paths: dict[str, str]) -> dict[str, _Measured]:
    steady = partial(_look, browsers[1], STEADY)
    found = {"turn": _in_turn(_answers(browsers), steady)}
    for name, path in paths.items():
        found[name] = _in_turn(repeat(partial(_look, browsers[1], path), 30), steady)
    return found


def _in_turn(acts: Iterable[Callable[[], object]], steady: Callable[[], None]) -> _Measured:
    costs = [(_took(act), _took(steady)) for act in acts]
    return _Measured(median(each for each, _ in costs), median(each / other for each, other in costs))


def _took(act: Callable[[], object]) -> float:
    began = perf_counter()
    act()
    return perf_counter() - began


def _answers(browsers: list[Browser]) -> Iterator[Callable[[], object]]:
    code = begin(4, now=timezone.now())
    for _ in range(60):
        seat, key, action = next_answer(code)
        yield partial(browsers[seat].answer, code, key, action)


def _look(browser: Browser, path: str) -> None:
    status, _cpu = browser.request("GET", path)
    assert status == 200, (path, status)


# -- copies -----------------------------------------------------------------------------------


def _fill() -> None:
    """Copy the existing rows for other people."""
    model: Any
    over, playing = Match.objects.filter(status="over").count(), Match.objects.filter(status="playing").count()
    ended = (1, round(FINISHED / over))
    open_ = (ended[1] + 1, ended[1] + round(RUNNING / playing))
    logged = (1, round(FINISHED / over / LOGGED))
    _crowd(range(FEW, CROWD))
    _copy(Match, ended, "status = 'over'")
    _copy(Match, open_, "status = 'playing'")
    for model in (Chair, Seed, MatchDigest, MatchFeat, Result, RatingStep, Sheet):
        _copy(model, ended, _OF_OVER)
    for model in (Fact, Move):
        _copy(model, logged, _OF_OVER)
    for model in (Chair, Seed, Fact, Move, Question, Memory):
        _copy(model, open_, _OF_PLAYING)
    _analyse()


_OF_OVER: Final = "match_id IN (SELECT id FROM matches_match WHERE status = 'over')"
_OF_PLAYING: Final = "match_id IN (SELECT id FROM matches_match WHERE status = 'playing')"


def _crowd(numbers: range) -> None:
    """Create people with ratings."""
    made = [Player(pk=APART + n, username=f"crowd{n}", password="!") for n in numbers]
    Player.objects.bulk_create(made, batch_size=1_000)
    now = timezone.now()
    ratings = (
        Rating(player=player, game=slug, mu=25, sigma=2, least=20 + n / CROWD, matches=9, updated_at=now)
        for n, player in zip(numbers, made, strict=True)
        for slug in load_games()
    )
    Rating.objects.bulk_create(ratings, batch_size=5_000)


def _copy(model: Any, copies: tuple[int, int], which: str) -> None:
    """Copy the rows of the first matches for each copy: other matches, other people, a minute earlier."""
    columns = {field.column: f'"{field.column}"' for field in model._meta.concrete_fields}
    for field in model._meta.concrete_fields:
        column = f'"{field.column}"'
        if field.is_relation and field.related_model is Player:
            shifted = f"{APART} + ({column} * 31 + copy::bigint * 7919 + id) % {CROWD}" if "id" in columns else (
                f"{APART} + ({column} * 31 + copy::bigint * 7919) % {CROWD}"
            )  # fmt: skip
            columns[field.column] = f"CASE WHEN {column} IS NOT NULL THEN {shifted} END"
        elif field.is_relation or field.primary_key:
            columns[field.column] += f" + {APART}::bigint * copy"
        elif field.unique:
            columns[field.column] = f"substr(md5({column} || copy), 1, 16)"
        elif field.column == "over_at":
            columns[field.column] += " - copy * interval '1 minute'"
    name, (first, last) = model._meta.db_table, copies
    own = "id" if model is Match else "match_id"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {name} ({', '.join(map(_quoted, columns))}) SELECT {', '.join(columns.values())}"
            f" FROM {name}, generate_series({first}, {last}) AS copy WHERE {own} < {APART} AND ({which})"
            " ON CONFLICT DO NOTHING"
        )


def _quoted(column: str) -> str:
    return f'"{column}"'


def _analyse() -> None:
    """Analyse the tables, as the server does by itself, only later."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    cache.clear()


def _size() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_size_pretty(pg_database_size(current_database()))")
        return str(cursor.fetchone()[0])


# -- query plans ------------------------------------------------------------------------

_GROWING: Final[tuple[type[Model], ...]] = (
    Match, Chair, Fact, Move, Seed, Memory, Question, MatchDigest, MatchFeat, Result, RatingStep, Sheet,
)  # fmt: skip


def _scans(browser: Browser, paths: dict[str, str]) -> dict[str, str]:
    """Return the growing tables that a page scans from end to end, each with one such page."""
    found: dict[str, str] = {}
    for name, path in paths.items():
        cache.clear()
        with watched() as seen:
            _look(browser, path)
        for sql, params in seen:
            found |= dict.fromkeys(scanned(sql, params, growing=_GROWING) - found.keys(), name)
    return found
