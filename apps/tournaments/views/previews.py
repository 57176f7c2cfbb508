"""The preview picture of a link to a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from apps.common import previews
from apps.tournaments.selectors import cache
from apps.tournaments.selectors.preview import preview
from apps.tournaments.views.guards import guarded

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked


@require_safe
@guarded
def picture(request: HttpRequest, tournament: Marked) -> HttpResponse:
    """Serve a PNG of a tournament. `?in=` chooses one of our languages."""
    return previews.serve(request, "tournaments/preview.svg", lambda: preview(tournament, cache.read(tournament)))
