"""The whole story of a finished match: every public sentence, in order."""

from __future__ import annotations

from apps.kernel.table import PUBLIC
from apps.matches.engine import origin, tenures
from apps.matches.engine.position import Position
from apps.matches.errors import NotOver
from apps.matches.models import Match
from apps.matches.selectors import match_view, replay
from apps.matches.selectors.match_view import LoadedMatch, Sentence
from apps.matches.selectors.match_view.story import build_sentence


def build_narrative(loaded: LoadedMatch) -> tuple[Sentence, ...]:
    """Return all public sentences, the first one first, addressed to the player for whom the match was loaded.

    :raises NotOver: if the match isn't over
    :raises Unreadable: if the log can't be read
    """
    match = loaded.match
    if match.status != Match.Status.OVER:
        raise NotOver
    game, setup = match_view.get_match_rules(match)
    facts = [fact for move in replay.load_heard_moves(loaded, PUBLIC) for fact in move.facts]
    position = Position(
        match,
        loaded.seats,
        game,
        setup,
        origin.build_first_projection(game, setup, loaded.observer, match.origin),
        facts,
    )
    return tuple(
        build_sentence(position, fact, heard, tenures.list_sitter_names(loaded.seats, fact.n), cause="")
        for heard, fact in enumerate(facts, start=1)
    )
