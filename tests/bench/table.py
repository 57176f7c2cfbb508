"""Matches and browsers for the benches."""

from __future__ import annotations

from datetime import datetime
from io import BytesIO
from time import process_time
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.contrib.auth import get_user_model
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client

from apps.games import load_games
from apps.kernel.table import REFEREE, Observer, Seat
from apps.matches.models import Match
from apps.matches.selectors import match_view
from apps.matches.services import play
from apps.matches.store import snapshots

FUSE = load_games()["fuse"]
_handler: list[WSGIHandler] = []


def people(count: int) -> list[Any]:
    """Return the players p0, p1 and so on."""
    players = get_user_model().objects
    return [players.get_or_create(username=f"p{i}")[0] for i in range(count)]


def begin(seats: int, *, now: datetime, game: str = "fuse", **options: Any) -> str:
    """Start a match among people and return its code."""
    sitters = [play.Sitter(player=person.pk) for person in people(seats)]
    rules = load_games()[game]
    setup = rules.setup(seats, options)
    return play.start_match(game=game, setup=setup, pace=rules.meta.paces["daily"], seats=sitters, now=now)


def next_answer(code: str) -> tuple[Seat, str, Any]:
    """Return the seat to answer, its question and the default."""
    match = match_view.load_match(code).match
    game, setup = match_view.get_match_rules(match)
    wanted: tuple[Observer, ...] = (REFEREE,)
    known = snapshots.load_recollections({match.pk: snapshots.Wanted(game, setup, wanted)})[match.pk]
    assert isinstance(known, snapshots.Recollection)
    ask = next(ask for ask in game.asks(known.projections[REFEREE].state) if not ask.answered)
    return ask.seat, ask.key, ask.default


class Browser:
    """A logged-in browser whose requests go straight to the WSGI application and are measured in CPU seconds."""

    def __init__(self, player: Any) -> None:
        client = Client()
        client.force_login(player)
        self.player = player
        self.session = client.cookies["sessionid"].value
        self.token = "a" * 32
        if not _handler:
            _handler.append(WSGIHandler())

    def request(self, method: str, path: str, fields: dict[str, Any] | None = None) -> tuple[int, float]:
        """Send a request, and return its status and the CPU seconds of this process."""
        body = urlencode(fields or {}).encode()
        path, _, query = path.partition("?")
        environ = {
            "REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "SERVER_NAME": "testserver",
            "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "wsgi.url_scheme": "http", "wsgi.version": (1, 0),
            "wsgi.input": BytesIO(body), "wsgi.errors": None, "CONTENT_LENGTH": str(len(body)),
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_TYPE": "application/x-www-form-urlencoded", "HTTP_HX_REQUEST": "true",
            "HTTP_X_CSRFTOKEN": self.token,
            "HTTP_COOKIE": f"sessionid={self.session}; csrftoken={self.token}",
        }  # fmt: skip
        status: list[str] = []
        began = process_time()
        response: Any = _handler[0](environ, lambda line, *_: status.append(line))  # type: ignore[arg-type]
        b"".join(response)
        response.close()
        return int(status[0].split()[0]), process_time() - began

    def answer(self, code: str, key: str, action: Any) -> float:
        """Answer a turn, and return its CPU seconds."""
        fields = {"question": key, **msgspec.to_builtins(action)}
        status, cost = self.request("POST", f"/m/{code}/answer/", fields)
        assert status == 200, status
        return cost


def pk(code: str) -> int:
    return Match.objects.values_list("pk", flat=True).get(code=code)
