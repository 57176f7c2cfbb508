"""The list of leagues, the page of one, joining and leaving."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts import rate_limits
from apps.accounts.errors import AccountNeeded
from apps.accounts.services import relations
from apps.common import clocks, markdown
from apps.common.errors import Busy
from apps.games import catalogue
from apps.matches.selectors import options
from apps.matches.selectors.wording import pace_title
from apps.tournaments.errors import LeagueRefused
from apps.tournaments.formats.plan import Plan
from apps.tournaments.models import League
from apps.tournaments.selectors import league_list, league_page
from apps.tournaments.services import leagues
from apps.tournaments.wording import formats
from apps.tournaments.wording import leagues as wording


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All leagues."""
    return render(request, "tournaments/leagues.html", {"rows": league_list.rows(reader=request.user.pk)})


@never_cache
@require_safe
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """How it works, how it stands, and how one takes part; of an earlier season, what became of everybody."""
    return _shown(request, _found(pk))


def _act(act: Callable[..., Any], done: Callable[[], str]) -> Callable[..., HttpResponse]:
    """A button of the page; a refusal is said beside it."""

    @require_POST
    def button(request: HttpRequest, pk: int) -> HttpResponse:
        league = _found(pk)
        if not request.user.is_authenticated:
            return _shown(request, league, sentence=_("Leagues are for people with an account."), keep=True, status=403)
        rate_limits.spend(
            what="league",
            who=str(request.user.pk),
            most=30,
            seconds=3600,
            sentence=_("You came and went many times within an hour. Please wait a little."),
        )
        try:
            act(pk=pk, player=request.user, now=clocks.now())
        except (LeagueRefused, AccountNeeded) as refusal:
            keep = isinstance(refusal, AccountNeeded)
            return _shown(request, league, sentence=str(refusal), keep=keep, status=refusal.status)
        except Busy as busy:
            sentence = _("The league is busy just now. Nothing was changed; please try again.")
            return _shown(request, league, sentence=sentence, status=busy.status)
        messages.success(request, done())
        return redirect(league)

    return button


join = _act(leagues.join, lambda: _("You are in, and are told when the next season begins."))
leave = _act(leagues.leave, lambda: _("You are in this league no more."))


def _found(pk: int) -> League:
    league = League.objects.filter(pk=pk, game__in=list(catalogue())).first()
    if league is None:
        raise Http404(_("There is no such league."))
    return league


def _shown(
    request: HttpRequest, league: League, *, sentence: str = "", keep: bool = False, status: int = 200
) -> HttpResponse:
    """Its page, perhaps with why something was refused."""
    asked, reader = request.GET.get("season", ""), request.user.pk
    season = int(asked) if asked.isdecimal() and len(asked) < 5 else None
    game, apart = catalogue()[league.game], relations.apart(reader)
    context = {
        "league": league,
        "page": league_page.page(league, season=season, reader=reader, apart=apart, now=clocks.now()),
        "title": _(game.meta.title),
        "formats": formats.formats(msgspec.convert(league.plan, Plan).stages),
        "pace": pace_title(league.pace_name),
        "options": options.summary(game, league.options),
        "about": markdown.html(league.about),
        "chapters": wording.chapters(league),
        "said": sentence,
        "keep": keep,
    }
    return render(request, "tournaments/league.html", context, status=status)
