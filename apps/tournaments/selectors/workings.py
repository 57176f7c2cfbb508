"""The terms that make up one entrant's tie-break values."""

from __future__ import annotations

from dataclasses import dataclass

from apps.tournaments.scoring.figures import Figure
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS
from apps.tournaments.selectors.entrants import Face, Faces
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.selectors.standings import Column, Measure, build_tie_break_column, build_tie_break_measure
from apps.tournaments.wording.numbers import format_local_number


@dataclass(frozen=True)
class TermView:
    """A number that is part of another."""

    round: int | None
    """The round, from 1."""
    who: Face | None
    """The opponent that it comes from, if any."""
    text: str
    counted: bool


@dataclass(frozen=True)
class Working:
    """A tie-break value and all its terms."""

    column: Column
    measure: Measure
    mean: bool
    """Whether it is the average of the terms that count, instead of the sum."""
    terms: tuple[TermView, ...]
    tied: tuple[Face, ...]
    """The entrants that it had to separate them from."""


def build_workings(snapshot: TournamentSnapshot, faces: Faces, entrant: int) -> tuple[Working, ...]:
    """Return them in the order of the tie-breaks; empty without rounds for points."""
    return tuple(_build_working(figure, faces, entrant) for figure in snapshot.figures.get(entrant, ()))


def _build_working(figure: Figure, faces: Faces, entrant: int) -> Working:
    shown = () if figure.name == "lot" else figure.terms
    terms = tuple(
        TermView(
            round=None if term.round is None else term.round + 1,
            who=None if term.other is None else faces.of(term.other),
            text=format_local_number(term.value),
            counted=term.counted,
        )
        for term in shown
    )
    return Working(
        column=build_tie_break_column(figure.name),
        measure=build_tie_break_measure(figure),
        mean=TIE_BREAKS[figure.name].fold == "mean",
        terms=terms,
        tied=faces.each(other for other in figure.tied if other != entrant) if figure.needed else (),
    )
