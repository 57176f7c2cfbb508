"""Matches of published pods: dealt once each, followed by the next of their pod, ended when time is up."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime
from typing import Final

import msgspec
from django.urls import reverse

from apps.common.errors import Busy
from apps.common.transactions import atomic_or_busy
from apps.games import load_games
from apps.matches.errors import MatchRefused
from apps.matches.selectors import results
from apps.matches.services import organiser, play
from apps.tournaments.formats.plan import Plan
from apps.tournaments.models import Entry, Pod, PodMatch, Round, Tournament
from apps.tournaments.scoring.pod_matches import rotate_seats
from apps.tournaments.selectors import teams
from apps.tournaments.selectors.pods import PodState
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot
from apps.tournaments.services import audit, notify
from apps.tournaments.services.session import raise_version

logger = logging.getLogger(__name__)

MAX_DEALT_PER_RUN: Final = 1_000
"""Maximum number of matches dealt in one run, so that other tasks get their turn."""


def deal_owed(*, now: datetime, tournament: Tournament | None = None, limit: int = MAX_DEALT_PER_RUN) -> int:
    """Deal the matches that published pods owe, and return their number.

    If interrupted, the next run deals the rest.
    """
    owed = PodMatch.objects.filter(
        match__isnull=True,
        pod__round__tournament__status=Tournament.Status.RUNNING,
        pod__round__tournament__game__in=load_games(),
    )
    if tournament is not None:
        owed = owed.filter(pod__round__tournament=tournament)
    dealt, busy, broken = 0, set(), set()
    for pod_match, tournament_key in list(owed.order_by("pk").values_list("pk", "pod__round__tournament")[:limit]):
        if tournament_key in busy:
            continue
        try:
            dealt += _deal_match(pod_match, tournament_key, now)
        except Busy:
            busy.add(tournament_key)
        except Exception:  # One table that can't be dealt must not stop all others.
            logger.exception("Pod match %s: could not deal its match", pod_match)
            broken.add(tournament_key)
    for stuck in Tournament.objects.filter(pk__in=broken):
        notify.notify_organisers(stuck, notify.STUCK, key="table", now=now, text=notify.STUCK_TABLE)
    return dealt


def _deal_match(key: int, tournament_key: int, now: datetime) -> bool:
    """Deal a match and record it in one transaction.

    The tournament is locked, so that no match is dealt while it is paused, or for a player who has just left.
    """
    with atomic_or_busy():
        tournaments = Tournament.objects.select_for_update(of=("self",), no_key=True)
        tournament = tournaments.filter(pk=tournament_key, status=Tournament.Status.RUNNING).first()
        pod_match = PodMatch.objects.select_related("pod").filter(pk=key, match__isnull=True).first()
        if tournament is None or pod_match is None:
            return False
        seats = rotate_seats(pod_match.pod.seats, pod_match.number)
        lineup = _build_lineup(tournament, seats, pod_match.number)
        code = play.start_match(
            game=tournament.game,
            setup=load_games()[tournament.game].setup(len(seats), tournament.options),
            pace=tournament.pace,
            seats=_build_sitters(tournament, seats, lineup),
            now=now,
            listed=tournament.listed,
            rated=tournament.rated,
            vacations=tournament.vacations,
            opponents=tournament.opponents,
            occasion=(tournament.name, reverse("tournaments:page", args=[tournament.code])),
        )
        pod_match.match_id = results.get_match_key(code)
        pod_match.lineup = None if lineup is None else [member and member.key for member in lineup]
        pod_match.save(update_fields=["match", "lineup"])
        raise_version(tournament)
    return True


def _build_lineup(tournament: Tournament, seats: tuple[int, ...], board: int) -> teams.Lineup | None:
    """Return the current member of each team who plays at this board; no one for a team that has withdrawn."""
    if not msgspec.convert(tournament.plan, Plan).team:
        return None
    playing = Entry.objects.filter(tournament=tournament, number__in=seats, state=Entry.State.IN)
    numbers = set(playing.values_list("number", flat=True))
    members = [member for member in teams.load_team_members(tournament).values() if member.entrant in numbers]
    return teams.build_board_lineup(teams.group_team_members(members), seats, board)


def _build_sitters(tournament: Tournament, seats: tuple[int, ...], lineup: teams.Lineup | None) -> list[play.Sitter]:
    """Return the players in seat order. Seats of those who have left go to their substitute or the bot."""
    if lineup is not None:
        return [play.Sitter(player=member and member.player, bot=member is None) for member in lineup]
    entries = Entry.objects.filter(tournament=tournament, number__in=seats)
    sitters = {entry.number: _build_sitter(entry) for entry in entries}
    return [sitters[number] for number in seats]


def _build_sitter(entry: Entry) -> play.Sitter:
    player = entry.player_id if entry.state == Entry.State.IN else entry.substitute_id
    return play.Sitter(player=player, bot=player is None, number=entry.number if entry.bot else None)


def add_next_matches(round_: RoundState) -> int:
    """Add the next match to each pod that has finished its last one and needs more, and return their number."""
    ready = [table for table in round_.pods if table.result is None and not table.owed and _all_over(table)]
    PodMatch.objects.bulk_create(PodMatch(pod=table.pod, number=len(table.came)) for table in ready)
    return len(ready)


def close_due_tables(snapshot: TournamentSnapshot, round_: RoundState, *, now: datetime) -> int:
    """End the tables whose time is up, and return their number. Players who still owe an answer did not finish."""
    due = [t for t in round_.pods if t.result is None and t.pod.ends_at is not None and t.pod.ends_at <= now]
    for table in due:
        _close_table(table, now)
        audit.add_audit_entry(
            snapshot.tournament, "time-up", now=now, round=round_.round.number + 1, table=table.pod.index + 1
        )
    return len(due)


def _close_table(table: PodState, now: datetime) -> None:
    """End a table. The caller's lock keeps others from ending its matches, but they can end by themselves."""
    PodMatch.objects.filter(pod=table.pod, match__isnull=True).delete()
    for pod_match in PodMatch.objects.filter(pod=table.pod, match__over_at__isnull=True):
        code = results.get_match_code(pod_match.match_id or 0)
        with suppress(MatchRefused):  # It has just ended by itself, so its result counts.
            seats = rotate_seats(table.seats, pod_match.number)
            pod_match.overdue = [seats[seat] for seat in organiser.end_match(code=code, now=now)]
            pod_match.save(update_fields=["overdue"])
    Pod.objects.filter(pk=table.pod.pk).update(closed_at=now)


def mark_round_over(round_: RoundState, *, now: datetime) -> None:
    """Mark a round as over."""
    Round.objects.filter(pk=round_.round.pk).update(state=Round.State.OVER, over_at=now)
    round_.round.state, round_.round.over_at = Round.State.OVER, now


def find_running_matches(tournament: Tournament) -> list[str]:
    """Return the codes of the tournament's unfinished matches."""
    open_ = PodMatch.objects.filter(pod__round__tournament=tournament, match__isnull=False, match__over_at__isnull=True)
    return [match.code for match in results.load_match_progress(open_.values("match")).values()]


def _all_over(table: PodState) -> bool:
    return bool(table.came) and all(match.over_at is not None for match in table.came)
