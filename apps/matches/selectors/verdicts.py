"""Quality and luck of each move of an analysed match. Pure.

Chances are measured on imagined tables, so two measurements of the same differ. Luck is only what that hardly explains.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from apps.kernel.analysis import Judged
from apps.kernel.game import Game
from apps.kernel.table import Seat
from apps.matches.engine.insight import Insight, Point, line_playouts

_MAX_CLOSE_LOSS: Final = 0.02
"""The difference in worth up to which an answer is as good as the best."""
_MIN_MISTAKE_LOSS: Final = 0.08
"""The difference in worth from which an answer is a serious mistake."""
_MIN_LUCK_CHANGE: Final = 0.15
"""The change of chances without a decision from which it counts as luck …"""
_MIN_LUCK_STANDARD_ERRORS: Final = 3.0
"""… if it's also at least this many standard errors."""

Kind: TypeAlias = Literal["only", "best", "close", "slip", "missed"]
"""`only`: the best, and everything else was clearly worse. `close`: as good as the best, as far as anyone can tell."""


@dataclass(frozen=True)
class Luck:
    """The change of a seat's chances by a move, besides all decisions."""

    seat: Seat
    by: int
    """The change in percent, negative for bad luck."""

    @property
    def is_good(self) -> bool:
        return self.by > 0


@dataclass(frozen=True)
class Verdict:
    """The analysis of one move."""

    kind: Kind | None = None
    """The quality of the decision; None if it was none."""
    lost: int = 0
    """How much more the best answer was worth, in percent."""
    luck: Luck | None = None
    """The seat with the most luck, good or bad."""


class Marks(NamedTuple):
    """How many of some decisions were how good."""

    only: int = 0
    good: int = 0
    slip: int = 0
    missed: int = 0

    @property
    def total(self) -> int:
        """The number of decisions."""
        return sum(self)

    @property
    def share(self) -> int:
        """How many of them were good or better, in percent."""
        return compute_percent((self.only + self.good) / max(self.total, 1))

    @property
    def shown(self) -> tuple[tuple[Kind, int], ...]:
        """The kinds that occur, the best first, with their numbers."""
        kinds: tuple[Kind, ...] = ("only", "close", "slip", "missed")
        return tuple((kind, number) for kind, number in zip(kinds, self, strict=True) if number)


def count_marks(kinds: Iterable[Kind]) -> Marks:
    """Return how often each mark occurs: the best answer and one as good share theirs."""
    found = ["good" if kind in ("best", "close") else kind for kind in kinds]
    return Marks(*(found.count(field) for field in Marks._fields))


def build_verdicts(game: Game[Any, Any, Any], insight: Insight) -> dict[int, Verdict]:
    """Return the verdicts by move number, for moves that have one."""
    found = {
        each.move: Verdict(grade_decision(each), compute_percent(each.lost)) for each in insight.judged if each.answers
    }
    for move, luck in _list_lucky_moves(insight, line_playouts(game)):
        found[move] = replace(found.get(move, Verdict()), luck=luck)
    return found


def grade_decision(judged: Judged) -> Kind:
    """Return how good a decision was."""
    lost = judged.lost
    if lost == 0:
        return "only" if _is_only_good_answer(judged) else "best"
    if lost < _MAX_CLOSE_LOSS or (lost < _MIN_MISTAKE_LOSS and lost < 2 * _compute_answer_error(judged, judged.given)):
        return "close"
    return "slip" if lost < _MIN_MISTAKE_LOSS else "missed"


def _is_only_good_answer(judged: Judged) -> bool:
    """Check whether every other answer was clearly worse than the given one."""
    given, *others = judged.answers[judged.given], *_list_other_answers(judged)
    ahead = [(given.worth - judged.answers[n].worth, _compute_answer_error(judged, n)) for n in others]
    return bool(ahead) and all(by >= _MIN_MISTAKE_LOSS and by > 2 * error for by, error in ahead)


def _list_other_answers(judged: Judged) -> list[int]:
    return [n for n in range(len(judged.answers)) if n != judged.given]


def _compute_answer_error(judged: Judged, number: int) -> float:
    """Return the standard error of the difference between the best answer and this one."""
    best, other = judged.answers[0], judged.answers[number]
    return sqrt(best.error**2 + other.error**2)


def _list_lucky_moves(insight: Insight, playouts: int) -> Iterator[tuple[int, Luck]]:
    """Yield the moves with luck worth a mark, and the seat with the most."""
    judged = iter(insight.judged)
    decision = next(judged, None)
    for before, after in pairwise(insight.course):
        change = [now - then for then, now in zip(before.worths, after.worths, strict=True)]
        while decision is not None and decision.move <= after.move:
            if decision.move > before.move:
                change = [all_ - own for all_, own in zip(change, decision.swing, strict=True)]
            decision = next(judged, None)
        seat = max(range(len(change)), key=lambda seat: abs(change[seat]))
        if abs(change[seat]) > max(
            _MIN_LUCK_CHANGE, _MIN_LUCK_STANDARD_ERRORS * _compute_luck_noise(before, after, seat, playouts)
        ):
            yield after.move, Luck(Seat(seat), compute_percent(change[seat]))


def _compute_luck_noise(before: Point, after: Point, seat: int, playouts: int) -> float:
    """Return the largest possible standard error of a change: among worths from 0 to 1, wins and losses vary most."""
    spread = sum(worth * (1 - worth) for worth in (before.worths[seat], after.worths[seat]))
    return sqrt(max(0.0, spread) / playouts)


def compute_percent(part: float) -> int:
    """Return a part of 1 in percent."""
    return round(100 * part)
