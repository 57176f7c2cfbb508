"""Tests of allowed text."""

from __future__ import annotations

import re

import pytest
from django.utils.translation import gettext

from apps.common import text_rules
from apps.common.errors import TextRefused

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    "text",
    [
        "Hello!",
        "Schöne Grüße",
        "C’est à vous",
        "<b>bold</b>",
        "https://example.com/",
        "👩‍👩‍👧 1️⃣ 🏳️‍🌈 👍🏽",
        "Tiếng Việt",
        "กี่ที่นี่",
        "שָׁלוֹם",
        "سلام‌ها",
    ],
)
def test_people_write_in_every_script_and_with_emoji(text: str) -> None:
    assert text_rules.clean_message(text) == text


def test_what_cannot_be_seen_goes_without_a_word() -> None:
    assert text_rules.clean_message("  a\u200bb\u00adc\ufeff \t d ") == "abc   d"


def test_one_spelling_is_kept() -> None:
    assert text_rules.clean_message("Gru\u0308ße") == "Grüße"


@pytest.mark.parametrize("text", ["", "   ", "\n\t\n", "\u200b", "\u3164\u2800", "\u200d"])
def test_nothing_is_no_message(text: str) -> None:
    with pytest.raises(TextRefused, match="Write something"):
        text_rules.clean_message(text)


@pytest.mark.parametrize("sign", [*"\x00\x07\x1b\x7f\u202e\u202a\u2066\u2069\u061c\ue000", "\U000e0041", "\ud800"])
def test_signs_that_disturb_are_refused(sign: str) -> None:
    for rule in (text_rules.clean_message, text_rules.clean_note):
        said = gettext("That contains characters we can’t display. Type the text instead of pasting it.")
        with pytest.raises(TextRefused, match=re.escape(said)):
            rule(f"a{sign}b")


@pytest.mark.parametrize(
    "pile", ["e\u0300\u0301\u0302\u0303\u0304", "q\u0301\u200d\u0301\u0301\u200c\u0301", "x" + "\u20dd" * 4]
)
def test_nobody_piles_up_accents(pile: str) -> None:
    with pytest.raises(TextRefused, match="accents"):
        text_rules.clean_message(pile)


def test_length_is_counted_in_characters() -> None:
    assert len(text_rules.clean_message("ü" * 500)) == 500
    said = gettext("That’s %(length)d characters long, and the maximum is %(most)d. Please shorten it.")
    with pytest.raises(TextRefused, match=re.escape(said % {"length": 501, "most": 500})):
        text_rules.clean_message("ü" * 501)
    assert len(text_rules.clean_note("ü" * 2000)) == 2000
    with pytest.raises(TextRefused, match=re.escape(said % {"length": 2001, "most": 2000})):
        text_rules.clean_note("ü" * 2001)


def test_lines_are_kept_but_not_many_and_none_empty_in_a_row() -> None:
    assert text_rules.clean_message("a\r\nb\n\n\n\n\nc\u2028d") == "a\nb\n\nc\nd"
    assert text_rules.clean_message("a\n" * 12).count("\n") == 11
    with pytest.raises(TextRefused, match="lines"):
        text_rules.clean_message("a\n" * 12 + "b")


def test_an_empty_note_is_fair() -> None:
    assert text_rules.clean_note(" \n ") == ""
