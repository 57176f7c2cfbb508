"""Named tie-breaks that decide between entrants with equal points, each with a sentence that explains it.

Each is made of terms, one for a table, a round or an opponent, so that everyone can see where their number comes from.
More is better. The names in brackets are those of chess, where tables have two seats (FIDE, Tie-Break Regulations
C.07). Here, everyone met at a table counts like an opponent there. Sums are divided by the number of opponents, as
tables can differ in size.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from apps.kernel.chance import Chance
from apps.kernel.words import gettext_noop
from apps.tournaments.scoring.points import NO_POINTS
from apps.tournaments.scoring.score_sheet import Part, Sheet

Numbers: TypeAlias = Mapping[int, Fraction]

_LOT_COUNT: Final = 2**53


class Term(NamedTuple):
    """One of the numbers that a tie-break is made of."""

    value: Fraction
    round: int | None = None
    other: int | None = None
    """The opponent that the number comes from, if any."""
    counted: bool = True


class TieBreak(Struct, frozen=True):
    name: str
    title: str
    known: str
    """The name players know it by elsewhere; empty for those found only here."""
    explanation: str
    terms: Callable[[Sheet, int, Collection[int]], Sequence[Term]]
    """Compute the terms of an entrant among those who are tied."""
    fold: Literal["sum", "mean"]
    """How the terms that count are combined."""

    def measure(self, sheet: Sheet, tied: Collection[int]) -> Numbers:
        """Return the number of each tied entrant."""
        return {entrant: self.folded(self.terms(sheet, entrant, tied)) for entrant in tied}

    def folded(self, terms: Sequence[Term]) -> Fraction:
        """Combine the terms exactly, and faster than `statistics.mean`, which expects floats."""
        counted = [term.value for term in terms if term.counted]
        whole = sum(counted, NO_POINTS)
        return whole / len(counted) if self.fold == "mean" and counted else whole


def list_win_terms(sheet: Sheet, entrant: int, _tied: Collection[int]) -> list[Term]:
    return [Term(part.first, part.round) for part in sheet.of(entrant)]


def list_opponent_terms(sheet: Sheet, entrant: int, _tied: Collection[int]) -> list[Term]:
    met = _list_met_opponents(sheet, entrant)
    return _discount_extremes(met, lowest=len(met) > 1)


def list_median_terms(sheet: Sheet, entrant: int, _tied: Collection[int]) -> list[Term]:
    met = _list_met_opponents(sheet, entrant)
    return _discount_extremes(met, lowest=len(met) > 1, highest=len(met) > 2)


def list_beaten_terms(sheet: Sheet, entrant: int, _tied: Collection[int]) -> list[Term]:
    return [
        Term(sheet.total(other) * won, part.round, other)
        for part in sheet.of(entrant)
        for other, won in zip(part.opponents, part.beaten, strict=True)
    ]


def list_progressive_terms(sheet: Sheet, entrant: int, _tied: Collection[int]) -> list[Term]:
    terms, so_far = [], NO_POINTS
    for number in sheet.rounds:
        so_far += sheet.brought(entrant, number)
        terms.append(Term(so_far, number))
    return terms


def list_share_terms(sheet: Sheet, entrant: int, _tied: Collection[int]) -> list[Term]:
    return [Term(part.share, part.round) for part in sheet.of(entrant)]


def list_board_terms(sheet: Sheet, entrant: int, _tied: Collection[int]) -> list[Term]:
    return [Term(part.boards, part.round) for part in sheet.of(entrant)]


def list_direct_terms(sheet: Sheet, entrant: int, tied: Collection[int]) -> list[Term]:
    """Return the points of pods in which all tied entrants met, if any."""
    others = set(tied) - {entrant}
    return [Term(part.points, part.round) for part in sheet.of(entrant) if others <= set(part.opponents)]


def list_start_terms(sheet: Sheet, entrant: int, _tied: Collection[int]) -> list[Term]:
    return [Term(_get_seat_disadvantage(sheet, part), part.round) for part in sheet.of(entrant)]


def list_lot_terms(sheet: Sheet, entrant: int, _tied: Collection[int]) -> list[Term]:
    """Draw an entrant's lot. It depends on no other entrant, so no lot changes when someone joins late."""
    return [Term(Fraction(Chance(sheet.seed, 0).roll(f"lot/{entrant}", _LOT_COUNT)[0]))]


def _list_met_opponents(sheet: Sheet, entrant: int) -> list[Term]:
    """Return the points of every opponent met, the fewest first."""
    met = [Term(sheet.total(other), part.round, other) for part in sheet.of(entrant) for other in part.opponents]
    return sorted(met, key=lambda term: term.value)


def _discount_extremes(met: list[Term], *, lowest: bool, highest: bool = False) -> list[Term]:
    """Return the same terms, with the first and the last not counted if asked."""
    last = len(met) - 1
    return [
        term._replace(counted=False) if (lowest and n == 0) or (highest and n == last) else term
        for n, term in enumerate(met)
    ]


def _get_seat_disadvantage(sheet: Sheet, part: Part) -> Fraction:
    agreed = next((table for table in sheet.disadvantage if len(table) == part.size), None)
    return Fraction(part.seat if agreed is None else agreed[part.seat])


TIE_BREAKS: Final[Mapping[str, TieBreak]] = {
    tie_break.name: tie_break
    for tie_break in (
        TieBreak(
            "wins",
            gettext_noop("Wins"),
            gettext_noop("number of wins"),
            gettext_noop("Number of first places. A shared first place counts as a fraction."),
            list_win_terms,
            "sum",
        ),
        TieBreak(
            "opponents",
            gettext_noop("Opponents’ strength"),
            gettext_noop("average Buchholz Cut 1"),
            gettext_noop("The average points of all opponents, leaving out the lowest."),
            list_opponent_terms,
            "mean",
        ),
        TieBreak(
            "median",
            gettext_noop("Opponents’ median strength"),
            gettext_noop("average median Buchholz"),
            gettext_noop("The average points of all opponents, leaving out the lowest and the highest."),
            list_median_terms,
            "mean",
        ),
        TieBreak(
            "beaten",
            gettext_noop("Strength of beaten opponents"),
            gettext_noop("average Sonneborn–Berger"),
            gettext_noop(
                "The average over all opponents. An opponent you beat adds all their points, and one you tied "
                "with adds half of them."
            ),
            list_beaten_terms,
            "mean",
        ),
        TieBreak(
            "progressive",
            gettext_noop("Early points"),
            gettext_noop("progressive score"),
            gettext_noop("The sum of the points after each round, so earlier points count more."),
            list_progressive_terms,
            "sum",
        ),
        TieBreak(
            "share",
            gettext_noop("Share of the score"),
            "",
            gettext_noop("The entrant’s own share of everything scored at their tables."),
            list_share_terms,
            "mean",
        ),
        TieBreak(
            "boards",
            gettext_noop("Board points"),
            "",
            gettext_noop("The points from all matches at a table, averaged over all tables."),
            list_board_terms,
            "mean",
        ),
        TieBreak(
            "direct",
            gettext_noop("Head-to-head"),
            gettext_noop("direct encounter"),
            gettext_noop("Points from tables where all the tied entrants played together, if there are any."),
            list_direct_terms,
            "sum",
        ),
        TieBreak(
            "start",
            gettext_noop("Seat disadvantage"),
            "",
            gettext_noop("Entrants who started from worse seats rank higher."),
            list_start_terms,
            "sum",
        ),
        TieBreak(
            "lot",
            gettext_noop("Random draw"),
            gettext_noop("drawing of lots"),
            gettext_noop("Decided at random, from a secret that is sealed in advance and revealed at the end."),
            list_lot_terms,
            "sum",
        ),
    )
}
USUAL_TIE_BREAKS: Final = ("wins", "opponents", "share", "direct", "start", "lot")
TEAM_TIE_BREAKS: Final = ("boards", *USUAL_TIE_BREAKS)
