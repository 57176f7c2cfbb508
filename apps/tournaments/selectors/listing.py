"""The lists of tournaments: those one can enter, those that run, those to come, and those that were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec
from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from apps.games import catalogue
from apps.tournaments.formats.plan import Plan
from apps.tournaments.models import Entry, Round, Series, Tournament
from apps.tournaments.selectors.teams import entries_of
from apps.tournaments.selectors.trophies import tournaments as trophies
from apps.tournaments.selectors.trophies.tournaments import Winner
from apps.tournaments.wording import formats

A_PAGE: Final = 20
A_FEW: Final = 5
"""Past ones of a circle, and those of a day."""
MOST: Final = 200
"""Tournaments that are not over; more nobody looks through."""

Status = Tournament.Status


@dataclass(frozen=True)
class TournamentRow:
    """One tournament of a list."""

    tournament: Tournament
    title: str
    """Of its game."""
    formats: str
    at: datetime
    """When it was over or began, or will."""
    taken: int
    """How many take part, or took part."""
    round: int
    """How many were published."""
    mine: bool
    winners: tuple[Winner, ...]
    """Who won it, once that is known."""


@dataclass(frozen=True)
class Lists:
    """What the page of all tournaments shows."""

    open: tuple[TournamentRow, ...]
    running: tuple[TournamentRow, ...]
    coming: tuple[TournamentRow, ...]
    past: tuple[TournamentRow, ...]
    page: Page[Tournament]


def lists(*, game: str, reader: int | None, page: str | None) -> Lists:
    """Everything public, and what the reader takes part in; only of one game, if one is named."""
    found = _found(game, reader)
    ended = (Status.OVER, Status.CANCELLED)
    past = found.filter(status__in=ended).order_by(Coalesce("over_at", "begins_at").desc(), "-pk")
    old = Paginator(past, A_PAGE).get_page(page)
    shown = [*found.exclude(status__in=ended).order_by("begins_at")[:MOST], *old]
    left = _left(shown)
    won = trophies.winners(shown)
    rows = [_row(tournament, left[tournament.pk], won.get(tournament.pk, ())) for tournament in shown]
    return Lists(
        open=tuple(row for row in rows if row.tournament.status == Status.OPEN),
        running=tuple(row for row in rows if row.tournament.live),
        coming=tuple(row for row in rows if row.tournament.status in (Status.ANNOUNCED, Status.CLOSED)),
        past=tuple(row for row in rows if row.tournament.ended),
        page=old,
    )


def of_a_day(*, reader: int | None, until: datetime) -> tuple[TournamentRow, ...]:
    """The few that run or begin by then: those in which the reader takes part, then those that began or begin last."""
    coming = Q(status__in=(Status.ANNOUNCED, Status.OPEN, Status.CLOSED), starts_at__lte=until)
    found = _found("", reader).filter(Q(status__in=(Status.RUNNING, Status.PAUSED)) | coming)
    shown = found.order_by(F("mine").desc(), "-starts_at", "-pk")[:A_FEW]
    left = _left(shown)
    return tuple(_row(tournament, left[tournament.pk], ()) for tournament in shown)


def series() -> QuerySet[Series]:
    """All of which a tournament is public, the newest first."""
    of_it = public().filter(series=OuterRef("pk")).order_by()
    return Series.objects.filter(Exists(of_it)).order_by("-pk")


def of_circle(circle: str, *, reader: int | None) -> tuple[TournamentRow, ...]:
    """Tournaments for some people alone, as one of them finds them: those that go on or come, then the latest past."""
    found = _annotated(announced().filter(circle=circle, game__in=list(catalogue())), reader)
    ended = (Status.OVER, Status.CANCELLED)
    past = found.filter(status__in=ended).order_by(Coalesce("over_at", "begins_at").desc(), "-pk")
    shown = [*found.exclude(status__in=ended).order_by("begins_at")[:MOST], *past[:A_FEW]]
    left, won = _left(shown), trophies.winners(shown)
    return tuple(_row(tournament, left[tournament.pk], won.get(tournament.pk, ())) for tournament in shown)


def public() -> QuerySet[Tournament]:
    """All that were announced to everybody, the newest first."""
    return announced().filter(listed=True).order_by("-pk")


def announced() -> QuerySet[Tournament]:
    """All that may be seen by whoever knows their address."""
    return Tournament.objects.exclude(status=Status.DRAFT)


def _left(tournaments: Iterable[Tournament]) -> Counter[int]:
    """How many played in each of these, by its key, and are out by now: they took part, too."""
    begun = [tournament.pk for tournament in tournaments if tournament.started_at is not None]
    out = set(Entry.objects.filter(tournament__in=begun, state=Entry.State.OUT).values_list("tournament", "number"))
    if not out:
        return Counter()
    rounds = Round.objects.filter(tournament__in={key for key, _number in out}).exclude(state=Round.State.PROPOSED)
    played = {(key, number) for key, field in rounds.values_list("tournament", "field") for number in field}
    return Counter(key for key, _number in out & played)


def _found(game: str, reader: int | None) -> QuerySet[Tournament]:
    found = announced().filter(game__in=[game] if game else list(catalogue()))
    return _annotated(found, reader).filter(
        Q(listed=True, division__isnull=True) | Q(mine=True)
    )  # Leagues have a list of their own.


def _annotated(found: QuerySet[Tournament], reader: int | None) -> QuerySet[Tournament]:
    """With what a row needs."""
    entries = Entry.objects.filter(tournament=OuterRef("pk"))
    taking = entries.filter(state=Entry.State.IN).order_by().values("tournament")
    rounds = Round.objects.filter(tournament=OuterRef("pk")).exclude(state=Round.State.PROPOSED).order_by()
    mine = entries.filter(entries_of(reader)).exclude(state=Entry.State.OUT) if reader else entries.none()
    return found.annotate(
        mine=Exists(mine),
        taken=Subquery(taking.annotate(count=Count("pk")).values("count")),
        round=Subquery(rounds.values("tournament").annotate(last=Max("number")).values("last")),
    )


def _row(tournament: Tournament, left: int, winners: tuple[Winner, ...]) -> TournamentRow:
    last = getattr(tournament, "round", None)
    return TournamentRow(
        tournament=tournament,
        title=_(catalogue()[tournament.game].meta.title),
        formats=formats.formats(msgspec.convert(tournament.plan, Plan)),
        at=tournament.over_at or tournament.begins_at,
        taken=(getattr(tournament, "taken", None) or 0) + left,
        round=0 if last is None else last + 1,
        mine=bool(getattr(tournament, "mine", False)),
        winners=winners,
    )
