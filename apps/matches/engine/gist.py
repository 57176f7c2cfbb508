"""The gist of a finished match: the few statements that tell its story, and the decisive move. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from apps.kernel.events import Event, Public
from apps.kernel.game import CLAIMED
from apps.matches.engine import leads
from apps.matches.engine.leads import Scores

_MANY_LEAD_CHANGES: Final = 3
"""The number of lead changes from which it says more than who led before."""

Kind = Literal[
    "throughout", "mostly", "often", "early", "decided", "ahead", "last", "won", "tiebreak", "shared", "claimed"
]  # fmt: skip


class Statement(NamedTuple):
    """One thing worth saying about a match. The wording is up to the caller."""

    kind: Kind
    seat: int | None = None
    """The player it is about, if there's one."""
    number: int = 0
    """How often or by how much; for a decisive move, what its winner gained, or 0 if another move brought more."""
    score: int = 0
    """The winner's final score."""
    other: int | None = None
    """The runner-up, if there's exactly one."""
    move: int | None = None
    """The move to look at."""


class Decision(NamedTuple):
    """The fact that decided a match."""

    move: int
    fact: int
    """The index of the fact within its move."""


def find_decisive_fact(
    scores: Scores, places: Sequence[int], moves: Sequence[Sequence[Event]], kinds: Collection[type[Event]]
) -> Decision | None:
    """Return the decisive fact, or None if there's none.

    It is the most telling public fact of these kinds in the move by which the only winner took the lead for good. If
    there's none, the move that brought them most counts.

    :param moves: the facts of each move, in the order of the scores
    :param kinds: the most telling first
    """
    winner = _find_sole_winner(places)
    if winner is None:
        return None
    ranks = {kind: rank for rank, kind in enumerate(kinds)}
    for move in _list_candidate_moves(scores, winner):
        told = [
            (ranks[type(fact)], getattr(fact, "seat", winner) != winner, n)
            for n, fact in enumerate(moves[move])
            if type(fact) in ranks and isinstance(fact, Public)
        ]
        if told:
            return Decision(move, min(told)[2])
    return None


def build_gist(scores: Scores, places: Sequence[int], why: str, decided: int | None) -> tuple[Statement, ...]:
    """Return the story of a match in up to four statements; none for a match without a result.

    :param decided: the move that decided it, if there's something to say about it
    """
    if not places or not scores or not scores[0]:
        return ()
    winner = _find_sole_winner(places)
    turn = None if winner is None else leads.turning_point(scores, winner)
    said = list(_describe_earlier_lead(scores, winner, turn))
    if winner is not None:
        if decided is not None:
            most = leads.biggest_gain(scores)
            gained = _compute_gain(scores, winner, decided)
            told = gained if most and gained >= most.points else 0
            said.append(Statement("decided", winner, told, move=decided))
        if turn:
            last = turn == len(scores[winner]) - 1
            ahead = Statement("last" if last else "ahead", winner, move=turn)
            # Statements are in order of time. A move that did both comes before what followed from it.
            said.insert(len(said) - (decided is not None and turn < decided), ahead)
    return (*said, *_describe_ending(scores, places, winner, why))


def _list_candidate_moves(scores: Scores, winner: int) -> Iterator[int]:
    """Yield the moves that could be decisive: the turning point, then the one that brought the winner most."""
    if turn := leads.turning_point(scores, winner):
        yield turn
    gained = range(1, len(scores[winner]))
    best = max(gained, key=lambda move: _compute_gain(scores, winner, move), default=None)
    if best is not None and _compute_gain(scores, winner, best) > 0:
        yield best


def _describe_earlier_lead(scores: Scores, winner: int | None, turn: int | None) -> Iterator[Statement]:
    """Yield the one statement about who led before the decision, if there's anything to say."""
    leaders = leads.list_leaders(scores)
    changes = leads.count_lead_changes(scores)
    if turn == 0:
        yield Statement("throughout", winner)
        return
    led = {seat: leaders.count(seat) for seat in leaders if seat not in (None, winner)}
    most = max(led, key=led.__getitem__, default=None)
    if most is not None and 2 * led[most] > len(leaders):
        yield Statement("mostly", most)
    elif changes >= _MANY_LEAD_CHANGES:
        yield Statement("often", number=changes)
    elif (first := _find_first_leader(scores)) not in (None, winner):
        yield Statement("early", first)


def _describe_ending(scores: Scores, places: Sequence[int], winner: int | None, why: str) -> Iterator[Statement]:
    """Yield how it ended. Says nothing if another player has more points than the winner, as some games allow."""
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


def _find_first_leader(scores: Scores) -> int | None:
    """Return who led alone as soon as not all were level any longer; None if several were ahead then."""
    after = zip(*scores, strict=True)
    uneven = next((n for n, each in enumerate(after) if len(set(each)) > 1), None)
    return None if uneven is None else leads.list_leaders(scores)[uneven]


def _find_sole_winner(places: Sequence[int]) -> int | None:
    return places.index(1) if places.count(1) == 1 else None


def _compute_gain(scores: Scores, seat: int, move: int) -> int:
    return scores[seat][move] - scores[seat][move - 1] if move else 0
