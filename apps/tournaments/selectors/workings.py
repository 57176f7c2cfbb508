"""What the numbers of one entrant's tie-breaks are made of."""

from __future__ import annotations

from dataclasses import dataclass

from apps.tournaments.scoring.figures import Figure
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS
from apps.tournaments.selectors.entrants import Face, Faces
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.selectors.standings import Column, Measure, column, measure
from apps.tournaments.wording.numbers import localized


@dataclass(frozen=True)
class TermView:
    """A number that goes into another."""

    round: int | None
    """From 1."""
    who: Face | None
    """Whom it comes from, if it does from somebody met."""
    text: str
    counted: bool


@dataclass(frozen=True)
class Working:
    """A tie-break's number and all that it is made of."""

    column: Column
    measure: Measure
    mean: bool
    """Whether it is the average of what counts, and not its sum."""
    terms: tuple[TermView, ...]
    tied: tuple[Face, ...]
    """From whom it had to tell them."""


def workings(snapshot: TournamentSnapshot, faces: Faces, entrant: int) -> tuple[Working, ...]:
    """In the order in which they are asked; none without rounds for points."""
    return tuple(_working(figure, faces, entrant) for figure in snapshot.figures.get(entrant, ()))


def _working(figure: Figure, faces: Faces, entrant: int) -> Working:
    shown = () if figure.name == "lot" else figure.terms
    terms = tuple(
        TermView(
            round=None if term.round is None else term.round + 1,
            who=None if term.other is None else faces.of(term.other),
            text=localized(term.value),
            counted=term.counted,
        )
        for term in shown
    )
    return Working(
        column=column(figure.name),
        measure=measure(figure),
        mean=TIE_BREAKS[figure.name].fold == "mean",
        terms=terms,
        tied=faces.each(other for other in figure.tied if other != entrant) if figure.needed else (),
    )
