"""Clubs, as their members see them."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from apps.api.authentication import get_player
from apps.clubs.errors import NotMember
from apps.clubs.models import Club
from apps.clubs.selectors.access import find_access


def get_club_or_404(code: str, request: HttpRequest) -> Club:
    """Return the club with this code, of which the token's player is a member.

    :raises Http404: if the club doesn't exist or is closed to them
    :raises NotMember: if they aren't a member
    """
    found = find_access(code, get_player(request).pk)
    if found is None:
        raise Http404(_("We can’t find that club. It may have been closed."))
    if not found.inside:
        raise NotMember
    return found.club
