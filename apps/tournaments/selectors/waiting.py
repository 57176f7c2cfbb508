"""Open tasks of organisers: rounds to publish, tables near their end, starts without entrants, missing results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypedDict

from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from apps.matches.selectors import match_view
from apps.tournaments.models import AuditEntry, Entry, Organiser, Pod, PodMatch, Round, Tournament

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
REMINDER_PAUSE: Final = timedelta(days=1)
"""How long organisers wait before they can remind a table again."""
Status = Tournament.Status


class Progress(NamedTuple):
    """How far the latest round of a tournament is."""

    tournament: int
    """The key of the tournament."""
    round: int
    """The number of the round, from 1."""
    ends_at: datetime | None
    """The end of the round; None if the round is over or has none."""
    tables: int
    playing: int
    """The number of its tables that are still playing."""

    @property
    def done(self) -> int:
        return self.tables - self.playing


class Delay(NamedTuple):
    """The players that a table is waiting for."""

    people: tuple[tuple[str, str], ...]
    """Their names and the values that their faces are drawn from."""
    since: datetime | None


def find_progress(tournaments: Iterable[int]) -> Mapping[int, Progress]:
    """Return the latest published round of each of these tournaments, if it has one, in one statement."""
    later = Round.objects.filter(tournament=OuterRef("tournament"), number__gt=OuterRef("number"))
    latest = Round.objects.exclude(state=Round.State.PROPOSED).exclude(
        Exists(later.exclude(state=Round.State.PROPOSED))
    )
    tables = Pod.objects.filter(round=OuterRef("pk")).order_by().values("round")
    playing = tables.filter(Exists(_find_table_matches().filter(_PLAYING)), closed_at=None, corrections=None)
    rows = (
        latest.filter(tournament__in=list(tournaments))
        .annotate(
            tables=Coalesce(Subquery(tables.annotate(count=Count("pk")).values("count")), 0),
            playing=Coalesce(Subquery(playing.annotate(count=Count("pk")).values("count")), 0),
        )
        .values_list("tournament", "number", "state", "ends_at", "tables", "playing")
    )
    return {
        key: Progress(key, number + 1, ends_at if state == Round.State.PUBLISHED else None, count, still)
        for key, number, state, ends_at, count, still in rows
    }


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
    soon = Q(
        status__in=(Status.DRAFT, Status.ANNOUNCED, Status.OPEN, Status.CLOSED),
        starts_at__gt=now,
        starts_at__lte=now + TASK_LEAD_TIME,
    )
    late = Q(status__in=(Status.OPEN, Status.CLOSED), by_itself=False, starts_at__lte=now)
    return annotate_entrants(tournaments.filter(soon | late)).order_by("starts_at", "pk")


def annotate_entrants(tournaments: QuerySet[Tournament]) -> QuerySet[Starting]:
    """Annotate tournaments with their number of entrants, as `taking`."""
    accounts = Q(bot=True) | Q(player__isnull=False)
    playing = Entry.objects.filter(accounts, tournament=OuterRef("pk"), state=Entry.State.IN)
    count = playing.order_by().values("tournament").annotate(count=Count("pk")).values("count")
    return tournaments.annotate(taking=Coalesce(Subquery(count), 0))


def find_delays(tables: Iterable[Pod]) -> Mapping[int, Delay]:
    """Return for whom each table is waiting and since when, by its key, as everyone can know it."""
    playing = PodMatch.objects.filter(pod__in=[table.pk for table in tables], match__over_at=None)
    asked = Min("match__questions__opened_at", filter=Q(match__questions__duty=True))
    matches = {
        match: (pod, since)
        for match, pod, since in playing.filter(match__isnull=False)
        .annotate(since=asked)
        .values_list("match", "pod", "since")
    }
    views = match_view.watch_all(match_view.load_watched(list(matches)))
    faces: dict[int, dict[str, str]] = defaultdict(dict)
    times: dict[int, list[datetime]] = defaultdict(list)
    for match, view in views.items():
        pod, since = matches[match]
        faces[pod] |= {person.name: person.face for person in view.people if person.awaited}
        times[pod] += [since] if since is not None else []
    return {pod: Delay(tuple(people.items()), min(times[pod], default=None)) for pod, people in faces.items()}


def find_reminded_tables(tables: Iterable[Pod], *, now: datetime) -> frozenset[int]:
    """Return the keys of the tables that organisers have reminded within a day."""
    keys = {(table.round.tournament_id, table.round.number + 1, table.index + 1): table.pk for table in tables}
    found = AuditEntry.objects.filter(
        tournament__in={tournament for tournament, _round, _table in keys},
        what="reminded",
        at__gt=now - REMINDER_PAUSE,
    )
    noted = ((key, words.get("round"), words.get("table")) for key, words in found.values_list("tournament", "words"))
    return frozenset(keys[each] for each in noted if each in keys)


_PLAYING: Final = Q(match__isnull=True) | Q(match__over_at__isnull=True)


def _find_table_matches() -> QuerySet[PodMatch]:
    """Return the matches of a table."""
    return PodMatch.objects.filter(pod=OuterRef("pk"))
