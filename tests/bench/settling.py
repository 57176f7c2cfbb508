"""10,000 matches falling due at one instant, four sweepers, against 10,000 calls of play.answer"""

from __future__ import annotations

import os
import threading
from datetime import timedelta
from time import perf_counter

from django.db import connections
from django.db.models import Count
from django.utils import timezone

from apps.matches import play
from apps.matches.models import Match, Move
from tests.bench.table import begin, next_answer

MATCHES = int(os.environ.get("BENCH_MATCHES", "10000"))
ANSWERS = 1_000
"""Answers measured; their cost is taken for ten times as many."""
SWEEPERS = 4


def run() -> None:
    Match.objects.all().delete()  # Those of other benches fall due, too.
    now = timezone.now()
    codes = [begin(2, now=now) for _ in range(MATCHES)]
    todo = [(code, *next_answer(code)) for code in codes[:ANSWERS]]
    began = perf_counter()
    for code, seat, key, action in todo:
        play.answer(code=code, seat=seat, key=key, action=action, now=now)
    answers = (perf_counter() - began) / ANSWERS
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
    twice = Move.objects.filter(cause="clock").values("match").annotate(n=Count("pk")).filter(n__gt=1).count()
    assert (made, twice) == (MATCHES, 0)
    print(
        f"  play.answer {answers * 1e3:.2f} ms a match, settling {settled * 1e3:.2f} ms a match"
        f" ({1 / settled:,.0f} a second): {settled / answers:.2f} times (at most 1.3, aim 0.2), each exactly once"
    )
    Match.objects.all().delete()


def _sweep(now: object) -> None:
    try:
        while play.settle_due(now=now):  # type: ignore[arg-type]
            pass
    finally:
        connections.close_all()
