"""A match at a glance: a small drawing of its table, how everybody stands, and what happened last in one line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from apps.games import catalogue
from apps.matches.selectors import match_view
from apps.matches.selectors.match_view import LoadedMatch, MatchView, Sentence
from apps.matches.selectors.match_view.story import ANNOUNCED

LATEST: Final = 12
"""Among so many of the latest facts is what is told of a match in one line."""


@dataclass(frozen=True)
class Glance:
    """A match at a glance."""

    sight: MatchView
    lines: tuple[Sentence, ...]
    """What may be told of it in one line: the first of them that is worth saying."""
    news: bool
    """Whether its player has not seen that yet."""


def at_a_glance(loaded: LoadedMatch, view: MatchView) -> Glance:
    """Return what a list shows of a match, to the player for whom it was loaded or to anybody."""
    ranks = {fact: rank for rank, fact in enumerate((*match_view.pictures(catalogue()[view.game]), *match_view.HOUSE))}
    said = [line for line in view.story if line.template != ANNOUNCED or line.fact in match_view.HOUSE]
    if loaded.own is None:
        return Glance(view, tuple(said), news=False)
    seen = loaded.seats[loaded.own].chair.seen
    fresh = sorted(
        (line for line in said if line.heard > seen), key=lambda line: (ranks.get(line.fact, len(ranks)), line.mine)
    )  # Of equals the latest stays first.
    return Glance(view, tuple(fresh or said), bool(fresh))
