"""The dashboard of a tournament: its progress, what comes next, and who plays at which table. Read-only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.tournaments.admin.actions import DEEDS
from apps.tournaments.admin.actions.action import Action, count_entrants, find_round_in_play
from apps.tournaments.admin.wording import (
    describe_pod_flaws,
    describe_round_flaws,
    describe_spot,
    format_entrant_names,
    format_moment,
    format_pod_entrants,
    list_names_at_table,
)
from apps.tournaments.formats.stages import Knockout
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.permissions import Right
from apps.tournaments.selectors import announcements, audit
from apps.tournaments.selectors.announcements import AnnouncementLine
from apps.tournaments.selectors.audit import format_entrant_name
from apps.tournaments.selectors.pods import PodState
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot
from apps.tournaments.selectors.standings import list_group_letters
from apps.tournaments.services import lifecycle

Status = Tournament.Status


@dataclass(frozen=True)
class Button:
    """An action that fits now. There is one for each row, so that the template has nothing to look up."""

    name: str
    title: str
    address: str
    wanted: bool = False
    """Whether the tournament is waiting for the organisers to do this."""

    def about(self, query: str) -> Button:
        """Return the same button with a query that says what it acts on."""
        return Button(self.name, self.title, self.address + query)


@dataclass(frozen=True)
class DashboardLine:
    """A proposed or published table."""

    number: int
    people: str
    notes: list[str]
    sheet: int = 1
    group: str = ""
    matches: tuple[str, ...] = ()
    """The codes of the matches."""
    buttons: list[Button] = field(default_factory=list)


@dataclass(frozen=True)
class Person:
    """An entrant."""

    number: int
    name: str
    notes: list[str]
    buttons: list[Button]


@dataclass(frozen=True)
class Proposed:
    """The round that is waiting to be published."""

    number: int
    starts_at: datetime | None
    lines: list[DashboardLine]
    byes: str
    cost: list[str]
    sheets: int
    spots: list[tuple[str, str]]
    """Places that can be swapped, each an entrant with a table or bye: the value for the address, and words."""
    swap: str
    """The address that previews a swap; empty for users who can only look."""


@dataclass(frozen=True)
class Running:
    """A published round."""

    number: int
    ends_at: datetime | None
    over: bool
    shown: bool
    """Whether its tables are shown. Those of finished rounds are shown on request."""
    lines: list[DashboardLine]
    byes: str


@dataclass(frozen=True)
class Desk:
    """The whole page."""

    snapshot: TournamentSnapshot
    next: str
    buttons: list[Button]
    proposed: Proposed | None
    rounds: list[Running]
    """Published rounds, the latest first."""
    entrants: list[Person]
    waiting: list[Person]
    out: list[Person]
    written: list[tuple[AnnouncementLine, Button | None]]
    """Announcements, the latest first, each with the button that withdraws it."""
    log: list[audit.AuditLine]


def build_dashboard(snapshot: TournamentSnapshot, right: Right, *, now: datetime, looked_at: int = 0) -> Desk:
    """Return the dashboard for a user with this right, showing the finished round `looked_at`."""
    fitting = [deed for deed in DEEDS.values() if deed.right <= right and deed.fits(snapshot)]
    beside = {deed.name: _build_button(snapshot, deed) for deed in fitting if deed.about}
    people = {state: _build_entrant_lines(snapshot, state, beside) for state in Entry.State.values}
    sentence, wanted = next_step(snapshot, now=now)
    return Desk(
        snapshot=snapshot,
        next=sentence,
        buttons=[_build_button(snapshot, deed, wanted) for deed in fitting if not deed.about],
        proposed=_build_proposed_round(snapshot, beside),
        rounds=[_build_published_round(snapshot, round_, beside, looked_at) for round_ in reversed(snapshot.published)],
        entrants=people[Entry.State.IN],
        waiting=people[Entry.State.WAITING],
        out=people[Entry.State.OUT],
        written=_build_announcement_lines(snapshot, beside),
        log=audit.build_audit_lines(snapshot.tournament, snapshot.entries, limit=50),
    )


def _build_button(snapshot: TournamentSnapshot, deed: Action, wanted: str = "") -> Button:
    address = reverse("admin:tournaments_tournament_deed", args=[snapshot.tournament.pk, deed.name])
    return Button(deed.name, str(deed.title), address, deed.name == wanted)


def next_step(snapshot: TournamentSnapshot, *, now: datetime) -> tuple[str, str]:
    """Return what is to be done or happens next as a sentence, and the name of the action it needs, if any."""
    tournament = snapshot.tournament
    words = {"time": format_moment(tournament.starts_at)}
    match tournament.status:
        case Status.DRAFT:
            return _("Announce the tournament or open registration. No one but you can see it yet."), "announce"
        case Status.ANNOUNCED if tournament.opens_at:
            return _("Registration opens automatically on %(time)s.") % {"time": format_moment(tournament.opens_at)}, ""
        case Status.ANNOUNCED if tournament.by_itself:
            return _(
                "Open registration. If it isn’t open by %(time)s, the tournament will be cancelled."
            ) % words, "open"
        case Status.ANNOUNCED:
            return _("Open registration so that players can enter."), "open"
        case Status.OPEN | Status.CLOSED:
            sentence, wanted = _describe_step_before_start(snapshot)
            return sentence % words, wanted
        case Status.PAUSED:
            return _("Everything is paused. Resume the tournament when it can continue."), "resume"
        case Status.OVER:
            return _("The tournament is over. There’s nothing left to do."), ""
        case Status.CANCELLED:
            return _("The tournament was cancelled. There’s nothing left to do."), ""
    return _describe_step_in_play(snapshot, now)


def _describe_step_before_start(snapshot: TournamentSnapshot) -> tuple[str, str]:
    tournament = snapshot.tournament
    taking = count_entrants(snapshot, Entry.State.IN)
    if lifecycle.count_fitting_entrants(tournament, taking) is None:
        few = lifecycle.too_few(tournament, taking)
        if tournament.by_itself:
            return few + " " + _("If nothing changes by %(time)s, the tournament will be cancelled."), ""
        return few, ""
    if tournament.by_itself:
        return _("The tournament starts automatically on %(time)s."), ""
    return _("Start the tournament. The announced time is %(time)s."), "start"


def _describe_step_in_play(snapshot: TournamentSnapshot, now: datetime) -> tuple[str, str]:
    round_ = find_round_in_play(snapshot)
    if round_ is not None:
        open_ = sum(1 for table in round_.pods if table.result is None)
        if not open_:
            return _("All tables are done. The round ends within 30 seconds."), ""
        sentence = ngettext("Waiting for %(n)d table in round %(round)d to finish.",
                        "Waiting for %(n)d tables in round %(round)d to finish.", open_)  # fmt: skip
        return sentence % {"n": open_, "round": round_.round.number + 1}, ""
    if snapshot.proposed is None:
        return _("The tournament continues within 30 seconds."), ""
    row = snapshot.proposed.round
    if not snapshot.tournament.by_itself:
        return _("Check round %(round)d and publish it.") % {"round": row.number + 1}, "publish"
    if row.starts_at is None or row.starts_at <= now:
        return _("Round %(round)d is published automatically within 30 seconds.") % {"round": row.number + 1}, ""
    sentence = _("Round %(round)d is published automatically on %(time)s. You can change it until then.")
    return sentence % {"round": row.number + 1, "time": format_moment(row.starts_at)}, ""


def _build_announcement_lines(
    snapshot: TournamentSnapshot, beside: dict[str, Button]
) -> list[tuple[AnnouncementLine, Button | None]]:
    deed = beside.get("take-back")
    lines = announcements.build_announcement_lines(snapshot.tournament)
    return [(line, deed and deed.about(f"?announcement={line.key}")) for line in lines]


def _build_proposed_round(snapshot: TournamentSnapshot, beside: dict[str, Button]) -> Proposed | None:
    round_ = snapshot.proposed
    if round_ is None:
        return None
    proposal = round_.proposal
    letters = list_group_letters(round_)
    return Proposed(
        number=round_.round.number + 1,
        starts_at=round_.round.starts_at,
        lines=[
            DashboardLine(
                number,
                format_pod_entrants(pod, snapshot.entries),
                list(describe_pod_flaws(pod, snapshot.entries)),
                pod.sheet + 1,
                letters.get(pod.seats[0], ""),
            )
            for number, pod in enumerate(proposal.pods, start=1)
        ],
        byes=format_entrant_names(proposal.byes, snapshot.entries),
        cost=describe_round_flaws(proposal),
        sheets=1 + max((pod.sheet for pod in proposal.pods), default=0),
        spots=_list_swap_spots(snapshot, round_, letters),
        swap=beside["swap"].address if "swap" in beside else "",
    )


def _list_swap_spots(
    snapshot: TournamentSnapshot, round_: RoundState, letters: Mapping[int, str]
) -> list[tuple[str, str]]:
    """Return every entrant at each of their tables, in order of registration.

    Byes are included, except in a knockout, where they were earned and stay.
    """
    proposal = round_.proposal
    places: list[tuple[int, int | None]] = [
        (entrant, index) for index, pod in enumerate(proposal.pods) for entrant in pod.seats
    ]
    if not isinstance(round_.stage, Knockout):
        places += [(entrant, None) for entrant in dict.fromkeys(proposal.byes)]
    return [
        (
            str(entrant) if index is None else f"{entrant}-{index + 1}",
            describe_spot(snapshot.entries.get(entrant), index, letters),
        )
        for entrant, index in sorted(places, key=lambda place: (place[0], -1 if place[1] is None else place[1]))
    ]


def _build_published_round(
    snapshot: TournamentSnapshot, round_: RoundState, beside: dict[str, Button], looked_at: int
) -> Running:
    over = round_.round.state == round_.round.State.OVER
    shown = not over or round_ is snapshot.published[-1] or round_.round.number + 1 == looked_at
    return Running(
        number=round_.round.number + 1,
        ends_at=None if over else round_.round.ends_at,
        over=over,
        shown=shown,
        lines=[_build_table_line(snapshot, round_, table, beside) for table in round_.pods] if shown else [],
        byes=format_entrant_names(round_.proposal.byes, snapshot.entries),
    )


def _build_table_line(
    snapshot: TournamentSnapshot, round_: RoundState, table: PodState, beside: dict[str, Button]
) -> DashboardLine:
    query = f"?round={round_.round.number}&table={table.pod.index}"
    may = [name for name in ("remind-table", "extend-table", "correct") if name in beside]
    if table.result is not None:
        may = [name for name in may if name == "correct"]
    return DashboardLine(
        number=table.pod.index + 1,
        people=_format_sitters_by_place(snapshot, table),
        notes=list(_describe_table_state(round_, table)),
        sheet=table.pod.sheet + 1,
        matches=tuple(match.code for match in table.came),
        buttons=[beside[name].about(query) for name in may],
    )


def _format_sitters_by_place(snapshot: TournamentSnapshot, table: PodState) -> str:
    who = list_names_at_table(table, snapshot.entries)
    places = table.result.places if table.result else ()
    if not places:
        return ", ".join(who)
    return ", ".join(
        f"{place}. {sitter}" for place, sitter in sorted(zip(places, who, strict=True), key=lambda two: two[0])
    )


def _describe_table_state(round_: RoundState, table: PodState) -> Iterable[str]:
    if table.correction is not None:
        yield _("Corrected: %(reason)s") % {"reason": table.correction.reason}
    if table.result is None:
        yield _("Starting now.") if table.owed else _("In progress.")
        if table.pod.ends_at is not None and table.pod.ends_at != round_.round.ends_at:
            yield _("Time limit: %(time)s.") % {"time": format_moment(table.pod.ends_at)}
    elif table.pod.closed_at is not None:
        yield _("Ended because time ran out.")
    elif not table.result.places:
        yield _("Ended without a result.")


def _describe_presence(tournament: Tournament, entry: Entry) -> list[str]:
    opens_at = tournament.check_in_opens_at
    present = opens_at is not None and entry.present(opens_at)
    if entry.missed:
        return [_("Didn’t show up at a table.") if present or opens_at is None else _("Didn’t check in.")]
    return [_("Checked in.")] if present and not tournament.live and not entry.bot else []


def _build_entrant_lines(snapshot: TournamentSnapshot, state: str, beside: dict[str, Button]) -> list[Person]:
    deeds = ("remove",) if snapshot.plan.team else ("remove", "replace")  # A team chooses its substitutes itself.
    may = () if state == Entry.State.OUT else deeds
    return [
        Person(
            entry.number,
            format_entrant_name(entry),
            _describe_presence(snapshot.tournament, entry),
            [beside[deed].about(f"?entry={entry.number}") for deed in may if deed in beside],
        )
        for entry in snapshot.entries.values()
        if entry.state == state
    ]
