"""Streams that tell programs what is new."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final, TypeAlias, cast

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from ninja import Router
from ninja.errors import HttpError
from pydantic import StringConstraints

from apps.api import event_cursor, schemas
from apps.api.authentication import READ, TokenRequest, get_token
from apps.api.event_looks import look_together
from apps.api.event_stream import (
    NDJSON,
    SSE,
    Line,
    MatchWatch,
    PlayerWatch,
    Watch,
    encode_heard_cursor,
    format_cursor,
    format_lines,
    format_start,
    send_events,
)
from apps.api.examples import EXAMPLE_MOMENT
from apps.api.field_types import Code
from apps.api.response_policy import build_problem_response
from apps.common import clocks, rate_limits
from apps.common.streaming import EventStream
from apps.matches.selectors.heard_state import load_heard_state
from apps.matches.selectors.player_state import load_player_states
from apps.matches.views import stream

router = Router()
MAX_STREAMS_PER_TOKEN: Final = 5
"""The most streams that an access token can keep open in each process."""
_PlayerCursor: TypeAlias = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z0-9_-]*$", max_length=event_cursor.MAX_CURSOR_LENGTH)
]
_MatchCursor: TypeAlias = Annotated[str, StringConstraints(pattern=r"^([0-9]{1,9}-(playing|paused|over))?$")]


def _describe_lines(description: str, line: Line) -> dict[str, Any]:
    """Return the description of a stream's successful response, with an example line in each format."""
    content = {
        media_type: {
            "schema": {"type": "string", "description": description, "examples": [format_lines([line], media_type)]}
        }
        for media_type in (NDJSON, SSE)
    }
    return {"responses": {200: {"description": "OK", "content": content}}}


_EXAMPLE_CURSOR: Final = event_cursor.encode_cursor(
    event_cursor.Told(1795975200, frozenset({17}), questions=frozenset({b"fuse:1"}))
)
_QUESTION: Final = Line(
    _EXAMPLE_CURSOR,
    "question",
    {"match": "k7pm3wq9", "game": "fuse", "seat": 0, "key": "turn:12", "deadline": EXAMPLE_MOMENT},
)


@router.get(
    "me/events/",
    operation_id="streamMyEvents",
    tags=["me"],
    auth=READ,
    response=schemas.PLAYER_PROBLEMS,
    openapi_extra=_describe_lines(
        "One JSON object per line, or server-sent events if you accept `text/event-stream`. Each has an `id` and a"
        " `type`: `question` (`match`, `game`, `seat`, `key`, `deadline`), `match_started` (`match`, `game`, `seat`),"
        " `match_over` (also `places` and `scores`, by seat), `invitation` (`token`, `table`, `game`, `by`), or"
        " `keep_alive`, which has no other fields, and no `id` unless it comes first.",
        _QUESTION,
    ),
)
def stream_my_events(request: HttpRequest, after: _PlayerCursor = "") -> HttpResponseBase:
    """Stream what concerns you, first the questions and invitations that wait for you, then only what is new. The
    stream ends after an hour at the latest. Continue with the last `id` you received, as `after` or in the header
    `Last-Event-ID`. Nothing is left out and nothing repeated. A token can have 5 streams. Scope: read.
    """
    token, now = get_token(request), clocks.now()
    cursor = request.headers.get("Last-Event-ID", "") or after
    try:
        told = event_cursor.decode_cursor(cursor) if cursor else None
    except ValueError:
        raise HttpError(400, "This cursor is not valid. Use the id of an event, or none.") from None
    if told is None:
        state = load_player_states([token.player_id], since=now)[token.player_id]
        told = event_cursor.begin_telling(state, now=now)
    watch = PlayerWatch(token.pk, token.player_id, told)
    return _start_stream(request, watch, {f"token {token.pk}": MAX_STREAMS_PER_TOKEN})


@router.get(
    "matches/{code}/events/",
    operation_id="streamMatchEvents",
    tags=["matches"],
    response={204: None, **schemas.PROBLEMS},
    openapi_extra=_describe_lines(
        "One JSON object per line, or server-sent events if you accept `text/event-stream`. Each has an `id` and a"
        " `type`: `news` or, at the end of the match, `over`, with the `status` of the match and the number of facts"
        " that you can see (`heard`), or `keep_alive`, which has no other fields, and no `id` unless it comes first.",
        Line("12-playing", "news", {"heard": 12, "status": "playing"}),
    ),
)
def stream_match_events(request: HttpRequest, code: Code, after: _MatchCursor = "") -> HttpResponseBase:
    """Stream that there is something new in a match, and nothing else. Fetch the record then or, with the token of a
    player in the match, their seat. The stream ends with the match, and after an hour at the latest. Continue with
    the last `id` you received, as `after` or in the header `Last-Event-ID`. After the end, the status is 204.
    """
    token = cast("TokenRequest", request).access_token
    if token is not None and not token.allows("read"):
        raise HttpError(403, "This needs an access token with the scope “read”, or none.")
    player = None if token is None else token.player_id
    state = load_heard_state(code, player=player)
    if state is None:
        raise Http404(_("We can’t find a match with this code."))
    cursor = request.headers.get("Last-Event-ID", "") or after
    if state.over and cursor == encode_heard_cursor(state):
        return HttpResponse(status=204)
    watch = MatchWatch(None if token is None else token.pk, player, code, state, cursor)
    limits = (
        {f"address {rate_limits.get_client_address(request)}": settings.SLOWFUSE_STREAMS_PER_ADDRESS}
        if token is None
        else {f"token {token.pk}": MAX_STREAMS_PER_TOKEN}
    )
    return _start_stream(request, watch, limits)


def _start_stream(request: HttpRequest, watch: Watch, limits: dict[str, int]) -> HttpResponseBase:
    """Respond with a stream of a watch.

    A server without streams responds with what there is now, as if the stream ended at once. So does a request for the
    head alone.
    """
    media_type = SSE if request.get_preferred_type([NDJSON, SSE]) == SSE else NDJSON
    content_type = f"{media_type}; charset=utf-8"
    if not isinstance(request, ASGIRequest) or request.META["REQUEST_METHOD"] == "HEAD":
        response: HttpResponseBase = HttpResponse(_take_first(watch, media_type), content_type=content_type)
        response["Cache-Control"] = "no-store"
    else:
        place = stream.visitors.admit(limits)
        if place is None:
            response = build_problem_response("Too many open streams. Close one first.", 429, code="too_many_streams")
            response["Retry-After"] = str(stream.RETRY_AFTER_SECONDS)
            return response
        first = _take_first(watch, media_type)
        response = EventStream(partial(send_events, watch, first, media_type, place), content_type=content_type)
    patch_vary_headers(response, ("Accept",))
    return response


def _take_first(watch: Watch, media_type: str) -> str:
    """Return the start of a stream, with what there is at first."""
    [found] = look_together([watch.look])
    lines = format_lines(watch.take_news(found) or (), media_type)
    return format_start(media_type) + (lines or format_cursor(watch.cursor, media_type))
