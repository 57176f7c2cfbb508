"""Views for “What if?”, which start a sandbox from a move of a finished match and delete it again."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.common import clocks, rate_limits
from apps.common.requests import HtmxHttpRequest
from apps.matches.errors import MatchRefused, NoSuchMove, NotSeated
from apps.matches.services import sandboxes
from apps.matches.views.guards import handle_match_errors
from apps.matches.views.records import move_number


@require_POST
@handle_match_errors
def what_if(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Start a sandbox and go to its table, or return to the replay with the reason for a refusal."""
    player = request.user.pk
    if player is None:
        raise NotSeated
    if (move := move_number(request.POST.get("move", ""))) is None:
        raise NoSuchMove
    rate_limits.enforce_rate_limit(
        what="what-if",
        who=str(player),
        most=sandboxes.MAX_SANDBOXES_A_DAY,
        seconds=24 * 60 * 60,
        sentence=_("You’ve reached today’s “What if?” limit. Try again tomorrow."),
    )
    try:
        return redirect("matches:page", sandboxes.start_sandbox(code=code, player=player, move=move, now=clocks.now()))
    except MatchRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("matches:record", code)


@require_POST
@handle_match_errors
def put_away(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Close and delete the sandbox, and return to where it started."""
    begun = sandboxes.put_away(code=code, player=int(request.user.pk or 0))
    messages.success(request, _("Your “What if?” table has been closed and deleted."))
    return redirect(f"{reverse('matches:record', args=[begun.match])}?at={begun.at}&as={begun.seat}")
