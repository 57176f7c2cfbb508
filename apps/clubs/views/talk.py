"""The talk of a club, for its members; and what one may do about somebody's words there."""

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
    """What was said, and what one may say."""
    say = partial(messages.say, code=found.club.code, player=me(request))
    place = _place(request, found)
    return boards.page(request, place, say=say, template="clubs/talk.html", frame=frame(found, "talk"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@inside
def message(request: HtmxHttpRequest, found: Access, pk: int) -> HttpResponse:
    """One message, with what may be done about it; posted: report it."""
    place = _place(request, found)
    return boards.post(request, place, pk, template="clubs/message.html", frame=frame(found, "talk"))


@require_POST
@inside
def remove(request: HtmxHttpRequest, found: Access, pk: int) -> HttpResponse:
    """Take a message away from everybody."""
    take = partial(messages.remove, code=found.club.code, by=me(request), message=pk, now=clocks.now())
    return boards.remove(request, _place(request, found), pk, remove=take)


@require_POST
@inside
def mute(request: HtmxHttpRequest, found: Access, pk: int) -> HttpResponse:
    """Fold away what the author of this message says."""
    return boards.mute(request, _place(request, found), pk)


@require_POST
@inside
def unmute(request: HtmxHttpRequest, found: Access, pk: int) -> HttpResponse:
    """Read the author of this message again."""
    return boards.unmute(request, _place(request, found), pk)


def _place(request: HtmxHttpRequest, found: Access) -> Place:
    """The board of the club as this member finds it."""
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
