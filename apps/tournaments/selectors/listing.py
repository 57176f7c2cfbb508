"""The lists of tournaments: open, running, coming and past."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec
from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from apps.games import load_games
from apps.tournaments.formats.plan import Plan
from apps.tournaments.models import Entry, Round, Series, Tournament
from apps.tournaments.selectors.teams import entries_of
from apps.tournaments.selectors.trophies.tournaments import Winner, find_tournament_winners
from apps.tournaments.wording import formats

TOURNAMENTS_PER_PAGE: Final = 20
SHORT_LIST_SIZE: Final = 5
"""The maximum number of a club's past tournaments, and of those of a day."""
MAX_UNFINISHED: Final = 200
"""The maximum number of unfinished tournaments. No one looks through more."""

Status = Tournament.Status


@dataclass(frozen=True)
class TournamentRow:
    """A tournament in a list."""

    tournament: Tournament
    title: str
    """The title of its game."""
    formats: str
    at: datetime
    """The time of its end or, until then, of its start."""
    taken: int
    """The number of present or former entrants."""
    round: int
    """The number of published rounds."""
    mine: bool
    joinable: bool
    """Whether one tap is enough to register: alone, with places free, and without conditions."""
    winners: tuple[Winner, ...]
    """The winners, once they are known."""


@dataclass(frozen=True)
class Lists:
    """The lists on the page of all tournaments."""

    open: tuple[TournamentRow, ...]
    running: tuple[TournamentRow, ...]
    coming: tuple[TournamentRow, ...]
    past: tuple[TournamentRow, ...]
    page: Page[Tournament]


def build_tournament_lists(*, game: str, reader: int | None, page: str | None) -> Lists:
    """Return everything public and everything the reader has entered, of one game if `game` is given."""
    found = _find_visible_tournaments(game, reader)
    ended = (Status.OVER, Status.CANCELLED)
    past = found.filter(status__in=ended).order_by(Coalesce("over_at", "begins_at").desc(), "-pk")
    old = Paginator(past, TOURNAMENTS_PER_PAGE).get_page(page)
    shown = [*found.exclude(status__in=ended).order_by("begins_at")[:MAX_UNFINISHED], *old]
    left = _count_former_entrants(shown)
    won = find_tournament_winners(shown)
    rows = [_build_tournament_row(tournament, left[tournament.pk], won.get(tournament.pk, ())) for tournament in shown]
    return Lists(
        open=tuple(row for row in rows if row.tournament.status == Status.OPEN),
        running=tuple(row for row in rows if row.tournament.live),
        coming=tuple(row for row in rows if row.tournament.status in (Status.ANNOUNCED, Status.CLOSED)),
        past=tuple(row for row in rows if row.tournament.ended),
        page=old,
    )


def list_tournaments_until(*, reader: int | None, until: datetime) -> tuple[TournamentRow, ...]:
    """Return a few that are running or start by then: first the reader's own, then the latest."""
    coming = Q(status__in=(Status.ANNOUNCED, Status.OPEN, Status.CLOSED), starts_at__lte=until)
    found = _find_visible_tournaments("", reader).filter(Q(status__in=(Status.RUNNING, Status.PAUSED)) | coming)
    shown = found.order_by(F("mine").desc(), "-starts_at", "-pk")[:SHORT_LIST_SIZE]
    left = _count_former_entrants(shown)
    return tuple(_build_tournament_row(tournament, left[tournament.pk], ()) for tournament in shown)


def find_next_open_tournament(game: str, *, reader: int | None) -> TournamentRow | None:
    """Return the tournament open for registration that starts soonest, of this game if there is one."""
    others = Case(When(game=game, then=0), default=1)
    found = _find_visible_tournaments("", reader).filter(status=Status.OPEN).order_by(others, "begins_at").first()
    return None if found is None else _build_tournament_row(found, 0, ())


def find_public_series() -> QuerySet[Series]:
    """Return all series with a public tournament, the newest first."""
    of_it = find_public_tournaments().filter(series=OuterRef("pk")).order_by()
    return Series.objects.filter(Exists(of_it)).order_by("-pk")


def list_circle_tournaments(circle: str, *, reader: int | None) -> tuple[TournamentRow, ...]:
    """Return a club's tournaments as a member sees them: unfinished ones, then the latest past ones."""
    found = _annotate_row_values(
        find_announced_tournaments().filter(circle=circle, game__in=list(load_games())), reader
    )
    ended = (Status.OVER, Status.CANCELLED)
    past = found.filter(status__in=ended).order_by(Coalesce("over_at", "begins_at").desc(), "-pk")
    shown = [*found.exclude(status__in=ended).order_by("begins_at")[:MAX_UNFINISHED], *past[:SHORT_LIST_SIZE]]
    left, won = _count_former_entrants(shown), find_tournament_winners(shown)
    return tuple(
        _build_tournament_row(tournament, left[tournament.pk], won.get(tournament.pk, ())) for tournament in shown
    )


def find_public_tournaments() -> QuerySet[Tournament]:
    """Return all publicly announced tournaments, the newest first."""
    return find_announced_tournaments().filter(listed=True).order_by("-pk")


def find_announced_tournaments() -> QuerySet[Tournament]:
    """Return all tournaments that anyone with their address can see."""
    return Tournament.objects.exclude(status=Status.DRAFT)


def _count_former_entrants(tournaments: Iterable[Tournament]) -> Counter[int]:
    """Count the entrants who played in each of these but are out, because they count as entrants, too."""
    begun = [tournament.pk for tournament in tournaments if tournament.started_at is not None]
    out = set(Entry.objects.filter(tournament__in=begun, state=Entry.State.OUT).values_list("tournament", "number"))
    if not out:
        return Counter()
    rounds = Round.objects.filter(tournament__in={key for key, _number in out}).exclude(state=Round.State.PROPOSED)
    played = {(key, number) for key, field in rounds.values_list("tournament", "field") for number in field}
    return Counter(key for key, _number in out & played)


def _find_visible_tournaments(game: str, reader: int | None) -> QuerySet[Tournament]:
    found = find_announced_tournaments().filter(game__in=[game] if game else list(load_games()))
    return _annotate_row_values(found, reader).filter(
        Q(listed=True, division__isnull=True) | Q(mine=True)
    )  # Leagues have their own list.


def _annotate_row_values(found: QuerySet[Tournament], reader: int | None) -> QuerySet[Tournament]:
    """Annotate tournaments with the values that a row needs."""
    entries = Entry.objects.filter(tournament=OuterRef("pk"))
    taking = entries.filter(state=Entry.State.IN).order_by().values("tournament")
    rounds = Round.objects.filter(tournament=OuterRef("pk")).exclude(state=Round.State.PROPOSED).order_by()
    mine = entries.filter(entries_of(reader)).exclude(state=Entry.State.OUT) if reader else entries.none()
    return found.annotate(
        mine=Exists(mine),
        taken=Subquery(taking.annotate(count=Count("pk")).values("count")),
        round=Subquery(rounds.values("tournament").annotate(last=Max("number")).values("last")),
    )


def _build_tournament_row(tournament: Tournament, left: int, winners: tuple[Winner, ...]) -> TournamentRow:
    last, plan = getattr(tournament, "round", None), msgspec.convert(tournament.plan, Plan)
    taken, mine = (getattr(tournament, "taken", None) or 0) + left, bool(getattr(tournament, "mine", False))
    free = not mine and tournament.status == Status.OPEN and taken < tournament.most
    return TournamentRow(
        tournament=tournament,
        title=_(load_games()[tournament.game].meta.title),
        formats=formats.describe_format(plan),
        at=tournament.over_at or tournament.begins_at,
        taken=taken,
        round=0 if last is None else last + 1,
        mine=mine,
        joinable=free and not plan.team and not _has_conditions(tournament),
        winners=winners,
    )


def _has_conditions(tournament: Tournament) -> bool:
    limits = (tournament.least_share, tournament.least_rating, tournament.most_rating)
    return tournament.invited_only or bool(tournament.circle) or any(limit is not None for limit in limits)
