"""Pages that stand in pages of others: standings, a bracket, a match at a move. As for whoever is not logged in."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from apps.matches.selectors import history, match_view, replay
from apps.matches.views.guards import guarded
from apps.matches.views.records import move_number
from apps.tournaments.selectors import bracket as drawing
from apps.tournaments.selectors import cache, listing
from apps.tournaments.selectors.entrants import Faces
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.selectors.standings import placings

FRESH: Final = 30
"""Seconds for which whoever shows it need not ask again."""


def framed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view whose page may stand in any other; it is read-only and knows nobody."""

    @require_safe
    @xframe_options_exempt
    @cache_control(public=True, max_age=FRESH)
    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        # By what the browser says alone: whoever keeps copies for many knows no cookies.
        request.COOKIES.pop(settings.LANGUAGE_COOKIE_NAME, None)
        language = translation.get_language_from_request(request)
        with translation.override(language):
            response = view(request, *args, **kwargs)
        response["Content-Language"] = language
        setattr(response, "may_be_framed", True)  # noqa: B010
        return response

    return shown


@framed
def standings(request: HttpRequest, code: str) -> HttpResponse:
    """Who stands where in a public tournament; of a large one the first page."""
    found = tournament(code)
    context = {"tournament": found.tournament, "placings": placings(found, _faces(found)), "rounds": found.published}
    return render(request, "embeds/standings.html", context)


@framed
def bracket(request: HttpRequest, code: str) -> HttpResponse:
    """The knockout of a public tournament, drawn."""
    found = tournament(code)
    drawn = drawing.draw(found, _faces(found))
    if drawn is None:
        raise Http404(_("This tournament has no knockout stage."))
    return render(request, "embeds/bracket.html", {"tournament": found.tournament, "drawn": drawn})


@framed
@guarded
def match(request: HttpRequest, code: str) -> HttpResponse:
    """A listed match at one of its moves, the last if none is named: all of it, once it is over."""
    if not history.found(code=code).exists():
        raise Http404(_("We can’t find a match with this code."))
    loaded = match_view.load(code)
    observer = replay.may_look(loaded, wanted="referee" if loaded.match.outcome else "public")
    at = move_number(request.GET.get("at", ""))
    return render(request, "embeds/match.html", {"record": replay.replay(loaded, observer=observer, at=at)})


def tournament(code: str) -> TournamentSnapshot:
    """
    :raises Http404: if there is no such public tournament
    """
    found = cache.marked(listing.public()).filter(code=code).first()
    if found is None:
        raise Http404(_("We can’t find a tournament with this code."))
    return cache.read(found)


def _faces(found: TournamentSnapshot) -> Faces:
    return Faces(found, reader=None, apart=())
