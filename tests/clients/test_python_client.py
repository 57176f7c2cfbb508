"""Tests of the Python client against the site: its types and methods, and bots that play whole matches with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from django.test import Client as Browser
from django.utils import timezone

from apps.accounts.services import access_tokens
from apps.api import event_stream, response_policy
from apps.config.settings import ROOT
from apps.games import load_games
from apps.lobby.models import Table
from apps.matches.models import Chair, Match, Move, Question
from apps.matches.store import news_source
from clients.python import generate
from slowfuse import Client, connection
from tests.factories.matches import sealed_match
from tests.processes import broker, embedded_worker, environment

PACKAGE: Final = ROOT / "clients" / "python"
EXAMPLE: Final = PACKAGE / "examples" / "random_bot.py"
PATIENCE: Final = 300.0
"""The number of seconds within which a match must be over."""
KILLS: Final = 3
ASIDES: Final = ("claim", "lift", "buyoff")
"""Answers that leave their question open."""


@pytest.fixture
def site(live_site: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of a site that limits no requests and tells news fast."""
    monkeypatch.setattr(response_policy, "MAX_REQUESTS", 10**9)
    monkeypatch.setattr(news_source, "POLL_SECONDS", 0.1)
    return live_site


def create_token(player: Any) -> str:
    _row, token = access_tokens.create_access_token(
        player=player, name="bot", scopes=("read", "play", "tables"), now=timezone.now()
    )
    return token


class Bot:
    """The example bot in a process of its own."""

    def __init__(self, site: str, token: str) -> None:
        self.environment = os.environ | {
            "PYTHONPATH": str(PACKAGE / "src"),
            "SLOWFUSE_SITE": site,
            "SLOWFUSE_TOKEN": token,
        }
        self.start()

    def start(self) -> None:
        self.process: subprocess.Popen[bytes] | None = subprocess.Popen([sys.executable, EXAMPLE], env=self.environment)

    def kill(self) -> None:
        """Kill it with SIGKILL, as its machine would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(timeout=10)
            self.process = None

    @property
    def failed(self) -> bool:
        """Check whether it has ended by itself."""
        return self.process is not None and self.process.poll() is not None


def open_match(site: str, tokens: list[str], slug: str) -> str:
    """Play a game's shortest match with these players, and return its code."""
    meta = load_games()[slug].meta
    with ExitStack() as stack:
        host, *guests = [stack.enter_context(Client(token, site)) for token in tokens]
        table = host.open_table(game=slug, seats=len(tokens), options=dict(meta.quick_options), pace="daily")
        for guest in guests:
            table = guest.join_table(table["code"])
    assert table["match"]
    return table["match"]


def play_with_one_killed(site: str, people: list[Any], slug: str, *, kills: int) -> None:
    """Let bots play a match while one of them is killed again and again, and check that each answer counts once."""
    tokens = [create_token(person) for person in people]
    code = open_match(site, tokens, slug)
    log = Move.objects.filter(match__code=code).exclude(cause="deal")
    own = Chair.objects.get(match__code=code, player=people[0]).index
    with ExitStack() as stack:
        bots = [Bot(site, token) for token in tokens]
        for bot in bots:
            stack.callback(bot.kill)

        def wait_for(found: Callable[[], bool], what: str) -> None:
            until = time.monotonic() + PATIENCE
            while not found():
                assert not any(bot.failed for bot in bots)
                assert time.monotonic() < until, f"{what}, after {log.count()} moves"
                time.sleep(0.05)

        for _ in range(kills):
            answered = log.filter(seat=own).count()
            wait_for(lambda: log.filter(seat=own).count() > answered, "it answers")  # noqa: B023 -- not kept
            bots[0].kill()
            wait_for(Question.objects.filter(match__code=code, seat=own).exists, "it's asked while it's dead")
            bots[0].start()
        wait_for(lambda: Match.objects.get(code=code).status == Match.Status.OVER, "the match is over")
    given = [(move.seat, move.key) for move in log if json.loads(move.action)["type"] not in ASIDES]
    assert len(set(given)) == len(given), "each question was answered once"
    assert {move.cause for move in log} <= {"seat", "house"}, "none was left to silence"


@pytest.mark.once
def test_the_types_and_methods_are_those_of_the_api() -> None:
    """Check them. If the API has changed: `python clients/python/generate.py < openapi.json > …/client.py`."""
    description = Browser().get("/api/v1/openapi.json").json()
    assert generate.write_client(description) == (PACKAGE / "src/slowfuse/client.py").read_text(encoding="utf-8")


@pytest.mark.once
def test_the_guide_shows_the_example() -> None:
    example = EXAMPLE.read_text(encoding="utf-8").partition("\n\n")[2].rstrip()
    assert f"<code>{example}</code>" in Browser().get("/api/").content.decode()


class Lossy(httpx.BaseTransport):
    """A connection that breaks after every other request, before the response arrives."""

    def __init__(self) -> None:
        self.lost, self.http = 0, httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self.http.handle_request(request)
        self.lost += 1
        if self.lost % 2:
            response.close()
            raise httpx.ReadError("The connection was lost.")
        return response

    def close(self) -> None:
        self.http.close()


def test_what_the_site_did_before_the_connection_broke_is_not_done_twice(
    site: str, ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "sleep", lambda _seconds: None)
    table = sealed_match("fuse", ada, ben)
    with Client(create_token(table.people[table.ask.seat]), site, transport=Lossy()) as client:
        opened = client.open_table(game="fuse", seats=4)
        assert [each.code for each in Table.objects.all()] == [opened["code"]]
        [question] = client.list_my_questions()
        seat = client.get_seat(table.code)
        after = client.answer_question(table.code, key=question["key"], action=seat["answers"][0])
    assert after["questions"] == []
    assert table.causes() == ["deal", "seat"]


def test_bots_play_a_match_although_one_is_killed(site: str, ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    play_with_one_killed(site, [ada, ben, cleo, dora], "fuse", kills=1)


@pytest.mark.slow
@pytest.mark.parametrize("slug", sorted(load_games()))
def test_bots_play_each_game_beside_a_worker_although_one_is_killed(
    site: str, ada: Any, ben: Any, cleo: Any, dora: Any, slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "STREAM_LIFETIME_SECONDS", 4.0)
    with embedded_worker(environment(tmp_path, broker=broker())):
        play_with_one_killed(site, [ada, ben, cleo, dora], slug, kills=KILLS)
