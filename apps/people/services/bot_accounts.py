"""Accounts of bots, which programs play with. They are marked, and play only where bots are welcome."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.common.transactions import atomic_or_busy
from apps.lobby.models import Chair
from apps.matches.selectors import player_matches
from apps.people.errors import BotRefused
from apps.tournaments.account_deletion import takes_part


def become_bot(*, player: Player, now: datetime) -> None:
    """Make an account a bot, for ever. Repeating it changes nothing.

    Its row is locked, as it is when the player joins a table or a tournament. So no bot ends up where only people play.

    :raises BotRefused: if it's a guest, has played a rated match, or plays or waits somewhere now
    """
    if player.guest:
        raise BotRefused(_("You need an account for a bot. Create one first."))
    with atomic_or_busy():
        stored = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if stored.bot:
            return
        if player_matches.has_played_rated(player=player.pk):
            raise BotRefused(
                _("You’ve played rated matches, so this account can’t become a bot. Create another one for your bot.")
            )
        if (
            Chair.objects.filter(player=player, table__started_at=None).exists()
            or player_matches.find_running_seats(player=player.pk)
            or takes_part(player.pk, now=now)
        ):
            raise BotRefused(_("Leave your tables, matches and tournaments first. Bots start with none."))
        Player.objects.filter(pk=player.pk).update(bot=True)
