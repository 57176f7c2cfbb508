"""The news stream. It tells a match's page that there is news of some kind for its reader, and nothing else."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from apps.common import metrics, rate_limits
from apps.common.streaming import EventStream, Receive, Send, send_chunk, wait_for_disconnect
from apps.matches.engine import visibility
from apps.matches.models import Match
from apps.matches.selectors import listeners, match_view
from apps.matches.selectors.listeners import Listener, Login, Places
from apps.matches.views import hub
from apps.matches.views.connections import Ticket, Visitors

HEARTBEAT_SECONDS: Final = 15.0
"""Seconds of silence after which a stream shows that it is alive."""
STREAM_LIFETIME_SECONDS: Final = 15 * 60.0
"""Seconds after which a stream ends. Its page reconnects."""
RETRY_AFTER_SECONDS: Final = 60
"""Seconds until a reader with too many streams can try again."""

visitors: Final = Visitors()
"""The open streams of this process, those of programs included."""


@require_safe
def stream_match_news(request: HttpRequest, code: str) -> HttpResponseBase:
    """Stream the kinds of news about a match.

    Respond with 204 (don't reconnect) if this server can't stream, and with 429 if the reader has too many streams
    open. The page then polls instead.
    """
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    try:
        observer = match_view.observer_for(code=code, user_id=request.user.pk)
    except Match.DoesNotExist:
        raise Http404 from None
    return _start_stream(
        request, listeners.match_places(code, visibility.get_observer_bit(observer), request.user.pk), own=False
    )


@require_safe
def stream_own_news(request: HttpRequest) -> HttpResponseBase:
    """Stream the kinds of news about all of the reader's running matches, tables and invitations, for their list."""
    if not isinstance(request, ASGIRequest) or not request.user.pk:
        return HttpResponse(status=204)
    places = listeners.own_places([request.user.pk])[request.user.pk]
    return _start_stream(request, places, own=True)


@require_safe
def stream_notices(request: HttpRequest) -> HttpResponseBase:
    """Stream only that there is a new notice, for pages that show nothing else that changes."""
    if not isinstance(request, ASGIRequest) or not request.user.pk:
        return HttpResponse(status=204)
    return _start_stream(request, listeners.notice_places(request.user.pk), own=False, shows_match=False)


def _start_stream(request: ASGIRequest, places: Places, *, own: bool, shows_match: bool = True) -> HttpResponseBase:
    """Respond with a stream of the news in these places."""
    session, person = request.session.session_key, request.user
    place = visitors.admit(_list_stream_limits(request, session, shows_match=shows_match))
    if place is None:
        why = _("You have too many pages open for live updates, so this one checks for changes less often.")
        return HttpResponse(
            why, status=429, content_type="text/plain; charset=utf-8", headers={"Retry-After": RETRY_AFTER_SECONDS}
        )
    login = Login(session, person.get_session_auth_hash()) if session and person.is_authenticated else None
    return EventStream(partial(_send_stream, Listener(person.pk, login, places, own), place))


def _list_stream_limits(request: HttpRequest, session: str | None, *, shows_match: bool) -> dict[str, int]:
    """Return how many streams can be open under each name that the reader is known by.

    Streams for notices only get half of them, so that pages of matches find a place beside any number of other tabs.
    """
    most = {f"address {rate_limits.get_client_address(request)}": settings.SLOWFUSE_STREAMS_PER_ADDRESS}
    if session:
        most[f"session {session}"] = settings.SLOWFUSE_STREAMS_PER_SESSION
    return most if shows_match else most | {f"notices of {name}": max(1, limit // 2) for name, limit in most.items()}


async def _send_stream(listener: Listener, _place: Ticket, receive: Receive, send: Send) -> None:
    """Send the stream. The place is held as long as this runs, and becomes free if it's never run."""
    loop = asyncio.get_running_loop()
    end, name = loop.time() + STREAM_LIFETIME_SECONDS, listener.code if listener.page else "mine"
    with hub.get_hub().listen(listener) as ear, metrics.open_stream():
        leaving = loop.create_task(wait_for_disconnect(receive))
        leaving.add_done_callback(lambda _task: ear.end())
        try:
            await send_chunk(send, "retry: 3000\n\n")
            if listener.own or listener.page:
                ear.tell(*hub.MATCH_NEWS_KINDS)  # Anything could have happened between the page and its stream.
            while not ear.over and loop.time() < end:
                await ear.wait(HEARTBEAT_SECONDS)
                if not ear.over:
                    await send_chunk(send, _format_events(ear, name) or ": still here\n\n")
            await send({"type": "http.response.body"})
        finally:
            leaving.cancel()


def _format_events(ear: hub.Ear, name: str) -> str:
    events = [(kind, name) for kind in ear.heard()]
    if (watching := ear.number()) is not None:
        events.append(("watching", str(watching)))
    return "".join(f"event: {kind}\ndata: {data}\n\n" for kind, data in events)
