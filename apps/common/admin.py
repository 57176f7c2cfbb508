"""Parts that the admin pages of several apps share."""

# Django passes its hooks more arguments than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from math import inf
from typing import TypeAlias

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
class WaitingDeed:
    """An action for something that is waiting: a button that does it at once, or a link to where it's done."""

    text: str
    address: str
    version: str | None = None
    """What a button sends, so that a second click, or one on an old page, does nothing; None for a link."""


@dataclass(frozen=True)
class WaitingLine:
    """Something waiting for the reader of the admin's first page, and the actions for it."""

    what: str
    deeds: tuple[WaitingDeed, ...]
    path: str = ""
    """Where to read more about it, if anywhere."""
    about: str = ""
    until: datetime | None = None
    """The time when it happens without them, or is too late."""
    open_since: datetime | None = None
    """Since when it has been waiting for them, if it has no such time."""
    people: tuple[WaitingPerson, ...] = ()
    since: datetime | None = None
    """Since when these people hold it up."""

    @property
    def urgency(self) -> float:
        """Return the time at which it is or was due, in seconds; things without one come last."""
        at = self.until or self.open_since
        return at.timestamp() if at else inf

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


@dataclass(frozen=True)
class WaitingList:
    """Everything that is waiting, of all kinds."""

    lines: tuple[WaitingLine, ...]
    """The most urgent first."""
    more: int
    """The number of waiting things not shown."""


def merge_waiting_groups(groups: Iterable[WaitingGroup]) -> WaitingList:
    """Return waiting things of all kinds as one list."""
    every = list(groups)
    lines = sorted((line for group in every for line in group.lines), key=lambda line: line.urgency)
    return WaitingList(tuple(lines), sum(group.more for group in every))


class GameFilter(admin.SimpleListFilter):
    """A filter by game, with the usual titles."""

    title = gettext_lazy("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [(slug, _(game.meta.title)) for slug, game in load_games().items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        return queryset.filter(game=self.value()) if self.value() else queryset


DeletedRows: TypeAlias = tuple[list[str], dict[str, int], set[str], list[str]]
"""Names, numbers by kind, kinds the user can't delete, and protected rows, as `get_deleted_objects` returns them."""


def list_rows_to_delete(rows: Iterable[Model], *, of: admin.ModelAdmin, asked: HttpRequest) -> DeletedRows:
    """Return what Django's page lists before deleting rows of one kind, without their dependent rows.

    Those are deleted, too, but no one ever saw them as rows, and they have no names that people know.
    """
    gone = [str(row) for row in rows]
    lacking = set() if of.has_delete_permission(asked) else {str(of.opts.verbose_name)}
    return gone, {str(of.opts.verbose_name_plural): len(gone)}, lacking, []
