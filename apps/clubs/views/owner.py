"""The owner's page, for the club's settings, a change of owner, and closing."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from apps.clubs.errors import ClubRefused, NotAllowed
from apps.clubs.forms import ClubForm
from apps.clubs.models import Club
from apps.clubs.selectors import access
from apps.clubs.selectors.access import Access
from apps.clubs.services import clubs, members
from apps.clubs.views.guards import build_club_button, get_player, require_club
from apps.clubs.views.overview import build_club_context, render_refused_club
from apps.common import clocks
from apps.common.errors import DomainError
from apps.common.requests import HtmxHttpRequest


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@require_club
def edit_club(request: HtmxHttpRequest, found: Access) -> HttpResponse:
    """Show name, description and who can join. On POST, store them."""
    if request.method != "POST":
        return _render_owner_page(request, found, ClubForm.of(found.club))
    form, status = ClubForm(request.POST), 422
    if form.is_valid():
        try:
            clubs.update_club(code=found.club.code, by=get_player(request), now=clocks.now(), **form.agreed)
        except DomainError as refusal:
            form.add_error(None, str(refusal))
            status = refusal.status
        else:
            messages.success(request, _("Saved."))
            return redirect(found.club)
    return _render_owner_page(request, found, form, status=status)


def _hand_over(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    name = request.POST.get("name", "")
    members.hand_over(code=club.code, by=get_player(request), name=name)
    return _("%(name)s is now the club’s owner. You’re now one of its organisers.") % {
        "name": name
    }, club.get_absolute_url()


def _close_club(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    if request.POST.get("sure") != "yes":
        raise ClubRefused(_("The club wasn’t closed. Tick the box to confirm."))
    clubs.close_club(code=club.code, by=get_player(request), now=clocks.now())
    return _("The club has been closed."), reverse("clubs:index")


def _render_refused_owner_page(request: HtmxHttpRequest, club: Club, refusal: DomainError) -> HttpResponse:
    club.refresh_from_db()
    found = access.load_access(club, request.user.pk)
    return _render_owner_page(request, found, ClubForm.of(club), said=str(refusal), status=refusal.status)


def _render_owner_page(
    request: HtmxHttpRequest, found: Access, form: ClubForm, *, said: str = "", status: int = 200
) -> HttpResponse:
    if not found.owns:
        return render_refused_club(request, found.club, NotAllowed(_("Only the club’s owner can do that.")))
    return render(
        request, "clubs/owner.html", {**build_club_context(found, "owner"), "form": form, "said": said}, status=status
    )


hand_over, close = (
    build_club_button(_hand_over, _render_refused_owner_page),
    build_club_button(_close_club, _render_refused_owner_page),
)
