"""Recently read snapshots, cached by this process until something happens.

Many users follow the same tournament, and a large one takes a second to read.
"""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeAlias, TypedDict

from django.db.models import Count, OuterRef, QuerySet, Subquery

from apps.tournaments.models import Organiser, PodMatch, Tournament
from apps.tournaments.selectors import snapshot as snapshots
from apps.tournaments.selectors.snapshot import TournamentSnapshot

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

MAX_SNAPSHOTS: Final = 8
"""Maximum number of cached snapshots."""
MAX_AGE_SECONDS: Final = 60
"""The maximum age of a snapshot, because names and the seats of a match can change unnoticed."""

_kept: Final[OrderedDict[object, TournamentSnapshot]] = OrderedDict()


class Marks(TypedDict):
    """Values that are loaded with a tournament besides its own columns."""

    ended_matches: int | None
    host: str | None
    """The name of its first organiser. Their key is in `host_pk`."""
    host_pk: int | None


if TYPE_CHECKING:
    Marked: TypeAlias = WithAnnotations[Tournament, Marks]


def annotate_marks(tournaments: QuerySet[Tournament]) -> QuerySet[Marked]:
    """Annotate tournaments with the number of their ended matches and their host, in the same statement.

    The end of a match doesn't raise the version, because no move should have to wait for the tournament's lock.
    """
    ended = PodMatch.objects.filter(pod__round__tournament=OuterRef("pk"), match__over_at__isnull=False)
    by_tournament = ended.order_by().values("pod__round__tournament")
    host = Organiser.objects.filter(tournament=OuterRef("pk"), helper=False).order_by("pk")
    return tournaments.annotate(
        ended_matches=Subquery(by_tournament.annotate(value=Count("pk")).values("value")),
        host=Subquery(host.values("player__username")[:1]),
        host_pk=Subquery(host.values("player")[:1]),
    )


def compute_change_mark(tournament: Marked) -> str:
    """Return a string that changes whenever something has happened in a tournament."""
    return f"{tournament.version}-{tournament.ended_matches or 0}"


def load_cached_snapshot(tournament: Marked) -> TournamentSnapshot:
    """Return `snapshot.load_snapshot`, no older than what `compute_change_mark` sees of the loaded tournament."""
    key = tournament.code, compute_change_mark(tournament), int(monotonic() // MAX_AGE_SECONDS)
    snapshot = _kept.pop(key, None) or snapshots.load_snapshot(tournament)
    _kept[key] = snapshot
    while len(_kept) > MAX_SNAPSHOTS:
        _kept.popitem(last=False)
    return snapshot
