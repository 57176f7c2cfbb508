"""Tests that refusals no view handles are handled in one place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client, RequestFactory

from apps.common import refusals
from apps.common.errors import Busy, DatabaseUnreachable, DomainError
from apps.matches.selectors import history


class Taken(DomainError):
    sentence = "It was taken."


class NotYours(DomainError):
    status = 403
    sentence = "It is not yours."


class NotThere(DomainError):
    status = 404
    sentence = "It is not there."


class TooOften(DomainError):
    status = 429
    sentence = "That was too often."


ERRORS = (Taken(), NotYours(), NotThere(), TooOften(), Busy(), Taken("Ada took it."))


def raised(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fails(**_wanted: Any) -> Any:
        raise error

    monkeypatch.setattr(history, "find_listed_matches", fails)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: f"{type(error).__name__}: {error}")
def test_the_status_and_the_sentence_are_those_of_the_error(
    ada: Any, client: Client, monkeypatch: pytest.MonkeyPatch, error: DomainError
) -> None:
    client.force_login(ada)
    raised(monkeypatch, error)
    response = client.get("/matches/")
    page = response.content.decode()
    assert response.status_code == error.status
    assert str(error) in page
    assert ada.username in page
    assert "no-store" in response["Cache-Control"]
    assert response.get("Retry-After") == ("5" if error.status == 503 else None)
    assert response.get("HX-Retarget") is None


def every(kind: type[DomainError] = DomainError) -> Iterator[type[DomainError]]:
    for each in kind.__subclasses__():
        yield each
        yield from every(each)


def test_what_an_app_refuses_stands_in_its_errors() -> None:
    found = {each for each in every() if each.__module__.startswith("apps.")}
    assert {each.__module__.split(".")[1] for each in found} >= {"common", "accounts", "lobby", "matches", "talk"}
    for each in found:
        assert re.fullmatch(r"apps\.\w+\.errors", each.__module__), each
        assert 400 <= each.status < 600, each


def test_a_whole_page_is_not_swapped_into_a_part(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    raised(monkeypatch, NotYours())
    refused = client.get("/matches/", headers={"HX-Request": "true"})
    assert (refused["HX-Retarget"], refused["HX-Reselect"]) == ("body", "unset")


def test_who_is_refused_hears_it_though_their_name_cannot_be_read(
    ada: Any, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(ada)
    raised(monkeypatch, Busy())
    written = refusals.render_to_string

    def unless_asked(name: Any, context: Any, request: Any = None) -> str:
        if request is not None:
            raise OperationalError("the connection is lost")
        return written(name, context)

    monkeypatch.setattr(refusals, "render_to_string", unless_asked)
    response = client.get("/matches/")
    assert response.status_code == 503
    assert str(Busy()) in response.content.decode()
    assert ada.username not in response.content.decode()


def test_only_what_is_broken_stands_in_the_log(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(DomainError):
        status = 503
        sentence = "It is broken."

    for error in (Taken(), Busy(), Broken()):
        raised(monkeypatch, error)
        client.get("/matches/")
    said = [(line.levelname, line.getMessage()) for line in caplog.records if line.name == refusals.logger.name]
    assert said == [
        ("WARNING", "Blocked by a database lock at '/matches/'"),
        ("ERROR", "Broken at '/matches/'"),
    ]


@pytest.mark.parametrize("error", [Busy(), DatabaseUnreachable()])
def test_an_address_writes_no_line_of_its_own_into_the_log(
    error: DomainError, rf: RequestFactory, caplog: pytest.LogCaptureFixture
) -> None:
    request = rf.get("/p/a%0AERROR%20forged/")
    refusals.RefusalMiddleware(lambda _: HttpResponse()).process_exception(request, error)
    [line] = [line.getMessage() for line in caplog.records if line.name == refusals.logger.name]
    assert line.endswith(r" at '/p/a\nERROR forged/'")
