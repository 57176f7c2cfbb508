"""10,000 matches falling due at one instant, four sweepers, against as many play.answer; without statistics and with"""

from __future__ import annotations

import os
import threading
from datetime import datetime, timedelta
from time import perf_counter

from django.apps import apps
from django.db import connection, connections
from django.db.models import Count
from django.utils import timezone

from apps.matches.models import Match, Move
from apps.matches.services import play
from tests.bench.table import begin, next_answer

MATCHES = int(os.environ.get("BENCH_MATCHES", "10000"))
ANSWERS = 1_000
"""The number of answers measured; their cost is applied to all settled matches."""
SWEEPERS = 4
MAX_COST = 0.3
"""The maximum cost of settling a match relative to an answer, even on a shared machine. Alone, it is half of that."""


def run() -> str:
    _know_nothing()
    now = timezone.now()
    codes = [begin(2, now=now) for _ in range(MATCHES)]
    now, guessed = _settle("never analysed, as after pg_restore", codes, now)
    _analyse()
    now, known = _settle("analysed", codes, now)
    Match.objects.all().delete()
    return "" if max(guessed, known) <= MAX_COST else f"settling costs {max(guessed, known):.2f} times an answer"


def _settle(known: str, codes: list[str], now: datetime) -> tuple[datetime, float]:
    """Settle all after a few have answered, and return when that day ends and the cost of one in answers."""
    todo = [(code, *next_answer(code)) for code in codes[:ANSWERS]]
    began = perf_counter()
    for code, seat, key, action in todo:
        play.answer_question(code=code, seat=seat, key=key, action=action, now=now)
    answers = (perf_counter() - began) / len(todo)
    before = Move.objects.count()
    then = now + timedelta(days=1)
    began = perf_counter()
    threads = [threading.Thread(target=_sweep, args=(then,)) for _ in range(SWEEPERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    settled = (perf_counter() - began) / MATCHES
    made = Move.objects.count() - before
    settlings = Move.objects.filter(cause="clock", at=then)
    twice = settlings.values("match").annotate(n=Count("pk")).filter(n__gt=1).count()
    assert (made, twice) == (MATCHES, 0)
    print(
        f"  {known}: play.answer {answers * 1e3:.2f} ms a match, settling {settled * 1e3:.2f} ms a match"
        f" ({1 / settled:,.0f} a second): {settled / answers:.2f} times (at most {MAX_COST}), each exactly once",
        flush=True,
    )
    return then, settled / answers


def _know_nothing() -> None:
    """Empty the tables of matches, so that no others are due, and make PostgreSQL forget them.

    Setting a column's type, even to the same one, removes its statistics; autovacuum would restore them.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {Match._meta.db_table} CASCADE")
        for model in apps.get_app_config("matches").get_models():
            types = [
                f'ALTER "{field.column}" TYPE {field.db_type(connection)}' for field in model._meta.concrete_fields
            ]
            cursor.execute(f"ALTER TABLE {model._meta.db_table} SET (autovacuum_enabled = false), {', '.join(types)}")


def _analyse() -> None:
    with connection.cursor() as cursor:
        for model in apps.get_app_config("matches").get_models():
            cursor.execute(f"ALTER TABLE {model._meta.db_table} RESET (autovacuum_enabled)")
            cursor.execute(f"ANALYZE {model._meta.db_table}")


def _sweep(now: object) -> None:
    try:
        while play.settle_due(now=now):  # type: ignore[arg-type]
            pass
    finally:
        connections.close_all()
