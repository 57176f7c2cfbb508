"""What decides between entrants with equal points: named functions, each with a sentence that explains it.

Each gets the score sheet and those who are tied, and says a number for each of them; more is better.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from msgspec import Struct

from apps.kernel.chance import Chance
from apps.kernel.words import gettext_noop
from apps.tournaments.scoring.points import NOTHING
from apps.tournaments.scoring.score_sheet import Part, Sheet

Numbers: TypeAlias = Mapping[int, Fraction]

_LOTS: Final = 2**53


class TieBreak(Struct, frozen=True):
    name: str
    title: str
    explanation: str
    measure: Callable[[Sheet, Collection[int]], Numbers]


def wins(sheet: Sheet, tied: Collection[int]) -> Numbers:
    return {entrant: sum((part.first for part in sheet.of(entrant)), NOTHING) for entrant in tied}


def opponents(sheet: Sheet, tied: Collection[int]) -> Numbers:
    return {entrant: _strength(sheet, entrant) for entrant in tied}


def share(sheet: Sheet, tied: Collection[int]) -> Numbers:
    return {entrant: _mean([part.share for part in sheet.of(entrant)]) for entrant in tied}


def direct(sheet: Sheet, tied: Collection[int]) -> Numbers:
    """Nothing for everybody unless one pod saw all of them."""
    first, *others = sorted(tied)
    common = [part.pod for part in sheet.of(first) if set(others) <= set(part.opponents)]
    return {
        entrant: sum((part.points for part in sheet.of(entrant) if part.pod in common), NOTHING) for entrant in tied
    }


def start(sheet: Sheet, tied: Collection[int]) -> Numbers:
    return {entrant: sum((_disadvantage(sheet, part) for part in sheet.of(entrant)), NOTHING) for entrant in tied}


def lot(sheet: Sheet, tied: Collection[int]) -> Numbers:
    """The same for an entrant whoever else takes part, so nobody's lot changes when somebody joins late."""
    luck = Chance(sheet.seed, 0)
    return {entrant: Fraction(luck.roll(f"lot/{entrant}", _LOTS)[0]) for entrant in tied}


def _strength(sheet: Sheet, entrant: int) -> Fraction:
    met = sorted(sheet.total(other) for part in sheet.of(entrant) for other in part.opponents)
    return _mean(met[1:] or met)


def _mean(numbers: Sequence[Fraction]) -> Fraction:
    """Exact, and quicker than the statistician's, who expects floats."""
    return sum(numbers, NOTHING) / len(numbers) if numbers else NOTHING


def _disadvantage(sheet: Sheet, part: Part) -> Fraction:
    agreed = next((table for table in sheet.disadvantage if len(table) == part.size), None)
    return Fraction(part.seat if agreed is None else agreed[part.seat])


TIE_BREAKS: Final[Mapping[str, TieBreak]] = {
    tie_break.name: tie_break
    for tie_break in (
        TieBreak("wins", gettext_noop("Wins"),
                 gettext_noop("How often somebody was first; who shares a first place has a part of it."), wins),
        TieBreak("opponents", gettext_noop("Opponents’ strength"),
                 gettext_noop("The average points of everybody met, without the lowest."), opponents),
        TieBreak("share", gettext_noop("Share of the score"),
                 gettext_noop("Which part of everything scored at the own tables was scored by oneself."), share),
        TieBreak("direct", gettext_noop("Direct meeting"),
                 gettext_noop("The points of the tables at which all who are tied sat together, if there are any."),
                 direct),
        TieBreak("start", gettext_noop("Late starts"),
                 gettext_noop("Who had to start from the worse seats stands higher."), start),
        TieBreak("lot", gettext_noop("Lot"),
                 gettext_noop("A lot drawn from a secret that was sealed beforehand and is shown at the end."), lot),
    )
}  # fmt: skip
USUAL: Final = ("wins", "opponents", "share", "direct", "start", "lot")
