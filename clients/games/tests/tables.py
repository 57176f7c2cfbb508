"""Matches that the tests play at random."""

from __future__ import annotations

import random
from collections.abc import Iterator

from slowfuse_games import Match, list_numbers

TABLES = [
    ("bombe", 3, {}),
    ("bombe", 6, {"bid_cap": 30, "tie_numbers": True, "rising_ties": True}),
    ("bombe", 4, {"bid_cap": 31, "fixed_windows": True}),
    ("fuse", 2, {}),
    ("fuse", 6, {"extinguisher": True, "matchman": True, "deals": 2, "short_fuse": True}),
    ("frogs", 3, {"laps": 1, "fixed_windows": True}),
    ("frogs", 8, {"laps": 1, "order": "left", "fines": True}),
    ("kobolds", 3, {"gold": 5}),
    ("kobolds", 6, {"gold": 5, "resurrection": True, "closed_hands": True}),
]
"""Game, number of seats, and options. All answers and kinds of facts come up at one of these."""


def play_at_random(match: Match, seed: int) -> Iterator[random.Random]:
    """Yield before every answer, until the match is over."""
    luck = random.Random(seed)
    match.reset(seed)
    while match.turn is not None:
        yield luck
        match.step(luck.choice(list_numbers(match.mask(match.turn))))
