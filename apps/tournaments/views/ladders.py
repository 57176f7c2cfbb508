"""The list of ladders, the page of one, joining, leaving and challenging."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts import rate_limits
from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.common import clocks, markdown
from apps.common.errors import Busy
from apps.games import catalogue
from apps.matches.selectors import options
from apps.matches.selectors.wording import pace_title
from apps.tournaments.errors import LadderRefused
from apps.tournaments.models import Ladder
from apps.tournaments.selectors import ladder_page
from apps.tournaments.selectors.ladders import seats
from apps.tournaments.services import ladders
from apps.tournaments.wording import ladders as wording


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All ladders."""
    return render(request, "tournaments/ladders.html", {"rows": ladder_page.rows(reader=request.user.pk)})


@never_cache
@require_safe
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """Who stands where, whom one may challenge, and how it works."""
    return _shown(request, _found(pk))


def _act(act: Callable[[HttpRequest, Player, int], HttpResponse]) -> Callable[..., HttpResponse]:
    """A button of the page; a refusal is said on it."""

    @require_POST
    def button(request: HttpRequest, pk: int) -> HttpResponse:
        ladder = _found(pk)
        if not request.user.is_authenticated:
            return _shown(request, ladder, sentence=_("Ladders are for people with an account."), keep=True, status=403)
        rate_limits.spend(
            what="ladder",
            who=str(request.user.pk),
            most=60,
            seconds=3600,
            sentence=_("You did much on ladders within an hour. Please wait a little."),
        )
        try:
            return act(request, request.user, pk)
        except (LadderRefused, AccountNeeded) as refusal:
            keep = isinstance(refusal, AccountNeeded)
            return _shown(request, ladder, sentence=str(refusal), keep=keep, status=refusal.status)
        except Busy as busy:
            sentence = _("The ladder is busy just now. Nothing was changed; please try again.")
            return _shown(request, ladder, sentence=sentence, status=busy.status)

    return button


@_act
def join(request: HttpRequest, player: Player, pk: int) -> HttpResponse:
    """Stand at its foot."""
    ladders.join(pk=pk, player=player, now=clocks.now())
    messages.success(request, _("You stand on it: challenge whoever is right above you."))
    return redirect("tournaments:ladder", pk)


@_act
def leave(request: HttpRequest, player: Player, pk: int) -> HttpResponse:
    """Stand on it no more."""
    ladders.leave(pk=pk, player=player, now=clocks.now())
    messages.success(request, _("You are on this ladder no more."))
    return redirect("tournaments:ladder", pk)


@_act
def challenge(request: HttpRequest, player: Player, pk: int) -> HttpResponse:
    """Sit down with whom one ticked."""
    code = ladders.challenge(pk=pk, player=player, whom=_ticked(request), now=clocks.now())
    messages.success(request, _("The table is dealt, and those you challenged are told."))
    return redirect("matches:page", code)


def _ticked(request: HttpRequest) -> list[int]:
    """The keys of whom somebody ticked."""
    return [int(key) for key in request.POST.getlist("whom") if key.isdecimal() and len(key) < 19]


def _found(pk: int) -> Ladder:
    ladder = Ladder.objects.filter(pk=pk, game__in=list(catalogue())).first()
    if ladder is None:
        raise Http404(_("There is no such ladder."))
    return ladder


def _shown(
    request: HttpRequest, ladder: Ladder, *, sentence: str = "", keep: bool = False, status: int = 200
) -> HttpResponse:
    """Its page, perhaps with why something was refused."""
    reader, game = request.user.pk, catalogue()[ladder.game]
    shown = ladder_page.page(
        ladder, reader=reader, apart=relations.apart(reader), number=request.GET.get("page"), now=clocks.now()
    )
    context = {
        "ladder": ladder,
        "shown": shown,
        "page": shown.page,
        "title": _(game.meta.title),
        "pace": pace_title(ladder.pace_name),
        "options": options.summary(game, ladder.options),
        "about": markdown.html(ladder.about),
        "sentences": wording.sentences(ladder, seats(ladder)),
        "ticked": _ticked(request),
        "said": sentence,
        "keep": keep,
    }
    return render(request, "tournaments/ladder.html", context, status=status)
