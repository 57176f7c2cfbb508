"""Changes in the rules since edition 1. A match is played to its end, and verified, by the edition it started with.

No other module checks the edition. A change of the rules raises `Meta.edition` and becomes a function here.
"""

from __future__ import annotations

from apps.games.bombe.cards import Options
from apps.kernel.table import Setup


def every_tie_at_the_cap_is_broken(setup: Setup[Options]) -> bool:
    """Check for edition 2: if rebids can't be lower, any tie at the bid cap is broken at once (D-A3).

    In edition 1, that was only true of first bids. Players tied at the cap by rebids or tiebreak bids were asked again,
    although they had only one bid left.
    """
    return setup.edition >= 2
