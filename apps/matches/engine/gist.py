"""The gist of a finished match: the few statements that tell its story, and the move that decided it. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

from apps.kernel.events import Public
from apps.kernel.game import CLAIMED
from apps.matches.engine import leads
from apps.matches.engine.leads import Scores

_MANY: Final = 3
"""Changes of the lead from which their number says more than who led before."""

Kind = Literal[
    "throughout", "mostly", "often", "early", "decided", "ahead", "last", "won", "tiebreak", "shared", "claimed"
]  # fmt: skip


class Statement(NamedTuple):
    """One thing worth saying about a match; what it's called is up to whoever says it."""

    kind: Kind
    seat: int | None = None
    """Who it is about, if it's one player."""
    number: int = 0
    """How often, by how much or, of a move that decided the match, the points its winner got by it."""
    score: int = 0
    """What the winner finished on."""
    other: int | None = None
    """Who came second, if it was one player alone."""
    move: int | None = None
    """The move to look at."""


class Decision(NamedTuple):
    """What decided a match."""

    move: int
    fact: int
    """Which of the facts of this move."""


def decision(
    scores: Scores, places: Sequence[int], moves: Sequence[Sequence[Any]], kinds: Collection[type[Any]]
) -> Decision | None:
    """Return the public fact of these `kinds`, the most telling first, by which the only winner took the lead for
    good, else the one that brought them most; None if there's neither.

    :param moves: the facts of each move, in the order of the scores
    """
    winner = _winner(places)
    if winner is None:
        return None
    ranks = {kind: rank for rank, kind in enumerate(kinds)}
    for move in _candidates(scores, winner):
        told = [
            (ranks[type(fact)], getattr(fact, "seat", winner) != winner, n)
            for n, fact in enumerate(moves[move])
            if type(fact) in ranks and isinstance(fact, Public)
        ]
        if told:
            return Decision(move, min(told)[2])
    return None


def gist(scores: Scores, places: Sequence[int], why: str, decided: int | None) -> tuple[Statement, ...]:
    """Return the story of a match in up to four statements, in their order; none of a match without a result.

    :param decided: the move that decided it, if there's something to say about it
    """
    if not places or not scores or not scores[0]:
        return ()
    winner = _winner(places)
    turn = None if winner is None else leads.turning_point(scores, winner)
    said = list(_before(scores, winner, turn))
    if winner is not None:
        if decided is not None:
            said.append(Statement("decided", winner, _gain(scores, winner, decided), move=decided))
        if turn:
            last = turn == len(scores[winner]) - 1
            ahead = Statement("last" if last else "ahead", winner, move=turn)
            # What happened first is told first. A move that did both is told before what followed from it.
            said.insert(len(said) - (decided is not None and turn < decided), ahead)
    return (*said, *_end(scores, places, winner, why))


def _candidates(scores: Scores, winner: int) -> Iterator[int]:
    """The moves that may have decided it: the turning point, else whatever brought the winner most."""
    if turn := leads.turning_point(scores, winner):
        yield turn
    gained = range(1, len(scores[winner]))
    best = max(gained, key=lambda move: _gain(scores, winner, move), default=None)
    if best is not None and _gain(scores, winner, best) > 0:
        yield best


def _before(scores: Scores, winner: int | None, turn: int | None) -> Iterator[Statement]:
    """Who led before it was decided, in one statement if there's anything to say."""
    leaders = leads.leaders(scores)
    changes = leads.changes(scores)
    if turn == 0:
        yield Statement("throughout", winner)
        return
    led = {seat: leaders.count(seat) for seat in leaders if seat not in (None, winner)}
    most = max(led, key=led.__getitem__, default=None)
    if most is not None and 2 * led[most] > len(leaders):
        yield Statement("mostly", most)
    elif changes >= _MANY:
        yield Statement("often", number=changes)
    elif (first := next((seat for seat in leaders if seat is not None), None)) not in (None, winner):
        yield Statement("early", first)


def _end(scores: Scores, places: Sequence[int], winner: int | None, why: str) -> Iterator[Statement]:
    """How it ended; nothing of a game in which others may have more points than its winner, and did."""
    final = [line[-1] for line in scores]
    if winner is None:
        yield Statement("shared", number=places.count(1), score=final[places.index(1)])
    elif why == CLAIMED:
        yield Statement("claimed", winner)
    elif len(final) > 1:
        others = [score for seat, score in enumerate(final) if seat != winner]
        best, score = max(others), final[winner]
        if best == score:
            yield Statement("tiebreak", winner, score=score)
        elif best < score:
            second = final.index(best) if others.count(best) == 1 else None
            yield Statement("won", winner, score - best, score, second)


def _winner(places: Sequence[int]) -> int | None:
    return places.index(1) if places.count(1) == 1 else None


def _gain(scores: Scores, seat: int, move: int) -> int:
    return scores[seat][move] - scores[seat][move - 1] if move else 0
