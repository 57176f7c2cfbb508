"""Finds texts of pages that stay English in another language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html.parser import HTMLParser
from zlib import crc32

from django.utils import translation
from django.utils.dates import MONTHS

from apps.matches.models import Match
from apps.matches.selectors import match_view
from apps.webhooks.models import Shape
from tests.config.catalogues import LANGUAGES, folders, messages
from tests.config.sights import Sights

NAMES = (
    "ada", "ben", "cleo", "dora", "Slow Fuse", "English", "Deutsch", "Français",
    *match_view.SEAT_BOT_NAMES, *Match.BotStrength.labels, *Shape.labels,
)  # fmt: skip


def left(sights: Sights, name: str, paths: Iterable[str]) -> list[tuple[str, str]]:
    """Return texts that are the same in English and in another language, though not all of their words are.

    Each comes with the other language. One language per page is enough, and it is chosen at random. Marked texts are
    translated into all languages (`test_languages`), and unmarked ones are English in any. Addresses without a page for
    this reader are skipped.
    """
    found: set[tuple[str, str]] = set()
    for path in paths:
        if in_english := set(_texts(_page(sights, name, path, "en"))):
            language = LANGUAGES[crc32(f"{name} {path}".encode()) % len(LANGUAGES)]
            same = in_english & set(_texts(_page(sights, name, path, language)))
            found |= {(language, text) for text in same - _otherwise(language) if _words(text) - _alike(language)}
    return sorted(found)


@cache
def _otherwise(language: str) -> frozenset[str]:
    """Return translations of other messages.

    For example, the button "Start" is English, and "Start" for the home page is German.
    """
    every = [each for folder in folders() for each in messages(folder / language / "LC_MESSAGES" / "django.po")]
    return frozenset(said for each in every for said in each.said if each.source not in (said, ""))


def _page(sights: Sights, name: str, path: str, language: str) -> str:
    sight = sights.of(name, path, language)
    page = sight.page if sight.status == 200 else ""
    assert not page or f'<html lang="{language}"' in page, path
    return page


@cache
def _alike(language: str) -> frozenset[str]:
    """Return names, and words that translators left the same as in English."""
    every = [each for folder in folders() for each in messages(folder / language / "LC_MESSAGES" / "django.po")]
    pairs = [
        (text, said) for each in every for text, said in ((each.source, each.said[0]), (each.plural, each.said[-1]))
    ]
    same = {text for text, said in pairs if text.lower().split() == said.lower().split()}  # with any white space
    return frozenset().union(*map(_words, (*same, *NAMES, *(_months("en") & _months(language)))))


def _months(language: str) -> set[str]:
    with translation.override(language):
        return set(map(str, MONTHS.values()))


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{2,}", text.lower()))


def _texts(page: str) -> list[str]:
    reader = _Reader()
    reader.feed(page)
    return [part for text in reader.texts for part in " ".join(text.split()).split(" · ") if part]


class _Reader(HTMLParser):
    """Collects the texts and labels that a reader sees or hears, without codes, times, zones or scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        zones = tag == "select" and ("name", "time_zone") in attrs
        english = tag == "dd" and ("lang", "en") in attrs  # It's marked as English: a description for programmers.
        if zones or english or tag in ("code", "script", "style", "time"):
            self.inside.append(tag)
        self.texts += [value for name, value in attrs if value and name in ("aria-label", "alt", "placeholder")]

    def handle_endtag(self, tag: str) -> None:
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.texts.append(data)
