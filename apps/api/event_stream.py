"""Streams of events for programs: lines of JSON, or server-sent events. They're sent the way pages' streams are.

The hub says when to look. If its message is lost, the look every few seconds finds what it was about.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final, NamedTuple, Protocol

from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, InterfaceError

from apps.api.event_cursor import Told, encode_cursor, find_events
from apps.api.event_looks import Found, Look, MatchLook, OwnNews, PlayerLook, get_look_rounds
from apps.common import clocks, metrics
from apps.common.streaming import Receive, Send, send_chunk, wait_for_disconnect
from apps.kernel.table import Seat
from apps.matches.engine import visibility
from apps.matches.selectors.heard_state import HeardState
from apps.matches.selectors.listeners import MAX_OWN_MATCHES, Listener, Places
from apps.matches.store import pubsub
from apps.matches.views import hub
from apps.matches.views.connections import Ticket

LOOK_SECONDS: Final = 15.0
"""Seconds between looks without a message. Streams look at the same moments, and show that they're alive."""
STREAM_LIFETIME_SECONDS: Final = 60 * 60.0
"""Seconds after which a stream ends. Its program resumes."""
SLOW_READER_SECONDS: Final = 30.0
"""Seconds within which a program must have taken what it was sent."""
RETRY_MILLISECONDS: Final = 3000
"""Milliseconds after which a program should resume."""
NDJSON: Final = "application/x-ndjson"
SSE: Final = "text/event-stream"


class Line(NamedTuple):
    """A line of a stream."""

    cursor: str
    type: str
    fields: Mapping[str, object]


class Watch(Protocol):
    """The subject of a stream, with what its program has been told."""

    @property
    def look(self) -> Look:
        """Return the next look."""

    @property
    def listener(self) -> Listener:
        """Return whom the hub notifies."""

    @property
    def over(self) -> bool:
        """Check whether nothing can follow."""

    @property
    def cursor(self) -> str:
        """Return the cursor of what the program has been told."""

    def take_news(self, found: Found) -> list[Line] | None:
        """Return the lines for what was found; None if access has ended."""


class PlayerWatch:
    """A watch over everything of a token's player."""

    over = False

    def __init__(self, token: int, player: int, told: Told) -> None:
        self.token, self.player, self.told = token, player, told
        self.places: Places = {pubsub.player_code(player): pubsub.OWN_PAGES_BIT | pubsub.NOTICES_BIT}

    @property
    def look(self) -> PlayerLook:
        """Return the next look."""
        return PlayerLook(self.token, self.player, self.told)

    @property
    def listener(self) -> Listener:
        """Return whom the hub notifies."""
        return Listener(self.player, None, self.places, own=True, program=True)

    @property
    def cursor(self) -> str:
        """Return the cursor of what the program has been told."""
        return encode_cursor(self.told)

    def take_news(self, found: Found) -> list[Line] | None:
        """Return the lines for what was found; None if access has ended."""
        if not isinstance(found, OwnNews):
            return None
        events, self.told = find_events(self.told, found.state, found.invitations, now=clocks.now())
        seats = found.state.running[-MAX_OWN_MATCHES:]
        self.places = {seat.code: visibility.get_observer_bit(Seat(seat.seat)) for seat in seats} | {
            pubsub.player_code(self.player): pubsub.OWN_PAGES_BIT | pubsub.NOTICES_BIT
        }
        return [Line(event.cursor, event.type, event.fields) for event in events]


class MatchWatch:
    """A watch over a match, from a seat or as the public."""

    def __init__(self, token: int | None, player: int | None, code: str, state: HeardState, after: str) -> None:
        self.look = MatchLook(token, player, code)
        self.listener = Listener(player, None, {code: state.bit}, own=False, program=True)
        self.bit, self.cursor, self.over = state.bit, after, False

    def take_news(self, found: Found) -> list[Line] | None:
        """Return the lines for what was found; None if access has ended, or the player has another seat now."""
        if not isinstance(found, HeardState) or found.bit != self.bit:
            return None
        self.over = found.over
        cursor = encode_heard_cursor(found)
        if cursor == self.cursor:
            return []
        self.cursor = cursor
        return [Line(cursor, "over" if found.over else "news", {"heard": found.heard, "status": found.status})]


def encode_heard_cursor(state: HeardState) -> str:
    """Return the cursor of how far a match is for an observer."""
    return f"{state.heard}-{state.status}"


def format_lines(lines: Iterable[Line], media_type: str) -> str:
    """Return lines as a stream sends them."""
    return "".join(_format_line(line, media_type) for line in lines)


def _format_line(line: Line, media_type: str) -> str:
    data = json.dumps({"id": line.cursor, "type": line.type, **line.fields}, cls=DjangoJSONEncoder)
    return f"id: {line.cursor}\nevent: {line.type}\ndata: {data}\n\n" if media_type == SSE else f"{data}\n"


def format_keep_alive(media_type: str) -> str:
    """Return what shows that a stream is alive."""
    return ": keep alive\n\n" if media_type == SSE else '{"type": "keep_alive"}\n'


def format_cursor(cursor: str, media_type: str) -> str:
    """Return the start of a stream without events. With this cursor, a program can resume before the first of them."""
    return f"id: {cursor}\n\n" if media_type == SSE else f'{{"id": "{cursor}", "type": "keep_alive"}}\n'


def format_start(media_type: str) -> str:
    """Return the start of a stream. It says how long to wait before resuming."""
    return f"retry: {RETRY_MILLISECONDS}\n\n" if media_type == SSE else ""


async def send_events(watch: Watch, first: str, media_type: str, _place: Ticket, receive: Receive, send: Send) -> None:
    """Send a stream. Its place is held as long as this runs, and becomes free if it's never run.

    :param first: what was found before it started
    """
    loop = asyncio.get_running_loop()
    leaving = loop.create_task(wait_for_disconnect(receive))
    stream = _EventStream(watch, media_type, loop.time() + STREAM_LIFETIME_SECONDS, leaving, send)
    try:
        with metrics.open_stream():
            await stream.send(first)
            while not watch.over and await stream.follow():
                pass
        if not leaving.done():
            await asyncio.wait_for(send({"type": "http.response.body"}), SLOW_READER_SECONDS)
    except TimeoutError:
        pass  # It reads nothing, and can resume.
    finally:
        leaving.cancel()


class _EventStream:
    """A stream that is being sent."""

    def __init__(self, watch: Watch, media_type: str, end: float, leaving: asyncio.Task[None], send: Send) -> None:
        self.watch, self.media_type, self.end, self.leaving, self._send = watch, media_type, end, leaving, send

    async def send(self, text: str) -> None:
        """Send a part.

        :raises TimeoutError: if its program takes nothing
        """
        async with asyncio.timeout(SLOW_READER_SECONDS):
            await send_chunk(self._send, text)

    async def follow(self) -> bool:
        """Send the news in some places, and return whether there are other places to follow."""
        listener, loop = self.watch.listener, asyncio.get_running_loop()
        with hub.get_hub().listen(listener) as ear:

            def end_listening(_task: object) -> None:
                ear.end()

            self.leaving.add_done_callback(end_listening)
            try:
                ticked = False
                while not ear.over and loop.time() < self.end:
                    if not await self._tell_news(ticked=ticked):
                        return False
                    if self.watch.listener != listener:
                        return True
                    ticks_in = LOOK_SECONDS - loop.time() % LOOK_SECONDS
                    await ear.wait(min(ticks_in, max(0.0, self.end - loop.time())))
                    ticked = not ear.heard()
            finally:
                self.leaving.remove_done_callback(end_listening)
        return False

    async def _tell_news(self, *, ticked: bool) -> bool:
        """Look, send what is new, and return whether the stream goes on."""
        lines: list[Line] | None = []
        with suppress(DatabaseError, InterfaceError):  # What this look misses, the next one finds.
            lines = self.watch.take_news(await get_look_rounds().find(self.watch.look))
        if lines is None:
            return False
        if text := format_lines(lines, self.media_type) or (format_keep_alive(self.media_type) if ticked else ""):
            await self.send(text)
        return not self.watch.over
