"""Buttons on the pages of a tournament: their permissions, rate limits and refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.accounts.errors import AccountNeeded, LoggedOut
from apps.accounts.services.readers import mark_offered
from apps.common import rate_limits
from apps.common.errors import Busy
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.views.guards import require_tournament

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked


def build_tournament_button(
    do: Callable[..., HttpResponse], draw: Callable[..., HttpResponse], *, what: str = "tournament", most: int = 30,
    offered: bool = False,
) -> Callable[..., HttpResponse]:  # fmt: skip
    """Create a view that runs `do`. A refusal is shown on the page that `draw` renders with a `sentence`.

    The action `what` is limited to `most` times an hour.

    :param offered: whether visitors who aren't logged in see the button, too
    """

    @require_POST
    @require_tournament
    def pressed(request: HttpRequest, tournament: Marked, **which: object) -> HttpResponse:
        if not request.user.is_authenticated:
            if not offered:
                raise LoggedOut
            sentence = _("You need an account to join a tournament.")
            return mark_offered(draw(request, tournament, **which, sentence=sentence, keep=True, status=403))
        rate_limits.enforce_rate_limit(
            what=what,
            who=str(request.user.pk),
            most=most,
            seconds=3600,
            sentence=_("You’ve joined and left too often in the last hour. Please wait a while."),
        )
        try:
            return do(request, tournament, **which)
        except (TournamentRefused, AccountNeeded) as refusal:
            keep = isinstance(refusal, AccountNeeded)
            return draw(request, tournament, **which, sentence=str(refusal), keep=keep, status=refusal.status)
        except Busy as busy:
            sentence = _("The tournament is being updated. Nothing was changed. Please try again.")
            return draw(request, tournament, **which, sentence=sentence, status=busy.status)

    return pressed
