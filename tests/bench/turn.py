"""one answered turn over HTTP on PostgreSQL, against a bare view that locks, inserts the same rows and answers 200"""

from __future__ import annotations

import cProfile
import pstats
from statistics import median
from time import process_time
from typing import Any

from django.utils import timezone

from tests.bench.table import Browser, begin, next_answer, people, pk

TURNS = 60
MATCHES = 6


def run() -> None:
    browsers = [Browser(person) for person in people(4)]
    _turns(browsers, begin(4, now=timezone.now()))  # This warms up templates and query plans.
    turns: list[float] = []
    bares: list[float] = []
    for _ in range(MATCHES):
        turns += _turns(browsers, begin(4, now=timezone.now()))
        bares += _bares(browsers[0], pk(begin(4, now=timezone.now())))
    turn, bare = median(turns), median(bares)
    ratio = turn / bare
    print(f"  bare view {bare * 1e3:.2f} ms, turn {turn * 1e3:.2f} ms of server CPU: {ratio:.2f} times")
    _profile(browsers)


def _turns(browsers: list[Browser], code: str) -> list[float]:
    costs = []
    for _ in range(TURNS):
        seat, key, action = next_answer(code)
        costs.append(browsers[seat].answer(code, key, action))
    return costs


def _bares(browser: Browser, match: int) -> list[float]:
    return [browser.request("POST", f"/bare/{match}/{n}/{1000 + 2 * n}/")[1] for n in range(100, 100 + TURNS)]


def _profile(browsers: list[Browser]) -> None:
    """Print where the time goes."""
    profile = cProfile.Profile(process_time)
    code = begin(4, now=timezone.now())
    for _ in range(TURNS):
        seat, key, action = next_answer(code)
        profile.enable()
        browsers[seat].answer(code, key, action)
        profile.disable()
    stats: Any = pstats.Stats(profile)
    whole = stats.total_tt
    named = {
        "rules and facts": ("engine/aggregate.py", "answer"), "load": ("store/repository.py", "lock_match"),
        "write": ("store/repository.py", "write_matches"), "view": ("match_view/view.py", "build_match_view"),
        "template": ("backends/django.py", "render"), "SQL": ("utils.py", "execute"),
        "user and session": ("auth/__init__.py", "get_user"),
    }  # fmt: skip
    for name, (file, function) in named.items():
        rows = stats.stats.items()
        spent = sum(row[3] for (path, _, called), row in rows if path.endswith(file) and called == function)
        print(f"  {name:<18} {100 * spent / whole:4.0f} % (profiled; SQL is inside load and write)")
