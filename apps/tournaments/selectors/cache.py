"""Recently read snapshots, cached by this process until something happens.

Many users follow the same tournament, and a large one takes a second to read.
"""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypedDict

from django.db.models import Aggregate, Count, Max, OuterRef, Q, QuerySet, Subquery

from apps.tournaments.models import AuditEntry, Entry, Organiser, PodMatch, Round, TeamMember, Tournament
from apps.tournaments.selectors import snapshot as snapshots
from apps.tournaments.selectors.snapshot import TournamentSnapshot

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

MAX_SNAPSHOTS: Final = 8
"""Maximum number of cached snapshots."""
MAX_AGE_SECONDS: Final = 60
"""The maximum age of a snapshot, because names can change unnoticed."""

_kept: Final[OrderedDict[object, TournamentSnapshot]] = OrderedDict()


class Marks(TypedDict):
    """Values that are loaded with a tournament besides its own columns."""

    last_act: int | None
    players: int | None
    entered_at: datetime | None
    team_changed_at: datetime | None
    members: int | None
    """The number of team members whose account exists."""
    checked_in_at: datetime | None
    checked_in: int | None
    taking_part: int | None
    on_waiting_list: int | None
    paired_at: datetime | None
    """The time when a round was last proposed, or changed by hand."""
    dealt: int | None
    ended_matches: int | None
    host: str | None
    """The name of its first organiser. Their key is in `host_pk`."""
    host_pk: int | None


if TYPE_CHECKING:
    Marked: TypeAlias = WithAnnotations[Tournament, Marks]


def annotate_marks(tournaments: QuerySet[Tournament]) -> QuerySet[Marked]:
    """Annotate tournaments with the counts that `compute_change_mark` needs and their host, in the same statement."""
    host = Organiser.objects.filter(tournament=OuterRef("pk"), helper=False).order_by("pk")
    acts = AuditEntry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    entries = Entry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    members = TeamMember.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    rounds = Round.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    pod_matches = (
        PodMatch.objects.filter(pod__round__tournament=OuterRef("pk")).order_by().values("pod__round__tournament")
    )
    return tournaments.annotate(
        last_act=_build_aggregate_subquery(acts, Max("pk")),
        players=_build_aggregate_subquery(entries, Count("player")),
        entered_at=_build_aggregate_subquery(entries, Max("at")),
        team_changed_at=_build_aggregate_subquery(entries, Max("team_changed_at")),
        members=_build_aggregate_subquery(members, Count("player")),
        checked_in_at=_build_aggregate_subquery(entries, Max("checked_in_at")),
        checked_in=_build_aggregate_subquery(entries, Count("checked_in_at")),
        taking_part=_build_aggregate_subquery(entries, Count("pk", filter=Q(state=Entry.State.IN))),
        on_waiting_list=_build_aggregate_subquery(entries, Count("pk", filter=Q(state=Entry.State.WAITING))),
        paired_at=_build_aggregate_subquery(rounds, Max("changed_at")),
        dealt=_build_aggregate_subquery(pod_matches, Count("match")),
        ended_matches=_build_aggregate_subquery(pod_matches, Count("match", filter=Q(match__over_at__isnull=False))),
        host=Subquery(host.values("player__username")[:1]),
        host_pk=Subquery(host.values("player")[:1]),
    )


def _build_aggregate_subquery(rows: QuerySet[Any, Any], how: Aggregate) -> Subquery:
    return Subquery(rows.annotate(value=how).values("value"))


def compute_change_mark(tournament: Marked) -> str:
    """Return a string that changes whenever something has happened in a tournament."""
    counts = (
        tournament.last_act, tournament.players, tournament.taking_part, tournament.on_waiting_list, tournament.dealt,
        tournament.ended_matches, tournament.checked_in, tournament.members,
    )  # fmt: skip
    # If one player leaves as another comes back, all counts stay the same.
    times = (tournament.entered_at, tournament.checked_in_at, tournament.paired_at, tournament.team_changed_at)
    # To the microsecond, because a captain can press buttons twice within a second.
    instants = (round(at.timestamp() * 1_000_000) if at else 0 for at in times)
    return "-".join(map(str, [tournament.status, *(count or 0 for count in counts), *instants]))


def load_cached_snapshot(tournament: Marked) -> TournamentSnapshot:
    """Return `snapshot.load_snapshot`, no older than what `compute_change_mark` sees of the loaded tournament."""
    agreed = str((tournament.plan, tournament.most, tournament.by_itself, tournament.name))
    key = tournament.code, compute_change_mark(tournament), agreed, int(monotonic() // MAX_AGE_SECONDS)
    snapshot = _kept.pop(key, None) or snapshots.load_snapshot(tournament)
    _kept[key] = snapshot
    while len(_kept) > MAX_SNAPSHOTS:
        _kept.popitem(last=False)
    return snapshot
