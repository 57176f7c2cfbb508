"""Facts about Lunar Laser Frogs that the laws need: the cost of its matches, and when cards are shown."""

from __future__ import annotations

from apps.games.frogs.state import Action, Scored, Throw

enough = 10
"""The number of matches. Bots weigh every throw, so a match costs a hundred times as much as one of Fuse."""

shows = (Scored,)
"""The fact that turns over the pile, when the turn is scored."""


def laid(action: Action) -> int:
    """Return how many cards of an answer are face down in the pile when its window closes."""
    return 0 if not isinstance(action, Throw) else 1 if action.then is None else 2
