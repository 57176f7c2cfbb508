"""Views for joining and leaving a club, and for its members and how organisers manage them."""

from __future__ import annotations

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
from apps.clubs.selectors.access import Access
from apps.clubs.selectors.members import find_invited_names, find_join_requests, find_members
from apps.clubs.services import clubs, invitations, members, requests
from apps.clubs.views.guards import build_club_button, get_player, require_club
from apps.clubs.views.overview import build_club_context, render_refused_club
from apps.common import clocks
from apps.common.errors import DomainError
from apps.common.requests import HtmxHttpRequest


@never_cache
@require_safe
@require_club
def show_members(request: HtmxHttpRequest, found: Access) -> HttpResponse:
    """Show the members."""
    return _render_members(request, found)


def _join_club(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    token = request.POST.get("key", "")
    members.join_club(code=club.code, player=get_player(request), now=clocks.now(), token=token)
    return _("You’ve joined the club."), club.get_absolute_url()


def _ask_to_join(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    requests.ask_to_join(code=club.code, player=get_player(request), now=clocks.now())
    return _("Request sent. We’ll let you know if you’re accepted."), club.get_absolute_url()


def _withdraw_request(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    requests.withdraw_request(code=club.code, player=get_player(request))
    return _("Request withdrawn."), club.get_absolute_url()


def _decline_invitation(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    invitations.decline_invitation(code=club.code, player=get_player(request), now=clocks.now())
    return _("Invitation declined. No one will be notified."), reverse("clubs:index")


def _leave_club(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    members.leave_club(code=club.code, player=get_player(request), now=clocks.now())
    return _("You’ve left the club."), club.get_absolute_url()


def _invite_to_club(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    name = request.POST.get("name", "").strip()
    invitations.invite_to_club(code=club.code, by=get_player(request), name=name, now=clocks.now())
    return _("If there’s a player called %(name)s, they’ve been invited.") % {"name": name}, _build_members_address(
        club
    )


def _renew_link(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    clubs.renew_link(code=club.code, by=get_player(request))
    return _("You have a new invitation link. The old one no longer works."), _build_members_address(club)


def _let_in(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    name = request.POST.get("name", "")
    requests.accept_request(code=club.code, by=get_player(request), name=name, now=clocks.now())
    return _("%(name)s is now a member of the club and has been notified.") % {"name": name}, _build_members_address(
        club
    )


def _turn_down(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    name = request.POST.get("name", "")
    requests.decline_request(code=club.code, by=get_player(request), name=name, now=clocks.now())
    return _("You’ve declined the request from %(name)s. They won’t be notified.") % {
        "name": name
    }, _build_members_address(club)


def _remove_member(request: HtmxHttpRequest, club: Club) -> tuple[str, str]:
    name = request.POST.get("name", "")
    members.remove_member(code=club.code, by=get_player(request), name=name, now=clocks.now())
    return _("%(name)s has been removed from the club.") % {"name": name}, _build_members_address(club)


def _assign_role(request: HtmxHttpRequest, club: Club, *, role: Role) -> tuple[str, str]:
    name = request.POST.get("name", "")
    members.assign_role(code=club.code, by=get_player(request), name=name, role=role)
    said = _("%(name)s is now an organiser.") if role == Role.ORGANISER else _("%(name)s is now a regular member.")
    return said % {"name": name}, _build_members_address(club)


def _render_refused_members(request: HtmxHttpRequest, club: Club, refusal: DomainError) -> HttpResponse:
    """Show the members page with the reason for a refusal."""
    club.refresh_from_db()
    found = access.load_access(club, request.user.pk)
    return _render_members(request, found, refusal=refusal)


def _render_members(request: HtmxHttpRequest, found: Access, *, refusal: DomainError | None = None) -> HttpResponse:
    if not found.sees_people:
        return render_refused_club(
            request, found.club, refusal or NotMember(_("Only members can see who is in this club."))
        )
    club, reader = found.club, request.user.pk
    rows = find_members(found, reader=reader, page=request.GET.get("page"))
    context: dict[str, object] = {
        **build_club_context(found, "members"),
        "page": rows,
        "Role": Role,
        "said": str(refusal or ""),
    }
    if found.organises:
        context |= {
            "apart": relations.find_players_apart(reader),
            "waiting": find_join_requests(club, reader=reader),
            "invited": find_invited_names(club),
            "link": request.build_absolute_uri(f"{club.get_absolute_url()}?key={club.token}"),
            "typed": request.POST.get("name", "") if refusal else "",
        }
    return render(request, "clubs/members.html", context, status=refusal.status if refusal else 200)


def _build_members_address(club: Club) -> str:
    return reverse("clubs:members", args=[club.code])


join, ask, withdraw = (
    build_club_button(_join_club, render_refused_club),
    build_club_button(_ask_to_join, render_refused_club),
    build_club_button(_withdraw_request, render_refused_club),
)
decline, leave = (
    build_club_button(_decline_invitation, render_refused_club),
    build_club_button(_leave_club, render_refused_club),
)
invite, renew_link = (
    build_club_button(_invite_to_club, _render_refused_members),
    build_club_button(_renew_link, _render_refused_members),
)
let_in, turn_down = (
    build_club_button(_let_in, _render_refused_members),
    build_club_button(_turn_down, _render_refused_members),
)
remove, appoint = (
    build_club_button(_remove_member, _render_refused_members),
    build_club_button(_assign_role, _render_refused_members),
)
