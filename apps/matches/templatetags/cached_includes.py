"""`{% each "kobolds/plate.html" sight.people also=board.plates %}`: many small pictures, each drawn once per language.

A table is mostly the same few cards and people again and again. The template sees `it` (one of the values), `also`
(its companion from a second series) and what was given along for all by name, and nothing else: equal values have equal
pictures, so a picture can be kept.
"""

# The language is a part of what a drawn template is remembered by, though only the template looks at it.
# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from itertools import repeat
from typing import Any

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def each(
    name: str,
    values: Iterable[Hashable],
    *,
    also: Iterable[Hashable] | None = None,
    **given: Hashable,
) -> SafeString:
    """Template `name` for every value, one after the other; values must be frozen."""
    language, along, kinds = get_language(), tuple(given.items()), tuple(map(type, given.values()))
    pairs = zip(values, repeat(None) if also is None else also, strict=False)
    return mark_safe("".join([_drawn(language, name, it, its, along, kinds) for it, its in pairs]))  # noqa: S308


@lru_cache(maxsize=8192, typed=True)  # 1 equals True, but does not look like it.
def _drawn(
    language: str | None,
    name: str,
    it: Hashable,
    also: Hashable,
    along: tuple[tuple[str, Hashable], ...],
    kinds: tuple[type, ...],
) -> SafeString:
    page: Any = get_template(name)
    return SafeString(page.render({"it": it, "also": also, **dict(along)}))
