"""How one reader takes part, and what they may do about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from apps.tournaments.formats.stages import Groups, Swiss
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.selectors.entrants import Faces
from apps.tournaments.selectors.rounds import PodView, RoundView
from apps.tournaments.selectors.snapshot import TournamentSnapshot

SOON: Final = timedelta(hours=1)
"""How long before the start its page looks for it."""


@dataclass(frozen=True)
class Mine:
    """The reader's own part."""

    state: str
    """Of their entry; empty if they have none."""
    missed: bool
    path: str
    """Of the page of what they played here."""
    playing: tuple[PodView, ...]
    """Their tables that are not over, and at which somebody waits for them: whoever is out has left theirs."""
    ended: tuple[PodView, ...]
    """Their tables of the current round that are."""
    rests: bool
    through: bool
    """Whether they may expect another round, as far as is known."""
    place: int | None
    """Once it is over."""
    waits: bool
    """Whether the next thing may happen while they look: their table is dealt, a round or all of it begins."""
    may_register: bool
    full: bool
    """Whether who registers waits."""
    may_leave: bool
    may_return: bool


def mine(seen: TournamentSnapshot, faces: Faces, now: RoundView | None, *, reader: int | None, at: datetime) -> Mine:
    """What a tournament is for its reader `at` this time; `now` is the round that is played, or was the last."""
    tournament = seen.tournament
    entry = seen.of(reader)
    state = entry.state if entry else ""
    takes_part = state in (Entry.State.IN, Entry.State.WAITING)
    taken = sum(one.state == Entry.State.IN for one in seen.entries.values())
    tables = [table for table in now.tables if table.mine] if now else []
    ranked = next((line.place for line in seen.ranking if entry and line.entrant == entry.number), None)
    playing = tuple(table for table in tables if not table.done) if state == Entry.State.IN else ()
    near = tournament.live or (not tournament.ended and tournament.starts_at - at < SOON)
    opened = tournament.status == Tournament.Status.OPEN
    return Mine(
        state=state,
        missed=entry is not None and entry.missed,
        path=faces.of(entry.number).path if entry else "",
        playing=playing,
        ended=tuple(table for table in tables if table.done),
        rests=now is not None and any(face.me for face in now.byes),
        through=entry is not None and _through(seen, entry),
        place=ranked if tournament.status == Tournament.Status.OVER and seen.published else None,
        waits=state == Entry.State.IN and near and (not playing or any(table.owed for table in playing)),
        may_register=not takes_part and (opened or (entry is None and seen.takes_latecomers)),
        full=taken >= tournament.most,
        may_leave=takes_part and not tournament.ended and not (tournament.live and state == Entry.State.WAITING),
        may_return=entry is not None and not takes_part and tournament.live and seen.round_for_all,
    )


def _through(seen: TournamentSnapshot, entry: Entry) -> bool:
    if not seen.tournament.live or entry.state != Entry.State.IN:
        return False
    last = seen.published[-1] if seen.published else None
    if last is None or not last.done:
        return last is None or isinstance(last.stage, Swiss | Groups) or entry.number in last.field
    coming = seen.next
    return coming is not None and entry.number in coming.field
