"""Tests that PostgreSQL never scans a growing table for a turn, however little it knows of its tables."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import F, Model
from django.test import Client
from django.utils import timezone

from apps.kernel.table import PUBLIC, Observer
from apps.matches.models import (
    Bookmark,
    Chair,
    CompactLog,
    CompactPlayer,
    Match,
    MatchDigest,
    Memory,
    Move,
    QuietHoursRow,
    Tenure,
    Vacation,
)
from apps.matches.selectors import bookmarks, history, match_view
from apps.matches.services import play, reliability, uptime
from apps.matches.store import snapshots
from apps.matches.store.log import read_log
from tests.factories.finished_matches import digest_row, finished_match
from tests.factories.matches import HOUR, MatchDriver, new_match
from tests.query_plans import nodes, scanned, watched

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
Browser = Callable[..., Client]
COPIES = 3_000
APART = 1_000_000
"""The distance between the keys of one copy and the next."""
GROWING: list[type[Model]] = [
    get_user_model(),
    Match,
    *(
        model
        for model in apps.get_app_config("matches").get_models()
        if any(field.is_relation for field in model._meta.concrete_fields)
    ),
]


@pytest.fixture
def crowded(ada: Any, ben: Any) -> MatchDriver:
    """Return one of thousands of due matches, each with its own people, in tables that were never analysed."""
    uptime.beat_if_due(now=timezone.now())
    for player in (ada, ben):
        QuietHoursRow.objects.create(player=player, begins=60, ends=120)
        Vacation.objects.create(player=player, begins_at=timezone.now() - HOUR, ends_at=timezone.now())
    table = new_match(ada, ben, now=timezone.now())
    Tenure.objects.create(match=table.match, seat=0, until=0, player=ben, bot=False)
    Bookmark.objects.create(match=table.match, player=ada, favourite=True, note="", at=timezone.now())
    for _ in range(10):
        table.lay()
    for player in (ada, ben, None):
        table.look(player)
    assert Memory.objects.exists()
    old = finished_match([ada, ben])
    CompactLog.objects.create(match=old, packed=bytes(2000), handed=0)
    CompactPlayer.objects.create(match=old, place=0, seat=0, player=ada)
    with connection.cursor() as cursor:
        for model in GROWING:
            cursor.execute(_copies(model))
            if not model._meta.pk.is_relation:
                name = model._meta.db_table
                cursor.execute(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), MAX(id)) FROM {name}")
    return table


def _copies(model: Any) -> str:
    """Return SQL for a temporary table that hides the model's own and has no statistics."""
    name = model._meta.db_table
    columns = {field.column: f'"{field.column}"' for field in model._meta.concrete_fields}
    for field in model._meta.concrete_fields:
        if field.is_relation or field.primary_key:
            columns[field.column] += f" + {APART}::bigint * copy"
        elif field.unique:
            columns[field.column] += " || CASE copy WHEN 0 THEN '' ELSE copy::text END"
    listed = ", ".join(f'"{column}"' for column in columns)
    return (
        f"CREATE TEMPORARY TABLE {name} (LIKE {name} INCLUDING ALL) ON COMMIT DROP;"
        f" INSERT INTO {name} ({listed})"
        f" SELECT {', '.join(columns.values())} FROM public.{name}, generate_series(0, {COPIES}) AS copy"
    )


@pytest.mark.parametrize("analysed", [False, True], ids=["never-analysed", "analysed"])
def test_no_table_that_grows_is_gone_through(
    crowded: MatchDriver, at: Browser, ada: Any, ben: Any, analysed: bool
) -> None:
    clients = [at(player) for player in (ada, ben)]
    if analysed:
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(model._meta.db_table for model in GROWING)}")
    with watched() as seen:
        for _ in range(2):
            seat, code = crowded.ask.seat, crowded.code
            words = {"question": crowded.key(), "type": "lay", "card": crowded.ask.default.card}
            assert clients[seat].post(f"/m/{code}/answer/", words).status_code == 303
            assert clients[seat].get(f"/m/{code}/").status_code == 200
            assert clients[seat].get(f"/m/{code}/news/?heard=1").status_code == 200
        assert match_view.count_heard_facts(match_view.load_match(code, player=ada.pk)) > 0
        gallery: tuple[Observer, ...] = (PUBLIC,)
        snapshots.load_recollections(
            {crowded.match.pk: snapshots.Wanted(*match_view.get_match_rules(crowded.match), gallery)}
        )
        assert at().get("/matches/?player=ADA&won_by=ADA").status_code == 200
        assert read_log(crowded.match).moves
        assert list(reliability._find_turn_durations(Move.objects.all(), player=ada.pk, since=timezone.now() - HOUR))
        assert play.settle_due(now=timezone.now() + timedelta(days=2), limit=100) == 100
    found = {sql: tables for sql, params in seen if (tables := scanned(sql, params, growing=GROWING))}
    assert len(seen) > 30
    assert not found, "\n\n".join(f"{sorted(tables)}: {sql}" for sql, tables in found.items())


def test_a_page_of_somebody_who_sat_everywhere_is_read_without_gathering_all_their_matches(
    crowded: MatchDriver, ada: Any
) -> None:
    Chair.objects.filter(index=0).update(player=ada)
    Match.objects.update(begun_at=F("begun_at") + F("pk") / APART * timedelta(minutes=1))
    sql, params = history.find_listed_matches(player="ADA")[:20].query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {', '.join(model._meta.db_table for model in GROWING)}")
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
        [[[plan]]] = cursor.fetchall()
    assert Chair.objects.filter(player=ada).count() > COPIES
    assert max(node["Actual Rows"] * node["Actual Loops"] for node in nodes(plan["Plan"])) < 100


@pytest.mark.parametrize("analysed", [False, True], ids=["never-analysed", "analysed"])
def test_matches_of_a_tournament_and_of_a_length_are_found_without_going_through_all(
    crowded: MatchDriver, analysed: bool
) -> None:
    for number, match in enumerate(Match.objects.order_by("pk")[: COPIES // 10]):
        match.occasion, match.occasion_path = f"Cup {number // 10}", f"/tournaments/{number // 10}/"
        match.save()
    MatchDigest.objects.bulk_create(
        digest_row(match, moves=number % 150, excitement=number % 1000)
        for number, match in enumerate(Match.objects.order_by("pk"))
    )
    if analysed:
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(model._meta.db_table for model in GROWING)}")
    with watched() as seen:
        for name in ("cup 3", "/tournaments/3/", "nowhere"):
            cup = history.find_occasion(name)
            for more in ({}, {"sort": "exciting"}, {"length": "long"}):
                rows = history.find_listed_matches(tournament=cup.path if cup else history.NO_OCCASION_PATH, **more)
                assert rows.values("pk").count() == len(rows.values("pk")[:20])
        for wanted in (
            {"length": "short"}, {"length": "long", "game": "fuse"}, {"length": "middle", "sort": "exciting"},
            {"length": "long", "game": "fuse", "sort": "long"}, {"seats": 2}, {"game": "fuse"},
        ):  # fmt: skip
            assert len(history.find_listed_matches(**wanted).values("pk")[:20]) == 20
    found = {sql: tables for sql, params in seen if (tables := scanned(sql, params, growing=GROWING))}
    assert len(seen) == 27
    assert not found, "\n\n".join(f"{sorted(tables)}: {sql}" for sql, tables in found.items())


@pytest.mark.parametrize("analysed", [False, True], ids=["never-analysed", "analysed"])
def test_a_book_is_read_without_going_through_those_of_others(crowded: MatchDriver, ada: Any, analysed: bool) -> None:
    if analysed:
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(model._meta.db_table for model in GROWING)}")
    with watched() as seen:
        kept = bookmarks.get_bookmark(crowded.match, ada.pk)
        assert bookmarks.find_bookmarks(ada.pk).count() == 1
        assert len(bookmarks.find_bookmarks(ada.pk).values("pk")[:20]) == 1
    assert kept is not None
    assert kept.favourite
    assert Bookmark.objects.count() > COPIES
    assert not [sql for sql, params in seen if scanned(sql, params, growing=GROWING)]
