"""Pages of leagues, ladders and arenas for the members of a club alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from apps.clubs.errors import ClubNameRefused, NotAllowed
from apps.clubs.models import Club
from apps.clubs.selectors.access import Access
from apps.clubs.services import competitions
from apps.clubs.services.competitions import Competition
from apps.clubs.views.guards import build_club_button, get_player, require_membership
from apps.clubs.views.overview import build_club_context, render_refused_club
from apps.common import clocks
from apps.common.errors import DomainError
from apps.common.requests import HtmxHttpRequest
from apps.games import load_games
from apps.tournaments.forms.arena import ArenaForm, NewArenaForm
from apps.tournaments.forms.hosting import some_evening
from apps.tournaments.forms.ladder import LadderForm, NewLadderForm
from apps.tournaments.forms.league import LeagueForm, NewLeagueForm, fill_league
from apps.tournaments.forms.shown import say_along_what_is_shown
from apps.tournaments.models import Arena, Ladder, League
from apps.tournaments.views import arenas, ladders, leagues
from apps.tournaments.views.ladders import parse_ticked_players


@dataclass(frozen=True)
class Kind:
    """A league, a ladder or an arena: its forms, its page and its words."""

    name: str
    model: type[Competition]
    new: type[forms.ModelForm]
    change: type[forms.ModelForm]
    typed: Callable[..., Competition]
    """Puts what a form says into a row."""
    shown: Callable[..., HttpResponse]
    heading: Promise
    edit_heading: Promise
    joined: Promise
    left: Promise


def _of_pattern(form: Any, row: League, now: datetime) -> League:
    return fill_league(form, row, now=now)


KINDS: Final = {
    kind.name: kind
    for kind in (
        Kind(
            "league",
            League,
            NewLeagueForm,
            LeagueForm,
            _of_pattern,
            leagues.render_league,
            gettext_lazy("New league"),
            gettext_lazy("Edit league"),
            gettext_lazy("You’ve joined the league. We’ll let you know when the next season starts."),
            gettext_lazy("You’ve left the league."),
        ),
        Kind(
            "ladder",
            Ladder,
            NewLadderForm,
            LadderForm,
            _of_pattern,
            ladders.render_ladder,
            gettext_lazy("New ladder"),
            gettext_lazy("Edit ladder"),
            gettext_lazy("You’re on the ladder. Challenge a player just above you."),
            gettext_lazy("You’ve left the ladder."),
        ),
        Kind(
            "arena",
            Arena,
            NewArenaForm,
            ArenaForm,
            lambda form, row, now: form.made(row, now=now),
            arenas.render_arena,
            gettext_lazy("New arena"),
            gettext_lazy("Edit arena"),
            gettext_lazy("You’ve joined the arena. Matches that start from now on count."),
            gettext_lazy("You’ve left the arena."),
        ),
    )
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_membership
def create_competition(request: HtmxHttpRequest, found: Access, *, kind: str) -> HttpResponse:
    """Create one for the club: a name, a game, a format and mostly a start."""
    if not found.organises:
        return render_refused_club(request, found.club, NotAllowed(_("Only club organisers can do that.")))
    which, now = KINDS[kind], clocks.now()
    form = which.new(request.POST if request.method == "POST" else None)
    _set_form_defaults(form, now)
    if form.is_bound and form.is_valid():
        try:
            made = which.typed(form, form.save(commit=False), now)
            kept = competitions.create_competition(code=found.club.code, player=get_player(request), made=made, now=now)
        except DomainError as refusal:
            _add_refusal(refusal, form)
        else:
            messages.success(request, _("Created. Members can find it on the club’s page."))
            return redirect(kept)
    return _render_form(request, found, form, which.heading, found.club.get_absolute_url())


@never_cache
@require_safe
@require_membership
def show_competition(request: HtmxHttpRequest, found: Access, *, kind: str, pk: int) -> HttpResponse:
    """Show one of the club to its members."""
    row = _get_competition_or_404(found.club, kind, pk)
    edit = ""
    changeable = not competitions.describe_change_objection(row, now=clocks.now())
    if found.organises and found.club.closed_at is None and changeable:
        edit = reverse(f"clubs:edit_{kind}", args=[found.club.code, pk])
    return KINDS[kind].shown(request, row, edit=edit)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_membership
def edit_competition(request: HtmxHttpRequest, found: Access, *, kind: str, pk: int) -> HttpResponse:
    """Change one of the club: an arena before it starts, the others for what is played from then on."""
    if not found.organises:
        return render_refused_club(request, found.club, NotAllowed(_("Only club organisers can do that.")))
    which, now, row = KINDS[kind], clocks.now(), _get_competition_or_404(found.club, kind, pk)
    if objection := competitions.describe_change_objection(row, now=now):
        return which.shown(request, row, sentence=objection, status=409)
    form = (
        _save_changes(request, found.club, which, row, now)
        if request.method == "POST"
        else _build_change_form(which, row, None)
    )
    if form.is_bound and form.is_valid():
        messages.success(request, _("Changes saved."))
        return redirect(row)
    return _render_form(request, found, form, which.edit_heading, row.get_absolute_url())


def _save_changes(
    request: HtmxHttpRequest, club: Club, which: Kind, row: Competition, now: datetime
) -> forms.ModelForm:
    """Return the form of what was typed: valid if it has been saved."""
    form = _build_change_form(which, row, request.POST)
    try:
        with competitions.lock_competition(
            code=club.code, player=get_player(request), kind=which.model, pk=row.pk, now=now
        ) as held:
            form = _build_change_form(which, held, _complete_form_data(_build_change_form(which, held, request.POST)))
            if form.is_valid():
                which.typed(form, held, now)
                competitions.save_competition(
                    held, ["plan" if name == "rounds" else name for name in form.changed_data], now=now
                )
    except DomainError as refusal:
        _add_refusal(refusal, form)
    return form


def _join_competition(request: HtmxHttpRequest, club: Club, *, kind: str, pk: int) -> tuple[str, str]:
    row = _get_competition_or_404(club, kind, pk)
    competitions.join_competition(code=club.code, player=get_player(request), kind=type(row), pk=pk, now=clocks.now())
    return str(KINDS[kind].joined), row.get_absolute_url()


def _leave_competition(request: HtmxHttpRequest, club: Club, *, kind: str, pk: int) -> tuple[str, str]:
    row = _get_competition_or_404(club, kind, pk)
    competitions.leave_competition(code=club.code, player=get_player(request), kind=type(row), pk=pk, now=clocks.now())
    return str(KINDS[kind].left), row.get_absolute_url()


def _challenge_players(request: HtmxHttpRequest, club: Club, *, pk: int) -> tuple[str, str]:
    _get_competition_or_404(club, "ladder", pk)
    code = competitions.challenge_players(
        code=club.code, player=get_player(request), pk=pk, whom=parse_ticked_players(request), now=clocks.now()
    )
    said = _("Your match has started. The players you challenged have been notified.")
    return said, reverse("matches:page", args=[code])


join, leave, challenge = (
    build_club_button(_join_competition, render_refused_club),
    build_club_button(_leave_competition, render_refused_club),
    build_club_button(_challenge_players, render_refused_club),
)


def _get_competition_or_404(club: Club, kind: str, pk: int) -> Competition:
    row = KINDS[kind].model.objects.filter(pk=pk, circle=club.code, game__in=list(load_games())).first()
    if row is None:
        raise Http404(_("We can’t find this in the club."))
    return row


def _build_change_form(which: Kind, row: Competition, typed: QueryDict | None) -> forms.ModelForm:
    form = which.change(typed, instance=row)
    for name in ("rated", "opponents"):  # Matches of a club are unrated, and no one adds bots to its divisions.
        form.fields.pop(name, None)
    say_along_what_is_shown(form)
    return form


def _add_refusal(refusal: DomainError, form: forms.ModelForm) -> None:
    """Add a refusal to the form, at the name if it's about that."""
    form.add_error("name" if isinstance(refusal, ClubNameRefused) else None, str(refusal))


def _complete_form_data(form: Any) -> QueryDict:
    """Return what was typed, with the fields that weren't changed as they are stored now.

    So what is validated is what is going to be stored, even if someone else has saved since the page was opened.
    """
    data = form.data.copy()
    for name in set(form.fields) - set(form.changed_data):
        field = form[name]
        value = field.field.prepare_value(field.initial)
        text = f"{value:%Y-%m-%dT%H:%M}" if isinstance(value, datetime) else str(value)
        data[field.html_name] = data[field.html_initial_name] = text
    return data


def _set_form_defaults(form: Any, now: datetime) -> None:
    """Fill in what most would choose. Games are few enough to be seen at once."""
    game = form.fields["game"]
    choices = game.choices
    game.widget, game.initial = forms.RadioSelect(choices=choices), choices[0][0]
    game.widget.is_required = True
    for name in {"starts_at", "begins_at"} & set(form.fields):
        form.fields[name].initial = some_evening(now)


def _render_form(
    request: HtmxHttpRequest, found: Access, form: forms.ModelForm, heading: Promise, back: str
) -> HttpResponse:
    context = {**build_club_context(found, ""), "form": form, "heading": heading, "back": back}
    return render(request, "clubs/competition.html", context, status=422 if form.is_bound else 200)
