"""Open tasks of organisers on their dashboards, each with its action, and their numbers by tournament."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, TypeVar

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.common.admin import WaitingGroup, WaitingLine, WaitingPerson
from apps.tournaments.admin.actions import DEEDS
from apps.tournaments.models import Organiser, Pod, Round, Tournament
from apps.tournaments.permissions import Right, filter_changeable_tournaments, filter_visible_tournaments
from apps.tournaments.selectors import waiting
from apps.tournaments.services import lifecycle

if TYPE_CHECKING:
    from apps.tournaments.selectors.waiting import Progress, Starting

T = TypeVar("T")
MAX_LINES_PER_KIND: Final = 20
"""Maximum lines of a kind on the first page."""
MAX_RUNNING_EVENTS: Final = 12
"""Maximum tournaments in play on the first page."""


_IN_PLAY: Final = (Tournament.Status.RUNNING, Tournament.Status.PAUSED)
_TO_COME: Final = (Tournament.Status.ANNOUNCED, Tournament.Status.OPEN, Tournament.Status.CLOSED)


@dataclass(frozen=True)
class Event:
    """A tournament in play, or one that players can enter."""

    name: str
    game: str
    address: str
    """The address of its dashboard."""
    paused: bool
    progress: Progress | None
    """How far its latest round is; None before the first."""
    late: bool
    """Whether the round's time is up."""
    starts_at: datetime | None
    """None once it has started."""
    entrants: int
    most: int


@dataclass(frozen=True)
class Running:
    """The tournaments in play, and those to come."""

    events: tuple[Event, ...]
    more: int
    """The number of those not shown."""


def find_open_tasks(user: Any, *, now: datetime) -> list[WaitingGroup]:
    """Return all open tasks in the tournaments that the user can act on."""
    every = filter_changeable_tournaments(user, Tournament.objects.all())
    own = waiting.looked_after(every, player=user.pk)
    runs = _build_organiser_test(user)
    soon = [one for one in waiting.starting_soon(own, now=now)[: 5 * MAX_LINES_PER_KIND] if _is_waiting(one, now)]
    found = [
        _build_waiting_group(_("Rounds to publish"), waiting.rounds_to_publish(own), _build_round_lines),
        _build_waiting_group(
            _("Tables near their time limit"), waiting.tables_near_their_end(own, now=now), _build_table_lines
        ),
        _build_waiting_group(
            _("Tournaments starting soon"), soon, lambda rows: [_build_start_line(one, runs) for one in rows]
        ),
        _build_waiting_group(_("Tables without a result"), waiting.tables_without_a_result(every), _build_result_lines),
    ]
    return [group for group in found if group.lines]


def list_running_events(user: Any, *, now: datetime) -> Running:
    """Return the tournaments in play that the user can see, those whose round ends next first, and those to come."""
    found = filter_visible_tournaments(user, Tournament.objects.filter(status__in=(*_IN_PLAY, *_TO_COME)))
    ends = Round.objects.filter(tournament=OuterRef("pk"), state=Round.State.PUBLISHED).order_by("-number")
    sorted_ = (
        waiting.annotate_entrants(found)
        .annotate(to_come=Q(status__in=_TO_COME), ends=Subquery(ends.values("ends_at")[:1]))
        .order_by("to_come", F("ends").asc(nulls_last=True), "starts_at", "pk")
    )
    shown = list(sorted_[: MAX_RUNNING_EVENTS + 1])
    more = found.count() - MAX_RUNNING_EVENTS if len(shown) > MAX_RUNNING_EVENTS else 0
    progress = waiting.find_progress(one.pk for one in shown)
    return Running(
        tuple(_build_event(one, progress.get(one.pk), now) for one in shown[:MAX_RUNNING_EVENTS]), max(0, more)
    )


def _build_event(tournament: Starting, progress: Progress | None, now: datetime) -> Event:
    return Event(
        name=tournament.name,
        game=tournament.game,
        address=reverse("admin:tournaments_tournament_desk", args=[tournament.pk]),
        paused=tournament.status == Tournament.Status.PAUSED,
        progress=progress,
        late=progress is not None and progress.ends_at is not None and progress.ends_at <= now,
        starts_at=tournament.starts_at if tournament.status in _TO_COME else None,
        entrants=tournament.taking,
        most=tournament.most,
    )


def count_open_tasks(user: Any, tournaments: Collection[int], *, now: datetime) -> Mapping[int, Counter[str]]:
    """Return the number of open tasks of each kind in each of these tournaments, by key."""
    every = filter_changeable_tournaments(user, Tournament.objects.filter(pk__in=tournaments))
    own = waiting.looked_after(every, player=user.pk)
    found: dict[int, Counter[str]] = defaultdict(Counter)
    kinds = {
        _("Rounds to publish"): waiting.rounds_to_publish(own).values_list("tournament", flat=True),
        _("Tables near their time limit"): waiting.tables_near_their_end(own, now=now).values_list(
            "round__tournament", flat=True
        ),
        _("Tournaments starting soon"): [
            one.pk for one in waiting.starting_soon(own, now=now) if _is_waiting(one, now)
        ],
        _("Tables without a result"): waiting.tables_without_a_result(every).values_list(
            "round__tournament", flat=True
        ),
    }
    for title, keys in kinds.items():
        for key in keys:
            found[key][title] += 1
    return found


def _build_waiting_group(
    title: str, rows: QuerySet[Any] | list[T], write: Callable[[list[Any]], Iterable[WaitingLine]]
) -> WaitingGroup:
    shown = list(rows[: MAX_LINES_PER_KIND + 1])
    more = (
        max(0, (len(rows) if isinstance(rows, list) else rows.count()) - MAX_LINES_PER_KIND)
        if len(shown) > MAX_LINES_PER_KIND
        else 0
    )
    return WaitingGroup(title, tuple(write(shown[:MAX_LINES_PER_KIND])), more)


def _build_round_lines(rows: list[Round]) -> Iterable[WaitingLine]:
    for row in rows:
        what = _("%(name)s: round %(round)d") % {"name": row.tournament.name, "round": row.number + 1}
        yield _build_waiting_line(row.tournament, "publish", what)


def _build_table_lines(rows: list[Pod]) -> Iterable[WaitingLine]:
    delays = waiting.find_delays(rows)
    for table in rows:
        people, since = delays.get(table.pk, ((), None))
        line = _build_waiting_line(
            table.round.tournament,
            "extend-table",
            _describe_table(table),
            _format_table_query(table),
            until=table.ends_at,
        )
        yield replace(line, people=tuple(WaitingPerson(name, face) for name, face in people), since=since)


def _build_result_lines(rows: list[Pod]) -> Iterable[WaitingLine]:
    return [
        _build_waiting_line(table.round.tournament, "correct", _describe_table(table), _format_table_query(table))
        for table in rows
    ]


def _build_start_line(tournament: Starting, runs: Callable[[int], bool]) -> WaitingLine:
    fits = lifecycle.count_fitting_entrants(tournament, tournament.taking) is not None
    about = _("The announced time has passed.") if fits else lifecycle.too_few(tournament, tournament.taking)
    deed = "start" if fits else "add"
    if tournament.status in (Tournament.Status.DRAFT, Tournament.Status.ANNOUNCED):
        deed = "open"
    may = DEEDS[deed].right < Right.RUN or runs(tournament.pk)
    return _build_waiting_line(
        tournament, deed if may else "", tournament.name, about=about, until=tournament.starts_at
    )


def _is_waiting(tournament: Starting, now: datetime) -> bool:
    """Check whether the tournament can't start with its entrants, or only needs someone to start it."""
    return tournament.starts_at <= now or lifecycle.count_fitting_entrants(tournament, tournament.taking) is None


def _build_waiting_line(
    tournament: Tournament, deed: str, what: str, query: str = "", *, about: str = "", until: datetime | None = None
) -> WaitingLine:
    """Return a line with the action itself or, if the user can't do it, with a link to the dashboard."""
    if not deed:
        address = reverse("admin:tournaments_tournament_desk", args=[tournament.pk])
        return WaitingLine(what, _("Open the tournament’s dashboard"), address, about, until)
    address = reverse("admin:tournaments_tournament_deed", args=[tournament.pk, deed])
    return WaitingLine(what, str(DEEDS[deed].title), address + query, about, until)


def _describe_table(table: Pod) -> str:
    words = {"name": table.round.tournament.name, "round": table.round.number + 1, "table": table.index + 1}
    return _("%(name)s: round %(round)d, table %(table)d") % words


def _format_table_query(table: Pod) -> str:
    return f"?round={table.round.number}&table={table.index}"


def _build_organiser_test(user: Any) -> Callable[[int], bool]:
    """Return a test by key of whether the user can start a tournament and open its registration."""
    if user.has_perm("tournaments.change_tournament"):
        return lambda _pk: True
    return set(Organiser.objects.filter(player=user.pk, helper=False).values_list("tournament", flat=True)).__contains__
