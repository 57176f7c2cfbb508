"""What the laws need to know of Lunar Laser Frogs: what their matches cost, and when cards are shown."""

from __future__ import annotations

from apps.games.frogs.state import Action, Scored, Throw

enough = 10
"""Their bots weigh every throw: a match costs a hundred times what a match of Fuse costs."""

shows = (Scored,)
"""The pile is turned over when the turn is scored."""


def laid(action: Action) -> int:
    """How many cards of an answer lie face down in the pile when its window closes."""
    return 0 if not isinstance(action, Throw) else 1 if action.then is None else 2
