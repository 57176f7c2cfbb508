"""how often somebody with a habit comes first alone among Cinders and among Flints, at every number of seats, for every
rule of thumb of each game; SLOWFUSE_BENCH_MATCHES says in how many matches among Flints (ten times as many among
Cinders), and of SLOWFUSE_BENCH_GAMES, _AMONG (bot flint), _SEATS (2 3) and _RULES ("bomb at 75, leave 85; bomb at 1")
each says that only these are played; all of it takes days
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator

from apps.games import catalogue
from apps.kernel.ladder import Share, alone, share
from apps.kernel.policies import POLICIES
from tests.games.strength import QUICK
from tests.games.test_thumbs import SPARE, THUMBS

MATCHES = int(os.environ.get("SLOWFUSE_BENCH_MATCHES", "30"))
GAMES = os.environ.get("SLOWFUSE_BENCH_GAMES", " ".join(THUMBS)).split()
AMONG = os.environ.get("SLOWFUSE_BENCH_AMONG", "bot flint").split()
SEATS = [int(many) for many in os.environ.get("SLOWFUSE_BENCH_SEATS", "2 3 4 5 6 7 8").split()]
RULES = [rule.strip() for rule in os.environ.get("SLOWFUSE_BENCH_RULES", "").split(";") if rule.strip()]


def run() -> str | None:
    """The interval of 95 % must reach down to a fair share and five points."""
    strong = []
    for slug in GAMES:
        for among in AMONG:
            for seats in filter(SEATS.__contains__, catalogue()[slug].meta.seats):
                found = sorted(_shares(slug, among, seats), key=lambda each: -each[1].won)
                (name, best), bound = found[0], found[0][1].fair + SPARE
                print(
                    f"  {slug:<8} {seats} among {among:<6}best of {len(found)}: {name:<36}"
                    f" {best.won:.1%} ({best.low:.1%} to {best.high:.1%}; at most {bound:.0%})",
                    flush=True,
                )
                strong += [f"{slug} {seats} among {among}: {name}" for name, each in found if each.low > bound]
    return ", ".join(strong) or None


def _shares(slug: str, among: str, seats: int) -> Iterator[tuple[str, Share]]:
    """What each rule wins."""
    game = catalogue()[slug]
    setup, many = game.setup(seats, QUICK.get(slug)), MATCHES * (1 if among == "flint" else 10)
    seeds = [hashlib.sha256(f"habits {number}".encode()).digest() for number in range(many)]
    for name in RULES or THUMBS[slug]:
        yield name, share(alone(game, setup, THUMBS[slug][name], POLICIES[among], seeds), seats)
