"""Leagues: joining, leaving, and the next season, which begins by itself when the last one is over."""

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
from apps.ratings.selectors import player as ratings
from apps.tournaments.errors import LeagueRefused, TournamentRefused
from apps.tournaments.models import Division, Entry, League, LeagueMember, Tournament
from apps.tournaments.selectors import leagues
from apps.tournaments.selectors import snapshot as snapshots
from apps.tournaments.services import entries, lifecycle, notify

logger = logging.getLogger(__name__)

SAME: Final = ("game", "options", "pace", "pace_name", "plan", "rated", "opponents", "round_hours")
"""What a division has in common with its league."""


def look_ahead(*, now: datetime) -> None:
    """Begin the seasons whose time has come; two workers at once begin one."""
    for pk in list(leagues.open_to_begin(now=now).values_list("pk", flat=True)):
        try:
            begin(pk=pk, now=now)
        except (Busy, IntegrityError):
            logger.info("League %s: in use by another process, continuing on the next run", pk)
        except OperationalError:  # The database is away: no fault of the league.
            raise
        except Exception:  # One broken league must not stop the tournaments of all the others.
            logger.exception("League %s: could not start the next season", pk)


def begin(*, pk: int, now: datetime) -> int:
    """Begin the next season: all its divisions in one transaction, or nothing. With how many; 0 if it is not the time,
    or there are too few members.

    :raises Busy: if somebody joins, leaves or begins it in this moment
    :raises TournamentRefused: if a division cannot be divided into tables
    """
    with _held(pk) as league:
        season = leagues.latest(league)
        if not league.active or not season.over or now < leagues.next_at(league, season):
            return 0
        members = list(leagues.members(league))
        if len(members) < league.least:
            return 0
        tables = [leagues.lines(snapshots.read(each)) for each in season.tournaments]
        strengths = ratings.strengths([member.player_id for member in members], game=league.game)
        coming = leagues.following(league, season, tables, members, strengths)
        if len(coming.divisions[0]) < league.least:
            return 0
        _let_go(league, season, coming.out, now)
        for number, players in enumerate(coming.divisions, start=1):
            _open(league, season.number + 1, number, players, now)
        return len(coming.divisions)


def join(*, pk: int, player: Player, now: datetime, circle: str = "") -> LeagueMember:
    """Wait for the next season. For one of a club, `circle` is the club that vouches for them.

    :raises LeagueRefused: if it has ended, or they are in it already
    :raises AccountNeeded: if they have no account
    :raises Busy: if the next season starts at this moment
    """
    with _held(pk) as league:
        if player.guest:
            raise AccountNeeded(_("You need an account to join a league. Choose a name and a password first."))
        if league.circle not in ("", circle):
            raise LeagueRefused(_("Only members of the club can join."))
        if not league.active:
            raise LeagueRefused(_("This league has ended. There won’t be another season."))
        if leagues.members(league).filter(player=player).exists():
            raise LeagueRefused(_("You’re already in this league."))
        return LeagueMember.objects.create(league=league, player=player, since=now)


def leave(*, pk: int, player: Player, now: datetime) -> None:
    """Take part in no further season; in one that is being played they withdraw from their division.

    :raises LeagueRefused: if they are not in it
    :raises Busy: if the league, or their division, could not be had in time
    """
    with _held(pk) as league:
        if not leagues.members(league).filter(player=player).update(left_at=now):
            raise LeagueRefused(_("You aren’t in this league."))
        for code in leagues.playing(league, player.pk):
            with suppress(TournamentRefused):  # It ended, or they were taken out, meanwhile.
                entries.leave(code=code, player=player, now=now)


@contextmanager
def _held(pk: int) -> Iterator[League]:
    """A league, locked until the body is done. Who also takes a tournament in hand takes it after its league."""
    with atomic_or_busy():
        yield League.objects.select_for_update(no_key=True).get(pk=pk)


def _open(league: League, season: int, number: int, players: Sequence[int], now: datetime) -> None:
    """A division, with everybody in it, that has begun. Its name is the same in every language."""
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
        **{name: getattr(league, name) for name in SAME},
    )
    lifecycle.create(tournament, by=None, now=now)
    Division.objects.create(league=league, season=season, number=number, tournament=tournament)
    Entry.objects.bulk_create(
        Entry(tournament=tournament, number=entrant, player_id=player, at=now)
        for entrant, player in enumerate(players, start=1)
    )
    lifecycle.start(code=tournament.code, by=None, now=now)


def _let_go(league: League, season: leagues.Season, players: Sequence[int], now: datetime) -> None:
    """Who was absent in the lowest division is no member any more, and is told."""
    leagues.members(league).filter(player__in=players).update(left_at=now)
    if players:
        names = {"league": league.name}
        notify.each(season.tournaments[-1], dict.fromkeys(players, names), notify.LEAGUE_OUT, key="league-out", now=now,
                    text=notify.LEAGUE_OUT_WHY, path=league.get_absolute_url())  # fmt: skip
