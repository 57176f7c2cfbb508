"""The page of a table's proposals."""

from __future__ import annotations

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from apps.common import clocks
from apps.common.errors import Busy, DomainError
from apps.kernel import forms
from apps.matches.engine import proposals
from apps.matches.errors import MatchRefused, NotSeated, ProposalMalformed, TableBusy
from apps.matches.selectors import match_view
from apps.matches.selectors.wording import format_duration
from apps.matches.services import proposals as proposal_service
from apps.matches.views.guards import handle_match_errors


class _Vote(msgspec.Struct, frozen=True):
    """The fields of a form on the page."""

    what: proposals.What
    about: int = 0
    say: str = "yes"
    back: str = ""
    """`table`, if it was sent from there."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@handle_match_errors
def manage_proposals(request: HttpRequest, code: str) -> HttpResponse:
    """List open and possible proposals. A POST proposes, agrees or declines."""
    seat = match_view.load_match(code, player=request.user.pk).own
    if seat is None:
        return _render_proposals(request, code, NotSeated(_("Only players at the table can make proposals.")))
    if request.method != "POST":
        return _render_proposals(request, code)
    try:
        vote = forms.parse_form_fields(request.POST.dict(), _Vote)
    except msgspec.ValidationError as error:
        return _render_proposals(request, code, ProposalMalformed(str(error)))
    now, me = clocks.now(), request.user.pk
    try:
        if vote.say == "no":
            proposal_service.decline_proposal(code=code, seat=seat, what=vote.what, about=vote.about, now=now, by=me)
            messages.info(request, _("The proposal is off the table."))
        elif proposal_service.agree_to_proposal(
            code=code, seat=seat, what=vote.what, about=vote.about, now=now, by=me, made=vote.back == "table"
        ):
            if vote.what in ("claim", "end"):
                return redirect("matches:page", code=code)
            messages.success(request, _("Everyone has agreed, so it’s done."))
        else:
            messages.success(request, _("You’ve agreed. It takes effect once everyone agrees."))
    except (MatchRefused, NotSeated) as refusal:
        return _render_proposals(request, code, refusal)
    except Busy:
        return _render_proposals(request, code, TableBusy())
    return redirect("matches:page" if vote.back == "table" else "matches:agree", code=code)


def _render_proposals(request: HttpRequest, code: str, refusal: DomainError | None = None) -> HttpResponse:
    loaded = match_view.load_match(code, player=request.user.pk)
    view = match_view.load_match_view(code=code, player=request.user.pk, loaded=loaded)
    match, now = loaded.match, clocks.now()
    context: dict[str, object] = {
        "sight": view,
        "error": str(refusal or ""),
        "days": range(1, proposals.MAX_PAUSE_DAYS + 1),
        "missing": [
            view.people[each.seat]
            for each in loaded.seats
            if proposals.can_seek_substitute(each.chair, match.pace, now)
        ],
        "late": [person for person in view.missing if person.missing_at and person.missing_at > now],
        "patience": format_duration(int(proposals.compute_patience(match.pace).total_seconds())),
        "resumes_at": match.resumes_at,
    }
    return render(request, "matches/agree.html", context, status=refusal.status if refusal else 200)
