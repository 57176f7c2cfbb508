"""What changed in the rules since edition 1: a match is played to its end, and verified, by the one it began with.

Nothing else asks for an edition. A change of the rules raises `Meta.edition` and becomes a function here.
"""

from __future__ import annotations

from apps.games.bombe.cards import Options
from apps.kernel.table import Setup


def every_tie_at_the_cap_is_broken(setup: Setup[Options]) -> bool:
    """2: where ties rise, any tie at the bid cap is broken at once (D-A3). In 1, that was only true of first bids:
    players tied at the cap by later bids or tie numbers were asked again, although only one bid was left to them.
    """
    return setup.edition >= 2
