"""The chat of a club for its members, with actions on messages."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from apps.clubs.selectors.access import Access
from apps.clubs.services import messages
from apps.clubs.views.guards import get_player, require_membership
from apps.clubs.views.overview import build_club_context
from apps.common import clocks
from apps.common.requests import HtmxHttpRequest
from apps.talk.selectors import chat_bans
from apps.talk.selectors.posts import Place
from apps.talk.views import boards


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_membership
def show_chat(request: HtmxHttpRequest, found: Access) -> HttpResponse:
    """Show the messages and the form."""
    say = partial(messages.add_post, code=found.club.code, player=get_player(request))
    place = _build_place(request, found)
    return boards.show_board(
        request, place, say=say, template="clubs/talk.html", frame=build_club_context(found, "talk")
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_membership
def show_post(request: HtmxHttpRequest, found: Access, pk: int) -> HttpResponse:
    """Show one message with possible actions. On POST, report it."""
    place = _build_place(request, found)
    return boards.show_post(request, place, pk, template="clubs/message.html", frame=build_club_context(found, "talk"))


@require_POST
@require_membership
def remove_post(request: HtmxHttpRequest, found: Access, pk: int) -> HttpResponse:
    """Remove a message for everyone."""
    take = partial(messages.remove_post, code=found.club.code, by=get_player(request), message=pk, now=clocks.now())
    return boards.remove_post(request, _build_place(request, found), pk, remove=take)


@require_POST
@require_membership
def mute_author(request: HtmxHttpRequest, found: Access, pk: int) -> HttpResponse:
    """Collapse what the author of this message says."""
    return boards.mute_author(request, _build_place(request, found), pk)


@require_POST
@require_membership
def unmute_author(request: HtmxHttpRequest, found: Access, pk: int) -> HttpResponse:
    """Show this author's messages again."""
    return boards.unmute_author(request, _build_place(request, found), pk)


def _build_place(request: HtmxHttpRequest, found: Access) -> Place:
    """Return the club's board as this member sees it."""
    closed = found.club.closed_at is not None
    banned = "" if closed else chat_bans.find_chat_ban(get_player(request).pk, now=clocks.now())
    return Place(
        board=found.club.board_id,
        path=reverse("clubs:talk", args=[found.club.code]),
        reader=get_player(request).pk,
        talks=not closed and not banned,
        why_silent=banned,
        reports=True,
        organises=found.organises,
        fixed=closed,
    )
