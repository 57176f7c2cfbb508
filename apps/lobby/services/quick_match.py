"""Quick match, which joins a suitable waiting table or opens one."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.common import rate_limits
from apps.common.transactions import atomic_or_busy
from apps.games import load_games
from apps.kernel.game import Illegal
from apps.lobby import preferences, table_form
from apps.lobby.errors import TableRefused
from apps.lobby.models import QuickMatchLock, Table
from apps.lobby.preferences import Wishes
from apps.lobby.selectors import listing
from apps.lobby.services import tables
from apps.matches.engine import deadlines
from apps.matches.selectors import reliability

LIVE_PACE: Final = "live"
MAX_LIVE_TABLE_AGE: Final = timedelta(minutes=30)
"""Maximum age of a live table, because its host has probably left by then."""

BOT_WAIT_HOURS: Final = 24
"""Hours after which a quick table starts with bots, except live and rated ones."""

MAX_TRIED_TABLES: Final = 5
MAX_SEARCHES_PER_MINUTE: Final = 10


def limit_searches(who: str) -> None:
    """Count one search.

    :raises RateLimited: if there have been too many
    """
    rate_limits.enforce_rate_limit(
        what="quick",
        who=who,
        most=MAX_SEARCHES_PER_MINUTE,
        seconds=60,
        sentence=_("You’ve searched too many times in the last minute. Wait a moment, then try again."),
    )


def join_quick_match(
    *, player: Player, game: str, pace_name: str, now: datetime, rated: bool = False, language: str = ""
) -> Table:
    """Join the fullest, then oldest, suitable public table, or open one. Repeated calls return the same table.

    Tables in a language other than `language`, the player's, aren't suitable.

    :raises Illegal: if the game or pace doesn't exist
    :raises AccountNeeded: if it's rated and the player has no account
    :raises TableRefused: if the player is at too many tables
    """
    if game not in load_games() or pace_name not in load_games()[game].meta.paces:
        raise Illegal("Unknown game or pace.")
    if rated and player.guest:
        raise AccountNeeded(preferences.ACCOUNT_NEEDED_TEXT)
    QuickMatchLock.objects.get_or_create(game=game, pace_name=pace_name)
    with atomic_or_busy():
        # Others searching at the same moment wait here, and then find the table.
        QuickMatchLock.objects.select_for_update(no_key=True).get(game=game, pace_name=pace_name)
        fits = Table.objects.filter(
            game=game, pace_name=pace_name, rated=rated, started_at=None, public=True, usual=True
        )
        if mine := fits.filter(listing.build_joined_filter(player.pk)).first():
            return mine
        for code in _find_waiting_codes(fits, player, now, language)[:MAX_TRIED_TABLES]:
            try:
                with atomic_or_busy():
                    return tables.join_table(code=code, player=player, now=now)
            except (TableRefused, AccountNeeded, Table.DoesNotExist):
                continue  # It was filled or closed in the meantime.
        return _open_quick_table(player, game, pace_name, now, rated)


def _find_waiting_codes(fits: QuerySet[Table], player: Player, now: datetime, language: str) -> list[str]:
    fits = fits.filter(
        Q(friends_only=False) | Q(host__in=relations.find_fans(player.pk)), vacant__gt=0, language__in=("", language)
    )
    share = reliability.get_reliability_share(player.pk)
    enough = Q(newcomers=True) if share is None else Q(least_share__lte=share)
    fits = fits.filter(Q(least_share=None) | enough)
    if apart := relations.find_players_apart(player.pk):
        fits = fits.exclude(chairs__player__in=apart).exclude(chairs__kept_for__in=apart)
    if player.bot:
        fits = fits.filter(bots_welcome=True)
    fits = fits.filter(~Q(pace_name=LIVE_PACE) | Q(created_at__gte=now - MAX_LIVE_TABLE_AGE))
    return list(fits.order_by("-present", "created_at", "pk").values_list("code", flat=True)[:MAX_TRIED_TABLES])


def _open_quick_table(player: Player, game: str, pace_name: str, now: datetime, rated: bool) -> Table:
    rules = load_games()[game]
    return tables.open_table(
        host=player,
        game=game,
        seats=table_form.usual_seats(rules.meta),
        options=table_form.usual_options(rules.meta, pace_name),
        pace=deadlines.list_preset_paces(rules.meta)[pace_name],
        pace_name=pace_name,
        public=True,
        now=now,
        wishes=Wishes(
            rated=rated, by_itself=True, bots_after=None if rated or pace_name == LIVE_PACE else BOT_WAIT_HOURS
        ),
    )
