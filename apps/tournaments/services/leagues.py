"""Leagues: joining, leaving, and the next season, which starts automatically when the last one is over."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Final

from django.db import IntegrityError, OperationalError
from django.utils.translation import gettext as _

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.common.errors import Busy
from apps.common.transactions import atomic_or_busy
from apps.ratings.selectors.player import find_lower_bounds
from apps.tournaments.errors import LeagueRefused, TournamentRefused
from apps.tournaments.models import Division, Entry, League, LeagueMember, Tournament
from apps.tournaments.selectors import leagues
from apps.tournaments.selectors.snapshot import load_snapshot
from apps.tournaments.services import eligibility, entries, lifecycle, notify

logger = logging.getLogger(__name__)

DIVISION_FIELDS: Final = ("game", "options", "pace", "pace_name", "plan", "rated", "opponents", "round_hours")
"""Settings that a division takes from its league."""


def look_ahead(*, now: datetime) -> None:
    """Start the seasons that are due. If two workers try at once, only one season is started."""
    for pk in list(leagues.open_to_begin(now=now).values_list("pk", flat=True)):
        try:
            start_season(pk=pk, now=now)
        except (Busy, IntegrityError):
            logger.info("League %s: in use by another process, continuing on the next run", pk)
        except OperationalError:  # The database is down, which isn't the league's fault.
            raise
        except Exception:  # One broken league must not stop all others.
            logger.exception("League %s: could not start the next season", pk)


def start_season(*, pk: int, now: datetime) -> int:
    """Start the next season and return the number of divisions: all of them in one transaction, or none.

    The number is 0 if it isn't time yet, or there aren't enough members.

    :raises Busy: if the league is locked by another change
    :raises TournamentRefused: if a division can't be divided into tables
    """
    with _lock_league(pk) as league:
        season = leagues.load_latest_season(league)
        if not league.active or not season.over or now < leagues.next_at(league, season):
            return 0
        members = list(leagues.find_league_members(league))
        if len(members) < league.least:
            return 0
        tables = [leagues.build_division_lines(load_snapshot(each)) for each in season.tournaments]
        strengths = find_lower_bounds([member.player_id for member in members], game=league.game)
        coming = leagues.assign_next_season(league, season, tables, members, strengths)
        if len(coming.divisions[0]) < league.least:
            return 0
        _let_go(league, season, coming.out, now)
        for number, players in enumerate(coming.divisions, start=1):
            _start_division(league, season.number + 1, number, players, now)
        return len(coming.divisions)


def join_league(*, pk: int, player: Player, now: datetime, circle: str = "") -> LeagueMember:
    """Join a league, from the next season on. `circle` is the club that vouches for the player, if any.

    :raises LeagueRefused: if it has ended, or they are already in it
    :raises AccountNeeded: if they have no account
    :raises Busy: if the league is locked by another change
    """
    with _lock_league(pk) as league:
        if player.guest:
            raise AccountNeeded(_("You need an account to join a league. Choose a name and a password first."))
        if player.bot:
            raise LeagueRefused(eligibility.BOTS_REFUSED)
        if league.circle not in ("", circle):
            raise LeagueRefused(_("Only members of the club can join."))
        if not league.active:
            raise LeagueRefused(_("This league has ended. There won’t be another season."))
        if leagues.find_league_members(league).filter(player=player).exists():
            raise LeagueRefused(_("You’re already in this league."))
        return LeagueMember.objects.create(league=league, player=player, since=now)


def leave_league(*, pk: int, player: Player, now: datetime) -> None:
    """Leave a league from the next season on. In a running season, withdraw from the division.

    :raises LeagueRefused: if they aren't in it
    :raises Busy: if the league, or their division, stayed locked for too long
    """
    with _lock_league(pk) as league:
        if not leagues.find_league_members(league).filter(player=player).update(left_at=now):
            raise LeagueRefused(_("You aren’t in this league."))
        for code in leagues.find_player_divisions(league, player.pk):
            with suppress(TournamentRefused):  # It has ended, or they have been removed, in the meantime.
                entries.leave_tournament(code=code, player=player, now=now)


@contextmanager
def _lock_league(pk: int) -> Iterator[League]:
    """Lock a league until the body is done. Code that also locks a tournament must lock its league first."""
    with atomic_or_busy():
        yield League.objects.select_for_update(no_key=True).get(pk=pk)


def _start_division(league: League, season: int, number: int, players: Sequence[int], now: datetime) -> None:
    """Create a division with all its players and start it. Its name is the same in every language."""
    tournament = Tournament(
        name=f"{league.name} {season}/{number}",
        status=Tournament.Status.OPEN,
        least=league.least,
        most=max(league.most, len(players)),
        starts_at=now,
        fixed=True,
        vacations=True,
        circle=league.circle,
        listed=not league.circle,
        **{name: getattr(league, name) for name in DIVISION_FIELDS},
    )
    lifecycle.create_tournament(tournament, by=None, now=now)
    Division.objects.create(league=league, season=season, number=number, tournament=tournament)
    Entry.objects.bulk_create(
        Entry(tournament=tournament, number=entrant, player_id=player, at=now)
        for entrant, player in enumerate(players, start=1)
    )
    lifecycle.start_tournament(code=tournament.code, by=None, now=now)


def _let_go(league: League, season: leagues.Season, players: Sequence[int], now: datetime) -> None:
    """End the membership of players who were absent in the lowest division, and notify them."""
    leagues.find_league_members(league).filter(player__in=players).update(left_at=now)
    if players:
        names = {"league": league.name}
        notify.notify_each_player(
            season.tournaments[-1],
            dict.fromkeys(players, names),
            notify.LEAGUE_OUT,
            key="league-out",
            now=now,
            text=notify.LEAGUE_OUT_WHY,
            path=league.get_absolute_url(),
        )
