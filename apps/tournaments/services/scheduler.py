"""The scheduler that moves tournaments on. It looks at each separately, every twenty seconds."""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from apps.common.errors import Busy
from apps.games import load_games
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.formats.progression import is_stage_cut_short
from apps.tournaments.models import Entry, Pod, Round, Tournament
from apps.tournaments.selectors.pods import PodState
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot, load_snapshot
from apps.tournaments.services import (
    audit,
    ladders,
    leagues,
    lifecycle,
    matches,
    notify,
    outages,
    reminders,
    rounds,
    series,
)
from apps.tournaments.services.session import hold_tournament, raise_version

logger = logging.getLogger(__name__)

Status = Tournament.Status
MAX_STEPS_PER_RUN: Final = 20
"""Maximum number of steps in one run for one tournament. The next run continues."""
REMINDER_FRACTION: Final = 0.8
"""The part of a round's time after which those still playing are reminded."""


def advance_tournaments(*, now: datetime) -> None:
    """Do everything that is due. If it is interrupted, the next run does the rest, and nothing twice."""
    series.look_ahead(now=now)
    leagues.look_ahead(now=now)
    before = (Status.ANNOUNCED, Status.OPEN, Status.CLOSED)
    due = Q(status=Status.RUNNING) | Q(status__in=before, starts_at__lte=now)
    due |= Q(status=Status.ANNOUNCED, opens_at__lte=now) | Q(reminders.build_due_filter(now=now), status__in=before)
    for code in list(Tournament.objects.filter(due).order_by("starts_at").values_list("code", flat=True)):
        try:
            advance_tournament(code=code, now=now)
        except Busy:
            continue
        except Exception:  # One broken tournament must not stop all others.
            logger.exception("Tournament %s: could not continue", code)
    matches.deal_owed(now=now)
    ladders.count_finished_tables(now=now)


def advance_tournament(*, code: str, now: datetime) -> None:
    """Do what is due for one tournament."""
    for _step in range(MAX_STEPS_PER_RUN):
        with hold_tournament(code) as tournament:
            if not _take_step(tournament, now):
                return
            raise_version(tournament)


def _take_step(tournament: Tournament, now: datetime) -> bool:
    """Take one step, and return whether there was anything to do."""
    if tournament.game not in load_games():  # It stops until the game is back, or an organiser cancels it.
        notify.notify_organisers(tournament, notify.STUCK, key="game", now=now,
                       text=notify.STUCK_GAME)  # fmt: skip
        return False
    match tournament.status:
        case Status.ANNOUNCED if tournament.opens_at is not None and tournament.opens_at <= now:
            lifecycle.open_registration(code=tournament.code, by=None, now=now)
            return True
        case Status.ANNOUNCED | Status.OPEN | Status.CLOSED if tournament.starts_at <= now:
            return _start_due_tournament(tournament, now=now)
        case Status.ANNOUNCED | Status.OPEN | Status.CLOSED if reminders.is_reminder_due(tournament, now=now):
            reminders.send_reminders(tournament, now=now)
            return True
        case Status.RUNNING:
            outages.postpone_for_outages(tournament, now=now)
            snapshot = load_snapshot(tournament)
            _send_time_reminders(snapshot, now)
            return _advance_tournament(snapshot, now=now)
    return False


def _advance_tournament(snapshot: TournamentSnapshot, *, now: datetime) -> bool:
    """Take one step of a running, locked tournament, and return whether there was anything to do."""
    played = next((round_ for round_ in snapshot.published if round_.round.state == Round.State.PUBLISHED), None)
    if played is not None:
        return _advance_round(snapshot, played, now)
    if snapshot.proposed is not None:
        return _publish_due(snapshot, snapshot.proposed, now)
    if rounds.propose_next_round(snapshot, now=now) is not None:
        return True
    if not snapshot.published:
        return _give_up(snapshot.tournament, lifecycle.too_few(snapshot.tournament, len(snapshot.entrants)), now)
    if is_stage_cut_short(
        snapshot.plan.stages, [round_.played for round_ in snapshot.published], len(snapshot.plan.stages)
    ):
        audit.add_audit_entry(snapshot.tournament, "cut", now=now)
    lifecycle.end_tournament(snapshot, by=None, now=now)
    return True


def _advance_round(snapshot: TournamentSnapshot, round_: RoundState, now: datetime) -> bool:
    """Take one step of the current round."""
    if matches.add_next_matches(round_) or matches.close_due_tables(snapshot, round_, now=now):
        return True
    if round_.done:
        _end_round(snapshot, round_, now)
    return round_.done


def _publish_due(snapshot: TournamentSnapshot, round_: RoundState, now: datetime) -> bool:
    """Publish a proposed round that is due, unless an organiser publishes it."""
    due = round_.round.starts_at is None or round_.round.starts_at <= now
    if snapshot.tournament.by_itself and due:
        rounds.publish_locked_round(snapshot, round_, by=None, now=now)
        return True
    return False


def _start_due_tournament(tournament: Tournament, *, now: datetime) -> bool:
    """Start a locked tournament that is due, and return whether it started.

    Organisers who start it themselves are reminded. One that runs by itself is cancelled if it can't start.
    """
    if not tournament.by_itself:
        notify.notify_organisers(tournament, notify.STUCK, key="late", now=now)
        return False
    try:
        lifecycle.start_tournament(code=tournament.code, by=None, now=now)
    except TournamentRefused as why:
        return _give_up(tournament, str(why), now)
    return True


def _give_up(tournament: Tournament, why: str, now: datetime) -> bool:
    """Give up a tournament in which no one can be paired and nothing was played."""
    if tournament.by_itself:
        lifecycle.cancel_tournament(code=tournament.code, reason=why, by=None, now=now)
    notify.notify_organisers(tournament, notify.STUCK, key="stuck", now=now,
                   text=notify.STUCK_WHY)  # fmt: skip
    return False


def _end_round(snapshot: TournamentSnapshot, round_: RoundState, now: datetime) -> None:
    matches.mark_round_over(round_, now=now)
    audit.add_audit_entry(snapshot.tournament, "round-over", now=now, round=round_.round.number + 1)
    missing = {number for table in round_.pods if table.result for number in table.result.missing} - snapshot.out
    if snapshot.plan.drop and missing:
        _drop_no_shows(snapshot, missing, now)


def _drop_no_shows(snapshot: TournamentSnapshot, numbers: Collection[int], now: datetime) -> None:
    for number in sorted(numbers):
        entry = snapshot.entries[number]
        Entry.objects.filter(pk=entry.pk).update(state=Entry.State.OUT, missed=True)
        audit.add_audit_entry(snapshot.tournament, "dropped", now=now, one=number)
        people, key = snapshot.people(number), f"dropped:{len(snapshot.published)}"
        notify.notify_players(snapshot.tournament, people, notify.DROPPED, key=key, now=now, text=notify.DROPPED_WHY)


def _send_time_reminders(snapshot: TournamentSnapshot, now: datetime) -> None:
    """Remind those still playing when most of the time is over, once for each end time of a table."""
    for round_ in snapshot.published:
        row = round_.round
        if row.state != Round.State.PUBLISHED or row.published_at is None:
            continue
        for table in round_.pods:
            ends_at = table.pod.ends_at
            if table.result is not None or ends_at is None or table.pod.called_for == ends_at:
                continue
            if now >= _compute_reminder_time(row.published_at, ends_at):
                Pod.objects.filter(pk=table.pod.pk).update(called_for=ends_at)
                raise_version(snapshot.tournament)
                key = f"call:{row.number}:{table.pod.index}:{ends_at:%Y%m%d%H%M}"
                notify.notify_players(
                    snapshot.tournament,
                    _still_playing(snapshot, table),
                    notify.CALL,
                    key=key,
                    now=now,
                    text=notify.CALL_WHY,
                    at=ends_at,
                    names={"round": row.number + 1},
                )


def _still_playing(snapshot: TournamentSnapshot, table: PodState) -> set[int | None]:
    """Return the players there now, including substitutes; if nothing is dealt right now, those who will sit there."""
    running = [match for match in table.came if match.over_at is None]
    if running:
        return {player for match in running for player in match.players}
    entries = [snapshot.entries[number] for number in table.seats]
    instead = {entry.substitute_id for entry in entries if not entry.plays}
    return instead | {player for entry in entries if entry.plays for player in snapshot.people(entry.number)}


def _compute_reminder_time(begins: datetime, ends: datetime) -> datetime:
    return begins + timedelta(seconds=REMINDER_FRACTION * (ends - begins).total_seconds())
