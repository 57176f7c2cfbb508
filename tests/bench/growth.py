"""a turn and a page late in a long match against the same at fact 50"""

from __future__ import annotations

from statistics import median
from typing import Any, Final

from django.utils import timezone

from apps.matches.models import Match
from apps.matches.services import play
from tests.bench.table import Browser, begin, next_answer, people

EARLY = 50
LONG: Final[dict[str, tuple[int, int, dict[str, Any]]]] = {
    "fuse": (1_000, 4, {"deals": 10}),
    "kobolds": (2_000, 6, {"patience": 8}),
}
"""The number of facts that counts as late, with the seats and options of matches that last this long."""
SPAN = 90
"""The number of facts over which each is measured."""
MATCHES = 5


def run() -> None:
    for slug, (late, seats, options) in LONG.items():
        _grow(slug, late, seats, options)


def _grow(slug: str, late: int, seats: int, options: dict[str, Any]) -> None:
    browsers = [Browser(person) for person in people(seats)]
    cost: dict[tuple[str, int], list[float]] = {(what, at): [] for what in ("turn", "page") for at in (EARLY, late)}
    for _ in range(MATCHES):
        code = begin(seats, now=timezone.now(), game=slug, **options)
        for at in (EARLY, late):
            _until(code, at)
            while _facts(code) < at + SPAN:
                seat, key, action = next_answer(code)
                cost["turn", at].append(browsers[seat].answer(code, key, action))
                cost["page", at].append(browsers[0].request("GET", f"/m/{code}/")[1])
    for what in ("turn", "page"):
        first, then = median(cost[what, EARLY]), median(cost[what, late])
        print(
            f"  {slug:<8} {what}: {first * 1e3:.2f} ms at fact {EARLY}, {then * 1e3:.2f} ms at fact {late:,}:"
            f" {then / first:.2f} times (at most 1.3)"
        )


def _until(code: str, facts: int) -> None:
    while _facts(code) < facts:
        seat, key, action = next_answer(code)
        play.answer_question(code=code, seat=seat, key=key, action=action, now=timezone.now())


def _facts(code: str) -> int:
    return Match.objects.values_list("facts", flat=True).get(code=code)
