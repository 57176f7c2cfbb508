"""`{% each "fuse/held.html" board.hand beside=board.silence %}`: many small pictures, each drawn once per language.

A table is mostly the same few cards and people again and again. The template sees `it` (one of the values), `also`
(its companion from a second series) and `beside` (what was given along for all), and nothing else: equal values have
equal pictures, so a picture can be kept.
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
    name: str, values: Iterable[Hashable], *, also: Iterable[Hashable] | None = None, beside: Hashable = None
) -> SafeString:
    """Template `name` for every value, one after the other; values must be frozen."""
    language = get_language()
    pairs = zip(values, repeat(None) if also is None else also, strict=False)
    return mark_safe("".join([_drawn(language, name, it, its, beside) for it, its in pairs]))  # noqa: S308 -- templates


@lru_cache(maxsize=8192, typed=True)  # 1 equals True, but does not look like it.
def _drawn(language: str | None, name: str, it: Hashable, also: Hashable, beside: Hashable) -> SafeString:
    page: Any = get_template(name)
    return SafeString(page.render({"it": it, "also": also, "beside": beside}))
