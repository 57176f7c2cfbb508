"""Pages for other sites to embed, as visitors see them: standings, a bracket, a match at a move."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from apps.common.response_marks import set_mark
from apps.matches.selectors import history, match_view, replay
from apps.matches.views.guards import handle_match_errors
from apps.matches.views.records import move_number
from apps.tournaments.selectors import bracket, cache, listing
from apps.tournaments.selectors.entrants import Faces
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.selectors.standings import build_placings

FRESH_SECONDS: Final = 30
"""Seconds for which a site can reuse the page without asking again."""


def allow_framing(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return a view whose page can be framed by any other. It's read-only and ignores who is logged in."""

    @require_safe
    @xframe_options_exempt
    @cache_control(public=True, max_age=FRESH_SECONDS)
    @wraps(view)
    def shown(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        # Only the browser's language counts, because shared caches ignore cookies.
        request.COOKIES.pop(settings.LANGUAGE_COOKIE_NAME, None)
        language = translation.get_language_from_request(request)
        with translation.override(language):
            response = view(request, *args, **kwargs)
        response["Content-Language"] = language
        return set_mark(response, "may_be_framed")

    return shown


@allow_framing
def show_embedded_standings(request: HttpRequest, code: str) -> HttpResponse:
    """Show the standings of a public tournament. A large one shows the first page."""
    found = load_public_tournament(code)
    context = {
        "tournament": found.tournament,
        "placings": build_placings(found, _build_faces(found)),
        "rounds": found.published,
    }
    return render(request, "embeds/standings.html", context)


@allow_framing
def show_embedded_bracket(request: HttpRequest, code: str) -> HttpResponse:
    """Show the bracket of a public tournament."""
    found = load_public_tournament(code)
    drawn = bracket.draw_bracket(found, _build_faces(found))
    if drawn is None:
        raise Http404(_("This tournament has no knockout stage."))
    return render(request, "embeds/bracket.html", {"tournament": found.tournament, "drawn": drawn})


@allow_framing
@handle_match_errors
def show_embedded_match(request: HttpRequest, code: str) -> HttpResponse:
    """Show a listed match at a move, by default the last. Once it's over, everything is visible."""
    if not history.find_listed_matches(code=code).exists():
        raise Http404(_("We can’t find a match with this code."))
    loaded = match_view.load_match(code)
    observer = replay.may_look(loaded, wanted="referee" if loaded.match.outcome else "public")
    at = move_number(request.GET.get("at", ""))
    return render(request, "embeds/match.html", {"record": replay.build_replay(loaded, observer=observer, at=at)})


def load_public_tournament(code: str) -> TournamentSnapshot:
    """Return a public tournament.

    :raises Http404: if it doesn't exist
    """
    found = cache.annotate_marks(listing.find_public_tournaments()).filter(code=code).first()
    if found is None:
        raise Http404(_("We can’t find a tournament with this code."))
    return cache.load_cached_snapshot(found)


def _build_faces(found: TournamentSnapshot) -> Faces:
    return Faces(found, reader=None, apart=())
