"""Tests of the information for crawlers: where to look, what a page is about, and what is private."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.html import escape

from apps.games import load_games
from apps.tournaments.models import Tournament
from tests.factories.tournaments import tournament

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def described(client: Client, path: str) -> str:
    html = client.get(path).content.decode()
    found = re.findall(r'<meta name="description"\s+content="([^"]*)">', html)
    assert len(found) == 1, path
    return str(found[0])


def test_robots_are_told_what_is_private_and_where_the_rest_is(client: Client) -> None:
    response = client.get("/robots.txt")
    text = response.content.decode()
    assert response["Content-Type"].startswith("text/plain")
    for private in ("/me/", "/mine/", "/accounts/", "/admin/", "/feed/"):
        assert f"Disallow: {private}\n" in text
    assert f"Sitemap: {settings.SLOWFUSE_SITE}/sitemap.xml" in text


def test_machines_are_told_the_address_of_the_site_whatever_they_asked_for(client: Client) -> None:
    for path in ("/robots.txt", "/sitemap.xml"):
        text = client.get(path, headers={"host": "testserver:8443"}).content.decode()
        assert settings.SLOWFUSE_SITE in text
        assert "testserver" not in text


def test_the_sitemap_names_what_anybody_may_read_and_every_page_of_it_is_there(client: Client) -> None:
    open_ = tournament()
    hidden = tournament(listed=False)
    draft = tournament()
    Tournament.objects.filter(pk=draft.pk).update(status=Tournament.Status.DRAFT)
    paths = re.findall(rf"<loc>{settings.SLOWFUSE_SITE}([^<]*)</loc>", client.get("/sitemap.xml").content.decode())
    assert {"/", "/matches/", *(f"/games/{slug}/" for slug in load_games())} <= set(paths)
    assert open_.get_absolute_url() in paths
    assert not {hidden.get_absolute_url(), draft.get_absolute_url()} & set(paths)
    for path in paths:
        assert client.get(path).status_code == 200, path


def test_whoever_asks_for_the_old_icon_gets_a_picture(client: Client) -> None:
    response: Any = client.get("/favicon.ico", follow=True)
    assert b"".join(response.streaming_content)[:4] == b"\x00\x00\x01\x00"


def test_every_page_says_in_a_sentence_what_it_is_about(client: Client, ada: Any) -> None:
    shown = tournament()
    said = {path: described(client, path) for path in ("/", "/games/fuse/", "/matches/", "/p/ada/", "/tournaments/")}
    assert said["/games/fuse/"] == escape(load_games()["fuse"].meta.pitch)
    assert said["/p/ada/"].startswith("ada ")
    assert len(set(said.values())) == len(said)
    assert escape(shown.name) in described(client, shown.get_absolute_url())


def test_a_name_with_quotes_does_not_end_the_sentence(client: Client) -> None:
    shown = tournament(name='The "old" <guard>')
    assert "&quot;old&quot; &lt;guard&gt;" in described(client, shown.get_absolute_url())
