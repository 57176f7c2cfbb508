"""Pages for creating a small tournament and looking after it until it starts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from apps.accounts.errors import AccountNeeded, LoggedOut
from apps.accounts.models import Player
from apps.common import clocks
from apps.common.errors import Busy, TextRefused
from apps.common.requests import HtmxHttpRequest
from apps.games import load_games
from apps.tournaments.errors import StagesNotInForm, TournamentRefused
from apps.tournaments.forms.hosting import ChangeForm, HostForm, InviteForm
from apps.tournaments.forms.names import MAX_LIST_LENGTH
from apps.tournaments.models import Tournament
from apps.tournaments.selectors.outlook import describe_expected_lengths
from apps.tournaments.services import hosting, limits
from apps.tournaments.views.guards import require_tournament
from apps.tournaments.views.public import build_outline_context, render_tournament

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked

R = TypeVar("R")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def host_tournament(request: HtmxHttpRequest) -> HttpResponse:
    """Choose the game, then a template, a name and a time; for htmx only show how long that would last."""
    return handle_tournament_form(request, address=reverse("tournaments:new"), host=hosting.host_tournament)


def handle_tournament_form(
    request: HtmxHttpRequest, *, address: str, host: Callable[..., Tournament], only_for: str = ""
) -> HttpResponse:
    """Show the form of a new tournament at this address, and create it. `only_for` is the name of its club."""
    games, now, me = load_games(), clocks.now(), _get_player(request)
    asked = request.POST if request.method == "POST" else request.GET
    slug = asked.get("game", "")
    context: dict[str, object] = {
        "games": games.values(),
        "address": address,
        "only_for": only_for,
        "objection": hosting.describe_hosting_objection(me, now=now),
        "keep": me.guest,
    }
    if context["objection"] or not slug:
        return render(request, "tournaments/new.html", context, status=400 if request.method == "POST" else 200)
    if slug not in games:
        raise Http404(_("We can’t find that game."))
    if request.method != "POST":
        form = HostForm(games[slug], initial=_thought_of(request), now=now, teams=not only_for)
        page = "tournaments/outlook.html" if request.htmx else "tournaments/new.html"
        return render(request, page, {**context, **_build_outlook(form)})
    form = HostForm(games[slug], _build_form_data(request, only_for), now=now, teams=not only_for)
    if form.is_valid():
        try:
            part = form.cleaned_data["takes_part"]
            made = host(player=me, game=slug, values=form.terms.values(), takes_part=part, now=now)
        except (TournamentRefused, AccountNeeded, Busy) as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _open_to(made))
            return redirect(made)
    return render(request, "tournaments/new.html", {**context, **_build_outlook(form)}, status=422)


def _open_to(made: Tournament) -> str:
    """Tell the creator who can join and see the new tournament."""
    if made.circle:
        return _(
            "Registration is open. Members can find the tournament on the club’s page. Anyone with the link "
            "can follow it."
        )
    return _("Registration is open. Share the link to this page to invite players.")


@require_POST
@require_tournament
def post_announcement(request: HtmxHttpRequest, tournament: Marked) -> HttpResponse:
    """Post an announcement, keeping the text if it is refused."""
    text = request.POST.get("text", "")
    try:
        hosting.post_announcement(
            code=tournament.code, player=_get_rate_limited_player(request), text=text, now=clocks.now()
        )
    except (TournamentRefused, TextRefused, Busy) as refusal:
        return render_tournament(request, tournament, sentence=str(refusal), draft=text, status=refusal.status)
    messages.success(
        request, _("Your announcement is on this page. We’ve notified all entrants and everyone on the waiting list.")
    )
    return redirect(tournament)


@require_POST
@require_tournament
def invite_players(request: HtmxHttpRequest, tournament: Marked) -> HttpResponse:
    """Invite a list of players. If one of them can't be invited, no one is, and the list is kept."""
    form, someone = InviteForm(request.POST), _get_rate_limited_player(request)
    listed = request.POST.get("players", "")[:MAX_LIST_LENGTH]
    try:
        hosting.check_change(code=tournament.code, player=someone)
        if not form.is_valid():
            return render_tournament(
                request, tournament, sentence=" ".join(map(str, form.errors["players"])), listed=listed, status=422
            )
        players = form.cleaned_data["players"]
        hosting.invite_players(code=tournament.code, player=someone, players=players, now=clocks.now())
    except (TournamentRefused, Busy) as refusal:
        return render_tournament(request, tournament, sentence=str(refusal), listed=listed, status=refusal.status)
    said = ngettext("We’ve invited %(count)d player.", "We’ve invited %(count)d players.", len(players))
    messages.success(request, said % {"count": len(players)})
    return redirect(tournament)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@require_tournament
def edit_settings(request: HtmxHttpRequest, tournament: Marked) -> HttpResponse:
    """Change the settings before the start."""
    try:
        hosting.check_change(code=tournament.code, player=_get_player(request))
        form = ChangeForm(tournament, request.POST if request.method == "POST" else None, now=clocks.now())
    except (TournamentRefused, StagesNotInForm) as refusal:
        return render_tournament(request, tournament, sentence=str(refusal), status=409)
    if form.is_bound and form.is_valid():
        try:
            hosting.update_settings(
                code=tournament.code, player=_get_rate_limited_player(request), values=form.changes(), now=clocks.now()
            )
        except (TournamentRefused, Busy) as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Changes saved."))
            return redirect(tournament)
    context = {**build_outline_context(request, tournament, "edit"), "form": form}
    return render(request, "tournaments/edit.html", context, status=422 if form.is_bound else 200)


@require_POST
@require_tournament
def appoint_co_organiser(request: HtmxHttpRequest, tournament: Marked) -> HttpResponse:
    """Name a co-organiser. The page shows the reason for a refusal."""
    name = request.POST.get("name", "")
    try:
        other = hosting.appoint_co_organiser(
            code=tournament.code, player=_get_rate_limited_player(request), name=name[:60], now=clocks.now()
        )
    except (TournamentRefused, Busy) as refusal:
        return render_tournament(request, tournament, sentence=str(refusal), status=refusal.status)
    messages.success(request, _("%(name)s is now a co-organiser. We’ve let them know.") % {"name": other.username})
    return redirect(tournament)


def _get_player(request: HtmxHttpRequest) -> Player:
    """Return the user, who is logged in because `login_required` made sure of it."""
    return cast("Player", request.user)


def _get_rate_limited_player(request: HtmxHttpRequest) -> Player:
    """Return the user who pressed a button, after checking the rate limit.

    :raises LoggedOut: if they are no longer logged in
    """
    if not request.user.is_authenticated:
        raise LoggedOut
    limits.limit_changes(player=request.user.pk)
    return request.user


def _thought_of(request: HtmxHttpRequest) -> dict[str, object]:
    """Return what was typed so far."""
    return {name: value for name, value in request.GET.items() if value and name != "game"}


def _build_form_data(request: HtmxHttpRequest, only_for: str) -> QueryDict:
    """Return the form's data. In a club, the choice of who can join is fixed."""
    typed = request.POST.copy()
    if only_for:
        typed["public"] = "no"
    return typed


def _build_outlook(form: HostForm) -> dict[str, object]:
    pattern, seats = form.kind, form.game.meta.seats
    most = form.number("most") or pattern.terms["most"]
    least = form.number("least") or min(pattern.terms["least"], most)
    lasts = describe_expected_lengths(
        pattern.plan(seats),
        (least, most),
        round_hours=form.number("round_hours") or form.schedule["round_hours"],
        break_hours=form.schedule["break_hours"],
    )
    return {"form": form, "game": form.game, "lasts": lasts}


def _build_organiser_button(act: Callable[..., R], done: Callable[[R], str]) -> Callable[..., HttpResponse]:
    """Create a button for the tournament's organisers. A refusal is shown on the page."""

    @require_POST
    @require_tournament
    def button(request: HtmxHttpRequest, tournament: Marked, **words: object) -> HttpResponse:
        try:
            result = act(code=tournament.code, player=_get_rate_limited_player(request), now=clocks.now(), **words)
        except (TournamentRefused, Busy) as refusal:
            return render_tournament(request, tournament, sentence=str(refusal), status=refusal.status)
        messages.success(request, done(result))
        return redirect(tournament)

    return button


def _describe_start(count: int) -> str:
    return ngettext(
        "The tournament has started with %(count)d entrant.",
        "The tournament has started with %(count)d entrants.",
        count,
    ) % {"count": count}


def _dismiss_co_organiser(*, code: str, player: Player, number: int, now: datetime) -> None:  # noqa: ARG001 -- as all
    hosting.dismiss_co_organiser(code=code, player=player, number=number)


start_tournament_early = _build_organiser_button(hosting.start_tournament_early, _describe_start)
cancel_tournament = _build_organiser_button(
    hosting.cancel_tournament, lambda _nothing: _("The tournament has been cancelled. Everyone has been notified.")
)
add_bot = _build_organiser_button(hosting.add_bot, lambda _nothing: _("Bot added."))
remove_entrant = _build_organiser_button(
    hosting.remove_entrant, lambda _nothing: _("The entrant has been removed and notified.")
)
withdraw_announcement = _build_organiser_button(
    hosting.withdraw_announcement,
    lambda _nothing: _("The announcement has been withdrawn. Notifications already sent can’t be recalled."),
)
dismiss_co_organiser = _build_organiser_button(
    _dismiss_co_organiser, lambda _nothing: _("The co-organiser has been removed.")
)
