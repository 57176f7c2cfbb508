"""Tests of rules for every template on any page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
TEMPLATES = sorted(path for folder in ("templates", "apps", "tests") for path in (HOUSE / folder).rglob("*.html"))
BUTTON = re.compile(r"<button\b[^>]*>")
FORM = re.compile(r"(<form\b.*?>)(.*?)</form>", re.DOTALL)
AGAIN = re.compile(r'hx-trigger="[^"]*\bevery\b[^"]*"[^<]*')
TAG = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
PERSON = re.compile(
    r"{{ (?:[a-z_]+\.)*(?:curve|each|face|found|line|member|person|player|profile|row|seat|term|user|who|winner)"
    r"\.(?:name|username) }}|{{ move\.who }}|{{ row\.moment\.who }}"
)
THINGS = {
    "api/about.html",
    "clubs/row.html",
    "puzzles/choices.html",
    "tournaments/list.html",
    "tournaments/list_row.html",
    "tournaments/standing_in.html",
}
"""Templates whose rows aren't people."""


@pytest.mark.once
def test_a_button_of_a_form_elsewhere_says_that_it_submits() -> None:
    """Check the type of these buttons, by which htmx listens to them.

    Other buttons work only inside a form, so what they send would be lost.
    """
    buttons = [(path, button) for path in TEMPLATES for button in BUTTON.findall(path.read_text())]
    outside = [(path, button) for path, button in buttons if " form=" in " ".join(button.split())]
    assert len(outside) > 3
    assert [path.name for path, button in outside if 'type="submit"' not in button] == []


@pytest.mark.once
def test_what_asks_again_and_again_leaves_the_page_alone_when_it_is_refused() -> None:
    """Check that a refused poll changes nothing. Its reader has requested nothing and could be writing a message."""
    asking = [(path.name, part) for path in TEMPLATES for part in AGAIN.findall(path.read_text())]
    assert len(asking) > 5
    assert [name for name, part in asking if "data-by-itself" not in part] == []


@pytest.mark.once
def test_a_form_of_settings_shows_what_is_saved_even_after_firefox_loads_it_again() -> None:
    """Check that forms forbid Firefox to restore unsaved choices. A note keeps its typed text."""
    forms = [(path.name, *form) for path in TEMPLATES for form in FORM.findall(path.read_text())]
    saving = {(name, start) for name, start, rest in forms if '{% translate "Save" %}' in rest}
    assert len(saving) > 8
    assert {name for name, start in saving if 'autocomplete="off"' not in start} == {"bookmark.html", "note.html"}


@pytest.mark.once
def test_browsers_translate_no_name_of_a_player() -> None:
    """Check names outside of sentences, in which a translation of the words around the name matters more."""
    pages = {str(path.relative_to(HOUSE / "templates")): path for path in (HOUSE / "templates").rglob("*.html")}
    pages |= {str(path.relative_to(HOUSE)): path for path in (HOUSE / "apps/games").rglob("*.html")}
    shown = [
        (name, found.group(), text[: found.start()])
        for name, path in pages.items()
        if name not in THINGS and (not name.startswith("admin/") or name.startswith("admin/tournaments/tournament/"))
        for text in [path.read_text()]
        for found in PERSON.finditer(text)
    ]
    assert len(shown) > 30
    wrong = [(name, person) for name, person, before in shown if _in_text(before) and not _untranslated(before)]
    assert wrong == []


def _in_text(before: str) -> bool:
    """Return whether what follows is in the page's text, and not in a tag, a sentence or the title."""
    bare = TAG.sub("", before)
    in_sentence = before.rfind("{% blocktranslate") > before.rfind("{% endblocktranslate")
    in_title = before.rfind("{% block title %}") > before.rfind("{% endblock title %}")
    return bare.rfind("<") < bare.rfind(">") and not in_sentence and not in_title


def _untranslated(before: str) -> bool:
    tag = before[before.rfind("<") :]
    return 'translate="no"' in tag or "notranslate" in tag
