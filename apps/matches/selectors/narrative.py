"""The whole story of a finished match: every sentence in order, as everyone at the table was told it."""

from __future__ import annotations

from apps.kernel.table import PUBLIC
from apps.matches.engine import origin, tenures
from apps.matches.engine.position import Position
from apps.matches.errors import NotOver
from apps.matches.models import Match
from apps.matches.selectors import match_view, replay
from apps.matches.selectors.match_view import LoadedMatch, Sentence
from apps.matches.selectors.match_view.story import sentence


def narrative(loaded: LoadedMatch) -> tuple[Sentence, ...]:
    """Return what everyone was told, the first sentence first, addressed to the player for whom the match was loaded.

    :raises NotOver: if the match is not over
    :raises Unreadable: if the log cannot be read
    """
    match = loaded.match
    if match.status != Match.Status.OVER:
        raise NotOver
    game, setup = match_view.rules(match)
    facts = [fact for move in replay.moves(loaded, PUBLIC) for fact in move.facts]
    position = Position(
        match, loaded.seats, game, setup, origin.begin(game, setup, loaded.observer, match.origin), facts
    )
    return tuple(
        sentence(position, fact, heard, tenures.names(loaded.seats, fact.n), cause="")
        for heard, fact in enumerate(facts, start=1)
    )
