"""What the lists of leagues, ladders and arenas have in common: a row, and a page of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

A_PAGE: Final = 50
A_FEW: Final = 12
"""On the page of a club."""


@dataclass(frozen=True)
class ListRow:
    """A league, ladder or arena."""

    game: str
    title: str
    """Of its game."""
    name: str
    path: str
    about: tuple[str, ...]
    """How far it has come, in a few words."""
    days: tuple[datetime, datetime] | None
    """From when and until when, if that was agreed."""
    mine: bool
    ended: str
    """In a word, that nothing more comes of it; empty while something may."""
    people: str
    """How many, in words."""


def page(found: QuerySet[Any], number: str | None, row: Callable[[Any], ListRow]) -> Page[ListRow]:
    """That page of them, or the nearest there is."""
    asked: Page[Any] = Paginator(found, A_PAGE).get_page(number)
    return Page([row(each) for each in asked], asked.number, asked.paginator)
