"""The common parts of the lists of leagues, ladders and arenas: a row, and a page of rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)

ROWS_PER_PAGE: Final = 50
MAX_CLUB_ROWS: Final = 12
"""The maximum number of rows on the page of a club."""


@dataclass(frozen=True)
class ListRow:
    """A league, ladder or arena."""

    game: str
    title: str
    """The title of its game."""
    name: str
    path: str
    about: tuple[str, ...]
    """Its progress in a few words."""
    days: tuple[datetime, datetime] | None
    """The start and the end, if they are fixed."""
    mine: bool
    ended: str
    """A word for its end; empty while it is active."""
    people: str
    """The number of players, in words."""


def build_list_page(found: QuerySet[M], number: str | None, row: Callable[[M], ListRow]) -> Page[ListRow]:
    """Return this page of them, or the nearest there is."""
    asked: Page[Any] = Paginator(found, ROWS_PER_PAGE).get_page(number)
    return Page([row(each) for each in asked], asked.number, asked.paginator)
