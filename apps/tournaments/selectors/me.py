"""The reader's own part in a tournament, and what they can do about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from apps.tournaments.formats.stages import Knockout
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.selectors.entrants import Faces
from apps.tournaments.selectors.going_on import from_round
from apps.tournaments.selectors.rounds import PodView, RoundView
from apps.tournaments.selectors.snapshot import TournamentSnapshot

WATCH_BEFORE_START: Final = timedelta(hours=1)
"""How long before the start the page watches for it."""


@dataclass(frozen=True)
class Mine:
    """The reader's own part. Without an entry, it only says whether they can have one."""

    full: bool
    """Whether new entrants go on the waiting list."""
    may_register: bool
    may_leave: bool = False
    may_return: bool = False
    state: str = ""
    """The state of their entry; empty if they have none."""
    missed: bool = False
    """Whether they missed a table."""
    unchecked: bool = False
    """Whether they had not checked in."""
    lacking: bool = False
    """Whether they are a team without enough players for every board."""
    check_in: str = ""
    """`later`, `asked` or `done`; empty if check-in doesn't apply to them."""
    path: str = ""
    """The path of the page with their results."""
    playing: tuple[PodView, ...] = ()
    """Their unfinished tables; empty for entrants who are out, because they have left theirs."""
    ended: tuple[PodView, ...] = ()
    """Their finished tables of the current round."""
    rests: bool = False
    through: bool = False
    """Whether they can expect another round, as far as is known."""
    next_round: int = 0
    """The number of their next round, if they are sure to play in it; 0 otherwise."""
    place: int | None = None
    """Their final place, once the tournament is over."""
    waits: bool = False
    """Whether something can happen while they look: a table is dealt, or a round or the tournament starts."""


def build_reader_part(
    snapshot: TournamentSnapshot, faces: Faces, now: RoundView | None, *, reader: int | None, at: datetime
) -> Mine:
    """Return the reader's part `at` this time. `now` is the current or last round."""
    taken = sum(other.state == Entry.State.IN for other in snapshot.entries.values())
    full, opened = taken >= snapshot.tournament.most, snapshot.tournament.status == Tournament.Status.OPEN
    entry = snapshot.of(reader)
    if entry is None:
        return Mine(full=full, may_register=opened or snapshot.takes_latecomers)
    out = entry.state == Entry.State.OUT
    tables, through = _own_tables(now), _is_through(snapshot, entry)
    playing = tuple(table for table in tables if not table.done) if entry.state == Entry.State.IN else ()
    rests = now is not None and any(face.me for face in now.byes)
    ended = snapshot.tournament.live and now is not None and not (playing or rests or through)
    return Mine(
        full=full,
        may_register=out and opened,
        may_leave=entry.player_id == reader and _may_leave(snapshot.tournament, entry) and not ended,
        may_return=out and _may_return(snapshot, entry, reader),
        lacking=bool(entry.team) and len(snapshot.people(entry.number)) < snapshot.plan.team,
        state=entry.state,
        missed=entry.missed and not _has_missed_check_in(snapshot.tournament, entry),
        unchecked=_has_missed_check_in(snapshot.tournament, entry),
        check_in=_check_in(snapshot.tournament, entry, at) if entry.player_id == reader else "",
        path=faces.of(entry.number).path,
        playing=playing,
        ended=tuple(table for table in tables if table.done),
        rests=rests,
        through=through,
        next_round=len(snapshot.published) + 1 if through and _is_next_round_sure(snapshot) else 0,
        place=_get_final_place(snapshot, entry),
        waits=_is_awaiting_event(snapshot.tournament, entry, playing, at),
    )


def _own_tables(now: RoundView | None) -> list[PodView]:
    return [table for table in now.tables if table.mine] if now else []


def _may_return(snapshot: TournamentSnapshot, entry: Entry, reader: int | None) -> bool:
    """Check whether the reader can bring the entry back. If the entry was removed, any member of its team can."""
    if not snapshot.tournament.live or not snapshot.round_for_all:
        return False
    complete = not entry.team or len(snapshot.people(entry.number)) >= snapshot.plan.team
    return complete and (entry.player_id == reader or entry.missed)


def _may_leave(tournament: Tournament, entry: Entry) -> bool:
    """Check whether they can leave: entrants can until the end, those on the waiting list until the start."""
    if entry.state == Entry.State.WAITING:
        return not tournament.live and not tournament.ended
    return entry.state == Entry.State.IN and not tournament.ended


def _check_in(tournament: Tournament, entry: Entry, at: datetime) -> str:
    opens_at = tournament.check_in_opens_at
    if opens_at is None or tournament.live or tournament.ended or entry.state == Entry.State.OUT:
        return ""
    if at < opens_at:
        return "later"
    return "done" if entry.present(opens_at) else "asked"


def _has_missed_check_in(tournament: Tournament, entry: Entry) -> bool:
    """Check whether they were removed for not checking in. Later no-shows had checked in before."""
    opens_at = tournament.check_in_opens_at
    return opens_at is not None and entry.missed and not entry.present(opens_at)


def _get_final_place(snapshot: TournamentSnapshot, entry: Entry) -> int | None:
    if snapshot.tournament.status != Tournament.Status.OVER or not snapshot.published:
        return None
    return next((line.place for line in snapshot.ranking if line.entrant == entry.number), None)


def _is_awaiting_event(tournament: Tournament, entry: Entry, playing: Sequence[PodView], at: datetime) -> bool:
    near = tournament.live or (not tournament.ended and tournament.starts_at - at < WATCH_BEFORE_START)
    idle = not playing or any(table.owed for table in playing)
    return entry.state == Entry.State.IN and near and idle


def _is_through(snapshot: TournamentSnapshot, entry: Entry) -> bool:
    if not snapshot.tournament.live or entry.state != Entry.State.IN:
        return False
    last = snapshot.published[-1] if snapshot.published else None
    if last is None:
        return True
    if last.done:
        coming = snapshot.next
        return coming is not None and entry.number in coming.field
    if isinstance(last.stage, Knockout):
        return entry.number in from_round(snapshot, last)
    return snapshot.next_stage is not None


def _is_next_round_sure(snapshot: TournamentSnapshot) -> bool:
    """Check whether those who are through are sure to play the next round.

    They aren't while tables are in play before a knockout that follows rounds for points.
    """
    last = snapshot.published[-1] if snapshot.published else None
    return last is None or last.done or isinstance(last.stage, Knockout) or snapshot.round_for_all
