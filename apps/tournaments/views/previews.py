"""The preview picture of a link to a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from apps.common import previews
from apps.tournaments.selectors import cache
from apps.tournaments.selectors.preview import build_tournament_preview
from apps.tournaments.views.guards import require_tournament

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked


@require_safe
@require_tournament
def draw_tournament_preview(request: HttpRequest, tournament: Marked) -> HttpResponse:
    """Serve a PNG of a tournament. `?in=` chooses one of our languages."""
    return previews.serve_preview(
        request,
        "tournaments/preview.svg",
        lambda: build_tournament_preview(tournament, cache.load_cached_snapshot(tournament)),
    )
