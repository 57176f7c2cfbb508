"""The settings of a tournament in the admin: choose a template, fill in the form, change it until the start."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.admin.models import ADDITION, CHANGE
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from apps.common import clocks
from apps.common.errors import Busy
from apps.games import load_games
from apps.matches.selectors.wording import list_game_choices
from apps.tournaments.admin import pages
from apps.tournaments.errors import StagesNotInForm, TournamentRefused
from apps.tournaments.forms.initial import build_pattern_values, build_tournament_values
from apps.tournaments.forms.tournament import TermsForm
from apps.tournaments.models import Tournament
from apps.tournaments.permissions import Right, filter_visible_tournaments
from apps.tournaments.presets import PATTERNS
from apps.tournaments.services import lifecycle

MAX_EARLIER_TOURNAMENTS = 50
"""The number of earlier tournaments offered as a model for a new one."""


def create_tournament(request: HttpRequest) -> HttpResponse:
    """Create a tournament: a template first, then the form filled from it. No one else can see the result yet."""
    if not request.user.has_perm("tournaments.add_tournament"):
        raise PermissionDenied
    try:
        slug, initial, title = _build_initial_terms(request)
    except TournamentRefused as why:
        if str(why):
            messages.error(request, str(why))
        return _show_template_choice(request)
    form = TermsForm(load_games()[slug], request.POST or None, initial=initial, now=clocks.now())
    if request.method == "POST" and form.is_valid():
        made = Tournament(game=slug, **form.values())
        with transaction.atomic():
            lifecycle.create_tournament(made, by=request.user.pk, now=clocks.now())
            pages.add_admin_log_entry(request, made, ADDITION, title)
        messages.success(request, _("“%(name)s” has been created. No one else can see it yet.") % {"name": made.name})
        return redirect("admin:tournaments_tournament_desk", made.pk)
    more = {"form": form, "game": _(load_games()[slug].meta.title), "like": title}
    return pages.render_admin_page(request, "terms", None, _("New tournament"), more)


def edit_terms(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the settings. Users who can see the tournament can read them, and organisers can change them."""
    tournament, may = pages.get_visible_tournament(request, pk)
    game = load_games().get(tournament.game)
    try:
        initial = build_tournament_values(tournament)
    except StagesNotInForm:
        game = None
    if game is None:
        messages.error(request, StagesNotInForm.sentence)
        return redirect("admin:tournaments_tournament_desk", pk)
    closed = tournament.status not in lifecycle.STATUSES_BEFORE_START
    data = request.POST if request.method == "POST" else None
    form = TermsForm(game, data, initial=initial, now=clocks.now(), closed=closed)
    if data is not None:
        if may < Right.RUN:
            raise PermissionDenied
        if form.is_valid() and _save_terms(request, tournament, form):
            return redirect("admin:tournaments_tournament_desk", pk)
    if may < Right.RUN:
        for field in form.fields.values():
            field.disabled = True
    more = {"form": form, "game": _(game.meta.title), "closed": closed, "running": may >= Right.RUN}
    return pages.render_admin_page(request, "terms", tournament, _("Rules and settings"), more)


def _save_terms(request: HttpRequest, tournament: Tournament, form: TermsForm) -> bool:
    try:
        lifecycle.update_settings(code=tournament.code, values=form.values(), by=request.user.pk, now=clocks.now())
    except TournamentRefused as why:
        form.add_error(None, str(why))
        return False
    except Busy:
        form.add_error(None, _("The tournament is being updated. Nothing was changed. Please try again."))
        return False
    changed = ", ".join(str(form.fields[name].label) for name in form.changed_data)
    pages.add_admin_log_entry(request, tournament, CHANGE, _("Changed: %(fields)s") % {"fields": changed or "—"})
    messages.success(request, _("Changes saved."))
    return True


def _build_initial_terms(request: HttpRequest) -> tuple[str, dict[str, object], str]:
    """Return the game, the form's initial data and the name of its source.

    :raises TournamentRefused: if nothing suitable was chosen; without words if nothing was
    """
    slug, chosen, like = (request.GET.get(name, "") for name in ("game", "pattern", "like"))
    if like:
        return _copy_earlier_terms(request, like)
    if not chosen and not slug:
        raise TournamentRefused("")
    pattern, game = PATTERNS.get(chosen), load_games().get(slug)
    if pattern is None or game is None:
        raise TournamentRefused(_("Choose a game and a template."))
    if not pattern.suits(game.meta.seats):
        sentence = _("“%(pattern)s” doesn’t suit %(game)s, which is for %(least)d–%(most)d players.")
        low, high = game.meta.seats[0], game.meta.seats[-1]
        raise TournamentRefused(
            sentence % {"pattern": _(pattern.title), "game": _(game.meta.title), "least": low, "most": high}
        )
    return slug, build_pattern_values(pattern, game, now=clocks.now()), _(pattern.title)


def _copy_earlier_terms(request: HttpRequest, code: str) -> tuple[str, dict[str, object], str]:
    earlier = filter_visible_tournaments(request.user, Tournament.objects.filter(code=code)).first()
    if earlier is None or earlier.game not in load_games():
        raise TournamentRefused(_("We can’t find that tournament."))
    try:
        initial = build_tournament_values(earlier)
    except StagesNotInForm:
        raise TournamentRefused(_("This form can’t show that tournament’s settings.")) from None
    return (
        earlier.game,
        {**initial, "starts_at": None, "opens_at": None},
        _("based on %(name)s") % {"name": earlier.name},
    )


def _show_template_choice(request: HttpRequest) -> HttpResponse:
    more = {
        "patterns": [(pattern.name, _(pattern.title), _(pattern.text)) for pattern in PATTERNS.values()],
        "games": list_game_choices(),
        "earlier": filter_visible_tournaments(request.user, Tournament.objects.order_by("-pk"))[
            :MAX_EARLIER_TOURNAMENTS
        ],
    }
    return pages.render_admin_page(request, "patterns", None, _("New tournament"), more)
