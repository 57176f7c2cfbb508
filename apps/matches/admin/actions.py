"""What an organiser does with one match in the admin: give a seat away, end it, look as referee."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from apps.kernel.table import REFEREE, Seat
from apps.matches import dossier, organise, play, referees, seating, sight
from apps.matches.models import Match
from apps.matches.names import called


class SeatForm(forms.Form):
    """Who gets which seat."""

    seat = forms.TypedChoiceField(label=gettext_lazy("Seat"), coerce=int)
    player = forms.CharField(
        label=gettext_lazy("New player"),
        required=False,
        max_length=150,
        help_text=gettext_lazy("The name of a player, who will learn exactly what the seat knows. Empty: a bot."),
    )

    def __init__(self, names: list[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seat"].choices = list(enumerate(names))  # type: ignore[attr-defined]

    def clean_player(self) -> int | None:
        name = self.cleaned_data["player"].strip()
        if not name:
            return None
        player = called(name).first()
        if player is None:
            raise forms.ValidationError(_("There is no player called “%s”.") % name)
        return player.pk


@require_http_methods(["GET", "POST"])
def replace_seat(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a seat to another player or to the bot."""
    match, chairs = _match(request, pk)
    form = SeatForm([f"{chair.index + 1}: {sight.name(chair)}" for chair in chairs], request.POST or None)
    if form.is_valid():
        seat, player = Seat(form.cleaned_data["seat"]), form.cleaned_data["player"]
        try:
            seating.replace(code=match.code, seat=seat, player=player, now=timezone.now())
        except play.Refused as refusal:
            form.add_error(None, str(refusal))
        except play.Busy:
            form.add_error(None, _("The match is busy; please try again."))
        except (play.Stuck, sight.Unreadable):
            form.add_error(None, _("The match cannot go on: its log cannot be read, or its rules fail."))
        else:
            _note(request, match, _("Seat %(seat)d given to %(who)s") % {"seat": seat + 1, "who": player or _("a bot")})
            messages.success(request, _("The seat was given away; the table can read it in the story."))
            return redirect("admin:matches_match_change", pk)
    return _confirm(request, match, _("Give a seat away"), _("Everybody at the table will be told."), form=form)


@require_http_methods(["GET", "POST"])
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """End a match without a result, after asking."""
    match, _chairs = _match(request, pk)
    if request.method == "POST":
        try:
            organise.end(code=match.code, now=timezone.now())
        except play.Refused as refusal:
            messages.error(request, str(refusal))
        except play.Busy:
            messages.error(request, _("The match is busy; please try again."))
        else:
            _note(request, match, _("Ended without result"))
            messages.success(request, _("The match was ended without a result."))
        return redirect("admin:matches_match_change", pk)
    warning = _("Nobody wins or loses, the seed is shown, and the match cannot be taken up again.")
    return _confirm(request, match, _("End the match without a result"), warning)


@require_http_methods(["GET", "POST"])
def referee(request: HttpRequest, pk: int) -> HttpResponse:
    """Show every fact of a running match, to somebody who asked for it explicitly and does not play in it.

    That they looked is kept, and told to everybody once the match is over.
    """
    match, _chairs = _match(request, pk)
    title, player = _("Look as referee"), request.user.pk or 0
    try:
        if request.method != "POST":
            referees.may_look(match.pk, player)
            warning = _(
                "You will see every hidden card of a running match. That you looked is logged, and when the match is"
                " over its record tells everybody; you cannot take a seat in it any more."
            )
            return _confirm(request, match, title, warning)
        referees.look(code=match.code, player=player, now=timezone.now())
    except play.Refused as refusal:
        messages.error(request, str(refusal))
    except play.Busy:
        messages.error(request, _("The match is busy; please try again."))
    else:
        _note(request, match, _("Looked as referee"))
        return _confirm(request, match, title, "", log=dossier.log(match, observer=REFEREE))
    return redirect("admin:matches_match_change", pk)


def _match(request: HttpRequest, pk: int) -> tuple[Match, list[Any]]:
    if not request.user.has_perm("matches.change_match"):
        raise PermissionDenied
    code = Match.objects.filter(pk=pk).values_list("code", flat=True).first()
    if code is None:
        raise Http404
    return sight.load(code)


def _note(request: HttpRequest, match: Match, what: str) -> None:
    LogEntry.objects.log_actions(request.user.pk or 0, [match], CHANGE, change_message=what, single_object=True)


def _confirm(request: HttpRequest, match: Match, title: str, warning: str, **more: Any) -> HttpResponse:
    context = {**admin.site.each_context(request), "title": title, "match": match, "warning": warning, **more}
    return render(request, "admin/matches/match/confirm.html", context)
