"""The fields of a posted form as nested words, which `kernel.forms` turns into an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.http import QueryDict

SITE_FIELDS: Final = frozenset({"csrfmiddlewaretoken", "reader"})
"""Fields of every form that the site reads: the reader's token, and for whom the page was made."""

CHOICE_FIELD: Final = "choice"
"""The name of a button that sends several words at once, as a query string: `type=lay&card=12`."""


def parse_form_words(fields: Mapping[str, object]) -> dict[str, object]:
    """Return the words of a form as nested values. Empty fields are left out.

    `only.at_least` becomes `{"only": {"at_least": …}}`. One form can hold a whole question, with its answers as
    buttons. The pressed button's words replace fields of the same name.
    """
    words: dict[str, object] = {}
    chosen = QueryDict(str(fields.get(CHOICE_FIELD, ""))).dict()
    for name, typed in {**dict(fields.items()), **chosen}.items():
        word = _normalise_word(str(typed))
        if word and name not in SITE_FIELDS and name != CHOICE_FIELD:
            _insert_word(words, name, word)
    return words


def _normalise_word(typed: str) -> str:
    """Strip spaces and leading zeros. Browsers send a number as it was typed: 05."""
    word = typed.strip()
    return word.lstrip("0") or "0" if word.isascii() and word.isdigit() else word


def _insert_word(words: dict[str, object], name: str, word: str) -> None:
    *path, last = name.split(".", 2)  # A deeper name is one that no game knows.
    inner: object = words
    for step in path:
        inner = inner.setdefault(step, {}) if isinstance(inner, dict) else None
    if isinstance(inner, dict) and not isinstance(inner.get(last), dict):
        inner[last] = word
    else:
        words[f"{name}."] = word  # Both `card` and `card.x` were sent: an invalid word that mustn't be ignored.
