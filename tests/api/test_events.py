"""Tests of the streams of events for programs, over a real server."""

from __future__ import annotations

import asyncio
import gc
import http.client
import json
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from queue import Empty, Queue
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from django.db import OperationalError
from django.test import Client

from apps.accounts.services import access_tokens, relations
from apps.api import event_looks, event_stream, response_policy
from apps.api.event_cursor import Told, decode_cursor
from apps.config.requests import FromUvicorn
from apps.lobby.models import Invitation
from apps.lobby.services import invitations, tables
from apps.matches.models import Chair, Match
from apps.matches.services import seats
from apps.matches.views import hub
from apps.matches.views import stream as page_stream
from apps.matches.views.connections import Visitors
from apps.matches.views.hub import Hub
from tests.api.test_play import Program, asked_first
from tests.factories.lobby import NOW, lobby_table
from tests.factories.matches import MatchDriver, sealed_match

V1 = "/api/v1"
SOON = 10.0
AT_ONCE = 2.0
"""The number of seconds within which an event must arrive."""


class Reader:
    """A program's open stream, whose lines go to a queue."""

    def __init__(
        self,
        site: str,
        path: str,
        program: Program | None = None,
        after: str = "",
        accept: str = "",
        *,
        reads: bool = True,
    ) -> None:
        address = urlsplit(site)
        self.http = http.client.HTTPConnection(str(address.hostname), address.port, timeout=60)
        headers = {"Authorization": f"Bearer {program.text}"} if program else {}
        if accept:
            headers["Accept"] = accept
        self.http.request("GET", f"{V1}{path}{f'?after={after}' if after else ''}", headers=headers)
        self.socket = self.http.sock
        self.answer = self.http.getresponse()
        self.status = self.answer.status
        self.lines: Queue[str | None] = Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        if reads:
            self.reader.start()

    def _read(self) -> None:
        with suppress(OSError, ValueError, AttributeError):
            while line := self.answer.readline():
                self.lines.put(line.decode().rstrip("\n"))
        self.lines.put(None)

    def events(self, within: float = SOON) -> Iterator[Any]:
        """Yield events, without what shows that the stream is alive, until it ends or nothing comes for this time."""
        until = time.monotonic() + within
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                return
            if line is None:
                self.lines.put(None)
                return
            if (event := json.loads(line))["type"] != "keep_alive":
                yield event
                until = time.monotonic() + within

    def next(self, within: float = SOON) -> Any:
        return next(self.events(within))

    def ended(self, within: float = SOON) -> bool:
        """Return whether the stream ends without another event."""
        news = list(self.events(within))
        self.reader.join(timeout=0.1)
        return not news and not self.reader.is_alive()

    def close(self) -> None:
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        if self.reader.ident:
            self.reader.join(timeout=5)
        self.http.close()


Open = Callable[..., Reader]


@pytest.fixture
def follow(live_site: str) -> Iterator[Open]:
    """Return a function that opens streams."""
    readers: list[Reader] = []

    def open_(path: str, *args: Any, **options: Any) -> Reader:
        readers.append(Reader(live_site, path, *args, **options))
        return readers[-1]

    yield open_
    for reader in readers:
        reader.close()


@pytest.fixture(autouse=True)
def no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_policy, "MAX_REQUESTS", 10**9)
    monkeypatch.setattr(page_stream, "visitors", Visitors())


def answer(program: Program, question: Any) -> Any:
    """Answer a question as is listed first."""
    path = f"/matches/{question['match']}"
    action = program.get(f"{path}/seat/")["answers"][0]
    return program.post(f"{path}/answers/", {"key": question["key"], "action": action})


def test_a_program_hears_what_waits_and_then_only_news(ada: Any, ben: Any, follow: Open) -> None:
    first, other, question, _seat = asked_first(ada, ben)
    mine, theirs = follow("/me/events/", first), follow("/me/events/", other)
    assert mine.status == 200
    assert mine.answer.headers["Content-Type"] == "application/x-ndjson; charset=utf-8"
    told = mine.next()
    assert told.pop("id")
    assert told == {
        "type": "question",
        **{name: question[name] for name in ("match", "game", "seat", "key", "deadline")},
    }
    assert theirs.answer.status == 200
    time.sleep(1)  # The hub's source starts.
    answer(first, question)
    began = time.monotonic()
    asked = theirs.next(AT_ONCE)
    assert asked["key"] == other.get("/me/questions/")[0]["key"]
    assert time.monotonic() - began < AT_ONCE
    assert not list(mine.events(0.5))


def test_a_program_hears_of_a_new_match_and_of_its_end(
    ada: Any, ben: Any, follow: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "LOOK_SECONDS", 0.5)  # This match is dealt without a table that announces it.
    program, other = Program(ada), Program(ben)
    stream = follow("/me/events/", program)
    time.sleep(1)
    table = sealed_match("fuse", ada, ben)
    started = stream.next()
    assert (started["type"], started["match"], started["game"]) == ("match_started", table.code, "fuse")
    assert started["seat"] == program.get(f"/matches/{table.code}/seat/")["seat"]
    monkeypatch.setattr(event_stream, "LOOK_SECONDS", 3600.0)
    for each in (program, other):
        each.post(f"/matches/{table.code}/proposals/", {"what": "end"})
    over = [event for event in stream.events(AT_ONCE) if event["type"] != "question"]
    assert [(event["type"], event["match"]) for event in over] == [("match_over", table.code)]
    outcome = program.get(f"/matches/{table.code}/seat/")["outcome"]
    assert (over[0]["places"], over[0]["scores"]) == (outcome["places"], outcome["scores"])


def test_a_resumed_stream_repeats_nothing_and_leaves_nothing_out(ada: Any, ben: Any, follow: Open) -> None:
    first, other, question, _seat = asked_first(ada, ben)
    stream = follow("/me/events/", other)
    assert not list(stream.events(0.5))
    stream.close()
    mine = follow("/me/events/", first)
    cursor = mine.next()["id"]
    mine.close()
    again = follow("/me/events/", first, cursor)
    assert not list(again.events(0.5))
    answer(first, question)
    back = other.get("/me/questions/")[0]
    answer(other, back)
    news = again.next(AT_ONCE)
    assert (news["type"], news["key"]) == ("question", first.get("/me/questions/")[0]["key"])


def test_after_random_cuts_every_question_was_told_once(ada: Any, ben: Any, follow: Open) -> None:
    """A whole match, while the connection is cut again and again, before and after events."""
    first, other, question, _seat = asked_first(ada, ben)
    draw, cursor = random.Random(11), ""
    told: list[tuple[Any, ...]] = []
    asked = [question["key"]]
    stream = follow("/me/events/", first)
    for _turn in range(12):
        if draw.random() < 0.6:  # Perhaps before it got what just happened, or with that on its way.
            events = list(stream.events(draw.choice([0.0, 0.05, 0.3])))
            told += [(event["type"], event["match"], event.get("key")) for event in events]
            cursor = events[-1]["id"] if events else cursor
            stream.close()
            stream = follow("/me/events/", first, cursor)
        if not (waiting := first.get("/me/questions/")):
            break
        answer(first, waiting[0])
        for back in other.get("/me/questions/"):
            answer(other, back)
        asked += [each["key"] for each in first.get("/me/questions/")]
    events = list(stream.events(AT_ONCE))
    told += [(event["type"], event["match"], event.get("key")) for event in events]
    assert len(set(told)) == len(told)
    keys = [key for kind, _match, key in told if kind == "question"]
    assert keys[-1] == asked[-1], "what waits in the end was told"
    assert set(keys) <= set(asked)
    assert len(keys) > 4


def test_what_a_lost_message_hid_is_found_by_the_next_look(
    ada: Any, ben: Any, follow: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Hub, "ring", lambda *_: None)
    monkeypatch.setattr(event_stream, "LOOK_SECONDS", 1.0)
    first, other, question, _seat = asked_first(ada, ben)
    mine, table = follow("/me/events/", other), follow(f"/matches/{question['match']}/events/")
    before = table.next()["heard"]
    answer(first, question)
    assert mine.next()["type"] == "question"
    assert table.next()["heard"] > before


def test_looks_are_at_most_30_seconds_apart() -> None:
    assert event_stream.LOOK_SECONDS <= 20


# -- invitations ---------------------------------------------------------------------------


def invite(table: Any, by: Any, name: str) -> None:
    invitations.ask_by_name(code=table.code, by=by, name=name, now=NOW)


def told_invitations(program: Program, after: str = "") -> list[Any]:
    """Return the invitations that a stream tells at its start, without their cursors."""
    events = read_once(f"/me/events/?after={after}", {"Authorization": f"Bearer {program.text}"})
    return [{**event, "id": ""} for event in events if event["type"] == "invitation"]


def test_a_program_hears_of_an_invitation_once_and_can_accept_it(ada: Any, ben: Any, follow: Open) -> None:
    program, table = Program(ada), lobby_table(ben, seats=3)
    stream, other = follow("/me/events/", program), follow("/me/events/", Program(ben))
    time.sleep(1)  # The hub's source starts.
    invite(table, ben, "ada")
    told = stream.next(AT_ONCE)
    cursor = told.pop("id")
    [listed] = program.get("/me/invitations/")
    assert told == {
        "type": "invitation", "token": listed["token"], "table": table.code, "game": "fuse", "by": "ben",
    }  # fmt: skip
    assert not list(other.events(0.5))
    stream.close()
    again = follow("/me/events/", program, cursor)
    assert not list(again.events(0.5))
    [first] = told_invitations(program)
    assert first == {**told, "id": ""}, "what waits comes first"
    program.post(f"/me/invitations/{told['token']}/accept/")
    assert not list(again.events(0.5))
    assert told_invitations(program) == []


def test_a_program_is_told_the_invitations_of_the_page_and_no_others(ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    """Leave out tables that have started, that the player has joined, or where a block keeps them apart."""
    seen, apart, meets, started, joined, later = (lobby_table(ben, seats=4) for _ in range(6))
    for table in (seen, apart, meets, started, joined):
        invite(table, ben, "ada")
    tables.join_table(code=meets.code, player=cleo, now=NOW)
    invite(lobby_table(dora, seats=3), dora, "ada")
    tables.fill_with_bots(code=started.code, host=ben)
    tables.start_table(code=started.code, host=ben, now=NOW)
    tables.join_table(code=joined.code, player=ada, now=NOW)
    program = Program(ada)
    Invitation.objects.filter(table=apart).update(by=dora)
    Invitation.objects.create(table=later, by=ben, email="a@example.org", meant=ada, created_at=NOW)
    everyone = {seen.code, apart.code, meets.code, later.code}
    assert everyone < {each["table"] for each in told_invitations(program)}
    relations.block_player(owner=ada, other=dora, now=NOW)
    relations.block_player(owner=cleo, other=ada, now=NOW)
    told = told_invitations(program)
    assert {each["table"] for each in told} == {seen.code, later.code}
    listed = {(each["token"], each["by"], each["table"]["code"]) for each in program.get("/me/invitations/")}
    assert {(each["token"], each["by"], each["table"]) for each in told} == listed
    for other in (ben, cleo, dora):
        assert told_invitations(Program(other)) == []


def test_whoever_is_invited_twice_to_a_table_is_told_once(ada: Any, ben: Any, cleo: Any) -> None:
    table = lobby_table(ben, cleo, seats=4)
    invite(table, ben, "ada")
    Invitation.objects.create(table=table, by=cleo, email="a@example.org", meant=ada, created_at=NOW)
    assert [each["by"] for each in told_invitations(Program(ada))] == ["ben"]


# -- a match ---------------------------------------------------------------------------------


def test_a_match_says_that_there_is_news_and_how_much_but_not_what(ada: Any, ben: Any, follow: Open) -> None:
    first, other, question, seat = asked_first(ada, ben)
    path = f"/matches/{question['match']}/events/"
    mine, public = follow(path, first), follow(path)
    told = mine.next()
    assert told == {"id": told["id"], "type": "news", "heard": seat["heard"], "status": "playing"}
    heard = public.next()["heard"]
    time.sleep(1)
    answer(first, question)
    now = first.get(f"/matches/{question['match']}/seat/")["heard"]
    assert mine.next(AT_ONCE)["heard"] == now
    news = public.next(AT_ONCE)
    assert news["heard"] > heard
    public.close()
    again = follow(path, None, news["id"])
    assert not list(again.events(0.5))
    for each in (first, other):
        each.post(f"/matches/{question['match']}/proposals/", {"what": "end"})
    over = list(again.events(AT_ONCE))[-1]
    assert (over["type"], over["status"]) == ("over", "over")
    assert again.ended()
    assert follow(path, None, over["id"]).status == 204
    late = follow(path)
    assert late.next() == over
    assert late.ended()


def test_a_sealed_answer_is_neither_told_to_others_nor_counted(
    ada: Any, ben: Any, cleo: Any, follow: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two matches differ only by Ada's sealed answer. Ben, Cleo and the public get the same of both."""
    monkeypatch.setattr(event_stream, "LOOK_SECONDS", 0.5)
    tables = [sealed_match("bombe", ada, ben, cleo) for _ in range(2)]
    programs = [Program(ben), Program(cleo), None]
    sealed = Program(ada)
    streams = [[follow(f"/matches/{table.code}/events/", program) for program in programs] for table in tables]
    own = [follow("/me/events/", program) for program in programs[:2]]
    before = [[stream.next() for stream in row] for row in streams]
    assert before[0] == before[1]
    waiting = [list(stream.events(1)) for stream in own]
    assert [len(events) for events in waiting] == [2, 2]
    mine = follow(f"/matches/{tables[0].code}/events/", sealed)
    heard = mine.next()["heard"]
    [question] = [each for each in sealed.get("/me/questions/") if each["match"] == tables[0].code]
    answer(sealed, question)
    assert mine.next()["heard"] > heard, "the canary sings"
    assert not any(list(stream.events(0.8 if number == 0 else 0.05)) for number, stream in enumerate(sum(streams, own)))
    again = [[follow(f"/matches/{table.code}/events/", program).next() for program in programs] for table in tables]
    assert again == before, "not even in a cursor"
    for stream in sum(streams, own):
        stream.close()
    for program, events in zip(programs[:2], waiting, strict=True):
        afresh = list(follow("/me/events/", program).events(1))
        assert [without_time(event) for event in afresh] == [without_time(event) for event in events]


def without_time(event: Mapping[str, Any]) -> tuple[dict[str, Any], Told]:
    """Return the event, and all its cursor says but when the stream started."""
    return {**event, "id": ""}, decode_cursor(event["id"])._replace(since=0)


def test_whoever_loses_a_seat_hears_nothing_more_of_it(
    ada: Any, ben: Any, follow: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "LOOK_SECONDS", 0.5)
    table, program = sealed_match("fuse", ada, ben), Program(ada)
    stream, own = follow(f"/matches/{table.code}/events/", program), follow("/me/events/", program)
    stream.next()
    list(own.events(0.5))
    seats.resign_seat(code=table.code, seat=own_seat(table, ada), now=table.now, by=ada.pk)
    assert stream.ended()
    assert not list(own.events(1))
    assert follow(f"/matches/{table.code}/events/", program).next()["type"] == "news", "it's one of the public now"


def own_seat(table: MatchDriver, player: Any) -> Any:
    return Chair.objects.get(match__code=table.code, player=player).index


def test_only_players_hear_of_an_unlisted_match(ada: Any, ben: Any, cleo: Any, follow: Open) -> None:
    table = sealed_match("fuse", ada, ben, listed=False)
    path = f"/matches/{table.code}/events/"
    assert follow(path, Program(ada)).next()["type"] == "news"
    for program in (None, Program(cleo)):
        assert follow(path, program).status == 404
    assert follow("/matches/nowhere/events/").status == 404


def test_a_match_that_is_no_longer_listed_ends_the_stream_of_the_public(
    ada: Any, ben: Any, follow: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "LOOK_SECONDS", 0.5)
    table = sealed_match("fuse", ada, ben)
    stream = follow(f"/matches/{table.code}/events/")
    stream.next()
    Match.objects.filter(code=table.code).update(listed=False)
    assert stream.ended()


def test_programs_are_no_spectators(ada: Any, ben: Any, follow: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "FIRST_SPECTATOR_COUNT_SECONDS", 0.2)
    counted: list[Any] = []
    count = Hub._counted

    def note(here: Hub, codes: Any, watching: Any) -> Any:
        counted.append(dict(watching))
        return count(here, codes, watching)

    monkeypatch.setattr(Hub, "_counted", note)
    table = sealed_match("fuse", ada, ben)
    follow(f"/matches/{table.code}/events/").next()
    until = time.monotonic() + SOON
    while not counted and time.monotonic() < until:
        time.sleep(0.05)
    assert counted[0] == {}


# -- access ----------------------------------------------------------------------------------


def test_who_may_not_read_gets_no_stream(ada: Any, ben: Any, follow: Open) -> None:
    table = sealed_match("fuse", ada, ben)
    player, wrong = Program(ada, "play"), Program(ben)
    wrong.text = "sf_wrong"
    for path, statuses in (("/me/events/", (401, 403, 401)), (f"/matches/{table.code}/events/", (200, 403, 401))):
        assert tuple(follow(path, program).status for program in (None, player, wrong)) == statuses
    assert follow("/me/events/", Program(ben), "nonsense").status == 400
    assert follow("/me/events/", Program(ben), "%C3%A4").status == 422


@pytest.mark.parametrize("way", ["revoked", "closed"])
def test_a_token_that_is_no_longer_valid_hears_nothing_more(
    ada: Any, ben: Any, follow: Open, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(event_stream, "LOOK_SECONDS", 0.5)
    table, program = sealed_match("fuse", ada, ben), Program(ada)
    streams = [follow("/me/events/", program), follow(f"/matches/{table.code}/events/", program)]
    for stream in streams:
        list(stream.events(0.5))
    if way == "revoked":
        access_tokens.revoke_access_token(player=ada, token=program.row.pk)
    else:
        type(ada).objects.filter(pk=ada.pk).update(is_active=False)
    assert all(stream.ended(3) for stream in streams)


def test_a_token_can_have_five_streams_and_an_address_as_many_as_pages(
    ada: Any, ben: Any, follow: Open, settings: Any
) -> None:
    settings.SLOWFUSE_STREAMS_PER_ADDRESS = 2
    program = Program(ada)
    path = f"/matches/{sealed_match('fuse', ada, ben).code}/events/"
    for own, public in (([program], [None] * 2), ([program] * 4, [])):
        for each in (*own, *public):
            assert follow(path, each).status == 200
    for each in (program, None):
        refused = follow(path, each)
        assert (refused.status, refused.answer.headers["Retry-After"]) == (429, "60")
        problem = json.loads(refused.lines.get(timeout=SOON) or "")
        assert (problem["status"], problem["code"]) == (429, "too_many_streams")
    assert follow(path, Program(ada)).status == 200


# -- formats ---------------------------------------------------------------------------------


def test_whoever_accepts_server_sent_events_gets_them(ada: Any, ben: Any, follow: Open) -> None:
    first, _other, question, _seat = asked_first(ada, ben)
    stream = follow("/me/events/", first, accept="text/event-stream")
    assert stream.answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert (stream.answer.headers["Cache-Control"], stream.answer.headers["X-Accel-Buffering"]) == ("no-store", "no")
    assert "Accept" in stream.answer.headers["Vary"]
    lines = [stream.lines.get(timeout=SOON) or "" for _ in range(6)]
    assert (lines[0], lines[1], lines[3], lines[5]) == ("retry: 3000", "", "event: question", "")
    event = json.loads(lines[4].removeprefix("data: "))
    assert (lines[2], event["key"]) == (f"id: {event['id']}", question["key"])


def test_a_browser_that_reconnects_names_its_last_event_in_a_header(ada: Any, ben: Any) -> None:
    """It does so beside the address with the cursor from which it once started."""
    first, other, question, _seat = asked_first(ada, ben)
    headers = {"Authorization": f"Bearer {first.text}"}
    told = read_once("/me/events/", headers)
    assert [event["type"] for event in told] == ["question"]
    answer(first, question)
    answer(other, other.get("/me/questions/")[0])
    new = read_once(f"/me/events/?after={told[0]['id']}", headers)
    assert [event["key"] for event in new] == [first.get("/me/questions/")[0]["key"]]
    headers["Last-Event-ID"] = new[0]["id"]
    assert [event["type"] for event in read_once(f"/me/events/?after={told[0]['id']}", headers)] == ["keep_alive"]


def read_once(path: str, headers: dict[str, str]) -> list[Any]:
    """Return what a server without streams answers: what there is now."""
    response = Client().get(V1 + path, headers=headers)
    assert response.status_code == 200
    return [json.loads(line) for line in response.content.splitlines()]


def test_a_program_without_any_event_can_resume_all_the_same(ada: Any, ben: Any) -> None:
    program = Program(ada)
    headers = {"Authorization": f"Bearer {program.text}"}
    [start] = read_once("/me/events/", headers)
    assert start["type"] == "keep_alive"
    table = sealed_match("fuse", ada, ben)
    first = read_once(f"/me/events/?after={start['id']}", headers)[0]
    assert (first["type"], first["match"]) == ("match_started", table.code)


def test_the_head_of_a_stream_ends(ada: Any, follow: Open, live_site: str) -> None:
    address = urlsplit(live_site)
    asking = http.client.HTTPConnection(str(address.hostname), address.port, timeout=5)
    for _ in range(2):  # The second one waits for the first to be over.
        asking.request("HEAD", f"{V1}/me/events/", headers={"Authorization": f"Bearer {Program(ada).text}"})
        assert asking.getresponse().read() == b""
    asking.close()


def test_a_silent_stream_shows_that_it_is_alive(ada: Any, follow: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "LOOK_SECONDS", 0.3)
    lines, events = follow("/me/events/", Program(ada)).lines, follow("/me/events/", Program(ada), accept=SSE).lines
    assert json.loads(lines.get(timeout=SOON) or "")["id"]
    for _ in range(2):
        assert lines.get(timeout=SOON) == '{"type": "keep_alive"}'
    assert [events.get(timeout=SOON) for _ in range(6)][4:] == [": keep alive", ""]


SSE: Final = "text/event-stream"


# -- costs -----------------------------------------------------------------------------------


def test_a_stream_ends_in_its_time(ada: Any, follow: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "STREAM_LIFETIME_SECONDS", 0.5)
    assert follow("/me/events/", Program(ada)).ended(3)


def test_whoever_has_left_leaves_nothing_behind(
    ada: Any, ben: Any, follow: Open, live_site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hubs: set[Hub] = set()
    listen = Hub.listen

    def note(here: Hub, listener: Any) -> Any:
        hubs.add(here)
        return listen(here, listener)

    monkeypatch.setattr(Hub, "listen", note)
    program, _other, question, _seat = asked_first(ada, ben)
    paths = ["/me/events/", f"/matches/{question['match']}/events/"]
    for _ in range(3):
        streams = [follow(path, who) for path, who in zip(paths, (program, None), strict=True)]
        for stream in streams:
            stream.next()
        for stream in streams:
            stream.close()
    until = time.monotonic() + SOON
    while (any(here.waiting for here in hubs) or page_stream.visitors.inside) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(here.waiting for here in hubs)
    assert not page_stream.visitors.inside
    assert not any(here.work for here in hubs)


def test_a_program_that_takes_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "SLOW_READER_SECONDS", 0.2)

    async def run() -> None:
        async def receive() -> Mapping[str, object]:
            await asyncio.Event().wait()
            return {}

        async def send(_message: Mapping[str, object]) -> None:
            await asyncio.Event().wait()

        watch = event_stream.PlayerWatch(1, 1, Told(0))
        place = Visitors().admit({"token 1": 1})
        assert place is not None
        before = asyncio.all_tasks()
        await asyncio.wait_for(
            event_stream.send_events(watch, "x", event_stream.NDJSON, place, receive, send), timeout=SOON
        )
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == before
        assert not hub.get_hub().waiting

    asyncio.run(run())


def test_open_streams_keep_neither_requests_nor_threads_and_look_together(
    ada: Any, ben: Any, follow: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "LOOK_SECONDS", 1.0)
    rounds: list[int] = []
    look = event_looks.look_together

    def note(looks: Any) -> Any:
        rounds.append(len(looks))
        return look(looks)

    program, _other, question, _seat = asked_first(ada, ben)
    path = f"/matches/{question['match']}/events/"
    streams = [*(follow("/me/events/", program) for _ in range(3)), *(follow(path) for _ in range(5))]
    for stream in streams:
        stream.next()
    time.sleep(1.5)
    monkeypatch.setattr(event_looks, "look_together", note)
    time.sleep(2.2)
    assert rounds
    assert set(rounds) == {len(streams)}
    gc.collect()
    assert not [kept for kept in gc.get_objects() if type(kept) is FromUvicorn]
    threads = [thread.name for thread in threading.enumerate() if thread.name.startswith("ThreadPoolExecutor")]
    assert len(threads) < len(streams), threads


@pytest.mark.once
def test_looks_of_many_take_the_same_statements(
    player: Any, ada: Any, ben: Any, django_assert_num_queries: Any
) -> None:
    table = sealed_match("fuse", ada, ben)
    tokens = [Program(player(f"p{number}")).row for number in range(8)] + [Program(ada).row, Program(ben).row]
    sealed_match("fuse", *(token.player for token in tokens[:4]))
    looks: list[event_looks.Look] = [event_looks.PlayerLook(token.pk, token.player_id, Told(0)) for token in tokens]
    looks += [event_looks.MatchLook(None, None, table.code)] * 20
    for number in range(4):
        invite(lobby_table(ben, seats=3), ben, f"p{number}")
    with django_assert_num_queries(9):  # Tokens, three each for matches and invitations, two for the match.
        found = event_looks.look_together(looks)
    assert all(found)


def test_a_database_that_is_away_for_a_moment_ends_no_stream(
    ada: Any, ben: Any, follow: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "LOOK_SECONDS", 0.5)
    stream = follow("/me/events/", Program(ada))
    time.sleep(1)
    look, away = event_looks.look_together, threading.Event()

    def fail(looks: Any) -> Any:
        if not away.is_set():
            away.set()
            raise OperationalError("away")
        return look(looks)

    monkeypatch.setattr(event_looks, "look_together", fail)
    assert away.wait(SOON)
    table = sealed_match("fuse", ada, ben)
    assert stream.next()["match"] == table.code
