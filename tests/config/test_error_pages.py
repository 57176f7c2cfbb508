"""Tests that errors are shown in our own words, on our own pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.checks import run_checks
from django.db import OperationalError
from django.test import Client

from apps.accounts import middleware

pytestmark = pytest.mark.django_db


def test_a_form_without_its_token_is_refused_on_a_page_of_ours() -> None:
    response = Client(enforce_csrf_checks=True).post("/play-now/")
    assert response.status_code == 403
    html = response.content.decode()
    assert "Nothing was changed." in html
    assert "<style" not in html, "the page of the framework would break our own content policy"


def test_an_unknown_address_gets_a_page_with_a_way_back() -> None:
    response = Client().get("/nowhere/")
    assert response.status_code == 404
    assert 'href="/"' in response.content.decode()


@pytest.mark.parametrize("path", ["/", "/nowhere/", "/healthz", "/static/site.css"])
def test_no_answer_lets_a_page_use_what_it_has_no_use_for(path: str) -> None:
    answer = Client().get(path)
    answer.close()
    policy = answer["Permissions-Policy"].split(", ")
    assert {"camera=()", "geolocation=()", "microphone=()"} <= set(policy)
    assert not [each for each in policy if each.startswith(("clipboard-", "publickey-credentials-"))], "pages use these"


@pytest.mark.parametrize("path", ["/", "/nowhere/", "/healthz", "/static/site.css", "/admin/login/"])
def test_every_answer_says_once_that_pages_load_nothing_from_elsewhere(path: str) -> None:
    answer = Client().get(path)
    answer.close()
    said = dict(each.split(" ", 1) for each in answer["Content-Security-Policy"].split("; "))
    assert said["default-src"] == "'none'"
    assert said["script-src"] == said["style-src"] == said["connect-src"] == "'self'"
    assert said["frame-ancestors"] == said["base-uri"] == "'none'"


@pytest.mark.parametrize("path", ["/", "/nowhere/", "/m/00000000/", "/live/00000000/", "/static/site.css", "/admin/"])
@pytest.mark.parametrize("host", ["elsewhere.example", "localhost:x", "a b", "..", "localhost\x00"])
def test_another_host_is_a_bad_request_on_a_page_of_ours(path: str, host: str, caplog: Any) -> None:
    answer = Client().get(path, headers={"host": host})
    assert answer.status_code == 400
    assert 'class="bar-site"' in answer.content.decode()
    assert "Content-Security-Policy" in answer
    assert "Unknown host refused" in caplog.text


def test_another_host_cannot_post_either() -> None:
    assert Client().post("/m/00000000/answer/", {"a": "b"}, headers={"host": "elsewhere.example"}).status_code == 400


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_monitors_are_answered_by_any_name(path: str, caplog: Any) -> None:
    assert Client().get(path, headers={"host": "10.0.0.7"}).status_code == 200
    assert "host" not in caplog.text


@pytest.mark.parametrize(("path", "status"), [("/", 400), ("/nowhere/", 400), ("/healthz", 200), ("/readyz", 200)])
def test_unknown_hosts_are_refused_even_if_our_own_is_not_allowed(path: str, status: int, settings: Any) -> None:
    settings.ALLOWED_HOSTS, settings.SLOWFUSE_SITE = ["192.168.1.5"], "http://localhost:8000"
    assert Client().get(path, headers={"host": "evil.example"}).status_code == status
    assert Client().get("/", headers={"host": "192.168.1.5"}).status_code == 200


def test_the_same_without_a_database(nobody_home: Client, settings: Any) -> None:
    settings.ALLOWED_HOSTS, settings.SLOWFUSE_SITE = ["192.168.1.5"], "http://localhost:8000"
    assert nobody_home.get("/", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.parametrize(
    ("site", "hosts", "warned"),
    [
        ("http://localhost:8000", ["192.168.1.5"], True),
        ("http://localhost:8000", ["192.168.1.5", "localhost"], False),
        ("https://fuse.example.org", [".example.org"], False),
        ("https://fuse.example.org", ["*"], False),
    ],
)
def test_a_check_warns_if_links_lead_to_a_host_that_is_refused(
    site: str, hosts: list[str], warned: bool, settings: Any
) -> None:
    settings.ALLOWED_HOSTS, settings.SLOWFUSE_SITE = hosts, site
    assert [warning.id for warning in run_checks() if warning.id == "slowfuse.W001"] == ["slowfuse.W001"] * warned


@pytest.fixture
def nobody_home(ada: Any, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Return a browser that is logged in while the database is down."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ada)

    def away(_request: Any) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(middleware, "get_user", away)
    return browser


@pytest.mark.parametrize(
    ("status", "ask"),
    [
        (400, lambda browser: browser.get("/", headers={"host": "elsewhere.example"})),
        (400, lambda browser: browser.post("/me/", b"a=b", content_type="text/plain; charset=utf-7")),
        (403, lambda browser: browser.post("/tables/new/", {"a": "b"})),
        (404, lambda browser: browser.get("/nowhere/")),
        (503, lambda browser: browser.get("/mine/")),
        (503, lambda browser: browser.get("/m/00000000/")),
    ],
)
def test_every_error_page_can_be_drawn_without_a_database(
    nobody_home: Client, status: int, ask: Callable[[Client], Any]
) -> None:
    answer = ask(nobody_home)
    assert answer.status_code == status
    assert 'class="bar-site"' in answer.content.decode()
