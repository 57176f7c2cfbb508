"""A player's open tables when their account is deleted."""

from __future__ import annotations

from contextlib import suppress

from apps.accounts.models import Player
from apps.lobby.errors import TableRefused
from apps.lobby.models import Table
from apps.lobby.services import tables
from apps.lobby.services.chairs import expect_no_more, lock_table


def leave_all(*, player: Player) -> None:
    """Remove the player from every open table, including seats reserved for them.

    Started tables get another host, so that their links still work.

    :raises Busy: if a table couldn't be locked in time
    """
    for code in Table.objects.filter(chairs__player=player, started_at=None).values_list("code", flat=True):
        with suppress(TableRefused, Table.DoesNotExist):  # It has started or closed in the meantime.
            tables.leave_table(code=code, player=player)
    for code in Table.objects.filter(chairs__kept_for=player, started_at=None).values_list("code", flat=True):
        with suppress(TableRefused, Table.DoesNotExist), lock_table(code) as table:
            expect_no_more(table, player)
    for table in Table.objects.filter(host=player).exclude(started_at=None).prefetch_related("chairs"):
        heir = next((chair.player_id for chair in table.sitting if chair.player_id not in (None, player.pk)), None)
        if heir is not None:
            Table.objects.filter(pk=table.pk).update(host=heir)
