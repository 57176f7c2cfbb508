"""Parts that the admin pages of several apps share."""

# Django passes its hooks more arguments than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from apps.games import load_games

UNTRANSLATED_DJANGO_TEXTS = (gettext_noop("Run"), gettext_noop("- Select an option -"))
"""Texts that Django 6.1 shows in English to Germans, named here so that they get our translation."""


@dataclass(frozen=True)
class WaitingPerson:
    """Someone for whom a table is waiting."""

    name: str
    face: str
    """The value that the face is drawn from."""


@dataclass(frozen=True)
class WaitingLine:
    """Something waiting for the reader of the admin's first page, and the action it needs."""

    what: str
    deed: str
    """The text of the link."""
    address: str
    about: str = ""
    until: datetime | None = None
    """The time when it happens without them, or is too late."""
    people: tuple[WaitingPerson, ...] = ()
    since: datetime | None = None
    """Since when these people hold it up."""

    @property
    def names(self) -> str:
        return ", ".join(person.name for person in self.people)


@dataclass(frozen=True)
class WaitingGroup:
    """Waiting things of one kind, the most urgent first."""

    title: str
    lines: tuple[WaitingLine, ...]
    more: int = 0
    """The number of waiting things not shown."""


class GameFilter(admin.SimpleListFilter):
    """A filter by game, with the usual titles."""

    title = gettext_lazy("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(slug, _(game.meta.title)) for slug, game in load_games().items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(game=self.value()) if self.value() else queryset


def list_rows_to_delete(
    rows: Iterable[Model], *, of: admin.ModelAdmin, asked: HttpRequest
) -> tuple[Any, Any, Any, Any]:
    """Return what Django's page lists before deleting rows of one kind, without their dependent rows.

    Those are deleted, too, but no one ever saw them as rows, and they have no names that people know.
    """
    gone = [str(row) for row in rows]
    lacking = set() if of.has_delete_permission(asked) else {of.opts.verbose_name}
    return gone, {of.opts.verbose_name_plural: len(gone)}, lacking, []
