"""What the site says when it refuses: in its own words, on its own pages."""

from __future__ import annotations

import pytest
from django.test import Client

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
