"""The preview picture of a puzzle, with its game and question but nothing of its answer."""

from __future__ import annotations

from datetime import UTC

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from apps.common import clocks, previews
from apps.puzzles.models import Puzzle
from apps.puzzles.selectors import published
from apps.puzzles.selectors.published import Reader


@require_safe
def draw_puzzle_preview(request: HttpRequest, code: str) -> HttpResponse:
    """Return the picture as PNG, in the language of `?in=`."""
    try:
        puzzle = published.find_published_puzzles(clocks.now().astimezone(UTC).date()).get(code=code)
    except Puzzle.DoesNotExist as error:
        raise Http404(_("We can’t find that puzzle.")) from error
    return previews.serve_preview(
        request, "puzzles/preview.svg", lambda: published.build_puzzle_row(puzzle, Reader(None, {}))
    )
