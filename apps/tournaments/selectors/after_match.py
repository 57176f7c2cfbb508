"""The consequence of a finished match for its player's tournament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.tournaments.formats.stages import Knockout
from apps.tournaments.models import Entry, PodMatch, Tournament
from apps.tournaments.selectors.cache import annotate_marks, load_cached_snapshot
from apps.tournaments.selectors.going_on import from_round
from apps.tournaments.selectors.round_titles import (
    count_later_knockout_rounds,
    format_knockout_title,
    name_knockout_round,
)
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked


@dataclass(frozen=True)
class Consequence:
    """Where a player is in a tournament, as its own page shows it to everyone."""

    place: int | None = None
    """The current place, or the final one if `over`; None if it isn't known yet."""
    count: int = 0
    over: bool = False
    after: int = 0
    """The number of the round for points that has just ended; 0 while others are still playing it."""
    through: str = ""
    """The title of the knockout round they have reached."""
    out: bool = False
    """Whether they are out of the knockout."""


def find_match_tournament(code: str, *, player: int) -> Marked | None:
    """Return the tournament that a player's finished match belongs to, if it belongs to one."""
    found = PodMatch.objects.filter(match__code=code, match__over_at__isnull=False, match__seats__player=player)
    return (
        annotate_marks(Tournament.objects.select_related("luck"))
        .filter(pk__in=found.values("pod__round__tournament"))
        .first()
    )


def find_consequence(tournament: Marked, *, player: int, code: str) -> Consequence | None:
    """Return where the player of this match is in the tournament; None if its table isn't decided or they have left."""
    snapshot = load_cached_snapshot(tournament)
    entry = snapshot.of(player)
    if entry is None or entry.state != Entry.State.IN or not snapshot.published:
        return None
    place = next((line.place for line in snapshot.ranking if line.entrant == entry.number), None)
    count = len(snapshot.ranking)
    if tournament.status == Tournament.Status.OVER:
        return Consequence(place, count, over=True)
    last = snapshot.published[-1]
    own = next((pod for pod in last.pods if entry.number in pod.seats and pod.result is None), None)
    if own is not None and isinstance(last.stage, Knockout) and all(match.code != code for match in own.came):
        return Consequence(through=format_knockout_title(snapshot, last))
    if not tournament.live or own is not None:
        return None
    if not isinstance(last.stage, Knockout):
        return Consequence(place, count, after=last.round.number + 1 if last.done else 0)
    if entry.number in from_round(snapshot, last):
        return Consequence(through=_name_next_knockout_round(snapshot, last))
    return Consequence(place if last.done else None, count, out=True)


def _name_next_knockout_round(snapshot: TournamentSnapshot, last: RoundState) -> str:
    later = max(0, count_later_knockout_rounds(snapshot, last) - 1)
    return name_knockout_round(last.round.within + 1, after=later)
