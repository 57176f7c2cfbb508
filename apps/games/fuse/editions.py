"""Changes in the rules since edition 1. A match is played to its end, and verified, by the edition it started with.

No other module checks the edition. A change of the rules raises `Meta.edition` and becomes a function here.
"""

from __future__ import annotations

from apps.games.fuse.cards import Options
from apps.kernel.table import Setup


def slow_is_who_is_silent(setup: Setup[Options]) -> bool:
    """Check for edition 2: dawdling (F44) is the meaning of silence and not an answer.

    In edition 1, a seat could choose it, and enlarge a prize with a card that was meant to cut.
    """
    return setup.edition >= 2
