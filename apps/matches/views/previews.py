"""The picture of a link to a match in chats and on other sites."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from apps.common import previews
from apps.common.requests import HtmxHttpRequest
from apps.matches.errors import NoSuchMove
from apps.matches.models import Match
from apps.matches.selectors import match_view
from apps.matches.selectors.preview import build_preview
from apps.matches.views.guards import handle_match_errors
from apps.matches.views.records import move_number


@require_safe
@handle_match_errors
def draw_match_preview(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Return a PNG of a match, of one of its moves with `?at=`, in another language with `?in=`."""
    loaded = match_view.load_match(code)
    over = loaded.match.status == Match.Status.OVER
    at = move_number(request.GET.get("at", "")) if over else None
    if at is not None and at >= loaded.match.moves:
        raise NoSuchMove
    return previews.serve_preview(request, "matches/preview.svg", lambda: build_preview(loaded, at=at))
