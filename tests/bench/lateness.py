"""50 matches falling due a second, beat at 1 s, a real worker on Redis: how late each is settled"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import datetime, timedelta
from statistics import quantiles

from django.db import connection
from django.utils import timezone

from apps.matches.models import Match, Move, Question
from tests.bench.table import begin

A_SECOND = 50
SECONDS = 20


def run() -> None:
    start = timezone.now() + timedelta(seconds=12)
    due: dict[int, datetime] = {}
    codes = [begin(2, now=timezone.now()) for _ in range(A_SECOND * SECONDS)]
    for n, match in enumerate(Match.objects.filter(code__in=codes).order_by("pk")):
        due[match.pk] = start + timedelta(seconds=n / A_SECOND)
        Match.objects.filter(pk=match.pk).update(wake_at=due[match.pk])
        Question.objects.filter(match=match).update(due_at=due[match.pk], lapses_at=due[match.pk])
    beat = _celery("beat")
    children = [_celery("worker", "--concurrency", "2"), beat]
    try:
        time.sleep(max((start - timezone.now()).total_seconds(), 0) + SECONDS + 4)
    finally:
        for child in children:
            child.terminate()
        for child in children:
            child.wait(timeout=30)
    moves = Move.objects.filter(match__in=due, cause="clock")
    late = [(at - due[match]).total_seconds() for match, at in moves.values_list("match", "at")]
    assert len(late) == len(due), f"{len(late)} of {len(due)} were settled"
    cuts = quantiles(late, n=100)
    print(f"  {len(late)} matches: p50 {cuts[49]:.2f} s (under 0.7), p99 {cuts[98]:.2f} s (under 1.5)")
    Match.objects.all().delete()


def _celery(*words: str) -> subprocess.Popen[bytes]:
    settings = connection.settings_dict
    host = f"{settings['HOST'] or '127.0.0.1'}:{settings['PORT'] or 5432}"
    login = settings["USER"] + (f":{settings['PASSWORD']}" if settings["PASSWORD"] else "")
    environ = {**os.environ, "SLOWFUSE_DATABASE_URL": f"postgres://{login}@{host}/{settings['NAME']}"}
    command = [sys.executable, "-m", "celery", "-A", "apps.config", *words, "--loglevel", "ERROR"]
    return subprocess.Popen(command, env=environ)
