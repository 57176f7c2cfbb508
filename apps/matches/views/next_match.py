"""Navigation between the matches that wait for the reader, by the keys J and K."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.common.requests import HtmxHttpRequest
from apps.matches.selectors import player_matches


@never_cache
@require_safe
@login_required
def next_match(request: HtmxHttpRequest) -> HttpResponse:
    """Redirect to the match after the one named `from`, or before it with `back`. If no other is waiting, list all."""
    waiting = player_matches.find_waiting_codes(player=int(request.user.pk or 0))
    code = _select_neighbour(waiting, request.GET.get("from", ""), -1 if "back" in request.GET else 1)
    if code:
        return redirect("matches:page", code=code)
    messages.info(request, _("No other matches are waiting for you."))
    return redirect("matches:mine")


def _select_neighbour(codes: Sequence[str], here: str, step: int) -> str | None:
    """Return the code this many steps further round, or None if there is no other."""
    if here not in codes:
        return codes[0 if step > 0 else -1] if codes else None
    return codes[(codes.index(here) + step) % len(codes)] if len(codes) > 1 else None
