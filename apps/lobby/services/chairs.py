"""Joining, leaving and starting, shared by all ways to a seat. The table is already locked."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.accounts.preferences import decode_preferences
from apps.accounts.services import relations
from apps.common import text_rules
from apps.common.transactions import atomic_or_busy
from apps.lobby import preferences
from apps.lobby.errors import NotForYou, NotHost, TableFull, TableRefused
from apps.lobby.models import Chair, Invitation, Table
from apps.matches.engine import visibility
from apps.matches.selectors import experience, reliability, rematch
from apps.matches.services import play
from apps.matches.store import pubsub

MAX_OPEN_TABLES: Final = 20
"""Maximum open tables a player can join."""


@contextmanager
def lock_table(code: str, host: Player | None = None, *, started: bool = False) -> Iterator[Table]:
    """Lock a table with its seats.

    :raises Table.DoesNotExist: if it doesn't exist
    :raises NotHost: if `host` isn't its host
    :raises TableRefused: if it has started, unless `started` allows that
    :raises Busy: if it couldn't be locked in time
    """
    with atomic_or_busy():
        table = Table.objects.select_for_update(no_key=True).get(code=code)
        if host is not None and table.host_id != host.pk:
            raise NotHost
        if table.started_at and not started:
            raise TableRefused(_("The match has started, so this table is closed."))
        before, concerned_before = list_rematch_players(table), find_concerned_players(table)
        yield table
        notify_rematch_pages(table.rematch_of, before | list_rematch_players(table))
        pubsub.ring_players(concerned_before | find_concerned_players(table))


def find_concerned_players(table: Table) -> frozenset[int]:
    """Return the players who sit at a table, have a reserved seat or are invited. Their lists and badges show it."""
    if not table.pk:
        return frozenset()
    at_table = {who for chair in table.sitting if (who := chair.player_id or chair.kept_for_id) is not None}
    asked = Invitation.objects.filter(table=table, answered_at=None).values_list("to", "meant")
    return frozenset(at_table | {who for pair in asked for who in pair if who is not None})


def list_rematch_players(table: Table) -> frozenset[int]:
    """Return the players who sit or have a reserved seat at a rematch, or none if it isn't one."""
    if not table.rematch_of or table.pk is None:
        return frozenset()
    return frozenset(who for chair in table.sitting if (who := chair.player_id or chair.kept_for_id) is not None)


def notify_rematch_pages(match: str, people: Collection[int]) -> None:
    """Update the rematch on pages where these players are still looking at a match."""
    if people:
        pubsub.ring_observers(
            match, sum(map(visibility.get_observer_bit, rematch.find_player_seats(match, people))), "rematch"
        )


def seat_player(table: Table, player: Player, *, now: datetime, circle: str = "", word: str = "") -> None:
    """Seat a player in their reserved seat or else the first free one, and start the match if that's automatic.

    `circle` is the club whose service vouches for the player. Callers that don't know of clubs omit it. `word` is the
    player's word for the shuffle.

    :raises NotForYou: if the table is reserved for another club
    :raises TableRefused: if there is no seat for them, they already sit there or at too many tables, or don't meet its
        requirements
    :raises AccountNeeded: if the table is rated and they have no account
    :raises TextRefused: if the word can't be used
    """
    if table.chair_of(player.pk):
        raise TableRefused(_("You’re already at this table."))
    if table.circle not in ("", circle):
        raise NotForYou
    _release_kept(table, now)
    if not may_meet(table, player.pk):
        raise TableFull
    kept = next((chair for chair in table.sitting if chair.empty and chair.kept_for_id == player.pk), None)
    chair = kept or first_free(table)
    if table.rated and player.guest:
        raise AccountNeeded(preferences.ACCOUNT_NEEDED_TEXT)
    if kept is None:
        _check_requirements(table, player)
    if may_sit(player).bot:
        _check_bots_welcome(table)
    chair.player, chair.kept_for, chair.kept_until = player, None, None
    chair.save(update_fields=["player", "kept_for", "kept_until"])
    Invitation.objects.filter(table=table, to=player, answered_at=None).update(
        answered_at=now, answer=Invitation.Answer.ACCEPTED
    )
    update_seat_counts(table)
    keep_word(table, player, word)
    if table.by_itself and not table.empty and not separate_blocked_players(table):
        start_full_table(table, now=now)


def keep_word(table: Table, player: Player, word: str) -> None:
    """Store or remove a player's word for the shuffle, unless the table showed no commitment before it.

    :raises TextRefused: if the word can't be used
    """
    words = dict(table.words or {})
    before, after = words.pop(str(player.pk), ""), text_rules.clean_word(word) if table.commitment else ""
    if after == before:
        return
    table.words = words | ({str(player.pk): after} if after else {})
    table.save(update_fields=["words"])


def get_word(table: Table, player: int) -> str:
    """Return a player's own word for the shuffle, which no one else can see before the match has ended."""
    return (table.words or {}).get(str(player), "")


def expect_no_more(table: Table, player: Player) -> None:
    """Free the seat reserved for a player."""
    for chair in table.sitting:
        if chair.kept_for_id == player.pk:
            chair.kept_for, chair.kept_until = None, None
            chair.save(update_fields=["kept_for", "kept_until"])
            update_seat_counts(table)


def may_meet(table: Table, player: int | None) -> bool:
    """Check that no one who sits or is expected at the table has blocked the player or was blocked by them."""
    apart = relations.find_players_apart(player)
    return not any(chair.player_id in apart or chair.kept_for_id in apart for chair in table.sitting)


def may_sit(player: Player) -> Player:
    """Return the player as stored, with their row locked, so that parallel requests can't exceed the limit of tables.

    :raises TableRefused: if the player sits at too many open tables
    """
    stored = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if Chair.objects.filter(player=player, table__started_at=None).count() >= MAX_OPEN_TABLES:
        raise TableRefused(
            _("You’re already at %(count)d open tables. Leave one, or wait for one to start.")
            % {"count": MAX_OPEN_TABLES}
        )
    return stored


def first_free(table: Table) -> Chair:
    """Return the first free seat.

    :raises TableFull: if there is none
    """
    for chair in table.sitting:
        if chair.free:
            return chair
    raise TableFull


def update_seat_counts(table: Table) -> None:
    """Store the numbers of players and free seats for searches."""
    table.vacant, table.present = table.free, table.people
    table.save(update_fields=["vacant", "present"])


def separate_blocked_players(table: Table) -> bool:
    """Remove a player from each pair in which one has blocked the other since they joined.

    The player who blocked leaves, but at their own table the host stays and the other leaves. Return whether anyone
    left.
    """
    blocks = relations.find_blocks([chair.player_id for chair in table.sitting if chair.player_id])
    going = {other if owner == table.host_id else owner for owner, other in blocks}
    for chair in table.sitting:
        if chair.player_id in going:
            chair.player = None
            chair.save(update_fields=["player"])
    if going:
        update_seat_counts(table)
    return bool(going)


def start_full_table(table: Table, *, now: datetime) -> str:
    """Start the match of a full table, and withdraw its open invitations.

    :raises Illegal: if the game doesn't, or no longer, allow these settings
    """
    people = [chair.player_id for chair in table.sitting if chair.player_id]
    gentle = table.rules.first_habits is not None
    new: frozenset[int] = experience.new_to(table.game, people) if gentle else frozenset()
    table.match_code = play.start_match(
        game=table.game,
        setup=table.rules.setup(table.seats, table.options),
        pace=table.pace,
        seats=[
            play.Sitter(player=chair.player_id, bot=chair.bot, new=chair.player_id in new) for chair in table.sitting
        ],
        now=now,
        listed=table.public,
        rated=table.rated,
        opponents=table.opponents,
        bot_pause=_bot_pause(table),
        shuffle=_build_shuffle(table),
    )
    table.started_at, table.secret, table.words = now, None, None
    table.save(update_fields=["match_code", "started_at", "secret", "words"])
    Invitation.objects.filter(table=table, answered_at=None).update(answered_at=now, answer=Invitation.Answer.WITHDRAWN)
    return table.match_code


def _build_shuffle(table: Table) -> play.Shuffle | None:
    """Return the secret and the words of everyone who sits there now, or None if an older release opened the table."""
    if table.secret is None:
        return None
    return play.Shuffle(bytes(table.secret), [get_word(table, chair.player_id or 0) for chair in table.sitting])


def _bot_pause(table: Table) -> int:
    """Return how long bots pause there, as chosen by the only player or else the default."""
    players = [chair.player for chair in table.sitting if chair.player_id]
    alone = players[0] if len(players) == 1 else None
    return decode_preferences(alone.preferences if alone else {}).bot_pause


def too_few(empty: int) -> TableRefused:
    """Return the refusal of a match that has free seats."""
    sentence = ngettext(
        "One seat is still free. Wait for another player, or add a bot.",
        "%(count)d seats are still free. Wait for more players, or add bots.",
        empty,
    )
    return TableRefused(sentence % {"count": empty})


def _check_requirements(table: Table, player: Player) -> None:
    """Check the table's requirements, unless the host has invited the player.

    :raises TableRefused: if the player doesn't meet them
    """
    if not table.friends_only and table.least_share is None:
        return
    if Invitation.objects.filter(table=table, to=player, by=table.host_id, answered_at=None).exists():
        return
    friend = table.friends_only and table.host_id in relations.find_fans(player.pk)
    share = None if table.least_share is None else reliability.get_reliability_share(player.pk)
    if why := preferences.describe_unmet_requirement(table, share=share, friend=friend):
        raise TableRefused(why)


def _check_bots_welcome(table: Table) -> None:
    """Check that bots' accounts can join, too.

    :raises TableRefused: if they can't
    """
    if table.rated:
        raise TableRefused(preferences.no_bots())
    if not table.bots_welcome:
        raise TableRefused(_("This table is for people. Bots aren’t welcome here."))


def _release_kept(table: Table, now: datetime) -> None:
    """Free the seats whose reservation has expired."""
    for chair in table.sitting:
        if chair.kept_until and chair.kept_until <= now:
            chair.kept_for, chair.kept_until = None, None
            chair.save(update_fields=["kept_for", "kept_until"])
