"""The page on which a table agrees on something."""

from __future__ import annotations

from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from apps.kernel import forms
from apps.kernel.table import Seat
from apps.matches import consent, play, proposals, sight
from apps.matches.doors import busy, guarded
from apps.matches.spoken import spoken


class _Said(msgspec.Struct, frozen=True):
    """What a form of the page says."""

    what: proposals.What
    about: int = 0
    say: str = "yes"


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
@guarded
def agree(request: HttpRequest, code: str) -> HttpResponse:
    """What is proposed, and what could be; a post proposes, agrees or declines."""
    _match, chairs = sight.load(code, player=request.user.pk)
    seat = next((Seat(chair.index) for chair in chairs if chair.player_id == request.user.pk), None)
    if seat is None:
        return _page(request, code, _("Only the people at the table can agree on something."), 403)
    if request.method != "POST":
        return _page(request, code)
    try:
        said = forms.read(request.POST.dict(), _Said)
    except msgspec.ValidationError:
        return _page(request, code, _("That is nothing a table can agree on."), 400)
    now, me = timezone.now(), request.user.pk
    try:
        if said.say == "no":
            consent.decline(code=code, seat=seat, what=said.what, about=said.about, now=now, by=me)
            messages.info(request, _("The proposal is off the table."))
        elif consent.agree(code=code, seat=seat, what=said.what, about=said.about, now=now, by=me):
            messages.success(request, _("All agree: done."))
        else:
            messages.success(request, _("Said. As soon as all agree, it is done."))
    except (play.Refused, play.NotSeated) as refusal:
        return _page(request, code, str(refusal) or _("You do not sit at this table."), 409)
    except play.Busy:
        return _page(request, code, busy(), 503)
    return redirect("matches:agree", code=code)


def _page(request: HttpRequest, code: str, error: str = "", status: int = 200) -> HttpResponse:
    match, chairs = sight.load(code, player=request.user.pk)
    seen = sight.look(code=code, player=request.user.pk, loaded=(match, chairs))
    now = timezone.now()
    context: dict[str, Any] = {
        "sight": seen,
        "error": error,
        "days": range(1, proposals.DAYS + 1),
        "missing": [seen.people[chair.index] for chair in chairs if proposals.missing(chair, match.pace, now)],
        "late": [person for person in seen.missing if person.missing_at and person.missing_at > now],
        "patience": spoken(int(proposals.patience(match.pace).total_seconds())),
        "resumes_at": match.resumes_at,
    }
    return render(request, "matches/agree.html", context, status=status)
