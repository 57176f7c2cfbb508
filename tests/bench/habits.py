"""how often a player with a habit comes first alone among Cinders or Flints, for every rule of thumb, at all tables

SLOWFUSE_BENCH_MATCHES sets the number of matches among Flints; among Cinders, there are ten times as many.
SLOWFUSE_BENCH_GAMES, _AMONG (bot flint), _SEATS (2 3) and _RULES ("bomb at 75, leave 85; bomb at 1") select what is
played, because everything takes days.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator

from apps.games import load_games
from apps.kernel.ladder import Share, compute_share, play_against_others
from apps.kernel.policies import POLICIES
from tests.games.strength import QUICK
from tests.games.test_thumbs import SPARE, THUMBS

MATCHES = int(os.environ.get("SLOWFUSE_BENCH_MATCHES", "30"))
GAMES = os.environ.get("SLOWFUSE_BENCH_GAMES", " ".join(THUMBS)).split()
AMONG = os.environ.get("SLOWFUSE_BENCH_AMONG", "bot flint").split()
SEATS = [int(many) for many in os.environ.get("SLOWFUSE_BENCH_SEATS", "2 3 4 5 6 7 8").split()]
RULES = [rule.strip() for rule in os.environ.get("SLOWFUSE_BENCH_RULES", "").split(";") if rule.strip()]


def run() -> str | None:
    """Check that each 95% interval reaches down to a fair share plus five points."""
    strong = []
    for slug in GAMES:
        for among in AMONG:
            for seats in filter(SEATS.__contains__, load_games()[slug].meta.seats):
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
    """Yield each rule's share of wins."""
    game = load_games()[slug]
    setup, many = game.setup(seats, QUICK.get(slug)), MATCHES * (1 if among == "flint" else 10)
    seeds = [hashlib.sha256(f"habits {number}".encode()).digest() for number in range(many)]
    for name in RULES or THUMBS[slug]:
        yield name, compute_share(play_against_others(game, setup, THUMBS[slug][name], POLICIES[among], seeds), seats)
