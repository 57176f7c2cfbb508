"""What changed in the rules since edition 1: a match is played to its end, and verified, by the one it began with.

Nothing else asks for an edition. A change of the rules raises `Meta.edition` and becomes a function here.
"""

from __future__ import annotations

from apps.games.kobolds.cards import Options
from apps.kernel.table import Setup


def tricks_go_round(setup: Setup[Options]) -> bool:
    """2: after a trick the next look is from the left of whoever played it (K-A7); in 1 it was from the holder again,
    and whoever sat far from them seldom came to play anything.
    """
    return setup.edition >= 2


def tinkering_means_less(setup: Setup[Options]) -> bool:
    """2: *Get Tinkering!* is not met by a mechanism for a mechanism if there is another way (TR44, edge 5)."""
    return setup.edition >= 2


def every_turn_empties_the_rucksack(setup: Setup[Options]) -> bool:
    """2: the Small Rucksack asks at the end of each turn (RE09); in 1 not where a trick ended it."""
    return setup.edition >= 2


def interrupts_wait_for_the_concerned(setup: Setup[Options]) -> bool:
    """3: for an interrupt only those are awaited whom the trick concerns, and a profile asks nobody else unless it says
    so; in 1 and 2 a trick waited for all who might hold an interrupt, and most of them had nothing to say.
    """
    return setup.edition >= 3


def only_swaps_are_made(setup: Setup[Options]) -> bool:
    """4: a holder who must tinker isn't asked if there's only one swap (K-A28). In 1 to 3, everyone waited for an
    answer that all of them could tell from the backs of the cards.
    """
    return setup.edition >= 4
