"""Changes in the rules since edition 1. A match is played to its end, and verified, by the edition it started with.

No other module checks the edition. A change of the rules raises `Meta.edition` and becomes a function here.
"""

from __future__ import annotations

from apps.games.kobolds.cards import Options
from apps.kernel.table import Setup


def tricks_go_round(setup: Setup[Options]) -> bool:
    """Check for edition 2: the search for the next trick starts to the left of the last one's player (K-A7).

    In edition 1, it started with the holder again, and players far from them seldom got to play anything.
    """
    return setup.edition >= 2


def tinkering_means_less(setup: Setup[Options]) -> bool:
    """Check for edition 2: swapping mechanisms doesn't obey *Get Tinkering!* if there's another way (TR44, edge 5)."""
    return setup.edition >= 2


def every_turn_empties_the_rucksack(setup: Setup[Options]) -> bool:
    """Check for edition 2: the Small Rucksack asks at the end of every turn (RE09).

    In edition 1, it didn't if a trick had ended the turn.
    """
    return setup.edition >= 2


def interrupts_wait_for_the_concerned(setup: Setup[Options]) -> bool:
    """Check for edition 3: play waits for interrupts only from players whom the trick concerns.

    A profile asks only them, unless it says otherwise. In editions 1 and 2, a trick waited for everyone who might hold
    an interrupt, and most of them had nothing to say.
    """
    return setup.edition >= 3


def only_swaps_are_made(setup: Setup[Options]) -> bool:
    """Check for edition 4: a holder who must tinker isn't asked if there's only one swap (K-A28).

    In editions 1 to 3, everyone waited for an answer that all of them could tell from the backs of the cards.
    """
    return setup.edition >= 4
