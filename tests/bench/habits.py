"""how often somebody with a habit comes first alone among two who think ahead, for every rule of thumb of each game;
SLOWFUSE_BENCH_MATCHES says in how many matches, SLOWFUSE_BENCH_GAMES of which games; it takes hours
"""

from __future__ import annotations

import hashlib
import os

from apps.games import catalogue
from apps.kernel.ladder import alone, share
from apps.kernel.policies import POLICIES
from tests.games.strength import QUICK
from tests.games.test_thumbs import SPARE, THUMBS

SEATS = 3
MATCHES = int(os.environ.get("SLOWFUSE_BENCH_MATCHES", "30"))
GAMES = os.environ.get("SLOWFUSE_BENCH_GAMES", " ".join(THUMBS)).split()


def run() -> str | None:
    """The interval of 95 % must reach down to a fair share and five points."""
    seeds = [hashlib.sha256(f"habits {number}".encode()).digest() for number in range(MATCHES)]
    strong = []
    for slug in GAMES:
        game = catalogue()[slug]
        setup = game.setup(SEATS, QUICK.get(slug))
        for name, thumb in THUMBS[slug].items():
            found = share(alone(game, setup, thumb, POLICIES["flint"], seeds), SEATS)
            print(f"  {slug:<8} {name:<36} {found.won:.0%} ({found.low:.0%} to {found.high:.0%})", flush=True)
            if found.low > found.fair + SPARE:
                strong.append(f"{slug}: {name}")
    return ", ".join(strong) or None
