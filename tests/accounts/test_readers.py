"""Tests of pages that outlive the session of the person they were made for."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.backends.cached_db import SessionStore
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from apps.accounts.services import session_renewal
from apps.matches.models import Question
from tests.factories.ladders import ladder
from tests.factories.leagues import league
from tests.factories.matches import new_match
from tests.factories.tournaments import SWISS, tournament
from tests.tournaments.test_arenas import arena

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def at(player: Any) -> Client:
    """Return a browser in which the player is logged in."""
    browser = Client()
    browser.force_login(player)
    return browser


def made_for(page: str) -> dict[str, str]:
    """Return what the scripts of a page send with each request."""
    (key,) = re.findall(r'data-reader="(\w+)"', page)
    return {**HTMX, "X-Reader": key}


@pytest.fixture
def table(ada: Any, ben: Any) -> Any:
    return new_match(ada, ben)


def expelled(browser: Client) -> None:
    """End the session as *log out everywhere* and time do; the browser still sends its cookie."""
    browser.session.flush()
    Session.objects.all().delete()


def test_an_answer_from_a_page_that_was_logged_out_is_refused_with_a_way_back(ada: Any, table: Any) -> None:
    browser, path = at(ada), f"/m/{table.code}/"
    sent = made_for(browser.get(path).content.decode()) | {"HX-Current-URL": f"http://testserver{path}"}
    expelled(browser)
    asked = Question.objects.filter(match=table.match).count()
    answer = browser.post(f"{path}answer/", {"question": "x", "type": "bomb"}, headers=sent)
    said = answer.content.decode()
    assert (answer.status_code, answer["X-Reader-Changed"]) == (401, "yes")
    assert gettext("You’ve been logged out, so nothing was changed. Log in, then try again.") in said
    assert f'href="{reverse("account_login")}?next={path}"' in said
    assert "<html" not in said, "the page stays"
    assert Question.objects.filter(match=table.match).count() == asked


@pytest.mark.parametrize("part", ["news/", "talk/news/", "talk/unread/"])
def test_what_a_page_asks_for_by_itself_is_not_answered_as_to_a_stranger(ada: Any, table: Any, part: str) -> None:
    browser, path = at(ada), f"/m/{table.code}/"
    sent = made_for(browser.get(path).content.decode())
    assert browser.get(f"{path}{part}?heard=0", headers=sent).status_code in (200, 204)
    expelled(browser)
    assert browser.get(f"{path}{part}?heard=0", headers=sent).status_code == 401


def test_a_page_made_for_somebody_else_says_so(ada: Any, ben: Any, table: Any) -> None:
    sent = made_for(at(ada).get(f"/m/{table.code}/").content.decode())
    answer = at(ben).post(f"/m/{table.code}/talk/say/", {"text": "mine"}, headers=sent)
    assert answer.status_code == 409
    assert gettext("Someone else has logged in since this page was opened. Reload it.") in answer.content.decode()


def test_a_part_of_a_page_that_meets_the_login_takes_the_whole_browser_there(client: Client) -> None:
    sent = {**HTMX, "HX-Current-URL": "http://testserver/mine/?page=2"}
    answer = client.get("/mine/", headers=sent)
    assert (answer.status_code, answer["HX-Redirect"]) == (200, f"{reverse('account_login')}?next=/mine/%3Fpage%3D2")


@pytest.mark.parametrize("path", ["talk/say/", "talk/note/", "answer/", "orders/", "resign/", "agree/", "hint/"])
def test_without_scripts_a_form_of_somebody_logged_out_leads_to_the_login_with_what_was_written(
    client: Client, table: Any, path: str
) -> None:
    page = f"/m/{table.code}/"
    answer = client.post(f"{page}{path}", {"text": "My long words"}, headers={"Referer": f"http://testserver{page}"})
    said = answer.content.decode()
    assert answer.status_code == 401
    assert "My long words" in said
    assert f'href="{reverse("account_login")}?next={page}"' in said


@pytest.mark.parametrize(
    ("path", "typed"),
    [
        ("/m/{match}/talk/1/", {"reason": "insult", "words": "He said bad words."}),
        ("/clubs/new/", {"name": "Owls", "about": "We play at night."}),
        ("/tournaments/new/?game=fuse", {"about": "For all of us.", "prizes": "A big cake"}),
        ("/m/{match}/bookmark/", {"note": "夜に遊びましょう"}),
    ],
)
def test_no_words_get_lost_whatever_their_field_is_called(
    client: Client, table: Any, path: str, typed: dict[str, str]
) -> None:
    answer = client.post(path.format(match=table.code), typed)
    assert answer.status_code == 401
    kept = answer.content.decode().partition('<textarea id="written"')[2].partition("</textarea>")[0]
    assert [words for words in typed.values() if " " in words or not words.isascii()] == kept.partition(">")[2].split(
        "\n\n"
    )


def test_passwords_are_never_shown_again(client: Client) -> None:
    typed = {"oldpassword": "correct horse battery", "password1": "a b c d", "csrfmiddlewaretoken": "x y z"}
    answer = client.post(reverse("account_change_password"), {**typed, "about": "Mine alone"})
    said = answer.content.decode()
    assert "Mine alone" in said
    assert not [value for value in typed.values() if value in said]


BUTTONS = [
    *[f"/tournaments/{{cup}}/{deed}/" for deed in ("check-in", "leave", "back", "begin", "call-off")],
    *[f"/tournaments/{{cup}}/teams/1/{deed}/" for deed in ("leave", "dismiss", "boards")],
    *["/tournaments/leagues/{league}/leave/", "/tournaments/arenas/{arena}/leave/"],
    *[f"/tournaments/ladders/{{ladder}}/{deed}/" for deed in ("leave", "challenge")],
]


@pytest.fixture
def events() -> dict[str, Any]:
    cup = tournament(SWISS)
    return {"cup": cup.code, "league": league().pk, "arena": arena().pk, "ladder": ladder().pk}


@pytest.mark.parametrize("path", BUTTONS)
def test_buttons_that_only_players_see_say_that_they_are_logged_out(
    client: Client, events: dict[str, Any], path: str
) -> None:
    answer = client.post(path.format(**events), headers={"Referer": "http://testserver/tournaments/"})
    assert answer.status_code == 401
    assert gettext("You’ve been logged out, so nothing was changed. Log in, then try again.") in answer.content.decode()
    assert f'href="{reverse("account_login")}?next=/tournaments/"' in answer.content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/tournaments/{cup}/register/",
        "/tournaments/leagues/{league}/join/",
        "/tournaments/arenas/{arena}/join/",
        "/tournaments/ladders/{ladder}/join/",
    ],
)
def test_who_joins_hears_of_a_lost_session_and_a_stranger_of_an_account(
    ada: Any, client: Client, events: dict[str, Any], path: str
) -> None:
    address = path.format(**events)
    answer = client.post(address)
    assert (answer.status_code, b"/accounts/signup/" in answer.content) == (403, True)
    browser = at(ada)
    (key,) = re.findall(r'data-reader="(\w+)"', browser.get("/").content.decode())
    expelled(browser)
    for answer in (browser.post(address), client.post(address, {"reader": key})):
        said = answer.content.partition(b"<main")[2]
        assert (answer.status_code, b"/accounts/login/" in said, b"/accounts/signup/" in said) == (401, True, False)


def test_nobody_is_sent_to_another_site_after_the_login(client: Client, table: Any) -> None:
    answer = client.post(f"/m/{table.code}/resign/", headers={"Referer": "https://elsewhere.example/m/"})
    assert f'href="{reverse("account_login")}?next=/"' in answer.content.decode()


def test_a_form_without_cookies_says_that_it_needs_them() -> None:
    sentence = gettext("Your browser doesn’t accept our cookies. Allow cookies for this site, then reload the page.")
    for path in (reverse("account_login"), "/tables/new/", "/m/00000000/answer/"):
        answer = Client(enforce_csrf_checks=True).post(path)
        assert answer.status_code == 403, path
        assert sentence in answer.content.decode()
    browser = Client(enforce_csrf_checks=True)
    browser.get(reverse("account_login"))
    answer = browser.post(reverse("account_login"))
    assert (answer.status_code, sentence in answer.content.decode()) == (403, False)


@pytest.mark.parametrize(
    "path", ["talk/say/", "talk/note/", "record/comments/", "bookmark/", "answer/", "/tables/new/", "/puzzles/x/"]
)
@pytest.mark.parametrize("scripts", [True, False])
def test_a_page_from_before_another_login_keeps_its_words(ada: Any, table: Any, path: str, scripts: bool) -> None:
    browser, page = Client(enforce_csrf_checks=True), f"/m/{table.code}/"
    browser.force_login(ada)
    first = browser.get(page)
    sent = made_for(first.content.decode()) if scripts else {}
    browser.cookies[settings.CSRF_COOKIE_NAME] = "x" * 32  # Logging in again changes the token.
    typed = {"text": "My long words", "csrfmiddlewaretoken": first.context["csrf_token"]}
    answer = browser.post(
        path if path.startswith("/") else f"{page}{path}",
        typed,
        headers={**sent, "Referer": f"http://testserver{page}"},
    )
    said = answer.content.decode()
    assert answer.status_code == 403
    assert ("<html" in said, "My long words" in said) == (not scripts, not scripts), "with scripts the page stays"
    if scripts:
        assert answer["X-Reader-Changed"] == "yes"
        assert gettext("This page is out of date, so nothing was changed. Reload it, then try again.") in said
        assert f'<a href="{page}" data-keeps-words>{gettext("Reload")}</a>' in said


def test_a_session_in_use_gets_its_full_age_again_once_a_day(ada: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = at(ada)
    key = browser.session.session_key
    Session.objects.filter(pk=key).update(expire_date=timezone.now() + timedelta(days=20))
    assert "sessionid" not in browser.get("/me/").cookies, "it was made today"
    monkeypatch.setattr(session_renewal.clocks, "now", lambda: timezone.now() + timedelta(days=1))
    cookie = browser.get("/me/").cookies["sessionid"]
    assert (cookie.value, int(cookie["max-age"])) == (key, settings.SESSION_COOKIE_AGE)
    assert Session.objects.get(pk=key).expire_date > timezone.now() + timedelta(days=89)
    assert "sessionid" not in browser.get("/me/").cookies


def test_a_session_that_cannot_be_renewed_costs_nobody_a_page(ada: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(_self: Any, must_create: bool = False) -> None:
        raise OperationalError("database is locked")

    browser = at(ada)
    monkeypatch.setattr(session_renewal.clocks, "now", lambda: timezone.now() + timedelta(days=1))
    with monkeypatch.context() as patch:
        patch.setattr(SessionStore, "save", busy)
        assert browser.get("/me/").status_code == 200
    assert "sessionid" in browser.get("/me/").cookies


def test_a_session_that_ends_elsewhere_while_it_is_renewed_stays_ended(
    ada: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = SessionStore.save

    def too_late(self: SessionStore, must_create: bool = False) -> None:
        Session.objects.filter(pk=self.session_key).delete()
        save(self, must_create)

    browser = at(ada)
    monkeypatch.setattr(session_renewal.clocks, "now", lambda: timezone.now() + timedelta(days=1))
    monkeypatch.setattr(SessionStore, "save", too_late)
    answer = browser.get("/me/")
    assert (answer.status_code, "sessionid" in answer.cookies) == (200, False)


def test_visitors_get_no_session(client: Client) -> None:
    assert "sessionid" not in client.get("/").cookies
