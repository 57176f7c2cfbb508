"""What changed in the rules since edition 1: a match is played to its end, and verified, by the one it began with.

Nothing else asks for an edition. A change of the rules raises `Meta.edition` and becomes a function here.
"""

from __future__ import annotations

from apps.games.fuse.cards import Options
from apps.kernel.table import Setup


def slow_is_who_is_silent(setup: Setup[Options]) -> bool:
    """2: to dawdle (F44) is what silence means and no answer; in 1 a seat might choose it, and fattened a prize with
    a card that was meant to cut.
    """
    return setup.edition >= 2
