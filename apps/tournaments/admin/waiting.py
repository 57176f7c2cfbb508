"""Open tasks of organisers on their dashboards, each with its action, and their numbers by tournament."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Model, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.accounts.models import Player
from apps.common.admin import WaitingDeed, WaitingGroup, WaitingLine, WaitingPerson
from apps.tournaments.admin.actions import DEEDS
from apps.tournaments.admin.actions.rounds import USUAL_EXTENSION_HOURS, format_version
from apps.tournaments.models import Organiser, Pod, Round, Tournament
from apps.tournaments.permissions import Right, filter_changeable_tournaments, filter_visible_tournaments
from apps.tournaments.selectors import waiting
from apps.tournaments.services import lifecycle

if TYPE_CHECKING:
    from apps.tournaments.selectors.waiting import Progress, Starting

M = TypeVar("M", bound=Model)
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
    least: int
    """How many it needs to start."""
    most: int


@dataclass(frozen=True)
class Running:
    """The tournaments in play, and those to come."""

    events: tuple[Event, ...]
    more: int
    """The number of those not shown."""


def find_open_tasks(user: Player | AnonymousUser, *, now: datetime) -> list[WaitingGroup]:
    """Return all open tasks in the tournaments that the user can act on."""
    every = filter_changeable_tournaments(user, Tournament.objects.all())
    own = waiting.looked_after(every, player=user.pk)
    runs = _build_organiser_test(user)
    soon = [one for one in waiting.starting_soon(own, now=now)[: 5 * MAX_LINES_PER_KIND] if _is_waiting(one, now)]
    found = [
        _build_waiting_group(_("Rounds to publish"), waiting.rounds_to_publish(own), _build_round_lines),
        _build_waiting_group(
            _("Tables near their time limit"),
            waiting.tables_near_their_end(own, now=now),
            partial(_build_table_lines, now=now),
        ),
        _build_waiting_group(
            _("Tournaments starting soon"), soon, lambda rows: [_build_start_line(one, runs) for one in rows]
        ),
        _build_waiting_group(_("Tables without a result"), waiting.tables_without_a_result(every), _build_result_lines),
    ]
    return [group for group in found if group.lines]


def list_running_events(user: Player | AnonymousUser, *, now: datetime) -> Running:
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
        least=tournament.least,
        most=tournament.most,
    )


def count_open_tasks(
    user: Player | AnonymousUser, tournaments: Collection[int], *, now: datetime
) -> Mapping[int, Counter[str]]:
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
    title: str, rows: QuerySet[M] | list[M], write: Callable[[list[M]], Iterable[WaitingLine]]
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
        deed = _build_deed(row.tournament, "publish", version=format_version(row.changed_at))
        yield WaitingLine(what, (deed,), _build_dashboard_path(row.tournament), open_since=row.proposed_at)


def _build_table_lines(rows: list[Pod], *, now: datetime) -> Iterable[WaitingLine]:
    delays, reminded = waiting.find_delays(rows), waiting.find_reminded_tables(rows, now=now)
    for table in rows:
        tournament, query = table.round.tournament, _format_table_query(table)
        people, since = delays.get(table.pk, ((), None))
        remind = _build_deed(tournament, "remind-table", query, version="")
        extend = _build_deed(tournament, "extend-table", query, version=format_version(table.ends_at))
        hours = ngettext("Give %(n)d more hour", "Give %(n)d more hours", USUAL_EXTENSION_HOURS) % {
            "n": USUAL_EXTENSION_HOURS
        }
        yield WaitingLine(
            _describe_table(table),
            (*([remind] if people and table.pk not in reminded else []), replace(extend, text=hours)),
            f"{_build_dashboard_path(tournament)}#round-{table.round.number + 1}",
            about=_("Reminded.") if table.pk in reminded else "",
            until=table.ends_at,
            people=tuple(WaitingPerson(name, face) for name, face in people),
            since=since,
        )


def _build_result_lines(rows: list[Pod]) -> Iterable[WaitingLine]:
    for table in rows:
        deed = _build_deed(table.round.tournament, "correct", _format_table_query(table))
        path = f"{_build_dashboard_path(table.round.tournament)}#round-{table.round.number + 1}"
        yield WaitingLine(_describe_table(table), (deed,), path, open_since=table.round.published_at)


def _build_start_line(tournament: Starting, runs: Callable[[int], bool]) -> WaitingLine:
    fits = lifecycle.count_fitting_entrants(tournament, tournament.taking) is not None
    about = _("The announced time has passed.") if fits else lifecycle.too_few(tournament, tournament.taking)
    deed = "start" if fits else "add"
    if tournament.status in (Tournament.Status.DRAFT, Tournament.Status.ANNOUNCED):
        deed = "open"
    path = f"{_build_dashboard_path(tournament)}#entrants"
    if DEEDS[deed].right < Right.RUN or runs(tournament.pk):
        action = _build_deed(tournament, deed, version=tournament.status)
    else:
        action = WaitingDeed(_("Open the tournament’s dashboard"), _build_dashboard_path(tournament))
    return WaitingLine(tournament.name, (action,), path, about, until=tournament.starts_at)


def _is_waiting(tournament: Starting, now: datetime) -> bool:
    """Check whether the tournament can't start with its entrants, or only needs someone to start it."""
    return tournament.starts_at <= now or lifecycle.count_fitting_entrants(tournament, tournament.taking) is None


def _build_deed(tournament: Tournament, name: str, query: str = "", *, version: str = "") -> WaitingDeed:
    """Return a button with what it was shown for, or a link if the action needs more than a click.

    The link comes back to the first page.
    """
    deed = DEEDS[name]
    if deed.at_once is not None:
        address = reverse("admin:tournaments_tournament_now", args=[tournament.pk, name])
        return WaitingDeed(str(deed.title), address + query, version)
    address = reverse("admin:tournaments_tournament_deed", args=[tournament.pk, name])
    return WaitingDeed(str(deed.title), f"{address}{query}{'&' if query else '?'}from=index")


def _build_dashboard_path(tournament: Tournament) -> str:
    return reverse("admin:tournaments_tournament_desk", args=[tournament.pk])


def _describe_table(table: Pod) -> str:
    words = {"name": table.round.tournament.name, "round": table.round.number + 1, "table": table.index + 1}
    return _("%(name)s: round %(round)d, table %(table)d") % words


def _format_table_query(table: Pod) -> str:
    return f"?round={table.round.number}&table={table.index}"


def _build_organiser_test(user: Player | AnonymousUser) -> Callable[[int], bool]:
    """Return a test by key of whether the user can start a tournament and open its registration."""
    if user.has_perm("tournaments.change_tournament"):
        return lambda _pk: True
    return set(Organiser.objects.filter(player=user.pk, helper=False).values_list("tournament", flat=True)).__contains__
