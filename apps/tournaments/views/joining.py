"""The buttons to join and leave a league, a ladder or an arena."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.accounts.errors import AccountNeeded, LoggedOut
from apps.accounts.services.readers import mark_offered
from apps.common import clocks, rate_limits
from apps.common.errors import Busy
from apps.tournaments.errors import ArenaRefused, LadderRefused, LeagueRefused
from apps.tournaments.models import Arena, Ladder, League

R = TypeVar("R", League, Ladder, Arena)


def build_joining_button(
    act: Callable[..., object], done: Promise, *, find: Callable[[int], R], draw: Callable[..., HttpResponse],
    alone: Promise | None = None,
) -> Callable[..., HttpResponse]:  # fmt: skip
    """Create a view that runs `act` on what `find` returns for its key, and then shows the message `done`.

    A refusal is shown on its page, which `draw` renders with a `sentence`. `alone` is the message for visitors who
    aren't logged in, if they are offered the button.
    """

    def do(request: HttpRequest, joined: R) -> HttpResponse:
        act(pk=joined.pk, player=request.user, now=clocks.now())
        messages.success(request, str(done))
        return redirect(joined)

    return build_redirecting_button(do, find=find, draw=draw, alone=alone)


def build_redirecting_button(
    do: Callable[[HttpRequest, R], HttpResponse], *, find: Callable[[int], R], draw: Callable[..., HttpResponse],
    alone: Promise | None = None,
) -> Callable[..., HttpResponse]:  # fmt: skip
    """Create the same kind of view for a button that leads elsewhere."""

    @require_POST
    def button(request: HttpRequest, pk: int) -> HttpResponse:
        joined = find(pk)
        if not request.user.is_authenticated:
            if alone is None:
                raise LoggedOut
            return mark_offered(draw(request, joined, sentence=str(alone), keep=True, status=403))
        rate_limits.enforce_rate_limit(
            what="joining",
            who=str(request.user.pk),
            most=30,
            seconds=3600,
            sentence=_("You’ve done that too often in the last hour. Please wait a while."),
        )
        try:
            return do(request, joined)
        except (LeagueRefused, LadderRefused, ArenaRefused, AccountNeeded, Busy) as refusal:
            keep = isinstance(refusal, AccountNeeded)
            return draw(request, joined, sentence=str(refusal), keep=keep, status=refusal.status)

    return button
