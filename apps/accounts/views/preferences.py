"""The page on which anybody says how they like the pages, and the list of keys."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from apps.accounts.forms import PreferencesForm
from apps.accounts.models import Player
from apps.accounts.services import preferences as service


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Kept with the account, or in the browser of somebody who has none."""
    if request.method != "POST":
        return render(request, "account/preferences.html", {"form": PreferencesForm.of(service.of(request))})
    form = PreferencesForm(request.POST)
    if not form.is_valid():
        return render(request, "account/preferences.html", {"form": form}, status=400)
    response = redirect("accounts:preferences")
    if isinstance(request.user, Player):
        service.choose(player=request.user, chosen=form.chosen)
    else:
        service.remember(response, form.chosen)
    messages.success(request, _("Saved."))
    return response


@require_safe
def shortcuts(request: HttpRequest) -> HttpResponse:
    """What each key does; with scripts, `?` shows it on every page."""
    return render(request, "account/shortcuts.html")
