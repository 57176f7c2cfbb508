"""Names that look alike, and the scripts a name can mix, by the skeletons and script rules of Unicode TR 39."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final
from unicodedata import normalize

from confusable_homoglyphs.categories import alias

COMBINED_SCRIPTS: Final = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
"""Scripts that people do combine (“highly restrictive”), which are Japanese, Chinese and Korean, each with Latin."""

_DIRECTION_MARK: Final = "\u200e"
"""The mark around right-to-left letters in the tables, which isn't part of them."""


@lru_cache(maxsize=4096)
def compute_skeleton(name: str) -> str:
    """Return what all names that look like this one have in common, ignoring case."""
    return _replace_by_prototypes(_replace_by_prototypes(name).lower())


def list_skeletons(name: str) -> frozenset[str]:
    """Return the skeletons to search for a name. A capital i looks like an l, but in lower case it's the same name."""
    known = _load_prototypes()
    as_i = "".join("i" if letter.isupper() and known.get(letter) == "l" else letter for letter in name)
    as_l = "".join("l" if not letter.isascii() and known.get(letter) == "i" else letter for letter in name)
    return frozenset(map(compute_skeleton, (name, as_i, as_l)))


def has_mixed_scripts(name: str) -> bool:
    """Check whether its letters are from scripts that are never combined in a word."""
    scripts = {alias(letter) for letter in name} - {"COMMON", "INHERITED"}
    return len(scripts) > 1 and not any(scripts <= together for together in COMBINED_SCRIPTS)


def _replace_by_prototypes(name: str) -> str:
    known = _load_prototypes()
    return normalize("NFD", "".join(known.get(letter, letter) for letter in normalize("NFD", name)))


@cache
def _load_prototypes() -> Mapping[str, str]:
    """Return the prototype of each letter, the one character for all that look like it.

    The tables name each pair in both directions. The prototype is what several resemble or has more than one letter. If
    only two resemble each other, it's the first.
    """
    # A megabyte, read when a name is first chosen.
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415

    alike = {
        _strip_direction_marks(one): [_strip_direction_marks(other["c"]) for other in others]
        for one, others in confusables_data.items()
    }
    found = {}
    for one, (first, *more) in alike.items():
        if not more and len(one) == 1 and (len(first) != 1 or len(alike[first]) > 1 or first < one):
            found[one] = first
    return found


def _strip_direction_marks(letters: str) -> str:
    return letters.replace(_DIRECTION_MARK, "") if len(letters) > 1 else letters
