"""The chat of a club for its members, with actions on messages."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from apps.clubs.selectors.access import Access
from apps.clubs.services import messages
from apps.clubs.views.guards import inside, me
from apps.clubs.views.overview import frame
from apps.common import clocks
from apps.common.requests import HtmxHttpRequest
from apps.talk.selectors import silences
from apps.talk.selectors.posts import Place
from apps.talk.views import boards


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@inside
def page(request: HtmxHttpRequest, found: Access) -> HttpResponse:
    """Show the messages and the form."""
    say = partial(messages.say, code=found.club.code, player=me(request))
    place = _place(request, found)
    return boards.page(request, place, say=say, template="clubs/talk.html", frame=frame(found, "talk"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@inside
def message(request: HtmxHttpRequest, found: Access, pk: int) -> HttpResponse:
    """Show one message with possible actions. On POST, report it."""
    place = _place(request, found)
    return boards.post(request, place, pk, template="clubs/message.html", frame=frame(found, "talk"))


@require_POST
@inside
def remove(request: HtmxHttpRequest, found: Access, pk: int) -> HttpResponse:
    """Remove a message for everyone."""
    take = partial(messages.remove, code=found.club.code, by=me(request), message=pk, now=clocks.now())
    return boards.remove(request, _place(request, found), pk, remove=take)


@require_POST
@inside
def mute(request: HtmxHttpRequest, found: Access, pk: int) -> HttpResponse:
    """Collapse what the author of this message says."""
    return boards.mute(request, _place(request, found), pk)


@require_POST
@inside
def unmute(request: HtmxHttpRequest, found: Access, pk: int) -> HttpResponse:
    """Show this author's messages again."""
    return boards.unmute(request, _place(request, found), pk)


def _place(request: HtmxHttpRequest, found: Access) -> Place:
    """Return the club's board as this member sees it."""
    closed = found.club.closed_at is not None
    silenced = "" if closed else silences.silenced(me(request).pk, now=clocks.now())
    return Place(
        board=found.club.board_id,
        path=reverse("clubs:talk", args=[found.club.code]),
        reader=me(request).pk,
        talks=not closed and not silenced,
        why_silent=silenced,
        reports=True,
        organises=found.organises,
        fixed=closed,
    )
