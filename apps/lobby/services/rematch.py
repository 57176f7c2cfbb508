"""A rematch of the same players, each one seat further. The first to click opens the table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError
from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.common import rate_limits
from apps.common.transactions import atomic_or_busy
from apps.games import load_games
from apps.lobby import table_form
from apps.lobby.errors import TableRefused
from apps.lobby.models import Table
from apps.lobby.preferences import Wishes
from apps.lobby.services import invitations, tables
from apps.lobby.services.chairs import list_rematch_players, may_meet, notify_rematch_pages
from apps.lobby.services.tables import Place
from apps.matches.engine import deadlines
from apps.matches.selectors import rematch
from apps.matches.selectors.rematch import Agreed

RESERVATION_TIME: Final = timedelta(hours=24)
"""Time for which seats are reserved for the players of the match."""
MAX_REMATCHES_PER_MINUTE: Final = 10


@dataclass(frozen=True)
class Offer:
    """A rematch as seen by a player who has a seat there."""

    by: str
    """The player who opened it."""
    mine: bool
    """Whether the reader has joined, or else has a reserved seat."""
    begun: bool
    path: str

    @property
    def fingerprint(self) -> str:
        """Return a fingerprint that changes whenever the offer looks different to the reader."""
        return f"{self.path}{self.mine:d}{self.begun:d}"


def find_rematch_offer(*, match: str, player: int, now: datetime) -> Offer | None:
    """Return the rematch of a match for a player who is expected there. Others get None."""
    table = Table.gathering().filter(rematch_of=match).first()
    if table is None:
        return None
    mine, begun = table.chair_of(player) is not None, table.started_at is not None
    if not mine and (begun or not _has_kept_seat(table, player, now) or not may_meet(table, player)):
        return None
    return Offer(by=table.host_name, mine=mine, begun=begun, path=table.get_absolute_url())


def play_again(*, match: str, player: Player, now: datetime) -> Table:
    """Open or join the rematch of a finished match, and start it if all others are bots.

    :raises RateLimited: if the player has done so too often
    :raises Match.DoesNotExist, TableRefused, AccountNeeded, Illegal: as below
    """
    rate_limits.enforce_rate_limit(
        what="rematch",
        who=str(player.pk),
        most=MAX_REMATCHES_PER_MINUTE,
        seconds=60,
        sentence=_("You’ve started too many matches in the last minute. Play one of them first, or wait a moment."),
    )
    table = open_or_join_rematch(match=match, player=player, now=now)
    if not table.empty and table.started_at is None:  # Only bots, so there is no one to wait for.
        tables.start_table(code=table.code, host=player, now=now)
    return table


def open_or_join_rematch(*, match: str, player: Player, now: datetime) -> Table:
    """Open the rematch of a finished match, or join it if it's open. Repeated calls return the same table.

    :raises Match.DoesNotExist: if the match doesn't exist
    :raises TableRefused: if it isn't over, the player wasn't in it, or there is no seat for them at the rematch
    :raises AccountNeeded: if it's rated and the player is a guest
    :raises Illegal: if the game no longer allows such a table
    """
    agreed = rematch.load_rematch_terms(match)
    if player.pk not in agreed.seats:
        raise TableRefused(_("Only players from this match can open a rematch."))
    if not agreed.over or agreed.game not in load_games():
        raise TableRefused(_("The match isn’t over yet."))
    for _try in range(2):
        if found := Table.objects.filter(rematch_of=match).first():
            return _join_rematch(found, player, now)
        try:
            with atomic_or_busy():
                return _open_rematch(match, agreed, player, now)
        except IntegrityError:
            continue  # Someone else was faster.
    raise TableRefused(_("The table has just been closed. Please try again."))


def _join_rematch(table: Table, player: Player, now: datetime) -> Table:
    if table.chair_of(player.pk) or table.started_at:
        return table
    return tables.join_table(code=table.code, player=player, now=now)


def _open_rematch(match: str, agreed: Agreed, host: Player, now: datetime) -> Table:
    before = Table.objects.filter(match_code=match).first()
    apart = relations.find_players_apart(host.pk)
    expected = Player.objects.in_bulk([who for who in agreed.seats if who and who != host.pk and who not in apart])
    kept = _who_meet(host.pk, list(expected))
    places = [_build_place(who, bot, host.pk, kept) for who, bot in zip(agreed.seats, agreed.bots, strict=True)]
    rated = agreed.rated and not any(agreed.bots) and not host.guest
    table = tables.open_table(
        host=host,
        game=agreed.game,
        seats=len(places),
        options=agreed.options,
        pace=agreed.pace,
        pace_name=before.pace_name if before else _pace_name(agreed),
        public=agreed.listed,
        now=now,
        wishes=Wishes(
            language=before.language if before else "", rated=rated, by_itself=True, opponents=agreed.opponents
        ),
        places=[*places[1:], places[0]],
        kept_until=now + RESERVATION_TIME,
        rematch_of=match,
    )
    invitations.invite_expected_players(table=table, by=host, people=[expected[who] for who in kept], now=now)
    notify_rematch_pages(match, list_rematch_players(table))
    return table


def _has_kept_seat(table: Table, player: int, now: datetime) -> bool:
    return any(
        chair.empty and chair.kept_for_id == player and (chair.kept_until is None or chair.kept_until > now)
        for chair in table.sitting
    )


def _build_place(who: int | None, bot: bool, host: int, kept: list[int]) -> Place:
    if bot:
        return Place(bot=True)
    return Place(player=host) if who == host else Place(kept_for=who) if who in kept else Place()


def _who_meet(host: int, people: list[int]) -> list[int]:
    """Return those of these people, in order, who haven't blocked or been blocked by the host or anyone before them."""
    apart = {frozenset(pair) for pair in relations.find_blocks([host, *people])}
    kept: list[int] = []
    for who in people:
        if not any({who, other} in apart for other in kept):
            kept.append(who)
    return kept


def _pace_name(agreed: Agreed) -> str:
    paces = deadlines.list_preset_paces(load_games()[agreed.game].meta)
    return next((name for name, pace in paces.items() if pace == agreed.pace), table_form.CUSTOM)
