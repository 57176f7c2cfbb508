"""The list of clubs, the form of a new one, and the page of each."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from apps.clubs.forms import ClubForm
from apps.clubs.models import NAME_LENGTH
from apps.clubs.selectors import listing
from apps.clubs.selectors.access import Access
from apps.clubs.services import clubs
from apps.clubs.views.guards import get_player, require_club
from apps.clubs.views.overview import render_club
from apps.common import clocks
from apps.common.errors import DomainError
from apps.common.requests import HtmxHttpRequest


@never_cache
@require_safe
def show_clubs(request: HttpRequest) -> HttpResponse:
    """Show all clubs by name, with the reader's own first."""
    name = request.GET.get("name", "").strip()[:NAME_LENGTH]
    found = listing.find_clubs(reader=request.user.pk, name=name, page=request.GET.get("page"))
    return render(request, "clubs/index.html", {"clubs": found, "page": found.page, "name": name})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create_club(request: HtmxHttpRequest) -> HttpResponse:
    """Create a club with a name, a description and the choice of who can join."""
    now, player = clocks.now(), get_player(request)
    context: dict[str, object] = {"objection": clubs.describe_founding_objection(player, now=now), "keep": player.guest}
    if context["objection"]:
        return render(request, "clubs/new.html", context, status=400 if request.method == "POST" else 200)
    form, status = ClubForm(request.POST if request.method == "POST" else None), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                made = clubs.create_club(player=player, now=now, **form.agreed)
            except DomainError as refusal:
                form.add_error(None, str(refusal))
                status = refusal.status
            else:
                messages.success(request, _("Club created. Now invite some members."))
                return redirect(made)
    return render(request, "clubs/new.html", {**context, "form": form}, status=status)


@never_cache
@require_safe
@require_club
def show_club(request: HtmxHttpRequest, found: Access) -> HttpResponse:
    """Show the club's page, and how to join."""
    return render_club(request, found)
