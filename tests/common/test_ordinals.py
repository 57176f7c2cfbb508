"""Tests of places as ordinals in each language."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.utils import translation

from apps.common.ordinals import format_ordinal


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th", "512th"]),
        ("de", ["1.", "2.", "3.", "4.", "11.", "12.", "13.", "21.", "22.", "101.", "111.", "512."]),
        ("fr", ["1er", "2e", "3e", "4e", "11e", "12e", "13e", "21e", "22e", "101e", "111e", "512e"]),
    ],
)
def test_an_ordinal_is_written_as_each_language_writes_it(language: str, written: list[str]) -> None:
    with translation.override(language):
        assert [format_ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111, 512)] == written


def test_a_regional_language_is_written_as_its_language() -> None:
    with translation.override("en-gb"):
        assert format_ordinal(2) == "2nd"


def test_templates_have_a_filter() -> None:
    assert Template("{% load numbers %}{{ place|ordinal }}").render(Context({"place": 3})) == "3rd"
