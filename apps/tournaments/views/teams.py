"""A team's page: its members, joining, leaving, and the order of the boards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.accounts.services import relations
from apps.common import clocks
from apps.tournaments.selectors import cache
from apps.tournaments.selectors.team_page import build_team_view
from apps.tournaments.services import teams
from apps.tournaments.views.buttons import build_tournament_button
from apps.tournaments.views.guards import require_tournament
from apps.tournaments.views.public import build_tournament_context

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked


@never_cache
@require_safe
@require_tournament
def show_team(request: HttpRequest, tournament: Marked, number: int) -> HttpResponse:
    """Show the members of a team. Its link lets a player join."""
    return _render_team(request, tournament, number=number, key=request.GET.get("key", ""))


def _render_team(
    request: HttpRequest, tournament: Marked, *, number: int, key: str = "", sentence: str = "", keep: bool = False,
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    reader = request.user.pk
    snapshot, apart = cache.load_cached_snapshot(tournament), relations.find_players_apart(reader)
    entry = snapshot.entries.get(number)
    if entry is None or not entry.team:
        raise Http404(_("We can’t find that team."))
    found = build_team_view(snapshot, number, reader=reader, apart=apart)
    context = {
        **build_tournament_context(request, tournament, snapshot, "team"),
        "team": found,
        "key": key if snapshot.of(reader) is None and key == entry.key and entry.plays else "",
        "said": sentence,
        "keep": keep,
    }
    return render(request, "tournaments/team.html", context, status=status)


def _build_team_button(
    act: Callable[..., object], done: Promise, typed: Callable[[HttpRequest], dict[str, object]], **limits: Any
) -> Callable[..., HttpResponse]:
    """Create the view of a button on the page."""

    def do(request: HttpRequest, tournament: Marked, number: int) -> HttpResponse:
        act(code=tournament.code, number=number, player=request.user, now=clocks.now(), **typed(request))
        messages.success(request, str(done))
        return redirect("tournaments:team", tournament.code, number)

    def draw(request: HttpRequest, tournament: Marked, number: int, **why: Any) -> HttpResponse:
        return _render_team(request, tournament, number=number, key=request.POST.get("key", ""), **why)

    return build_tournament_button(do, draw, **limits)


def _parse_row_key(text: str) -> int:
    """Return the key of a row, or 0, which no row has, if the text isn't a number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0


join = _build_team_button(
    teams.join_team,
    gettext_lazy("You’re in the team. We’ll let you know when the tournament starts."),
    lambda request: {"key": request.POST.get("key", "")},
    offered=True,
)
leave = _build_team_button(teams.leave_team, gettext_lazy("You’ve left the team."), lambda _request: {})
dismiss = _build_team_button(
    teams.dismiss_member,
    gettext_lazy("The player is no longer in your team."),
    lambda request: {"member": _parse_row_key(request.POST.get("member", ""))},
)
arrange = _build_team_button(
    teams.arrange_boards,
    gettext_lazy("The new board order is saved."),
    lambda request: {"members": [_parse_row_key(each) for each in request.POST.getlist("members")]},
    what="boards",
    most=200,
)
