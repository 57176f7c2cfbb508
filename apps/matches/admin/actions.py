"""Organisers' actions on one match in the admin: reassign a seat, end the match, look as referee."""

from __future__ import annotations

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from apps.common import clocks
from apps.common.errors import Busy, DomainError
from apps.kernel.table import REFEREE, Seat
from apps.matches.admin import detail
from apps.matches.errors import MatchRefused, SetAside
from apps.matches.models import Match
from apps.matches.selectors import match_view
from apps.matches.selectors.match_view import LoadedMatch
from apps.matches.selectors.player_lookup import find_player_by_name
from apps.matches.services import organiser, referees, seats


class SeatForm(forms.Form):
    """A form that gives a seat to a player or bot."""

    player = forms.CharField(
        label=gettext_lazy("New player"),
        required=False,
        max_length=150,
        help_text=gettext_lazy("A player’s name. They’ll learn everything this seat knows. Leave empty for a bot."),
    )

    def __init__(self, names: list[str], data: QueryDict | None = None) -> None:
        super().__init__(data)
        seat = forms.TypedChoiceField(label=_("Seat"), coerce=int, choices=list(enumerate(names)))
        self.fields = {"seat": seat, **self.fields}

    def clean_player(self) -> int | None:
        name = self.cleaned_data["player"].strip()
        if not name:
            return None
        player = find_player_by_name(name).first()
        if player is None:
            raise forms.ValidationError(_("We can’t find a player called “%s”.") % name)
        return player.pk


@require_http_methods(["GET", "HEAD", "POST"])
def replace_seat(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a seat to another player or to the bot."""
    loaded = _load_match(request, pk)
    match = loaded.match
    form = SeatForm([f"{each.seat + 1}: {each.name}" for each in loaded.seats], request.POST or None)
    if form.is_valid():
        seat, player = Seat(form.cleaned_data["seat"]), form.cleaned_data["player"]
        try:
            seats.replace_player(code=match.code, seat=seat, player=player, now=clocks.now())
        except (MatchRefused, Busy, SetAside) as refusal:
            form.add_error(None, describe_refusal(refusal))
        else:
            _add_log_entry(
                request, match, _("Seat %(seat)d given to %(who)s") % {"seat": seat + 1, "who": player or _("a bot")}
            )
            messages.success(request, _("The seat has been reassigned. Players can see this on the match page."))
            return redirect("admin:matches_match_change", pk)
    return _render_confirmation(
        request, match, _("Reassign a seat"), _("Everyone at the table will be notified."), form=form
    )


@require_http_methods(["GET", "HEAD", "POST"])
def end_match(request: HttpRequest, pk: int) -> HttpResponse:
    """End a match without a result, after a confirmation."""
    match = _load_match(request, pk).match
    if request.method == "POST":
        try:
            organiser.end_match(code=match.code, now=clocks.now())
        except (MatchRefused, Busy) as refusal:
            messages.error(request, describe_refusal(refusal))
        else:
            _add_log_entry(request, match, _("Ended without a result"))
            messages.success(request, _("The match has been ended without a result."))
        return redirect("admin:matches_match_change", pk)
    warning = _("No one wins or loses, the seed is revealed, and the match can’t be resumed.")
    return _render_confirmation(request, match, _("End match without a result"), warning)


@require_http_methods(["GET", "HEAD", "POST"])
def show_referee_log(request: HttpRequest, pk: int) -> HttpResponse:
    """Show every fact of a running match to an organiser who requested it explicitly and doesn't play in it.

    The look is recorded, and everyone sees it once the match is over.
    """
    match = _load_match(request, pk).match
    title, player = _("View as referee"), request.user.pk or 0
    try:
        if request.method != "POST":
            referees.may_look(match.pk, player)
            warning = _(
                "You’ll see every hidden card of a running match. This is logged, and the replay will show it to "
                "everyone after the match. You’ll no longer be able to take a seat in it."
            )
            return _render_confirmation(request, match, title, warning)
        referees.record_look(code=match.code, player=player, now=clocks.now())
    except (MatchRefused, Busy) as refusal:
        messages.error(request, describe_refusal(refusal))
    else:
        _add_log_entry(request, match, _("Viewed as referee"))
        return _render_confirmation(request, match, title, "", log=detail.render_log(match, observer=REFEREE))
    return redirect("admin:matches_match_change", pk)


def describe_refusal(refusal: DomainError) -> str:
    """Return the text of a refusal, worded for an organiser."""
    match refusal:
        case Busy():
            return _("The match is busy. Please try again.")
        case SetAside():
            return _("The match can’t continue. Its log can’t be read, or the rules raised an error.")
        case _:
            return str(refusal)


def _load_match(request: HttpRequest, pk: int) -> LoadedMatch:
    if not request.user.has_perm("matches.change_match"):
        raise PermissionDenied
    code = Match.objects.filter(pk=pk).values_list("code", flat=True).first()
    if code is None:
        raise Http404
    return match_view.load_match(code)


def _add_log_entry(request: HttpRequest, match: Match, what: str) -> None:
    LogEntry.objects.log_actions(request.user.pk or 0, [match], CHANGE, change_message=what, single_object=True)


def _render_confirmation(request: HttpRequest, match: Match, title: str, warning: str, **more: object) -> HttpResponse:
    context = {**admin.site.each_context(request), "title": title, "match": match, "warning": warning, **more}
    return render(request, "admin/matches/match/confirm.html", context)
