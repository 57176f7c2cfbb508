"""Tests that streams resume, and that the loop of a bot answers what it's asked, without a site."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest

from slowfuse import ApiError, Client, connection, play
from slowfuse.connection import SILENCE_SECONDS, PlayerEvent


class Cut(httpx.SyncByteStream):
    """The start of a stream, and then a broken connection."""

    def __init__(self, text: str, error: Exception | None) -> None:
        self.text, self.error = text, error

    def __iter__(self) -> Iterator[bytes]:
        yield self.text.encode()
        if self.error is not None:
            raise self.error


class Site:
    """A site where events wait, and each stream breaks after some characters."""

    def __init__(self, events: list[dict[str, object]], *, lengths: list[int], error: Exception | None = None) -> None:
        self.events, self.lengths, self.error = events, lengths, error
        self.asked: list[str] = []
        self.answers: list[Any] = []
        self.refusal = httpx.Response(200)
        self.client = Client("sf_secret", "https://slowfuse.example", transport=httpx.MockTransport(self._reply))

    def _reply(self, request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/events/"):
            return self._send_events(request)
        if request.method == "POST":
            self.answers.append(json.loads(request.content))
            if not self.refusal.is_success:
                return self.refusal
        done = {"turn:2", *(each["key"] for each in self.answers if each["action"]["type"] == "pass")}
        questions = [{"key": event["key"], "answered": event["key"] in done} for event in self.events]
        return httpx.Response(200, json={"questions": questions, "answers": [{"type": "pass"}]})

    def _send_events(self, request: httpx.Request) -> httpx.Response:
        assert request.extensions["timeout"]["read"] == SILENCE_SECONDS
        [after] = parse_qs(request.url.query.decode()).get("after", ["e0"])
        self.asked.append(after)
        lines = [{"id": after, "type": "keep_alive"}, *self.events[int(after[1:]) :], {"type": "keep_alive"}]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        if not self.lengths:
            return httpx.Response(401, json={"code": "unauthorized"})
        return httpx.Response(200, stream=Cut(text[: self.lengths.pop(0)], self.error))


def questions(count: int) -> list[dict[str, object]]:
    return [
        {"id": f"e{number}", "type": "question", "match": "k7pm3wq9", "key": f"turn:{number}"}
        for number in range(1, count + 1)
    ]


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    made: list[float] = []
    monkeypatch.setattr(connection, "sleep", made.append)
    return made


@pytest.mark.parametrize("error", [None, httpx.ReadError("cut"), httpx.ReadTimeout("silent")], ids=repr)
def test_a_stream_cut_anywhere_loses_no_event_and_repeats_none(error: Exception | None) -> None:
    events = questions(3)
    full = len("".join(json.dumps(line) + "\n" for line in [{"id": "e0", "type": "keep_alive"}, *events]))
    for length in range(0, full, 5):
        site = Site(events, lengths=[length, 10, full + 100], error=error)
        assert list(islice(site.client.stream_my_events(), 3)) == events, length


def test_a_stream_goes_on_after_a_stored_event_and_hides_signs_of_life() -> None:
    site = Site(questions(3), lengths=[10_000])
    stream: Iterator[PlayerEvent] = site.client.stream_my_events(after="e2")
    assert next(stream)["id"] == "e3"
    assert site.asked == ["e2"]


def test_a_stream_that_ends_at_once_is_not_asked_again_at_once(pauses: list[float]) -> None:
    with pytest.raises(ApiError, match="unauthorized"):
        list(Site([], lengths=[10_000] * 3).client.stream_my_events())
    assert len(pauses) == 3
    assert min(pauses) > 2


def test_the_stream_of_a_match_ends_with_it() -> None:
    news: list[dict[str, object]] = [
        {"id": "e1", "type": "news", "heard": 3, "status": "playing"},
        {"id": "e2", "type": "over", "heard": 4, "status": "over"},
    ]
    assert list(Site(news, lengths=[10_000]).client.stream_match_events("k7pm3wq9")) == news
    ended = httpx.MockTransport(lambda _request: httpx.Response(204))
    client = Client("", "https://slowfuse.example", transport=ended)
    assert list(client.stream_match_events("k7pm3wq9", after="e2")) == []


def test_a_bot_answers_each_open_question_once() -> None:
    site = Site(questions(4), lengths=[300, 10_000])
    with pytest.raises(ApiError, match="unauthorized"):
        play(site.client, lambda match: match["answers"][0])
    assert [each["key"] for each in site.answers] == ["turn:1", "turn:3", "turn:4"], "turn:2 has been answered"


def test_a_bot_answers_again_if_its_answer_left_the_question_open() -> None:
    site, answers = Site(questions(1), lengths=[10_000]), iter(["claim", "pass"])
    with pytest.raises(ApiError, match="unauthorized"):
        play(site.client, lambda _match: {"type": next(answers)})
    assert [each["action"]["type"] for each in site.answers] == ["claim", "pass"]


@pytest.mark.parametrize("code", ["gone", "paused", "not_seated"])
def test_a_bot_goes_on_if_it_was_too_late(code: str) -> None:
    site = Site(questions(3), lengths=[10_000])
    site.refusal = httpx.Response(409, json={"code": code})
    with pytest.raises(ApiError, match="unauthorized"):
        play(site.client, lambda match: match["answers"][0])
    assert len(site.answers) == 2


def test_a_bot_stops_at_an_impossible_answer() -> None:
    site = Site(questions(1), lengths=[10_000])
    site.refusal = httpx.Response(422, json={"code": "move_impossible"})
    with pytest.raises(ApiError, match="move_impossible"):
        play(site.client, lambda match: match["answers"][0])


def test_a_bot_can_leave_a_question_to_silence() -> None:
    site = Site(questions(3), lengths=[10_000])
    with pytest.raises(ApiError, match="unauthorized"):
        play(site.client, lambda _match: None)
    assert site.answers == []
