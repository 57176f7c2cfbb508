"""Which names look alike, and which letters one name may mix: skeletons and script rules of Unicode TR 39."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final
from unicodedata import normalize

from confusable_homoglyphs.categories import alias

TOGETHER: Final = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
"""Scripts that people do write together (“highly restrictive”): Japanese, Chinese, Korean, each with Latin."""

_DIRECTION: Final = "\u200e"
"""Stands around letters that are written from right to left in the tables, and is no part of them."""


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """What everything has in common that looks like this name, written large or small."""
    return _prototyped(_prototyped(name).lower())


def skeletons(name: str) -> frozenset[str]:
    """The skeletons a name is looked for by: a capital i looks like an l, and is the same name with a small i."""
    known = _prototypes()
    as_i = "".join("i" if letter.isupper() and known.get(letter) == "l" else letter for letter in name)
    as_l = "".join("l" if not letter.isascii() and known.get(letter) == "i" else letter for letter in name)
    return frozenset(map(skeleton, (name, as_i, as_l)))


def mixed(name: str) -> bool:
    """Whether its letters are of scripts nobody writes in one word."""
    scripts = {alias(letter) for letter in name} - {"COMMON", "INHERITED"}
    return len(scripts) > 1 and not any(scripts <= together for together in TOGETHER)


def _prototyped(name: str) -> str:
    known = _prototypes()
    return normalize("NFD", "".join(known.get(letter, letter) for letter in normalize("NFD", name)))


@cache
def _prototypes() -> Mapping[str, str]:
    """Letter → what stands for all that look like it.

    The tables name each pair in both directions. Whatever several look like, or is more than one letter, is what stands
    for them; of two that look like each other only, it is the first.
    """
    # A megabyte, read when a name is first chosen.
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415

    alike = {_bare(one): [_bare(other["c"]) for other in others] for one, others in confusables_data.items()}
    found = {}
    for one, (first, *more) in alike.items():
        if not more and len(one) == 1 and (len(first) != 1 or len(alike[first]) > 1 or first < one):
            found[one] = first
    return found


def _bare(letters: str) -> str:
    return letters.replace(_DIRECTION, "") if len(letters) > 1 else letters
