"""The match page: look, answer, hear news. The same for every game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.template.loader import get_template
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from apps.games import catalogue
from apps.kernel import forms
from apps.kernel.game import Game
from apps.kernel.table import Seat, Setup
from apps.matches import doors, options, play, presence, seating, sight, watch
from apps.matches import mine as my
from apps.matches.doors import guarded
from apps.matches.spoken import times

_STOP_POLLING: Final = 286
"""htmx swaps the answer in and asks no more."""

GRACE: Final = timedelta(seconds=2)
"""How long a page leaves a lapsed question to the workers before it settles the match itself."""


class SeeOther(HttpResponseRedirect):
    """What was posted is done; this is where to look at it."""

    status_code = 303


@never_cache
@require_safe
@guarded
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The whole match page; for htmx its foot, which depends on little."""
    seen = _look(code, request.user.pk, timezone.now())
    template = "matches/foot.html" if request.htmx else "matches/page.html"  # type: ignore[attr-defined]
    return render(request, template, {"sight": seen})


@never_cache
@require_safe
@guarded
def news(request: HttpRequest, code: str) -> HttpResponse:
    """The live part if this observer was told more than `heard` facts, or sees something else `beside` them; else 204.

    Only a page that says that it is in front of somebody counts as their presence: one in the background asks, too.
    """
    loaded, now = sight.load(code, player=request.user.pk), timezone.now()
    visible = request.headers.get("X-Visible") == "yes"
    if visible:
        presence.mark(player=request.user.pk, code=code, over=loaded[0].status == "over")
    told = sight.heard(loaded, player=request.user.pk), sight.beside(loaded, player=request.user.pk)
    if _known(request, *told) and not _overdue(loaded[0].wake_at, now):
        return HttpResponse(status=204)
    seen = _look(code, request.user.pk, now, loaded)
    if _known(request, seen.heard, seen.beside):
        return HttpResponse(status=204)
    over = seen.status == "over"
    if visible and over:
        presence.mark(player=request.user.pk, code=code, over=True)  # The page asks no more.
    return render(request, "matches/live.html", {"sight": seen}, status=_STOP_POLLING if over else 200)


@require_POST
@guarded
def answer(request: HttpRequest, code: str) -> HttpResponse:
    """Take the answer of a form: 303 to the page, or for htmx the fresh live part."""
    now = timezone.now()
    words = _words(request)
    key, along = words.pop("question", ""), words.pop("along", None)
    player = request.user.pk
    try:
        seen = play.answer_as(code=code, player=player, key=str(key), words=words, along=along, now=now)
    except play.NotSeated:
        return _refuse(request, code, 403, _("You are watching this match; only the people at the table can play."))
    except play.Malformed:
        return _refuse(request, code, 400, _("That was not a move this table understands. Please choose again."))
    except play.Illegal:
        return _refuse(request, code, 422, _("That move is not possible now. Here is the table as it stands."))
    except play.Paused:
        said = _("The match is paused: nothing was played and nothing is lost. Your question waits until it goes on.")
        return _refuse(request, code, 409, said)
    except play.Gone:
        return _refuse(request, code, 409, _("Too late: that question is closed. Here is the table as it stands."))
    except play.Busy:
        return _refuse(request, code, 503, doors.busy())
    except play.Stuck:
        return _refuse(request, code, 503, doors.set_aside())
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "matches/live.html", {"sight": seen})
    return SeeOther(reverse("matches:page", args=[code]))


@never_cache
@require_http_methods(["GET", "POST"])
@guarded
def orders(request: HttpRequest, code: str) -> HttpResponse:
    """My standing orders in this match: list, leave, withdraw."""
    loaded = sight.load(code, player=request.user.pk)
    seen = sight.look(code=code, player=request.user.pk, loaded=loaded)
    if seen.seat is None:
        return _refuse(request, code, 403, _("Only the people at the table can leave standing orders."))
    error, status = "", 200
    if request.method == "POST":
        try:
            error, status = _change_orders(code, seen.game, seen.seat, _words(request), request.user.pk)
        except play.NotSeated:
            return _refuse(request, code, 403, _("Only the people at the table can leave standing orders."))
        if not error:
            return redirect("matches:orders", code=code)
    context = {"sight": seen, "orders": my.orders(loaded, player=request.user.pk), "error": error}
    return render(request, "matches/orders_page.html", context, status=status)


@require_POST
@login_required
@guarded
def reclaim(request: HttpRequest, code: str) -> HttpResponse:
    """The player takes the seat back from the autopilot."""
    return _at_my_seat(request, code, seating.reclaim, _("You are back at the table."))


@require_POST
@login_required
@guarded
def resign(request: HttpRequest, code: str) -> HttpResponse:
    """The player leaves the match to the bot."""
    return _at_my_seat(request, code, seating.resign, _("You left the table. A bot plays on for you."))


@never_cache
@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """My matches: who waits for me, and until when."""
    return render(request, "matches/mine.html", {"rows": my.rows(player=int(request.user.pk or 0))})


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of a game in our own words, for a table that agrees on nothing unusual."""
    if slug not in catalogue():
        raise Http404(_("There is no such game."))
    game = catalogue()[slug]
    return _rules(request, game, game.setup(game.meta.seats[0]))


@require_safe
@guarded
def table_rules(request: HttpRequest, code: str) -> HttpResponse:
    """The rules of a game as the table of this match has agreed on them, by the edition it plays by."""
    match, _chairs = sight.load(code)
    game, setup = sight.rules(match)
    agreed = options.agreed(game, setup.options)
    return _rules(request, game, setup, match=match, agreed=agreed, times=times(game.meta, match.pace))


def _rules(request: HttpRequest, game: Game[Any, Any, Any], setup: Setup[Any], **table: Any) -> HttpResponse:
    about = {"game": game.meta, "box": game.box, "options": setup.options, "edition": setup.edition}
    return HttpResponse(get_template(f"{game.meta.slug}/rules.html").render(about | table, request))


def _look(code: str, player: int | None, now: datetime, loaded: sight.Loaded | None = None) -> sight.Sight:
    """What the player sees; where no worker settled what lapsed, the reader does."""
    watch.beat(now=now)
    seen = sight.look(code=code, player=player, loaded=loaded)
    if _overdue(seen.wake_at, now):
        with suppress(play.Busy, play.Stuck):  # Somebody else is at it, or an organiser must be: the table stands.
            play.settle(code=code, now=now)
        seen = sight.look(code=code, player=player)
    return seen


def _known(request: HttpRequest, heard: int, beside: str) -> bool:
    """Whether the page that asks shows this already."""
    return request.GET.get("heard") == str(heard) and request.GET.get("beside", beside) == beside


def _overdue(wake_at: datetime | None, now: datetime) -> bool:
    return wake_at is not None and wake_at + GRACE <= now


def _words(request: HttpRequest) -> dict[str, Any]:
    """The fields of a form; `only.at_least` becomes `{"only": {"at_least": …}}`; empty fields count as left out."""
    words: dict[str, Any] = {}
    for name, typed in request.POST.items():
        value = str(typed).strip()
        if value.isascii() and value.isdigit():
            value = value.lstrip("0") or "0"  # A browser sends a number as it was typed: 05.
        if name == "csrfmiddlewaretoken" or not value:
            continue
        *path, last = str(name).split(".", 2)  # What goes deeper is a word that nobody knows.
        inner: Any = words
        for step in path:
            inner = inner.setdefault(step, {}) if isinstance(inner, dict) else None
        if isinstance(inner, dict) and not isinstance(inner.get(last), dict):
            inner[last] = value
        else:
            words[f"{name}."] = value  # Both `card` and `card.x` were sent: no word at all, and none to pass over.
    return words


def _refuse(request: HttpRequest, code: str, status: int, sentence: str) -> HttpResponse:
    """The fresh board with a sentence that says what happened."""
    seen = sight.look(code=code, player=request.user.pk)
    template = "matches/live.html" if request.htmx else "matches/page.html"  # type: ignore[attr-defined]
    return render(request, template, {"sight": seen, "error": sentence}, status=status)


def _change_orders(code: str, game: str, seat: Seat, words: Mapping[str, Any], by: int | None) -> tuple[str, int]:
    """Leave or withdraw an order; the error's sentence and status, if it is refused."""
    now = timezone.now()
    if "withdraw" in words:
        if not re.fullmatch(r"o[0-9a-f]{15}", str(words["withdraw"])):
            return _("There is no such standing order."), 400
        play.withdraw(code=code, seat=seat, order=str(words["withdraw"]), now=now, by=by)
        return "", 200
    try:
        order = forms.read(words, catalogue()[game].order)
        play.order(code=code, seat=seat, order=order, now=now, by=by)
    except msgspec.ValidationError:
        return _("That is not a standing order of this game. Please check the numbers."), 400
    except play.Refused as refusal:
        return str(refusal), 409
    return "", 200


def _at_my_seat(request: HttpRequest, code: str, act: Any, done: str) -> HttpResponse:
    now = timezone.now()
    observer = sight.observer_for(code=code, user_id=request.user.pk)
    if isinstance(observer, str):
        return _refuse(request, code, 403, _("You do not sit at this table."))
    try:
        act(code=code, seat=observer, now=now, by=request.user.pk)
    except play.NotSeated:
        return _refuse(request, code, 403, _("You do not sit at this table."))
    except play.Refused as refusal:
        return _refuse(request, code, 409, str(refusal))
    messages.success(request, done)
    return redirect("matches:page", code=code)
