"""The list of ladders, a ladder's page, joining, leaving and challenging."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.accounts.services import relations
from apps.common import clocks, markdown
from apps.games import load_games
from apps.matches.selectors import options
from apps.matches.selectors.wording import pace_title
from apps.tournaments.models import Ladder
from apps.tournaments.selectors import ladder_list, ladder_page
from apps.tournaments.selectors.ladders import list_table_sizes
from apps.tournaments.services import ladders
from apps.tournaments.views.joining import build_joining_button, build_redirecting_button
from apps.tournaments.wording.ladders import describe_ladder_rules

if TYPE_CHECKING:
    from apps.accounts.models import Player


@never_cache
@require_safe
def show_ladders(request: HttpRequest) -> HttpResponse:
    """Show all ladders."""
    return render(
        request,
        "tournaments/list.html",
        {
            "page": ladder_list.build_ladder_list(request.GET.get("page"), reader=request.user.pk),
            "heading": _("Ladders"),
            "lead": _("Challenge the players just above you, and take their places."),
            "none": _("No ladders yet"),
        },
    )


@never_cache
@require_safe
def show_ladder(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a ladder: its order, the players the reader can challenge, and how it works."""
    return render_ladder(request, _get_ladder_or_404(pk))


def parse_ticked_players(request: HttpRequest) -> list[int]:
    """Return the keys of the ticked players."""
    return [int(key) for key in request.POST.getlist("whom") if key.isdecimal() and len(key) < 19]


def _get_ladder_or_404(pk: int) -> Ladder:
    ladder = Ladder.objects.filter(pk=pk, circle="", game__in=list(load_games())).first()
    if ladder is None:
        raise Http404(_("We can’t find that ladder."))
    return ladder


def render_ladder(
    request: HttpRequest, ladder: Ladder, *, sentence: str = "", keep: bool = False, edit: str = "", status: int = 200
) -> HttpResponse:
    """Render the ladder's page, with the reason for a refusal and the link for its club to `edit` it, if any."""
    reader, game = request.user.pk, load_games()[ladder.game]
    standing = ladder_page.build_ladder_page(
        ladder,
        reader=reader,
        apart=relations.find_players_apart(reader),
        number=request.GET.get("page"),
        now=clocks.now(),
    )
    context = {
        "ladder": ladder,
        "shown": standing,
        "page": standing.page,
        "title": _(game.meta.title),
        "pace": pace_title(ladder.pace_name),
        "options": options.describe_unusual_options(game, ladder.options),
        "about": markdown.render_markdown(ladder.about),
        "sentences": describe_ladder_rules(ladder, list_table_sizes(ladder)),
        "ticked": parse_ticked_players(request),
        "said": sentence,
        "keep": keep,
        "edit": edit,
    }
    return render(request, "tournaments/ladder.html", context, status=status)


def _challenge_players(request: HttpRequest, ladder: Ladder) -> HttpResponse:
    """Challenge the ticked players to a match."""
    code = ladders.challenge_players(
        pk=ladder.pk, player=cast("Player", request.user), whom=parse_ticked_players(request), now=clocks.now()
    )
    messages.success(request, _("Your match has started. The players you challenged have been notified."))
    return redirect("matches:page", code)


_door: Final[Any] = {"find": _get_ladder_or_404, "draw": render_ladder}
join_ladder = build_joining_button(
    ladders.join_ladder,
    gettext_lazy("You’re on the ladder. Challenge a player just above you."),
    alone=gettext_lazy("You need an account to join a ladder."),
    **_door,
)
leave_ladder = build_joining_button(ladders.leave_ladder, gettext_lazy("You’ve left the ladder."), **_door)
challenge = build_redirecting_button(_challenge_players, **_door)
