"""Tests that Slow Fuse is complete in English, German and French, without any English in between."""

from __future__ import annotations

import gettext
import re
from collections import Counter
from pathlib import Path
from sysconfig import get_paths as site_packages
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation
from msgspec import inspect

from apps.games import load_games
from apps.matches.services import play
from tests.config.catalogues import GAPS, LANGUAGES, ROOT, folders, marked, messages

CATALOGUES = [
    pytest.param(folder / language / "LC_MESSAGES" / "django.po", id=f"{folder.parent.name}-{language}")
    for folder in folders()
    for language in LANGUAGES
]


# -- The catalogues ----------------------------------------------------------------------------------------------------


def test_the_site_and_every_game_have_a_catalogue_of_each_language() -> None:
    owners = {ROOT / "apps" / "config", *(ROOT / "apps" / "games" / slug for slug in load_games())}
    assert {folder.parent for folder in folders()} == owners
    for folder in folders():
        assert {path.name for path in folder.iterdir()} == set(LANGUAGES)


@pytest.mark.parametrize("path", CATALOGUES)
def test_every_message_is_translated(path: Path) -> None:
    for message in messages(path):
        assert len(message.said) == (2 if message.plural else 1), message.source
        assert all(message.said), message.source
        assert not message.fuzzy, message.source


@pytest.mark.parametrize("path", CATALOGUES)
def test_a_catalogue_holds_what_is_marked_in_the_sources_and_nothing_else(path: Path) -> None:
    held, wanted = {message.key for message in messages(path)}, marked(path.parents[2])
    missing, idle = sorted(wanted - held), sorted(held - wanted)
    assert (missing, idle) == ([], []), "run `make messages`"


@pytest.mark.parametrize("path", CATALOGUES)
def test_the_compiled_catalogue_says_the_same(path: Path) -> None:
    with path.with_suffix(".mo").open("rb") as file:
        compiled = dict(gettext.GNUTranslations(file)._catalog)  # type: ignore[attr-defined]
    compiled.pop("")
    written: dict[Any, str] = {}
    for message in messages(path):
        if message.plural:
            written |= {(message.key, form): said for form, said in enumerate(message.said)}
        else:
            written[message.key] = message.said[0]
    assert compiled == written


@pytest.mark.parametrize("path", CATALOGUES)
def test_translations_keep_the_gaps_and_the_tags(path: Path) -> None:
    for message in messages(path):
        *few, many = (Counter(GAPS.findall(said)) for said in message.said)
        assert many == Counter(GAPS.findall(message.plural or message.source)), message.source
        assert all(one <= many for one in few), message.source  # “One chair” can omit the number.


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_means_two_things_in_two_catalogues(language: str) -> None:
    """Check that catalogues agree. Django merges them and the site's wins, so another meaning needs a context."""
    meanings: dict[str, dict[tuple[str, ...], str]] = {}
    for folder in folders():
        for message in messages(folder / language / "LC_MESSAGES" / "django.po"):
            meanings.setdefault(message.key, {})[message.said] = folder.parent.name
    assert {key: said for key, said in meanings.items() if len(said) > 1} == {}


_SYNONYMS = {"Permissions", "%(full_result_count)s total", "History", "Log in", "Log out", "Page not found",
             "Change password", "Set password", "Filter", "Show all", "Save", "Remove", "active"}  # fmt: skip
"""Messages of Django's admin that we say otherwise and mean."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_changes_the_meaning_of_one_of_djangos_admin(language: str) -> None:
    """Compare our messages with Django's, because ours are used in the admin, too."""
    django_said: dict[str, str] = {}
    for app in ("admin", "auth"):
        path = f"django/contrib/{app}/locale/{language}/LC_MESSAGES/django.mo"
        with (Path(site_packages()["purelib"]) / path).open("rb") as file:
            django_said |= gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    ours = {
        each.key: each.said[0] for path in folders() for each in messages(path / language / "LC_MESSAGES" / "django.po")
    }
    changed = {key for key, said in ours.items() if django_said.get(key, said).casefold() != said.casefold()}
    assert changed <= _SYNONYMS


@pytest.mark.parametrize("path", [path for path in CATALOGUES if str(path.id).endswith("fr")])
def test_french_signs_keep_to_the_word_before_them(path: Path) -> None:
    for message in messages(path):
        for said in message.said:
            text = re.sub(r"https?://\S+|%\(\w+\)[sd]:00|seed:|: 4: 5 3", "", said)
            assert not re.search(r"(?<![\u00a0])[;!?»](?!\w)| [:;!?»]|« |[^\s\u00a0]:(?=\s|$)", text), said


def test_no_template_writes_a_colon_of_its_own_after_a_word_that_is_translated() -> None:
    for path in [*ROOT.glob("templates/**/*.html"), *ROOT.glob("apps/**/templates/**/*.html")]:
        text = re.sub(r"{% blocktrans.*?{% endblocktrans\w* %}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        found = re.search(r"[^\n]*(?:[%}]}|</b>|sr-only\">):(?: |\n|$)[^\n]*", text)
        assert not found, f"{path.relative_to(ROOT)}: {found[0]}"


@pytest.mark.parametrize("path", CATALOGUES)
def test_a_catalogue_does_not_change_with_the_hour_or_the_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "Date:" not in text
    assert "#: /" not in text
    assert not re.search(r"^#: .*:\d", text, re.MULTILINE), "line numbers change with every edit"


@pytest.mark.parametrize("slug", load_games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_game_declares_is_marked_for_translation(slug: str, language: str) -> None:
    game = load_games()[slug]
    held = {message.key for message in messages(ROOT / f"apps/games/{slug}/locale/{language}/LC_MESSAGES/django.po")}
    assert game.meta.title in held
    assert set(game.meta.questions) == set(next(iter(game.meta.paces.values())))
    assert set(game.meta.questions.values()) <= held
    for field in inspect.type_info(game.options).fields:  # type: ignore[attr-defined]
        words = field.type.extra_json_schema
        if not (field.type.extra or {}).get("former"):  # Else it is in no form.
            assert {words["title"], words["description"]} <= held, field.name


def test_a_game_is_called_by_its_name_in_each_language() -> None:
    titles = {}
    for language in ("en", *LANGUAGES):
        with translation.override(language):
            titles[language] = translation.gettext(load_games()["fuse"].meta.title)
    assert titles == {"en": "Fuse", "de": "Lunte", "fr": "Fuse"}


# -- The pages ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def match(ada: Any, ben: Any) -> str:
    """Return the address of a running match."""
    rules = load_games()["fuse"]
    people = [play.Sitter(player=ada.pk), play.Sitter(player=ben.pk), play.Sitter(bot=True)]
    pace = rules.meta.paces["daily"]
    code = play.start_match(game="fuse", setup=rules.setup(3), pace=pace, seats=people, now=timezone.now())
    return f"/m/{code}/"


@pytest.mark.parametrize(("language", "said"), [("de", "Du wurdest abgemeldet"), ("fr", "Vous avez été déconnecté")])
def test_a_refusal_is_said_in_the_readers_language(client: Client, match: str, language: str, said: str) -> None:
    answer = client.post(f"{match}answer/", {"type": "bomb"}, headers={"accept-language": language})
    assert answer.status_code == 401
    assert said in answer.content.decode()


def test_the_same_sentence_of_the_story_is_told_to_each_reader_in_their_own_language(
    client: Client, match: str
) -> None:
    for language, said in (("en", "seven cards"), ("de", "sieben Karten"), ("fr", "sept cartes"), ("en", "seven")):
        page = client.get(match, headers={"accept-language": language}).content.decode()
        assert said in page.partition('id="story"')[2]


def test_django_and_allauth_speak_the_language_too(client: Client, db: None) -> None:
    answer = client.post("/accounts/login/", {"login": "nobody", "password": "x"}, headers={"accept-language": "de"})
    form = answer.content.decode().partition("<main")[2]
    assert "Passwort" in form
    assert 'class="errorlist' in form
    assert "you specified" not in form


# -- The choice --------------------------------------------------------------------------------------------------------


def test_a_language_is_chosen_with_a_plain_form_and_remembered(db: None) -> None:
    browser = Client(enforce_csrf_checks=True)
    page = browser.get("/games/fuse/").content.decode()
    assert '<html lang="en"' in page
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.partition('<footer class="languages">')[2])
    assert token
    choice = {"language": "de", "csrfmiddlewaretoken": token[1]}
    chosen = browser.post("/i18n/setlang/", choice, headers={"referer": "http://testserver/games/fuse/"})
    assert (chosen.status_code, chosen["Location"]) == (302, "http://testserver/games/fuse/")
    cookie = chosen.cookies["django_language"]
    assert (cookie["samesite"], cookie["max-age"]) == ("Lax", 365 * 24 * 3600)
    german = browser.get("/games/fuse/", headers={"accept-language": "fr"}).content.decode()
    assert '<html lang="de"' in german
    assert "<h1>Lunte</h1>" in german


def test_a_language_is_not_chosen_for_somebody_by_a_foreign_page(db: None) -> None:
    browser = Client(enforce_csrf_checks=True)
    assert browser.post("/i18n/setlang/", {"language": "de"}).status_code == 403


def test_after_a_page_that_answered_a_form_the_choice_leads_to_a_page_one_can_get(client: Client, match: str) -> None:
    refused = client.post(f"{match}answer/", {"type": "bomb"}).content.decode()
    assert '<input type="hidden" name="next" value="/">' in refused.partition('<footer class="languages">')[2]
