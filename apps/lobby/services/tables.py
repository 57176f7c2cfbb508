"""Opening, joining, changing and starting tables. Functions that change a table lock it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import msgspec
from django.utils.translation import gettext as _

from apps.accounts import preferences
from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.common.transactions import atomic_or_busy
from apps.games import load_games
from apps.kernel.chance import SEED_BYTES, compute_commitment
from apps.kernel.game import AnyGame, Illegal
from apps.lobby import preferences as wished
from apps.lobby import table_form
from apps.lobby.errors import SettingsRefused, TableRefused
from apps.lobby.models import Chair, Table
from apps.lobby.preferences import Wishes
from apps.lobby.services.chairs import (
    first_free,
    keep_word,
    lock_table,
    may_sit,
    seat_player,
    separate_blocked_players,
    start_full_table,
    too_few,
    update_seat_counts,
)
from apps.matches.engine import deadlines
from apps.matches.selectors import bot_choices, experience
from apps.matches.services import play

QUICK_GAME: Final = "fuse"
"""The default game for players who just want to play."""
QUICK_PACE: Final = "daily"


@dataclass(frozen=True)
class Place:
    """A seat of a new table: a player's, a bot's, reserved or free."""

    player: int | None = None
    bot: bool = False
    kept_for: int | None = None


def open_table(
    *,
    host: Player,
    game: str,
    seats: int,
    options: Mapping[str, object],
    pace: Mapping[str, int],
    pace_name: str,
    public: bool,
    now: datetime,
    wishes: Wishes | None = None,
    places: Sequence[Place] = (),
    kept_until: datetime | None = None,
    rematch_of: str = "",
    circle: str = "",
) -> Table:
    """Open a table.

    The host gets its first seat, unless `places` has the seating. One with a `circle` is listed only there.

    :raises Illegal: if the game doesn't exist, or doesn't allow these seats, options or times
    :raises TableRefused: if the host is at too many tables, or bots should join a rated one
    :raises AccountNeeded: if it's rated and the host has no account
    """
    wishes = wishes or Wishes()
    rules = _get_game(game)
    setup = rules.setup(seats, options)
    agreed = deadlines.check_pace(rules.meta, pace, setup.options)
    if wishes.rated and host.guest:
        raise AccountNeeded(wished.ACCOUNT_NEEDED_TEXT)
    if wishes.rated and wishes.bots_after:
        raise TableRefused(wished.no_bots())
    secret = secrets.token_bytes(SEED_BYTES)
    places = places or (Place(player=host.pk), *[Place()] * (seats - 1))
    with atomic_or_busy():
        if may_sit(host).bot and wishes.rated:
            raise TableRefused(wished.no_bots())
        table = Table.objects.create(
            game=game,
            seats=seats,
            options=msgspec.to_builtins(setup.options),
            usual=setup.options == rules.setup(seats, table_form.usual_options(rules.meta, pace_name)).options,
            pace=agreed,
            pace_name=pace_name,
            public=public and not circle,
            host=host,
            created_at=now,
            language=wishes.language,
            rated=wishes.rated,
            least_share=wishes.least_share,
            newcomers=wishes.newcomers,
            friends_only=wishes.friends_only,
            bots_welcome=wishes.bots_welcome and not wishes.rated,
            by_itself=wishes.by_itself,
            bots_at=now + timedelta(hours=wishes.bots_after) if wishes.bots_after else None,
            opponents=wishes.opponents,
            vacant=sum(place == Place() for place in places),
            present=sum(place.player is not None for place in places),
            rematch_of=rematch_of,
            circle=circle,
            secret=secret,
            commitment=compute_commitment(secret),
        )
        Chair.objects.bulk_create(
            Chair(
                table=table,
                index=index,
                player_id=place.player,
                bot=place.bot,
                kept_for_id=place.kept_for,
                kept_until=kept_until if place.kept_for else None,
            )
            for index, place in enumerate(places)
        )
    return table


def open_requested_table(
    *, host: Player, game: str, posted: Mapping[str, str], now: datetime, circle: str = ""
) -> Table:
    """Open a table with the settings of a form that no one sees.

    :raises SettingsRefused: if they contain errors, all of which it names
    :raises TableRefused, AccountNeeded: as above
    """
    rules = _get_game(game)
    form = table_form.parse_table_form(rules, posted)
    if not form.sound:
        raise SettingsRefused(" ".join(form.list_errors()))
    try:
        return open_table(host=host, game=game, now=now, circle=circle, **form.list_settings(rules.meta))
    except Illegal as error:
        raise SettingsRefused from error


def join_table(*, code: str, player: Player, now: datetime, circle: str = "", word: str = "") -> Table:
    """Join a table. If the match starts automatically, the last player to join starts it.

    `word` is the player's word for the shuffle.

    :raises NotForYou: if it's reserved for a club other than `circle`
    :raises TableRefused: if the table is full or has started, or the player is already there, at too many tables, or
        doesn't meet its requirements
    :raises AccountNeeded: if the table is rated and the player has no account
    :raises TextRefused: if the word can't be used
    """
    with lock_table(code) as table:
        seat_player(table, player, now=now, circle=circle, word=word)
    return table


def give_word(*, code: str, player: Player, word: str) -> None:
    """Store a player's word for the shuffle in place of an earlier one. An empty word removes it.

    :raises TableRefused: if the player isn't at the table, or it has started
    :raises TextRefused: if the word can't be used
    """
    with lock_table(code) as table:
        if table.chair_of(player.pk) is None:
            raise TableRefused(_("You’re not at this table."))
        keep_word(table, player, word)


def leave_table(*, code: str, player: Player) -> None:
    """Leave a table. The next player becomes the host, and with the last player the table is deleted.

    :raises TableRefused: if the player isn't at the table, or it has started
    """
    with lock_table(code) as table:
        chair = table.chair_of(player.pk)
        if chair is None:
            raise TableRefused(_("You’re not at this table."))
        chair.player = None
        chair.save(update_fields=["player"])
        keep_word(table, player, "")
        heir = next((other.player_id for other in table.sitting if other.player_id), None)
        if heir is None:
            table.delete()
            return
        if table.host_id == player.pk:
            table.host_id = heir
            table.save(update_fields=["host"])
        update_seat_counts(table)


def add_bot(*, code: str, host: Player) -> None:
    """Seat a bot in the first free seat.

    :raises TableRefused: if the table is full, rated, or has started
    :raises NotHost: if another player asks
    """
    with lock_table(code, host) as table:
        _seat_bots(table, [first_free(table)])


def fill_with_bots(*, code: str, host: Player) -> None:
    """Seat bots in all free seats.

    :raises TableRefused: if the table is full, rated, or has started
    :raises NotHost: if another player asks
    """
    with lock_table(code, host) as table:
        first_free(table)
        _seat_bots(table, [chair for chair in table.sitting if chair.free])


def remove_bot(*, code: str, host: Player, index: int) -> None:
    """Free the seat of a bot.

    :raises TableRefused: if there is no bot in it, or the table has started
    :raises NotHost: if another player asks
    """
    with lock_table(code, host) as table:
        chair = next((chair for chair in table.sitting if chair.index == index and chair.bot), None)
        if chair is None:
            raise TableRefused(_("There’s no bot in that seat."))
        chair.bot = False
        chair.save(update_fields=["bot"])
        update_seat_counts(table)


def release_seat(*, code: str, host: Player, index: int) -> None:
    """Release a reserved seat.

    :raises TableRefused: if it isn't reserved, or the table has started
    :raises NotHost: if another player asks
    """
    with lock_table(code, host) as table:
        chair = next((chair for chair in table.sitting if chair.index == index and chair.kept_for_id), None)
        if chair is None:
            raise TableRefused(_("That seat isn’t reserved for anyone."))
        chair.kept_for, chair.kept_until = None, None
        chair.save(update_fields=["kept_for", "kept_until"])
        update_seat_counts(table)


def start_table(*, code: str, host: Player, now: datetime) -> str:
    """Start the match and return its code. Repeated calls only return the code.

    :raises TableRefused: if a seat is still free
    :raises NotHost: if another player asks
    """
    with lock_table(code, host, started=True) as table:
        if table.match_code:
            return table.match_code
        separate_blocked_players(table)
        if not table.empty:
            return start_full_table(table, now=now)
    raise too_few(table.empty)  # Outside the transaction, so that players who left stay out.


def close_table(*, code: str, host: Player) -> None:
    """Close and delete a table with its invitations.

    :raises TableRefused: if the table has started
    :raises NotHost: if another player asks
    """
    with lock_table(code, host) as table:
        table.delete()


def leave_circle(*, circle: str, player: Player) -> None:
    """Remove a player from every open table of a club that they have left."""
    theirs = Table.objects.filter(circle=circle, started_at=None, chairs__player=player)
    for code in theirs.values_list("code", flat=True):
        with suppress(TableRefused, Table.DoesNotExist):  # It has started or closed in the meantime.
            leave_table(code=code, player=player)


def close_circle(*, circle: str) -> None:
    """Close every open table of a club that no longer exists."""
    for code in Table.objects.filter(circle=circle, started_at=None).values_list("code", flat=True):
        with suppress(TableRefused, Table.DoesNotExist), lock_table(code) as table:
            table.delete()


def play_now(*, player: Player, now: datetime, game: str = QUICK_GAME, strength: str = "") -> str:
    """Start a short match against bots and return its code. Without a `strength`, one is suggested.

    :raises Illegal: if the game doesn't exist
    """
    rules = _get_game(game)
    seats = rules.meta.quick_seats or rules.meta.seats[0]
    new = player.pk in experience.new_to(game, [player.pk])
    sitter = play.Sitter(player=player.pk, new=new)
    return play.start_match(
        game=game,
        setup=rules.setup(seats, rules.meta.quick_options),
        pace=deadlines.list_preset_paces(rules.meta)[QUICK_PACE],
        seats=[sitter, *[play.Sitter(bot=True)] * (seats - 1)],
        newcomer=sitter if new else None,
        opponents=strength or bot_choices.suggest_bots(player.pk, game),
        bot_pause=preferences.decode_preferences(player.preferences).bot_pause,
        now=now,
    )


def _seat_bots(table: Table, chairs: Sequence[Chair]) -> None:
    if table.rated:
        raise TableRefused(wished.no_bots())
    for chair in chairs:
        chair.bot = True
    Chair.objects.filter(pk__in=[chair.pk for chair in chairs]).update(bot=True)
    update_seat_counts(table)


def _get_game(game: str) -> AnyGame:
    try:
        return load_games()[game]
    except KeyError:
        raise Illegal(_("We can’t find that game.")) from None
