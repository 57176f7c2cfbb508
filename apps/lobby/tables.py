"""What happens at tables before a match. Nobody else changes one; every function holds one table locked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final

import msgspec
from django.db import OperationalError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.accounts.models import Player
from apps.games import catalogue
from apps.kernel.game import Game, Illegal
from apps.lobby.models import Chair, Table
from apps.matches import pace as clock
from apps.matches import play

SITTINGS: Final = 20
"""Open tables a person may sit at."""

QUICK_GAME: Final = "fuse"
"""What somebody plays who just wants to play."""
QUICK_PACE: Final = "daily"


class Refused(Exception):
    """The table does not allow it now; the message says why. Nothing was changed."""


class NotHost(Refused):
    """Only the host may do that."""


def open_table(
    *,
    host: Player,
    game: str,
    seats: int,
    options: Mapping[str, Any],
    pace: Mapping[str, int],
    pace_name: str,
    public: bool,
    now: datetime,
) -> Table:
    """Open a table; the host sits in its first chair.

    :raises Illegal: if there is no such game, or it does not allow these seats, options or times
    :raises Refused: if the host sits at too many tables
    """
    rules = _rules(game)
    setup = rules.setup(seats, options)
    agreed = clock.agree(rules.meta, pace, setup.options)
    with _transaction():
        _may_sit(host)
        table = Table.objects.create(
            game=game,
            seats=seats,
            options=msgspec.to_builtins(setup.options),
            pace=agreed,
            pace_name=pace_name,
            public=public,
            host=host,
            created_at=now,
        )
        Chair.objects.bulk_create(
            Chair(table=table, index=index, player=None if index else host) for index in range(seats)
        )
    return table


def join(*, code: str, player: Player) -> Table:
    """Sit down in the first free chair.

    :raises Refused: if the table is full or has started, or the player sits there already or at too many tables
    """
    with _held(code) as table:
        if table.chair_of(player.pk):
            raise Refused(_("You sit at this table already."))
        chair = _first_free(table)
        _may_sit(player)
        chair.player = player
        chair.save(update_fields=["player"])
    return table


def leave(*, code: str, player: Player) -> None:
    """Stand up. The next person becomes host; with the last one the table goes.

    :raises Refused: if the player does not sit there, or the table has started
    """
    with _held(code) as table:
        chair = table.chair_of(player.pk)
        if chair is None:
            raise Refused(_("You do not sit at this table."))
        chair.player = None
        chair.save(update_fields=["player"])
        heir = next((other.player_id for other in table.sitting if other.player_id), None)
        if heir is None:
            table.delete()
        elif table.host_id == player.pk:
            table.host_id = heir
            table.save(update_fields=["host"])


def add_bot(*, code: str, host: Player) -> None:
    """Seat one of the house's players in the first free chair.

    :raises Refused: if the table is full or has started
    :raises NotHost: if somebody else asks
    """
    with _held(code, host) as table:
        chair = _first_free(table)
        chair.bot = True
        chair.save(update_fields=["bot"])


def fill_with_bots(*, code: str, host: Player) -> None:
    """Seat the house's players in all free chairs.

    :raises Refused: if the table is full or has started
    :raises NotHost: if somebody else asks
    """
    with _held(code, host) as table:
        _first_free(table)
        Chair.objects.filter(table=table, player=None).update(bot=True)


def remove_bot(*, code: str, host: Player, index: int) -> None:
    """Free the chair of a bot.

    :raises Refused: if no bot sits there, or the table has started
    :raises NotHost: if somebody else asks
    """
    with _held(code, host) as table:
        if not Chair.objects.filter(table=table, index=index, bot=True).update(bot=False):
            raise Refused(_("No bot sits in that chair."))


def start(*, code: str, host: Player, now: datetime) -> str:
    """Begin the match and return its code. Asked again, it only returns the code again.

    :raises Refused: if a chair is still free
    :raises NotHost: if somebody else asks
    """
    with _held(code, host, started=True) as table:
        if table.match_code:
            return table.match_code
        if table.free:
            raise Refused(
                ngettext(
                    "One chair is still free. Wait for somebody, or seat a bot.",
                    "%(count)d chairs are still free. Wait for people, or seat bots.",
                    table.free,
                )
                % {"count": table.free}
            )
        table.match_code = play.begin(
            game=table.game,
            setup=table.rules.setup(table.seats, table.options),
            pace=table.pace,
            seats=[play.Sitter(player=chair.player_id, bot=chair.bot) for chair in table.sitting],
            now=now,
            listed=table.public,
        )
        table.started_at = now
        table.save(update_fields=["match_code", "started_at"])
    return table.match_code


def close(*, code: str, host: Player) -> None:
    """Call it off: the table goes.

    :raises Refused: if the table has started
    :raises NotHost: if somebody else asks
    """
    with _held(code, host) as table:
        table.delete()


def play_now(*, player: Player, now: datetime, game: str = QUICK_GAME) -> str:
    """Begin a short match against bots at once and return its code.

    :raises Illegal: if there is no such game
    """
    rules = _rules(game)
    seats = rules.meta.quick_seats or rules.meta.seats[0]
    return play.begin(
        game=game,
        setup=rules.setup(seats, rules.meta.quick_options),
        pace=rules.meta.paces[QUICK_PACE],
        seats=[play.Sitter(player=player.pk), *[play.Sitter(bot=True)] * (seats - 1)],
        now=now,
    )


@contextmanager
def _transaction() -> Iterator[None]:
    """:raises play.Busy: if the database could not be had in time"""
    try:
        with transaction.atomic():
            yield
    except OperationalError as error:
        raise play.Busy from error


@contextmanager
def _held(code: str, host: Player | None = None, *, started: bool = False) -> Iterator[Table]:
    """A table locked, with its chairs.

    :raises Table.DoesNotExist: if there is none
    """
    with _transaction():
        table = Table.objects.select_for_update(no_key=True).get(code=code)
        if host is not None and table.host_id != host.pk:
            raise NotHost(_("Only the host of the table may do that."))
        if table.started_at and not started:
            raise Refused(_("The match has begun; the table is closed."))
        yield table


def _first_free(table: Table) -> Chair:
    for chair in table.sitting:
        if chair.free:
            return chair
    raise Refused(_("All chairs are taken."))


def _may_sit(player: Player) -> None:
    """Counted with the player's row locked, so that nobody gets past the limit by asking twice at once."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if Chair.objects.filter(player=player, table__started_at=None).count() >= SITTINGS:
        raise Refused(
            _("You sit at %(count)d open tables. Leave one, or wait until one has begun.") % {"count": SITTINGS}
        )


def _rules(game: str) -> Game[Any, Any, Any]:
    try:
        return catalogue()[game]
    except KeyError:
        raise Illegal(_("There is no such game here.")) from None
