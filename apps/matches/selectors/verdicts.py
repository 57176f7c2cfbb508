"""Quality and luck of each move of an analysed match. Pure.

Worths and prospects are measured on imagined tables, so two measurements of the same differ. A verdict or luck is only
what that hardly explains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt
from typing import Final, Literal, NamedTuple, TypeAlias

from apps.kernel.analysis import Judged, Rated
from apps.kernel.game import AnyGame
from apps.kernel.table import Seat
from apps.matches.engine.insight import Insight, Point, line_playouts

_MIN_SLIP_LOSS: Final = 0.02
"""The difference in worth from which an answer is an inaccuracy …"""
_MIN_MISTAKE_LOSS: Final = 0.08
"""… and from which it is a mistake …"""
_SURE_STANDARD_ERRORS: Final = 2.0
"""… if it's also more than this many standard errors. Otherwise the two are too close to call."""
_MIN_LUCK_CHANGE: Final = 0.15
"""The change of prospects without a decision from which it counts as luck …"""
_MIN_LUCK_STANDARD_ERRORS: Final = 3.0
"""… if it's also at least this many standard errors."""

Kind: TypeAlias = Literal["only", "best", "good", "close", "slip", "missed"]
"""The quality of a decision.

An `only` good answer is the best, and everything else would have been a mistake. A `good` one is hardly worse than the
best. It's `close` if the best two answers, or the best and the given one, differ by less than their uncertainty. A
`slip` is an inaccuracy, and `missed` means a mistake. All but `close` are certain.
"""

MARKED_KINDS: Final[tuple[Kind, ...]] = ("only", "best", "close", "slip", "missed")
"""The kinds with a mark of their own, the best first. A `good` decision has that of a `best` one."""
PITIES: Final[tuple[Kind, ...]] = ("slip", "missed")
"""The kinds in which another answer was clearly better."""


@dataclass(frozen=True)
class Luck:
    """The change of a seat's prospects by a move, besides all decisions."""

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
    """How much more the best answer was worth, in percent; 0 unless that is certain."""
    luck: Luck | None = None
    """The seat with the most luck, good or bad."""

    @property
    def is_pity(self) -> bool:
        """Check whether another answer was clearly better."""
        return self.kind in PITIES

    @property
    def is_stop(self) -> bool:
        """Check whether a reader who goes from mark to mark stops here: at a pity or at luck."""
        return self.is_pity or self.luck is not None


class Marks(NamedTuple):
    """How many of some decisions were how good."""

    only: int = 0
    good: int = 0
    close: int = 0
    slip: int = 0
    missed: int = 0

    @property
    def total(self) -> int:
        """The number of decisions."""
        return sum(self)

    @property
    def sound(self) -> int:
        """How many of them were neither inaccuracies nor mistakes."""
        return self.total - self.slip - self.missed

    @property
    def share(self) -> int:
        """The same in percent."""
        return compute_percent(1 - (self.slip + self.missed) / max(self.total, 1))

    @property
    def shown(self) -> tuple[tuple[Kind, int], ...]:
        """The kinds that occur, the best first, with their numbers."""
        return tuple((kind, number) for kind, number in zip(MARKED_KINDS, self, strict=True) if number)

    @property
    def certain(self) -> tuple[tuple[Kind, int], ...]:
        """The same without decisions that were too close to call."""
        return tuple((kind, number) for kind, number in self.shown if kind != "close")


def count_marks(kinds: Iterable[Kind]) -> Marks:
    """Return how often each mark occurs: the best answer and one hardly worse share theirs."""
    found = Counter[str]("good" if kind == "best" else kind for kind in kinds)
    return Marks(**found)


def build_verdicts(game: AnyGame, insight: Insight) -> dict[int, Verdict]:
    """Return the verdicts by move number, for moves that have one."""
    found = {each.move: _build_verdict(each) for each in insight.judged if is_choice(each)}
    for move, luck in _list_lucky_moves(insight, line_playouts(game)):
        found[move] = replace(found.get(move, Verdict()), luck=luck)
    return found


def _build_verdict(judged: Judged) -> Verdict:
    kind = grade_decision(judged)
    return Verdict(kind, _compute_certain_loss(judged, kind))


def is_choice(judged: Judged) -> bool:
    """Check whether there was more than one answer. Cards that look the same are the same answer."""
    return len(judged.answers) > 1


def grade_decision(judged: Judged) -> Kind:
    """Return how good a decision was, as far as that is certain."""
    lost = judged.lost
    if lost and _is_certain(lost, judged.answers[0], judged.answers[judged.given]):
        return "good" if lost < _MIN_SLIP_LOSS else "slip" if lost < _MIN_MISTAKE_LOSS else "missed"
    given = judged.answers[judged.given]
    others = [each for n, each in enumerate(judged.answers) if n != judged.given]
    if not all(_is_certain(given.worth - each.worth, given, each) for each in others):
        return "close"
    return "only" if all(given.worth - each.worth >= _MIN_MISTAKE_LOSS for each in others) else "best"


def compute_loss(judged: Judged) -> int:
    """Return how much more the best answer was worth, in percent; 0 unless that is certain."""
    return _compute_certain_loss(judged, grade_decision(judged))


def _compute_certain_loss(judged: Judged, kind: Kind) -> int:
    return compute_percent(judged.lost) if kind in ("good", *PITIES) else 0


def _is_certain(difference: float, one: Rated, two: Rated) -> bool:
    """Check whether one answer was worth this much more than another by more than chance explains."""
    return difference > _SURE_STANDARD_ERRORS * sqrt(one.error**2 + two.error**2)


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
