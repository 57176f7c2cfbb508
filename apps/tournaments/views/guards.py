"""Access to tournaments: the 404 for missing ones, and for drafts that others prepare."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from apps.common.requests import HtmxHttpRequest
from apps.tournaments.models import Organiser, Tournament
from apps.tournaments.selectors import cache

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked

P = ParamSpec("P")


def require_tournament(
    view: Callable[Concatenate[HtmxHttpRequest, Marked, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Pass the tournament with this code to the view. Missing ones, and drafts of others, give 404."""

    @wraps(view)
    def door(request: HtmxHttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(request, _get_tournament_or_404(request, code), *args, **kwargs)

    return door


def is_organiser_or_staff(request: HttpRequest, tournament: Tournament) -> bool:
    """Check whether the reader organises the tournament or is staff."""
    if request.user.is_staff:
        return True
    return Organiser.objects.filter(tournament=tournament, player=request.user.pk).exists()


def _get_tournament_or_404(request: HttpRequest, code: str) -> Marked:
    found = (
        cache.annotate_marks(Tournament.objects.select_related("luck", "division__league")).filter(code=code).first()
    )
    if found is None or (found.status == Tournament.Status.DRAFT and not is_organiser_or_staff(request, found)):
        raise Http404(_("We can’t find a tournament with this code."))
    return found
