"""Open tasks of organisers: rounds to publish, tables near their end, starts without entrants, missing results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, TypeAlias, TypedDict

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from apps.matches.selectors import match_view
from apps.tournaments.models import Entry, Organiser, Pod, PodMatch, Round, Tournament

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Taking(TypedDict):
        """Values that are loaded with a tournament that starts soon besides its own columns."""

        taking: int

    Starting: TypeAlias = WithAnnotations[Tournament, Taking]

TASK_LEAD_TIME: Final = timedelta(hours=24)
"""How long before its time a task is shown."""
SHORT_ROUND_LEAD_TIME: Final = timedelta(hours=2)
"""The same for a table of a round shorter than `LONG_ROUND_HOURS`, which would otherwise be shown from its start."""
LONG_ROUND_HOURS: Final = 48
"""Hours."""
Status = Tournament.Status


def looked_after(tournaments: QuerySet[Tournament], *, player: int | None) -> QuerySet[Tournament]:
    """Leave out other players' own tournaments, which they look after on the site."""
    own = Organiser.objects.filter(player=player).values("tournament")
    return tournaments.filter(Q(hosted=False) | Q(pk__in=own))


def rounds_to_publish(tournaments: QuerySet[Tournament]) -> QuerySet[Round]:
    """Return the rounds that only an organiser can publish, the longest waiting first."""
    running = tournaments.filter(status=Status.RUNNING, by_itself=False)
    found = Round.objects.filter(state=Round.State.PROPOSED, tournament__in=running)
    return found.select_related("tournament").order_by("proposed_at", "pk")


def tables_near_their_end(tournaments: QuerySet[Tournament], *, now: datetime) -> QuerySet[Pod]:
    """Return the tables in play whose time is nearly up, the most urgent first."""
    near = Q(ends_at__lte=now + SHORT_ROUND_LEAD_TIME) | Q(
        ends_at__lte=now + TASK_LEAD_TIME, round__tournament__round_hours__gte=LONG_ROUND_HOURS
    )
    found = Pod.objects.filter(
        near,
        Exists(_find_table_matches().filter(_PLAYING)),
        round__state=Round.State.PUBLISHED,
        round__tournament__in=tournaments.filter(status=Status.RUNNING),
        closed_at=None,
        corrections=None,
    )
    return found.select_related("round__tournament").order_by("ends_at", "round", "index")


def tables_without_a_result(tournaments: QuerySet[Tournament]) -> QuerySet[Pod]:
    """Return uncorrected tables without a result from the latest round of each tournament."""
    later = Round.objects.filter(
        tournament=OuterRef("round__tournament"), number__gt=OuterRef("round__number"), published_at__isnull=False
    )
    found = Pod.objects.filter(
        ~Exists(_find_table_matches().filter(_PLAYING)),
        ~Exists(_find_table_matches().exclude(match__outcome__places=[])),
        ~Exists(later),
        Exists(_find_table_matches()),
        round__tournament__in=tournaments.filter(status__in=(Status.RUNNING, Status.PAUSED)),
        corrections=None,
    )
    return found.select_related("round__tournament").order_by("round", "index")


def starting_soon(tournaments: QuerySet[Tournament], *, now: datetime) -> QuerySet[Starting]:
    """Return those that start within a day, or should have been started by now, with their number of entrants."""
    accounts = Q(bot=True) | Q(player__isnull=False)
    playing = Entry.objects.filter(accounts, tournament=OuterRef("pk"), state=Entry.State.IN)
    count = playing.order_by().values("tournament").annotate(count=Count("pk")).values("count")
    soon = Q(
        status__in=(Status.DRAFT, Status.ANNOUNCED, Status.OPEN, Status.CLOSED),
        starts_at__gt=now,
        starts_at__lte=now + TASK_LEAD_TIME,
    )
    late = Q(status__in=(Status.OPEN, Status.CLOSED), by_itself=False, starts_at__lte=now)
    found = tournaments.filter(soon | late).annotate(taking=Coalesce(Subquery(count), 0))
    return found.order_by("starts_at", "pk")


def holding_up(tables: Iterable[Pod]) -> Mapping[int, tuple[str, ...]]:
    """Return the names of those for whom each table is waiting, by its key, as everyone can know them."""
    playing = PodMatch.objects.filter(pod__in=[table.pk for table in tables], match__over_at=None)
    matches = dict(playing.filter(match__isnull=False).values_list("match", "pod"))
    views = match_view.watch_all(match_view.load_watched(list(matches)))
    found: dict[int, dict[str, None]] = defaultdict(dict)
    for match, view in views.items():
        found[matches[match]] |= dict.fromkeys(person.name for person in view.people if person.awaited)
    return {table: tuple(names) for table, names in found.items()}


_PLAYING: Final = Q(match__isnull=True) | Q(match__over_at__isnull=True)


def _find_table_matches() -> QuerySet[PodMatch]:
    """Return the matches of a table."""
    return PodMatch.objects.filter(pod=OuterRef("pk"))
