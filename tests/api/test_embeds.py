"""Tests of embeds in other sites' pages: only public data, no scripts, and nothing else can be framed."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree as ET

import pytest
from django.conf import settings
from django.test import Client

from apps.games import load_games
from apps.tournaments.models import Tournament
from tests.factories.matches import new_match, sealed_match
from tests.factories.tournaments import KNOCKOUT, SWISS, begun, decide_all, look, tournament

pytestmark = pytest.mark.django_db


def framed(path: str, status: int = 200) -> str:
    answer = Client().get(path)
    assert answer.status_code == status
    if status == 200:
        assert "X-Frame-Options" not in answer
        assert "frame-ancestors *" in answer["Content-Security-Policy"]
        assert "script-src" not in answer["Content-Security-Policy"]
        assert "<script" not in answer.content.decode()
        assert "Cookie" not in answer.get("Vary", "")
    else:
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    return answer.content.decode()


def embed(url: str, status: int = 200, **more: Any) -> Any:
    query = "".join(f"&{name}={value}" for name, value in more.items())
    answer = Client().get(f"/api/v1/oembed/?url={quote(url, safe='')}{query}")
    assert answer.status_code == status, answer.content
    return answer.json()


@pytest.mark.parametrize("slug", load_games())
def test_a_match_is_shown_at_a_move_as_everybody_may_know_it(slug: str, ada: Any, ben: Any, cleo: Any) -> None:
    table = new_match(ada, ben, cleo) if slug == "fuse" else sealed_match(slug, ada, ben, cleo)
    page = framed(f"/embed/m/{table.code}/")
    assert f"/m/{table.code}/record/" in page
    assert re.search(r"move \d of \d", page)
    framed(f"/embed/m/{table.code}/?at=99", 404)
    framed(f"/embed/m/{table.code}/?at=x", 404)
    logged_in = Client()
    logged_in.force_login(ada)
    assert logged_in.get(f"/embed/m/{table.code}/").content.decode() == page, "whoever looks"


@pytest.mark.parametrize(("slug", "told"), [("frogs", "copied"), ("kobolds", "Explosion")])
def test_a_match_that_is_over_shows_its_last_moment(slug: str, told: str, ada: Any, ben: Any, cleo: Any) -> None:
    table = sealed_match(slug, ada, ben, cleo)
    table.finish()
    assert told in framed(f"/embed/m/{table.code}/")


def test_standings_and_bracket_are_shown(quick: None) -> None:
    cup, _people = begun(KNOCKOUT, entrants=8)
    decide_all(cup)
    look(cup)
    for name in ("standings", "bracket"):
        assert cup.name in framed(f"/embed/tournaments/{cup.code}/{name}/")
    swiss, _people = begun(SWISS, entrants=8)
    framed(f"/embed/tournaments/{swiss.code}/bracket/", 404)


def test_what_stands_in_no_list_may_not_be_shown_elsewhere(ada: Any, ben: Any, quick: None) -> None:
    framed(f"/embed/m/{new_match(ada, ben, listed=False).code}/", 404)
    cup, _people = begun(SWISS, entrants=8, listed=False)
    framed(f"/embed/tournaments/{cup.code}/standings/", 404)
    draft = tournament(SWISS)
    Tournament.objects.filter(pk=draft.pk).update(status=Tournament.Status.DRAFT)
    framed(f"/embed/tournaments/{draft.code}/standings/", 404)


def test_a_frame_speaks_the_language_of_the_browser_whatever_cookie_it_has(quick: None) -> None:
    cup, _people = begun(SWISS, entrants=8)
    reader = Client()
    reader.cookies["django_language"] = "de"
    answer = reader.get(f"/embed/tournaments/{cup.code}/standings/", headers={"accept-language": "fr"})
    assert answer["Content-Language"] == "fr"
    assert 'lang="fr"' in answer.content.decode()


def test_no_other_page_may_be_framed(ada: Any, ben: Any) -> None:
    for path in ("/", f"/m/{new_match(ada, ben).code}/", "/tournaments/", "/api/"):
        answer = Client().get(path)
        assert answer["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


def test_an_address_leads_to_its_frame(ada: Any, ben: Any, quick: None) -> None:
    site, table = settings.SLOWFUSE_SITE, new_match(ada, ben)
    cup, _people = begun(KNOCKOUT, entrants=8, name='Ada’s "cup" <b>')
    told = embed(f"{site}/tournaments/{cup.code}/bracket/")
    assert f'src="{site}/embed/tournaments/{cup.code}/bracket/"' in told["html"]
    assert "<b>" not in told["html"]
    assert (told["version"], told["type"], told["width"]) == ("1.0", "rich", 640)
    told = embed(f"{site}/m/{table.code}/record/?at=0", maxwidth=300, maxheight=200)
    assert f'src="{site}/embed/m/{table.code}/?at=0"' in told["html"]
    assert (told["width"], told["height"]) == (300, 200)
    embed(f"{site}/m/{table.code}/", 422, format="yaml")
    xml = Client().get(f"/api/v1/oembed/?format=xml&dnt=1&url={site}/tournaments/{cup.code}/bracket/")
    assert (xml.status_code, xml["Content-Type"]) == (200, "text/xml; charset=utf-8")
    assert {each.tag: each.text for each in ET.fromstring(xml.content)} == {
        name: str(value) for name, value in embed(f"{site}/tournaments/{cup.code}/bracket/").items()
    }


@pytest.mark.parametrize(
    "url", ["", "x", "https://elsewhere.example/m/abc/", "javascript:alert(1)", "//[", "{site}/mine/", "{site}/m/none/"]
)
def test_what_is_none_of_ours_has_no_frame(url: str) -> None:
    embed(url.replace("{site}", settings.SLOWFUSE_SITE), 404)


def test_a_tournament_without_a_knockout_has_no_frame_of_one(quick: None) -> None:
    cup, _people = begun(SWISS, entrants=8)
    embed(f"{settings.SLOWFUSE_SITE}/tournaments/{cup.code}/bracket/", 404)


def test_pages_say_where_their_frame_is_asked_for(ada: Any, ben: Any, quick: None) -> None:
    assert "json+oembed" in Client().get(f"/m/{new_match(ada, ben).code}/record/").content.decode()
    assert "json+oembed" not in Client().get(f"/m/{new_match(ada, ben, listed=False).code}/record/").content.decode()
    cup, _people = begun(SWISS, entrants=8)
    page = Client().get(f"{cup.get_absolute_url()}standings/").content.decode()
    assert 'type="application/json+oembed"' in page
    hidden, _people = begun(SWISS, entrants=8, listed=False)
    assert "json+oembed" not in Client().get(f"{hidden.get_absolute_url()}standings/").content.decode()
