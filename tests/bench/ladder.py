"""how often each bot comes first alone among the next weaker ones, at every number of seats

SLOWFUSE_BENCH_MATCHES sets the number of matches each (a hundred take hours), SLOWFUSE_BENCH_GAMES the games.
"""

from __future__ import annotations

import os

from apps.games import load_games
from tests.games.strength import LEAST, least, measured

MATCHES = int(os.environ.get("SLOWFUSE_BENCH_MATCHES", "100"))
GAMES = os.environ.get("SLOWFUSE_BENCH_GAMES", " ".join(load_games())).split()


def run() -> str | None:
    """Check that the 95% interval reaches each minimum; if all of it is above, the minimum is marked as shown."""
    weak = []
    for one, among in LEAST:
        for slug in GAMES:
            for seats in load_games()[slug].meta.seats:
                found = measured(slug, seats, one, among, MATCHES)
                bound = least(slug, one, among)
                low, high = found.low / found.fair, found.high / found.fair
                print(
                    f"  {one:<6}among {among:<6}{slug:<8}{seats}: {found.ratio:.2f} times its share"
                    f" ({low:.2f} to {high:.2f}; at least {bound}{', shown' if low >= bound else ''})",
                    flush=True,
                )
                if high < bound:
                    weak.append(f"{one} among {among}, {slug} at {seats}")
    return ", ".join(weak) or None
