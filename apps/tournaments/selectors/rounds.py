"""Rounds and their tables as pages show them, never including a proposed round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.matches.selectors.results import MatchProgress
from apps.tournaments.formats.stages import Knockout
from apps.tournaments.scoring.points import compute_counted_places, compute_seat_points
from apps.tournaments.selectors.boards import Player, list_board_players
from apps.tournaments.selectors.entrants import Face, Faces
from apps.tournaments.selectors.going_on import Shared, from_round, get_shared_place
from apps.tournaments.selectors.pods import PodState, list_substitute_names
from apps.tournaments.selectors.round_titles import format_round_title
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot
from apps.tournaments.selectors.standings import list_group_letters
from apps.tournaments.wording.numbers import TABLE_DECIMALS, format_local_number


@dataclass(frozen=True)
class Seated:
    """An entrant at a table."""

    who: Face
    place: int | None
    """The place; None during play, and if the table ended without a result."""
    points: str
    score: int | None
    gone: str
    """Why they did not finish, in words."""
    on: bool = False
    """Whether they advance from a table of a knockout."""
    substitute: str = ""
    """The name of the player who sits there instead of them, if any."""
    next_table: str = ""
    """The round and table to which they advance, in words, if that round is published; in a bracket."""


@dataclass(frozen=True)
class Match:
    """One of a table's matches."""

    number: int
    path: str
    over: bool
    board: tuple[Player, ...] = ()
    """The players of the board in seat order, for teams."""

    @property
    def mine(self) -> bool:
        return any(player.me for player in self.board)


@dataclass(frozen=True)
class PodView:
    """A table."""

    number: int
    sheet: int
    group: str
    seats: tuple[Seated, ...]
    matches: tuple[Match, ...]
    owed: bool
    done: bool
    result: bool
    """Whether it ended with a result."""
    ends_at: datetime | None
    reason: str
    """The reason for a correction of its result, if any."""
    mine: bool
    shared: str = ""
    """Which of those sharing a place advance, and why, in words."""


@dataclass(frozen=True)
class RoundView:
    """A round."""

    number: int
    title: str
    path: str
    tables: tuple[PodView, ...]
    byes: tuple[Face, ...]
    sheets: int
    published_at: datetime | None
    ends_at: datetime | None
    over: bool
    paying: bool
    """Whether places award points, which they don't in a knockout."""
    onward: int

    @property
    def done(self) -> int:
        return sum(table.done for table in self.tables)

    @property
    def share(self) -> int:
        """Return the percentage of its tables that are done."""
        return 100 * self.done // len(self.tables) if self.tables else 0


def build_round_view(
    snapshot: TournamentSnapshot, round_: RoundState, faces: Faces, *, of: int | None = None
) -> RoundView:
    """Return a published round with all its results, or only with the tables of one entrant."""
    group, knockout = list_group_letters(round_), isinstance(round_.stage, Knockout)
    on = from_round(snapshot, round_)
    tables = [
        _build_pod_view(table, round_, snapshot, faces, group, on)
        for table in round_.pods
        if of is None or of in table.seats
    ]
    return RoundView(
        number=round_.round.number + 1,
        title=format_round_title(snapshot, round_),
        path=reverse("tournaments:round", args=[snapshot.tournament.code, round_.round.number + 1]),
        tables=tuple(sorted(tables, key=lambda table: (len(table.group), table.group))),
        byes=faces.each(dict.fromkeys(round_.proposal.byes)),
        sheets=1 + max((table.pod.sheet for table in round_.pods), default=0),
        published_at=round_.round.published_at,
        ends_at=round_.round.ends_at,
        over=round_.round.state == round_.round.State.OVER,
        paying=not knockout,
        onward=round_.stage.onward if isinstance(round_.stage, Knockout) else 0,
    )


def get_current_round(snapshot: TournamentSnapshot) -> RoundState | None:
    """Return the current or last round."""
    return snapshot.published[-1] if snapshot.published else None


def _build_pod_view(
    table: PodState, round_: RoundState, snapshot: TournamentSnapshot, faces: Faces, groups: dict[int, str],
    on: frozenset[int],
) -> PodView:  # fmt: skip
    result, paying = table.result, not isinstance(round_.stage, Knockout)
    seats = [Seated(faces.of(entrant), None, "", None, "") for entrant in table.seats]
    if result is not None:
        places = compute_counted_places(result, snapshot.plan.scoring) if result.places else [None] * len(seats)
        paid = compute_seat_points(result, snapshot.plan.scoring)
        scores = result.scores or (None,) * len(seats)
        gone = [_describe_absence(entrant, result.missing, result.autopilot) for entrant in result.seats]
        seats = [
            Seated(
                faces.of(entrant),
                place,
                format_local_number(pay, TABLE_DECIMALS) if paying else "",
                score,
                why,
                entrant in on,
            )
            for entrant, place, pay, score, why in zip(result.seats, places, paid, scores, gone, strict=True)
        ]
        seats.sort(key=lambda seat: seat.place or 0)
    instead = list_substitute_names(table, snapshot.entries)
    seats = [replace(seat, substitute=instead.get(seat.who.number, "")) for seat in seats]
    return PodView(
        number=table.pod.index + 1,
        sheet=table.pod.sheet + 1,
        group=groups.get(table.seats[0], ""),
        seats=tuple(seats),
        matches=tuple(
            _build_pod_match(number + 1, came, list_board_players(table, place, faces))
            for place, (number, came) in enumerate(zip(table.numbers, table.came, strict=True))
        ),
        owed=table.owed,
        done=result is not None,
        result=result is not None and bool(result.places),
        ends_at=table.pod.ends_at if result is None else None,
        reason=table.correction.reason if table.correction else "",
        mine=any(seat.who.me for seat in seats),
        shared=_describe_shared_place(get_shared_place(round_, table, on, snapshot.plan.scoring), faces),
    )


def _describe_shared_place(found: Shared | None, faces: Faces) -> str:
    if found is None:
        return ""
    words = {
        "place": found.place,
        "on": ", ".join(face.name for face in faces.each(found.on)),
        "behind": ", ".join(face.name for face in faces.each(found.behind)),
    }
    said = ngettext(
        "Tie for place %(place)d: %(on)s was previously ranked higher and advances instead of %(behind)s.",
        "Tie for place %(place)d: %(on)s were previously ranked higher and advance instead of %(behind)s.",
        len(found.on),
    )
    return said % words


def _build_pod_match(number: int, came: MatchProgress, board: tuple[Player, ...]) -> Match:
    over = came.over_at is not None
    return Match(number, reverse("matches:record" if over else "matches:page", args=[came.code]), over, board)


def _describe_absence(entrant: int, missing: frozenset[int], autopilot: frozenset[int]) -> str:
    if entrant in missing:
        return _("no-show")
    return _("didn’t finish") if entrant in autopilot else ""
