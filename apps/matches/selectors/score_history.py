"""The course of the scores of a match."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, groupby
from operator import attrgetter
from typing import NamedTuple

from apps.kernel.events import Event
from apps.kernel.table import REFEREE
from apps.matches.engine import moments, origin
from apps.matches.models import Match
from apps.matches.selectors import match_view
from apps.matches.selectors.match_view import LoadedMatch
from apps.matches.selectors.replay import HeardMove, convert_log_errors, format_sitter_names, load_heard_moves
from apps.matches.store.log import read_log


@dataclass(frozen=True)
class Curve:
    """The score of one seat over the moves of a match."""

    seat: int
    name: str
    scores: tuple[int, ...]


def build_score_curves(loaded: LoadedMatch) -> list[Curve]:
    """Return the curves of all seats once the match is over."""
    if loaded.match.status != Match.Status.OVER:
        return []
    scores = load_score_course(loaded).scores
    return [
        Curve(seated.seat, format_sitter_names(seated), line) for seated, line in zip(loaded.seats, scores, strict=True)
    ]


class Course(NamedTuple):
    """The true course of a match, hands included."""

    scores: tuple[tuple[int, ...], ...]
    """The score after each move, by seat."""
    got: tuple[tuple[int, ...], ...]
    """The points from each of the game's sources, by seat."""
    numbers: tuple[int, ...]
    """The numbers of these moves."""
    telling: tuple[tuple[int, str], ...]
    """Moves that are key moments by a fact, with its tag."""
    events: tuple[tuple[Event, ...], ...]
    """The events of each move."""


def load_score_course(loaded: LoadedMatch) -> Course:
    """Return the course of a match.

    :raises Unreadable: if the log can't be read
    """
    match = loaded.match
    game, setup = match_view.get_match_rules(match)
    state = origin.build_first_projection(game, setup, REFEREE, match.origin).state
    after: list[tuple[int, ...]] = []
    numbers: list[int] = []
    happened: list[list[Event]] = []
    got = [[0] * len(game.sources) for _ in loaded.seats]
    with convert_log_errors(match):
        for number, heard in groupby(read_log(match).facts, key=attrgetter("move")):
            numbers.append(number)
            events = [game.fact.decode(fact.event) for fact in heard]
            happened.append(events)
            state = game.learn(state, events)
            after.append(game.scores(state))
            for source, seat, points in chain.from_iterable(map(game.earned, events)):
                got[seat][source] += points
    telling = tuple(moments.list_telling_moves(happened, game.moments))
    scores = tuple(zip(*after, strict=True))
    return Course(scores, tuple(map(tuple, got)), tuple(numbers), telling, tuple(map(tuple, happened)))


def load_scored_moves(loaded: LoadedMatch) -> list[tuple[HeardMove, tuple[int, ...]]]:
    """Return every move of a finished match with the scores after it.

    :raises Unreadable: if the log can't be read
    """
    match = loaded.match
    game, setup = match_view.get_match_rules(match)
    state = origin.build_first_projection(game, setup, REFEREE, match.origin).state
    found: list[tuple[HeardMove, tuple[int, ...]]] = []
    with convert_log_errors(match):
        for move in load_heard_moves(loaded, REFEREE):
            state = game.learn(state, (fact.event for fact in move.facts))
            found.append((move, game.scores(state)))
    return found
