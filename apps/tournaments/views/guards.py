"""What every door to a tournament answers when there is none, or it is busy; and who may see one that is prepared."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.db.models import OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from apps.tournaments import shelf
from apps.tournaments.models import Organiser, Tournament

P = ParamSpec("P")


def guarded(view: Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Gives the view the tournament of this code, `marked`, with its organiser's name (`host`) and key (`host_pk`); 404
    for one that does not exist, or is only being prepared by others."""

    @wraps(view)
    def door(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(request, _found(request, code), *args, **kwargs)

    return door


def runs(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether the reader organises it, or the house."""
    if request.user.is_staff:
        return True
    return Organiser.objects.filter(tournament=tournament, player=request.user.pk).exists()


def _found(request: HttpRequest, code: str) -> Tournament:
    host = Organiser.objects.filter(tournament=OuterRef("pk"), helper=False).order_by("pk")
    found = (
        shelf.marked(Tournament.objects.select_related("luck"))
        .annotate(host=Subquery(host.values("player__username")[:1]), host_pk=Subquery(host.values("player")[:1]))
        .filter(code=code)
        .first()
    )
    if found is None or (found.status == Tournament.Status.DRAFT and not runs(request, found)):
        raise Http404(_("There is no tournament with this code."))
    return found
