"""Views for joining and leaving a club, and for its members and how organisers manage them."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.accounts.services import relations
from apps.clubs.errors import NotMember
from apps.clubs.models import Club, Role
from apps.clubs.selectors import access
from apps.clubs.selectors import members as people
from apps.clubs.selectors.access import Access
from apps.clubs.services import clubs, invitations, members, requests
from apps.clubs.views.guards import button, guarded, me
from apps.clubs.views.overview import frame, refused
from apps.common import clocks
from apps.common.errors import DomainError
from apps.common.requests import HtmxHttpRequest


@never_cache
@require_safe
@guarded
def page(request: HtmxHttpRequest, found: Access) -> HttpResponse:
    """Show the members."""
    return _drawn(request, found)


def _join(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    token = request.POST.get("key", "")
    members.join(code=club.code, player=me(request), now=clocks.now(), token=token)
    return _("You’ve joined the club."), club.get_absolute_url()


def _ask(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    requests.ask(code=club.code, player=me(request), now=clocks.now())
    return _("Request sent. We’ll let you know if you’re accepted."), club.get_absolute_url()


def _withdraw(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    requests.withdraw(code=club.code, player=me(request))
    return _("Request withdrawn."), club.get_absolute_url()


def _decline(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    invitations.decline(code=club.code, player=me(request), now=clocks.now())
    return _("Invitation declined. No one will be notified."), reverse("clubs:index")


def _leave(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    members.leave(code=club.code, player=me(request), now=clocks.now())
    return _("You’ve left the club."), club.get_absolute_url()


def _invite(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    name = request.POST.get("name", "").strip()
    invitations.invite(code=club.code, by=me(request), name=name, now=clocks.now())
    return _("If there’s a player called %(name)s, they’ve been invited.") % {"name": name}, _members(club)


def _renew_link(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    clubs.renew_link(code=club.code, by=me(request))
    return _("You have a new invitation link. The old one no longer works."), _members(club)


def _let_in(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    name = request.POST.get("name", "")
    requests.accept(code=club.code, by=me(request), name=name, now=clocks.now())
    return _("%(name)s is now a member of the club and has been notified.") % {"name": name}, _members(club)


def _turn_down(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    name = request.POST.get("name", "")
    requests.decline(code=club.code, by=me(request), name=name, now=clocks.now())
    return _("You’ve declined the request from %(name)s. They won’t be notified.") % {"name": name}, _members(club)


def _remove(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    name = request.POST.get("name", "")
    members.remove(code=club.code, by=me(request), name=name, now=clocks.now())
    return _("%(name)s has been removed from the club.") % {"name": name}, _members(club)


def _appoint(request: HtmxHttpRequest, club: Club, *, role: Role) -> tuple[str, str]:
    name = request.POST.get("name", "")
    members.appoint(code=club.code, by=me(request), name=name, role=role)
    said = _("%(name)s is now an organiser.") if role == Role.ORGANISER else _("%(name)s is now a regular member.")
    return said % {"name": name}, _members(club)


def _shown(request: HtmxHttpRequest, club: Club, refusal: DomainError) -> HttpResponse:
    """Show the members page with the reason for a refusal."""
    club.refresh_from_db()
    found = access.of(club, request.user.pk)
    return _drawn(request, found, refusal=refusal)


def _drawn(request: HtmxHttpRequest, found: Access, *, refusal: DomainError | None = None) -> HttpResponse:
    if not found.sees_people:
        return refused(request, found.club, refusal or NotMember(_("Only members can see who is in this club.")))
    club, reader = found.club, request.user.pk
    rows = people.members(found, reader=reader, page=request.GET.get("page"))
    context: dict[str, Any] = {**frame(found, "members"), "page": rows, "Role": Role, "said": str(refusal or "")}
    if found.organises:
        context |= {
            "apart": relations.apart(reader),
            "waiting": people.waiting(club, reader=reader),
            "invited": people.invited(club),
            "link": request.build_absolute_uri(f"{club.get_absolute_url()}?key={club.token}"),
            "typed": request.POST.get("name", "") if refusal else "",
        }
    return render(request, "clubs/members.html", context, status=refusal.status if refusal else 200)


def _members(club: Club) -> str:
    return reverse("clubs:members", args=[club.code])


join, ask, withdraw = button(_join, refused), button(_ask, refused), button(_withdraw, refused)
decline, leave = button(_decline, refused), button(_leave, refused)
invite, renew_link = button(_invite, _shown), button(_renew_link, _shown)
let_in, turn_down = button(_let_in, _shown), button(_turn_down, _shown)
remove, appoint = button(_remove, _shown), button(_appoint, _shown)
