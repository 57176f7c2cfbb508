"""Buttons on the pages of a tournament: their permissions, rate limits and refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.accounts.errors import AccountNeeded, LoggedOut
from apps.accounts.services.readers import mark_offered
from apps.common.errors import Busy
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.services import limits
from apps.tournaments.views.guards import require_tournament

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked


def build_tournament_button(
    do: Callable[..., HttpResponse], draw: Callable[..., HttpResponse], *, what: str = "tournament", most: int = 0,
    offered: bool = False,
) -> Callable[..., HttpResponse]:  # fmt: skip
    """Create a view that runs `do`. A refusal is shown on the page that `draw` renders with a `sentence`.

    The action `what` is limited to `most` times an hour, or else as often as usual.

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
        limits.limit_actions(player=int(request.user.pk), what=what, most=most)
        try:
            return do(request, tournament, **which)
        except (TournamentRefused, AccountNeeded) as refusal:
            keep = isinstance(refusal, AccountNeeded)
            return draw(request, tournament, **which, sentence=str(refusal), keep=keep, status=refusal.status)
        except Busy as busy:
            sentence = _("The tournament is being updated. Nothing was changed. Please try again.")
            return draw(request, tournament, **which, sentence=sentence, status=busy.status)

    return pressed
