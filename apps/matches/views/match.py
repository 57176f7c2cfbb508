"""The match page: look, answer, hear news. The same for every game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.template.exceptions import TemplateDoesNotExist
from django.template.loader import get_template, render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseStopPolling

from apps.common import clocks
from apps.common.errors import Busy, DomainError
from apps.common.requests import HtmxHttpRequest
from apps.games import load_games
from apps.kernel import forms
from apps.kernel.game import AnyGame, Illegal
from apps.kernel.table import AnySetup, Seat
from apps.matches.errors import (
    Gone,
    Malformed,
    MatchRefused,
    MoveImpossible,
    NoSuchOrder,
    NotSeated,
    OrderMalformed,
    TableBusy,
    Unreadable,
)
from apps.matches.selectors import match_view, options, player_matches, summary
from apps.matches.selectors.answered import is_twin
from apps.matches.selectors.wording import list_pace_times
from apps.matches.services import play, seats
from apps.matches.store import looks, presence
from apps.matches.views import form_words
from apps.matches.views.guards import handle_match_errors
from apps.matches.views.looks import load_recap


class SeeOther(HttpResponseRedirect):
    """A redirect to the result of a successful POST."""

    status_code = 303


@never_cache
@require_safe
@handle_match_errors
def show_match(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Show the whole match page, or for htmx only its foot, which depends on little."""
    loaded = match_view.load_match(code, player=request.user.pk)
    view = _load_settled_view(code, request.user.pk, clocks.now(), loaded)
    if request.htmx:
        return render(request, "matches/foot.html", {"sight": view})
    told = None
    if view.status == "over" and not view.sandbox:
        told = summary.at_end(code, view.names, me=view.seat)
    return render(request, "matches/page.html", {"sight": view, "since": load_recap(loaded, view), "told": told})


_LIVE_PART_DEFAULTS: Final = {"since": None, "error": "", "told": None}
"""Defaults for the live part's other variables. A missing name costs as much as four that exist."""


@never_cache
@require_safe
@handle_match_errors
def show_match_news(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Return the live part if this observer can see more than the page does (`heard`, `beside`); else 204.

    Only a visible page counts as presence, because hidden pages ask, too.
    """
    loaded, now = match_view.load_match(code, player=request.user.pk), clocks.now()
    visible = request.headers.get("X-Visible") == "yes"
    if visible:
        presence.mark_viewing(player=request.user.pk, code=code, over=loaded.match.status == "over")
    heard = match_view.count_heard_facts(loaded)
    if _is_page_current(request, heard, match_view.fingerprint_beside_facts(loaded)) and not play.is_overdue(
        loaded.match, now
    ):
        if visible:
            looks.save_seen_facts(loaded, heard=heard)
        return HttpResponse(status=204)
    view = _load_settled_view(code, request.user.pk, now, loaded)
    if visible:
        looks.save_seen_facts(loaded, heard=view.heard)
    if _is_page_current(request, view.heard, view.beside):
        return HttpResponse(status=204)
    over = view.status == "over"
    if visible and over:
        presence.mark_viewing(player=request.user.pk, code=code, over=True)  # The page stops asking.
    live = render_to_string("matches/live.html", {"sight": view}, request)
    return HttpResponseStopPolling(live) if over else HttpResponse(live)


@require_POST
@handle_match_errors
def answer_question(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Take the answer of a form, and respond with a redirect to the page, or for htmx with the fresh live part."""
    now = clocks.now()
    words = form_words.parse_form_words(request.POST)
    key, along = words.pop("question", ""), words.pop("along", None)
    player = request.user.pk
    try:
        view = play.answer_as(code=code, player=player, key=str(key), words=words, along=along, now=now)
    except NotSeated:
        sentence = _("You’re watching this match. Only players at the table can move.")
        return _render_refusal(request, code, NotSeated(sentence))
    except Illegal:
        return _render_refusal(request, code, MoveImpossible(), key=str(key))
    except Malformed as refusal:
        return _render_refusal(request, code, refusal, key=str(key))
    except Busy:
        return _render_refusal(request, code, TableBusy())
    except Unreadable:
        raise  # The reader could see a table that the rules can't read, so this gets its own page and a log entry.
    except DomainError as refusal:
        may_be_twin = type(refusal) is Gone and not request.htmx
        if may_be_twin and is_twin(code=code, player=player, key=str(key), words=words):
            return SeeOther(reverse("matches:page", args=[code]))
        return _render_refusal(request, code, refusal)
    if request.htmx:
        return render(request, "matches/live.html", {"sight": view, "answered": True, **_LIVE_PART_DEFAULTS})
    return SeeOther(reverse("matches:page", args=[code]))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@handle_match_errors
def manage_orders(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """List, add and withdraw the reader's standing orders in this match."""
    loaded = match_view.load_match(code, player=request.user.pk)
    view = match_view.load_match_view(code=code, player=request.user.pk, loaded=loaded)
    if view.seat is None:
        return _render_refusal(request, code, _no_orders())
    refusal: DomainError | None = None
    if request.method == "POST":
        words = form_words.parse_form_words(request.POST)
        at_table = words.pop("back", "") == "table"
        try:
            _change_orders(code, view.game, view.seat, words, request.user.pk)
        except NotSeated:
            return _render_refusal(request, code, _no_orders())
        except (MatchRefused, NoSuchOrder, OrderMalformed) as error:
            if at_table:
                return _render_refusal(request, code, error)
            refusal = error
        else:
            return _respond_to_order(request, code, at_table=at_table)
    context = {
        "sight": view,
        "orders": player_matches.list_standing_orders(loaded),
        "error": str(refusal or ""),
    }
    return render(request, "matches/orders_page.html", context, status=refusal.status if refusal else 200)


@require_POST
@login_required
@handle_match_errors
def reclaim_seat(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Return the seat from the autopilot to the reader."""
    return _at_my_seat(request, code, seats.reclaim_seat, _("You’re back at the table."))


@require_POST
@login_required
@handle_match_errors
def resign_seat(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Leave the match to the bot."""
    return _at_my_seat(request, code, seats.resign_seat, _("You’ve quit the match. A bot will play on for you."))


@require_safe
def show_rules(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Show the rules of a game in our own words, for the usual options."""
    if slug not in load_games():
        raise Http404(_("We can’t find that game."))
    game = load_games()[slug]
    return _render_rules(request, game, game.setup(game.meta.seats[0]))


@require_safe
@handle_match_errors
def table_rules(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Show the rules of a game with the options and edition of this match."""
    match = match_view.load_match(code, player=request.user.pk).match
    game, setup = match_view.get_match_rules(match)
    agreed = options.describe_all_options(game, setup.options)
    return _render_rules(request, game, setup, match=match, agreed=agreed, times=list_pace_times(game.meta, match.pace))


def _render_rules(request: HtmxHttpRequest, game: AnyGame, setup: AnySetup, **table: object) -> HttpResponse:
    about = {"game": game.meta, "box": game.box, "options": setup.options, "edition": setup.edition}
    return HttpResponse(get_template(f"{game.meta.slug}/rules.html").render(about | table, request))


def _load_settled_view(
    code: str, player: int | None, now: datetime, loaded: match_view.LoadedMatch | None = None
) -> match_view.MatchView:
    """Return what the player sees. If no worker has settled what expired, this does."""
    loaded = play.settle_if_overdue(loaded or match_view.load_match(code, player=player), player=player, now=now)
    return match_view.load_match_view(code=code, player=player, loaded=loaded)


def _is_page_current(request: HtmxHttpRequest, heard: int, beside: str) -> bool:
    """Check whether the requesting page already shows this."""
    return request.GET.get("heard") == str(heard) and request.GET.get("beside", beside) == beside


def _render_refusal(request: HtmxHttpRequest, code: str, refusal: DomainError, *, key: str = "") -> HttpResponse:
    """Show the fresh board with a sentence that says what happened.

    :param key: the question whose answer was wrong, so that the game can say what it takes instead
    """
    view = match_view.load_match_view(code=code, player=request.user.pk)
    template = "matches/live.html" if request.htmx else "matches/page.html"
    error = _render_answer_help(view, key) or str(refusal)
    return render(request, template, {"sight": view, "error": error}, status=refusal.status)


def _render_answer_help(view: match_view.MatchView, key: str) -> str:
    """Return what the game says about the answers that an open question takes; empty if nothing.

    The template is `<game>/takes_<question>.html`.
    """
    about = next((question.about for question in view.questions if question.key == key), None)
    try:
        return render_to_string(f"{view.game}/takes_{about}.html", {"board": view.board}) if about else ""
    except TemplateDoesNotExist:
        return ""


def _respond_to_order(request: HtmxHttpRequest, code: str, *, at_table: bool) -> HttpResponse:
    """Return to where the standing order was added: the table, or the page of orders."""
    if not at_table:
        return redirect("matches:orders", code=code)
    if request.htmx:
        return render(request, "matches/live.html", {"sight": _load_settled_view(code, request.user.pk, clocks.now())})
    return SeeOther(reverse("matches:page", args=[code]))


def _no_orders() -> NotSeated:
    return NotSeated(_("Only players at the table can add standing orders."))


def _change_orders(code: str, game: str, seat: Seat, words: Mapping[str, object], by: int | None) -> None:
    """Add or withdraw a standing order.

    :raises NoSuchOrder, OrderMalformed: if the words aren't valid
    :raises MatchRefused, NotSeated: as in `play.add_standing_order`
    """
    now = clocks.now()
    if "withdraw" in words:
        if not re.fullmatch(r"o[0-9a-f]{15}", str(words["withdraw"])):
            raise NoSuchOrder
        play.withdraw_standing_order(code=code, seat=seat, order=str(words["withdraw"]), now=now, by=by)
        return
    try:
        order = forms.parse_form_fields(words, load_games()[game].order)
    except msgspec.ValidationError as error:
        raise OrderMalformed(str(error)) from error
    play.add_standing_order(code=code, seat=seat, order=order, now=now, by=by)


def _at_my_seat(request: HtmxHttpRequest, code: str, act: Callable[..., object], done: str) -> HttpResponse:
    now = clocks.now()
    observer = match_view.observer_for(code=code, user_id=request.user.pk)
    if isinstance(observer, str):
        return _render_refusal(request, code, NotSeated())
    try:
        act(code=code, seat=observer, now=now, by=request.user.pk)
    except (NotSeated, MatchRefused) as refusal:
        return _render_refusal(request, code, refusal)
    messages.success(request, done)
    return redirect("matches:page", code=code)
