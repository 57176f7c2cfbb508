"""A match at a glance: a small drawing of its table, the scores, and the latest event in one line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from apps.games import load_games
from apps.matches.selectors import match_view
from apps.matches.selectors.match_view import LoadedMatch, MatchView, Sentence
from apps.matches.selectors.match_view.story import ANNOUNCEMENT_TEMPLATE

GLANCE_FACTS: Final = 12
"""The number of latest facts from which that line is chosen."""


@dataclass(frozen=True)
class Glance:
    """A match at a glance."""

    sight: MatchView
    lines: tuple[Sentence, ...]
    """Candidates for the line: the first one worth saying is used."""
    news: bool
    """Whether it's new to the player."""


def at_a_glance(loaded: LoadedMatch, view: MatchView) -> Glance:
    """Return what a list shows of a match, to the player for whom it was loaded or to anyone."""
    ranks = {
        fact: rank
        for rank, fact in enumerate(
            (*match_view.get_fact_pictures(load_games()[view.game]), *match_view.ANNOUNCEMENT_PICTURES)
        )
    }
    said = [
        line
        for line in view.story
        if line.template != ANNOUNCEMENT_TEMPLATE or line.fact in match_view.ANNOUNCEMENT_PICTURES
    ]
    if loaded.own is None:
        return Glance(view, tuple(said), news=False)
    seen = loaded.seats[loaded.own].chair.seen
    fresh = sorted(
        (line for line in said if line.heard > seen), key=lambda line: (ranks.get(line.fact, len(ranks)), line.mine)
    )  # Among equals, the latest stays first.
    return Glance(view, tuple(fresh or said), bool(fresh))
