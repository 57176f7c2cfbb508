"""How likely each seat comes first when a fuse is begun."""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

from apps.games.fuse.bot import draws, fair
from apps.games.fuse.cards import defuse_cards, worth
from apps.games.fuse.scoring import before, cost
from apps.games.fuse.state import State
from apps.kernel.odds import by_lead


class _Counts(NamedTuple):
    """What a point of each counts at the end of a match of bots, by the root of what is left to draw."""

    taken: float
    """Of the score without the hand."""
    cost: float
    """Of the hand: much of it will still be laid."""
    prize: float
    """Of what a bomb wins on average …"""
    bomb: float
    """… and each bomb, whatever it wins."""
    defuse: float
    """Each defuse card in the hand."""


# Fitted to who won five thousand matches of bots at each number of seats.
_COUNTS: Final = {
    2: _Counts(0.51, 0.0, 0.54, -15, 3.4),
    3: _Counts(1.13, -0.1, 0.85, 0, 1.9),
    4: _Counts(0.82, -0.19, 0.27, 21, 0.8),
    5: _Counts(0.6, -0.34, 0.07, 16, 0.0),
    6: _Counts(0.76, -0.35, 0.11, 18, 0.8),
}
"""By the number of seats."""
_PRIZE: Final = 90
"""No bomb wins much more on average: somebody cuts before."""
_BLUR: Final = 4
"""Draws that count beside those that are left: even the last fuse is open."""
_DEAL: Final = 38
"""About so many cards are drawn in a deal."""


def prospects(table: State) -> tuple[float, ...] | None:
    """From points, hands and bombs; None while a fuse burns."""
    if table.fuse or table.cut_by is not None or table.ended or table.deal < 0:
        return None
    counts, prize = _COUNTS[table.setup.seats], min(_PRIZE, fair(table))
    points = [
        counts.taken * (had + worth(taken))
        + counts.cost * cost(hand)
        + bombs * (counts.prize * prize + counts.bomb)
        + counts.defuse * len(defuse_cards(hand))
        for had, taken, hand, bombs in zip(before(table), table.taken, table.hands, table.bombs, strict=True)
    ]
    later = _DEAL * (table.setup.options.deals - table.deal - 1)
    return by_lead(points, sqrt(draws(table) + later + _BLUR))
