"""The preferences page, whose choices are also at every table, and the list of keyboard shortcuts."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from apps.accounts.forms import PreferencesForm
from apps.accounts.models import Player
from apps.accounts.preferences import Preferences
from apps.accounts.services import preferences
from apps.common import clocks
from apps.common.requests import HtmxHttpRequest
from apps.matches.services import bot_speed


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_preferences(request: HtmxHttpRequest) -> HttpResponse:
    """Show and store preferences, in the account or a visitor's browser. Scripts send each choice alone."""
    if request.method != "POST":
        return render(request, "account/preferences.html")
    if request.htmx:
        return _save_choice(request)
    form = PreferencesForm(request.POST)
    if not form.is_valid():
        return render(request, "account/preferences.html", {"errors": form.errors}, status=400)
    response = redirect("accounts:preferences")
    _save_preferences(request, response, form.chosen)
    messages.success(request, _("Saved."))
    return response


def _save_choice(request: HtmxHttpRequest) -> HttpResponse:
    """Store this choice on top of all earlier ones, and answer with a sentence. Bots at that table follow at once."""
    form = PreferencesForm({**preferences.get_preferences(request).chosen, **request.POST.dict()})
    if not form.is_valid():
        refused = " ".join(str(error) for errors in form.errors.values() for error in errors)
        return HttpResponse(format_html("<strong>{}</strong>", refused), status=400)
    response = HttpResponse(_("Saved."))
    _save_preferences(request, response, form.chosen)
    if isinstance(request.user, Player) and "bots" in request.POST:
        bot_speed.update_bot_pause(
            code=request.POST.get("match", ""), player=request.user.pk, pause=form.chosen.bot_pause, now=clocks.now()
        )
    return response


def _save_preferences(request: HttpRequest, response: HttpResponse, chosen: Preferences) -> None:
    if isinstance(request.user, Player):
        preferences.save_preferences(player=request.user, chosen=chosen)
    else:
        preferences.set_preferences_cookie(response, chosen)


@require_safe
def show_shortcuts(request: HttpRequest) -> HttpResponse:
    """Show what each key does. With scripts, `?` shows it on every page."""
    return render(request, "account/shortcuts.html")
