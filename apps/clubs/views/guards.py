"""Common parts of club views: 404 for unknown clubs, login, access and a rate limit."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.accounts.models import Player
from apps.clubs.errors import NotMember
from apps.clubs.selectors import access
from apps.clubs.selectors.access import Access
from apps.clubs.services import limits
from apps.clubs.views.overview import render_refused_club
from apps.common.errors import DomainError
from apps.common.requests import HtmxHttpRequest

P = ParamSpec("P")
Shown = Callable[..., HttpResponse]


def require_club(view: Callable[Concatenate[HtmxHttpRequest, Access, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Pass the view its reader's access to the club of this code.

    Answer 404 if it doesn't exist or is closed to them.
    """

    @wraps(view)
    def door(request: HtmxHttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        token = request.POST.get("key", "") or request.GET.get("key", "")
        found = access.find_access(code, request.user.pk, token=token)
        if found is None:
            raise Http404(_("We can’t find that club. It may have been closed."))
        return view(request, found, *args, **kwargs)

    return door


def require_membership(
    view: Callable[Concatenate[HtmxHttpRequest, Access, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Do the same for members only. Others see how to join."""

    @require_club
    @wraps(view)
    def door(request: HtmxHttpRequest, found: Access, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not found.inside:
            return render_refused_club(request, found.club, NotMember())
        return view(request, found, *args, **kwargs)

    return login_required(door)


def get_player(request: HtmxHttpRequest) -> Player:
    """Return the player. `login_required` has sent everyone else to log in."""
    return cast("Player", request.user)


def build_club_button(act: Callable[..., tuple[str, str]], shown: Shown) -> Callable[..., HttpResponse]:
    """Return the view of a button, which acts and redirects with a sentence, or shows a refusal on the page `shown`."""

    @require_POST
    @require_club
    def pressed(request: HtmxHttpRequest, found: Access, **words: object) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(found.club.get_absolute_url())
        limits.limit_club_actions(player=request.user.pk)
        try:
            said, path = act(request, found.club, **words)
        except DomainError as refusal:
            return shown(request, found.club, refusal)
        messages.success(request, said)
        return redirect(path)

    return pressed
