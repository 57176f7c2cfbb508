"""Tests of requests, repeats and refusals, without a site."""

from __future__ import annotations

import json
from collections.abc import Callable

import httpx
import pytest

from slowfuse import ApiError, Client, connection

Reply = httpx.Response | httpx.TransportError


class Site:
    """A site that gives these replies, one after the other, and remembers the requests."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.requests: list[httpx.Request] = []
        self.client = Client("sf_secret\n", "https://slowfuse.example/", transport=httpx.MockTransport(self._answer))

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        reply = self.replies.pop(0)
        if isinstance(reply, httpx.TransportError):
            raise reply
        return reply


def found(body: object = None) -> httpx.Response:
    return httpx.Response(200, json=body)


def refused(status: int, code: str = "busy", **headers: str) -> httpx.Response:
    problem = {"type": "about:blank", "title": "Title", "status": status, "code": code, "detail": "A sentence."}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json=problem, headers={**named, "Content-Type": "application/problem+json"})


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the pauses that the client would have made."""
    made: list[float] = []
    monkeypatch.setattr(connection, "sleep", made.append)
    return made


def answer(client: Client) -> object:
    return client.answer_question("k7pm3wq9", key="turn:1", action={"type": "pass"})


def test_a_request_is_what_the_api_describes() -> None:
    site = Site(found({"name": "ada"}), found({"items": []}), httpx.Response(204))
    assert site.client.get_player("ada lovelace/?")["name"] == "ada"
    site.client.list_matches(game="fuse", status="over")
    site.client.quit_match("k7pm3wq9")
    assert [f"{request.method} {request.url}" for request in site.requests] == [
        "GET https://slowfuse.example/api/v1/players/ada%20lovelace%2F%3F/",
        "GET https://slowfuse.example/api/v1/matches/?game=fuse&status=over",
        "POST https://slowfuse.example/api/v1/matches/k7pm3wq9/quit/",
    ]
    assert {request.headers["Authorization"] for request in site.requests} == {"Bearer sf_secret"}


def test_a_record_is_text() -> None:
    record = httpx.Response(200, text='{"game": "fuse"}\n', headers={"Content-Type": "application/jsonl"})
    assert Site(record).client.get_match_record("k7pm3wq9") == '{"game": "fuse"}\n'


def test_a_body_has_only_what_was_given() -> None:
    site = Site(found({"code": "k7pm3wq9ab"}))
    assert site.client.open_table(game="fuse", seats=4)["code"] == "k7pm3wq9ab"
    assert json.loads(site.requests[0].content) == {"game": "fuse", "seats": 4}


def test_a_refusal_is_an_error_with_its_problem_details() -> None:
    with pytest.raises(ApiError, match="403 not_seated: A sentence") as caught:
        Site(refused(403, "not_seated")).client.get_seat("k7pm3wq9")
    error = caught.value
    assert (error.status, error.code, error.title, error.detail) == (403, "not_seated", "Title", "A sentence.")


def test_a_refusal_of_a_proxy_has_no_code() -> None:
    with pytest.raises(ApiError) as caught:
        Site(httpx.Response(413, text="<h1>Too large</h1>")).client.get_me()
    assert (caught.value.status, caught.value.code, caught.value.title) == (413, "", "Request Entity Too Large")


BROKEN = [
    httpx.ReadError("cut"),
    httpx.ReadTimeout("late"),
    httpx.RemoteProtocolError("half"),
    refused(502),
    refused(503, Retry_After="5"),
]


@pytest.mark.parametrize("reply", BROKEN, ids=repr)
@pytest.mark.parametrize("act", [Client.get_me, answer], ids=["reading", "answering"])
def test_what_is_safe_to_repeat_is_repeated(act: Callable[[Client], object], reply: Reply) -> None:
    site = Site(reply, found({"name": "ada"}))
    assert act(site.client) == {"name": "ada"}
    first, second = site.requests
    assert (first.method, first.url, first.content) == (second.method, second.url, second.content)


@pytest.mark.parametrize("reply", BROKEN, ids=repr)
def test_what_is_not_safe_is_not_repeated(reply: Reply) -> None:
    site = Site(reply)
    with pytest.raises((httpx.TransportError, ApiError)):
        site.client.send_chat_message("k7pm3wq9", text="Hello")
    assert len(site.requests) == 1


def test_a_request_that_never_arrived_is_repeated() -> None:
    site = Site(httpx.ConnectError("refused"), found({"id": 1}))
    assert site.client.send_chat_message("k7pm3wq9", text="Hello") == {"id": 1}


def test_a_table_is_opened_with_the_same_key_again_and_the_next_one_with_another() -> None:
    site = Site(httpx.ReadError("cut"), found({}), found({}), found({}))
    site.client.open_table(game="fuse")
    site.client.open_table(game="fuse")
    site.client.join_quick_match(game="fuse", pace="daily")
    first, again, *others = [request.headers["Idempotency-Key"] for request in site.requests]
    assert first == again
    assert len({first, *others}) == 3


def test_a_limit_of_requests_is_waited_for(pauses: list[float]) -> None:
    site = Site(refused(429, Retry_After="17"), found({"id": 1}))
    site.client.send_chat_message("k7pm3wq9", text="Hello")
    assert pauses == [17]


def test_another_limit_is_an_error() -> None:
    with pytest.raises(ApiError, match="rate_limited"):
        Site(refused(429, "rate_limited")).client.get_me()


def test_pauses_grow_and_patience_ends(pauses: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "monotonic", lambda: sum(pauses))
    with pytest.raises(httpx.ReadError):
        Site(*[httpx.ReadError("cut")] * 100).client.get_me()
    assert pauses[0] < 1
    assert 10 < max(pauses) <= connection.MAX_PAUSE_SECONDS
    assert 500 < sum(pauses) <= connection.PATIENCE_SECONDS


def test_a_wrong_address_is_an_error_at_once() -> None:
    with pytest.raises(httpx.UnsupportedProtocol), Client("", "slowfuse.example") as client:
        client.list_games()
