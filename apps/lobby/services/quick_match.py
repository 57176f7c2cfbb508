"""Quick match, which joins a suitable waiting table or opens one."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q, QuerySet

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.common.transactions import atomic_or_busy
from apps.games import catalogue
from apps.kernel.game import Illegal
from apps.lobby import preferences, table_form
from apps.lobby.errors import TableRefused
from apps.lobby.models import Queue, Table
from apps.lobby.preferences import Wishes
from apps.lobby.selectors import listing
from apps.lobby.services import tables
from apps.matches.engine import deadlines
from apps.matches.selectors import reliability

LIVE: Final = "live"
LIVE_WAITS: Final = timedelta(minutes=30)
"""Maximum age of a live table, because its host has probably left by then."""

BOTS_AFTER: Final = 24
"""Hours after which a quick table starts with bots, except live and rated ones."""

TRIES: Final = 5


def sit_down(
    *, player: Player, game: str, pace_name: str, now: datetime, rated: bool = False, language: str = ""
) -> Table:
    """Join the fullest, then oldest, suitable public table, or open one. Repeated calls return the same table.

    Tables in a language other than `language`, the player's, aren't suitable.

    :raises Illegal: if the game or pace doesn't exist
    :raises AccountNeeded: if it's rated and the player has no account
    :raises TableRefused: if the player is at too many tables
    """
    if game not in catalogue() or pace_name not in catalogue()[game].meta.paces:
        raise Illegal("Unknown game or pace.")
    if rated and player.guest:
        raise AccountNeeded(preferences.NO_GUESTS)
    Queue.objects.get_or_create(game=game, pace_name=pace_name)
    with atomic_or_busy():
        # Others searching at the same moment wait here, and then find the table.
        Queue.objects.select_for_update(no_key=True).get(game=game, pace_name=pace_name)
        fits = Table.objects.filter(
            game=game, pace_name=pace_name, rated=rated, started_at=None, public=True, usual=True
        )
        if mine := fits.filter(listing.at(player.pk)).first():
            return mine
        for code in _waiting(fits, player, now, language)[:TRIES]:
            try:
                with atomic_or_busy():
                    return tables.join(code=code, player=player, now=now)
            except (TableRefused, AccountNeeded, Table.DoesNotExist):
                continue  # It was filled or closed in the meantime.
        return _open(player, game, pace_name, now, rated)


def _waiting(fits: QuerySet[Table], player: Player, now: datetime, language: str) -> list[str]:
    fits = fits.filter(
        Q(friends_only=False) | Q(host__in=relations.fans(player.pk)), vacant__gt=0, language__in=("", language)
    )
    share = reliability.share(player.pk)
    enough = Q(newcomers=True) if share is None else Q(least_share__lte=share)
    fits = fits.filter(Q(least_share=None) | enough)
    if apart := relations.apart(player.pk):
        fits = fits.exclude(chairs__player__in=apart).exclude(chairs__kept_for__in=apart)
    fits = fits.filter(~Q(pace_name=LIVE) | Q(created_at__gte=now - LIVE_WAITS))
    return list(fits.order_by("-present", "created_at", "pk").values_list("code", flat=True)[:TRIES])


def _open(player: Player, game: str, pace_name: str, now: datetime, rated: bool) -> Table:
    rules = catalogue()[game]
    return tables.open_table(
        host=player,
        game=game,
        seats=table_form.usual_seats(rules.meta),
        options=table_form.usual_options(rules.meta, pace_name),
        pace=deadlines.presets(rules.meta)[pace_name],
        pace_name=pace_name,
        public=True,
        now=now,
        wishes=Wishes(rated=rated, by_itself=True, bots_after=None if rated or pace_name == LIVE else BOTS_AFTER),
    )
