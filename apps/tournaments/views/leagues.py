"""The list of leagues, a league's page, joining and leaving."""

from __future__ import annotations

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.accounts.services import relations
from apps.common import clocks, markdown
from apps.games import load_games
from apps.matches.selectors import options
from apps.matches.selectors.wording import pace_title
from apps.tournaments.formats.plan import Plan
from apps.tournaments.models import League
from apps.tournaments.selectors import league_list, league_page
from apps.tournaments.services import leagues
from apps.tournaments.views.joining import build_joining_button
from apps.tournaments.wording import formats
from apps.tournaments.wording.leagues import describe_league_rules


@never_cache
@require_safe
def show_leagues(request: HttpRequest) -> HttpResponse:
    """Show all leagues."""
    return render(
        request,
        "tournaments/list.html",
        {
            "page": league_list.build_league_list(request.GET.get("page"), reader=request.user.pk),
            "heading": _("Leagues"),
            "lead": _(
                "Divisions with promotion and relegation, season by season. Play well to move up. New players "
                "start at the bottom."
            ),
            "none": _("No leagues yet"),
        },
    )


@never_cache
@require_safe
def show_league(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a league: how it works, the current season, and how to join. For an earlier season, show its results."""
    return render_league(request, _get_league_or_404(pk))


def _get_league_or_404(pk: int) -> League:
    league = League.objects.filter(pk=pk, circle="", game__in=list(load_games())).first()
    if league is None:
        raise Http404(_("We can’t find that league."))
    return league


def render_league(
    request: HttpRequest, league: League, *, sentence: str = "", keep: bool = False, edit: str = "", status: int = 200
) -> HttpResponse:
    """Render the league's page, with the reason for a refusal and the link for its club to `edit` it, if any."""
    asked, reader = request.GET.get("season", ""), request.user.pk
    season = int(asked) if asked.isdecimal() and len(asked) < 5 else None
    game, apart = load_games()[league.game], relations.find_players_apart(reader)
    context = {
        "league": league,
        "page": league_page.build_league_page(league, season=season, reader=reader, apart=apart, now=clocks.now()),
        "title": _(game.meta.title),
        "formats": formats.describe_format(msgspec.convert(league.plan, Plan)),
        "pace": pace_title(league.pace_name),
        "options": options.describe_unusual_options(game, league.options),
        "about": markdown.render_markdown(league.about),
        "chapters": describe_league_rules(league),
        "said": sentence,
        "keep": keep,
        "edit": edit,
    }
    return render(request, "tournaments/league.html", context, status=status)


join_league = build_joining_button(
    leagues.join_league,
    gettext_lazy("You’ve joined the league. We’ll let you know when the next season starts."),
    find=_get_league_or_404,
    draw=render_league,
    alone=gettext_lazy("You need an account to join a league."),
)
leave_league = build_joining_button(
    leagues.leave_league, gettext_lazy("You’ve left the league."), find=_get_league_or_404, draw=render_league
)
