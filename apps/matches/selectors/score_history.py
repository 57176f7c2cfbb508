"""How the scores of a match went."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, groupby
from operator import attrgetter
from typing import Any, NamedTuple

from apps.kernel.table import REFEREE
from apps.matches.engine import moments, origin
from apps.matches.models import Match
from apps.matches.selectors import match_view
from apps.matches.selectors.match_view import LoadedMatch
from apps.matches.selectors.replay import HeardMove, moves, readable, whose
from apps.matches.store.log import read_log


@dataclass(frozen=True)
class Curve:
    """The score of one seat over the moves of a match."""

    seat: int
    name: str
    scores: tuple[int, ...]


def curves(loaded: LoadedMatch) -> list[Curve]:
    """How the scores went, once the match is over."""
    if loaded.match.status != Match.Status.OVER:
        return []
    scores = course(loaded).scores
    return [Curve(seated.seat, whose(seated), line) for seated, line in zip(loaded.seats, scores, strict=True)]


class Course(NamedTuple):
    """How a match went: the truth, hands included."""

    scores: tuple[tuple[int, ...], ...]
    """By seat, the score after each move."""
    got: tuple[tuple[int, ...], ...]
    """By seat, the points from each of the game's sources."""
    numbers: tuple[int, ...]
    """The numbers of these moves."""
    telling: tuple[tuple[int, str], ...]
    """Which of these moves are moments by a fact, and by which."""
    events: tuple[tuple[Any, ...], ...]
    """What happened in each of them."""


def course(loaded: LoadedMatch) -> Course:
    """How a match went.

    :raises Unreadable: if the log cannot be read
    """
    match = loaded.match
    game, setup = match_view.rules(match)
    state = origin.begin(game, setup, REFEREE, match.origin).state
    after: list[tuple[int, ...]] = []
    numbers: list[int] = []
    happened: list[list[Any]] = []
    got = [[0] * len(game.sources) for _ in loaded.seats]
    with readable(match):
        for number, heard in groupby(read_log(match).facts, key=attrgetter("move")):
            numbers.append(number)
            events = [game.fact.decode(fact.event) for fact in heard]
            happened.append(events)
            state = game.learn(state, events)
            after.append(game.scores(state))
            for source, seat, points in chain.from_iterable(map(game.earned, events)):
                got[seat][source] += points
    telling = tuple(moments.telling(happened, game.moments))
    scores = tuple(zip(*after, strict=True))
    return Course(scores, tuple(map(tuple, got)), tuple(numbers), telling, tuple(map(tuple, happened)))


def scored(loaded: LoadedMatch) -> list[tuple[HeardMove, tuple[int, ...]]]:
    """Every move of a finished match with the scores after it.

    :raises Unreadable: if the log cannot be read
    """
    match = loaded.match
    game, setup = match_view.rules(match)
    state = origin.begin(game, setup, REFEREE, match.origin).state
    found: list[tuple[HeardMove, tuple[int, ...]]] = []
    with readable(match):
        for move in moves(loaded, REFEREE):
            state = game.learn(state, (fact.event for fact in move.facts))
            found.append((move, game.scores(state)))
    return found
