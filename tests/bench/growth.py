"""a turn and a page at fact 1,000 against the same at fact 50"""

from __future__ import annotations

from statistics import median

from django.utils import timezone

from apps.matches import play
from apps.matches.models import Match
from tests.bench.table import Browser, begin, next_answer, people

EARLY, LATE = 50, 1_000
SPAN = 90
"""Facts over which each is measured."""
MATCHES = 5


def run() -> None:
    browsers = [Browser(person) for person in people(4)]
    cost: dict[tuple[str, int], list[float]] = {(what, at): [] for what in ("turn", "page") for at in (EARLY, LATE)}
    for _ in range(MATCHES):
        code = begin(4, now=timezone.now(), deals=10)
        for at in (EARLY, LATE):
            _until(code, at)
            while _facts(code) < at + SPAN:
                seat, key, action = next_answer(code)
                cost["turn", at].append(browsers[seat].answer(code, key, action))
                cost["page", at].append(browsers[0].request("GET", f"/m/{code}/")[1])
    for what in ("turn", "page"):
        early, late = median(cost[what, EARLY]), median(cost[what, LATE])
        print(
            f"  {what}: {early * 1e3:.2f} ms at fact {EARLY}, {late * 1e3:.2f} ms at fact {LATE:,}:"
            f" {late / early:.2f} times (at most 1.3)"
        )


def _until(code: str, facts: int) -> None:
    while _facts(code) < facts:
        seat, key, action = next_answer(code)
        play.answer(code=code, seat=seat, key=key, action=action, now=timezone.now())


def _facts(code: str) -> int:
    return Match.objects.values_list("facts", flat=True).get(code=code)
