"""The picture of a match beside a link to it, which shows only public information."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from apps.common.raster import is_drawable
from apps.matches.selectors import analysis, chart, match_view, score_history
from apps.matches.selectors.match_view import LoadedMatch

MAX_NAME_LETTERS: Final = 18
"""The most letters of a name. More would run into its score."""
SEAT_STROKES: Final = (
    ("#8ec5ff", ""),
    ("#ffc46b", "8 4"),
    ("#8fcf9b", "2 4"),
    ("#f3a6da", "12 4 2 4"),
    ("#d9d6cf", "4 4"),
    ("#c3adff", "16 6"),
    ("#6fd6d0", "2 8"),
    ("#ff9d8f", "12 4 2 4 2 4"),
)
"""Colour and dashes of each seat's line, as on dark pages (`.s0` … in seats.css)."""


FIRST_ROW_TOP: Final = 262
ROW_DISTANCE: Final = 58
ROWS_HEIGHT: Final = 348
"""The position of the first seat, the distance between two, and the space for all of them, in the picture's units."""


class PreviewRow(NamedTuple):
    """A seat."""

    name: str
    score: int | None
    """None while the match runs."""
    first: bool
    """Whether it won, or leads at this move."""
    points: str
    """Its line in the chart of scores."""
    prospects: str
    """Its line in the chart of everyone's prospects; empty without an analysis."""
    colour: str
    dashes: str
    top: int
    """The position of its row, in the picture's units."""


@dataclass(frozen=True)
class Preview:
    """A match, or one of its moves, in a picture."""

    game: str
    title: str
    rows: tuple[PreviewRow, ...]
    running: bool
    winners: str = ""
    analysed: bool = False
    """Whether everyone's prospects are drawn below the scores."""
    at: int | None = None
    """The move it shows; None for the whole match."""
    across: float | None = None
    """The position of that move in the chart, in its units."""


def build_preview(loaded: LoadedMatch, *, at: int | None) -> Preview:
    """Return the preview of a finished match, whole or after one of its moves. A running one shows only its players.

    :raises Unreadable: if its log can't be read
    """
    match, title = loaded.match, match_view.get_game_title(loaded.match)
    names = tuple(_format_preview_name(seated.name, seated.seat) for seated in loaded.seats)
    curves = score_history.build_score_curves(loaded)
    drawn = chart.draw_chart(curves)
    if drawn is None:
        return Preview(
            match.game, title, _build_preview_rows(names, (None,) * len(names), (False,) * len(names)), running=True
        )
    last = len(curves[0].scores) - 1
    places = (match.outcome or {}).get("places") or ()
    lines, prospects = _list_line_points(drawn), _list_line_points(analysis.find_prospects_chart(match, names))
    if at is not None and at < last:
        scores = tuple(curve.scores[at] for curve in curves)
        rows = _build_preview_rows(names, scores, tuple(score == max(scores) for score in scores), lines, prospects)
        across = round(chart.CHART_SIZE[0] * at / last, 1)
        return Preview(match.game, title, rows, running=False, analysed=bool(prospects), at=at, across=across)
    final = (match.outcome or {}).get("scores") or tuple(curve.scores[-1] for curve in curves)
    rows = _build_preview_rows(
        names, final, tuple(place == 1 for place in places) or (False,) * len(names), lines, prospects
    )
    winners = " & ".join(row.name for row in rows if row.first)
    return Preview(match.game, title, rows, running=False, winners=winners, analysed=bool(prospects))


def _list_line_points(drawn: chart.Chart | None) -> tuple[str, ...]:
    return tuple(line.points for line in drawn.lines) if drawn else ()


def _build_preview_rows(
    names: Sequence[str],
    scores: Sequence[int | None],
    first: Sequence[bool],
    lines: Sequence[str] = (),
    prospects: Sequence[str] = (),
) -> tuple[PreviewRow, ...]:
    none = ("",) * len(names)
    apart = min(ROW_DISTANCE, ROWS_HEIGHT // len(names))
    return tuple(
        PreviewRow(*row, *SEAT_STROKES[seat], top=FIRST_ROW_TOP + apart * seat)
        for seat, row in enumerate(zip(names, scores, first, lines or none, prospects or none, strict=True))
    )


def _format_preview_name(name: str, seat: int) -> str:
    if not is_drawable(name):
        return _("Seat %(number)d") % {"number": seat + 1}
    return name if len(name) <= MAX_NAME_LETTERS else f"{name[: MAX_NAME_LETTERS - 1]}…"
