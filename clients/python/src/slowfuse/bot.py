"""Plays for a player: answers every question as soon as it's asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from slowfuse.client import Client, SeatView
from slowfuse.connection import ApiError

_TOO_LATE: Final = ("gone", "paused", "not_seated", "not_found")
"""Refusals because the question isn't open. If it's asked again, there's an event again."""


def play(client: Client, choose: Callable[[SeatView], Mapping[str, object] | None]) -> None:
    """Answer every question of the client's player, without end: first those that already wait, then each new one.

    :param choose: returns the answer for a match as the player sees it, or None to leave it to silence
    :raises ApiError: if the site refuses an answer as impossible, or the access token
    :raises httpx.TransportError: if the site can't be reached for longer than the client is patient
    """
    for event in client.stream_my_events():
        if event["type"] == "question":
            code, key = event["match"], event["key"]
            match = _look(key, partial(client.get_seat, code))
            # Some answers leave their question open, so there's no new event.
            while match is not None and (action := choose(match)) is not None:
                match = _look(key, partial(client.answer_question, code, key=key, action=dict(action)))


def _look(key: str, request: Callable[[], SeatView]) -> SeatView | None:
    """Return the match after a request, or None if the question isn't open then."""
    try:
        match = request()
    except ApiError as error:
        if error.code in _TOO_LATE:
            return None
        raise
    return match if any(each["key"] == key and not each["answered"] for each in match["questions"]) else None
