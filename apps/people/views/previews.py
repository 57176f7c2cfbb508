"""The preview picture of a player's page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from apps.common import clocks, previews
from apps.people.selectors import profile
from apps.people.selectors.preview import build_player_preview


@require_safe
def draw_player_preview(request: HttpRequest, name: str) -> HttpResponse:
    """Return the picture as PNG, in the language of `?in=`."""
    return previews.serve_preview(
        request,
        "people/preview.svg",
        lambda: build_player_preview(profile.load_profile(name=name, reader=None, now=clocks.now())),
    )
