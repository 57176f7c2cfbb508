"""The waiting questions and matches of players, from which programs get their events."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db.models import F, QuerySet

from apps.matches.models import Chair, Match, Question


class WaitingQuestion(NamedTuple):
    """An unanswered question of a running match."""

    match: int
    """The key of the match's row."""
    code: str
    game: str
    seat: int
    key: str
    lapses_at: datetime
    """When silence counts as the answer."""


class RunningSeat(NamedTuple):
    """A player's seat in a match that isn't over."""

    match: int
    """The key of the match's row."""
    code: str
    game: str
    seat: int


class EndedSeat(NamedTuple):
    """A player's seat in a match that is over."""

    match: int
    """The key of the match's row."""
    code: str
    game: str
    seat: int
    over_at: datetime
    places: list[int]
    """The place of each seat. Empty without a result."""
    scores: list[int]


@dataclass(frozen=True)
class PlayerState:
    """Everything of one player's that events are derived from."""

    questions: list[WaitingQuestion] = field(default_factory=list)
    """The soonest deadline first."""
    running: list[RunningSeat] = field(default_factory=list)
    """The oldest match first."""
    ended: list[EndedSeat] = field(default_factory=list)


def load_player_states(
    players: Collection[int], *, known: Collection[int] = (), since: datetime
) -> dict[int, PlayerState]:
    """Return the state of several players.

    The number of statements is the same for any number of players.

    :param known: keys of matches that were running earlier, whose end is wanted however long ago it was
    :param since: the time since when the ends of all other matches are wanted
    """
    states = {player: PlayerState() for player in players}
    # Questions first: the match of each is then among those read later.
    for row in _find_questions(players):
        states[row[0]].questions.append(WaitingQuestion(*row[1:]))
    chairs = Chair.objects.filter(player__in=players, match__origin="")
    running = chairs.filter(match__over_at__isnull=True).order_by("match")
    for player, match, code, game, seat in running.values_list(
        "player", "match", "match__code", "match__game", "index"
    ):
        states[player or 0].running.append(RunningSeat(match, code, game, seat))
    vanished = set(known) - {each.match for state in states.values() for each in state.running}
    ended = [chairs.filter(match__over_at__gte=since)]
    if vanished:
        ended.append(chairs.filter(match__in=vanished, match__over_at__isnull=False))
    for player, seats in _group_ends(ended).items():
        states[player].ended.extend(seats)
    return states


def _find_questions(players: Collection[int]) -> Iterable[tuple[int, int, str, str, int, str, datetime]]:
    """Return the questions that wait for these players, each after its player."""
    found = Question.objects.filter(
        seat=F("match__seats__index"),
        match__seats__player__in=players,
        match__status=Match.Status.PLAYING,
        match__origin="",
        answered=False,
    ).order_by("lapses_at", "pk")
    return found.values_list("match__seats__player", "match", "match__code", "match__game", "seat", "key", "lapses_at")


def _group_ends(found: Iterable[QuerySet[Chair]]) -> dict[int, list[EndedSeat]]:
    """Return the ended matches of these queries, each once, by player."""
    columns = "player", "match", "match__code", "match__game", "index", "match__over_at", "match__outcome"
    ends: dict[int, dict[int, EndedSeat]] = defaultdict(dict)
    for query in found:
        for player, match, code, game, seat, over_at, outcome in query.values_list(*columns):
            said = outcome or {"places": [], "scores": []}
            ends[player][match] = EndedSeat(match, code, game, seat, over_at, said["places"], said["scores"])
    return {player: list(seats.values()) for player, seats in ends.items()}
