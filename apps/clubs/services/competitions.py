"""Leagues, ladders and arenas for the members of a club alone. As at tables, the club vouches for its members."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from django.db.models import Model, QuerySet
from django.forms import Field
from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.clubs.errors import ClubNameRefused, ClubRefused
from apps.clubs.models import Role
from apps.clubs.services.session import lock_club_for
from apps.common import text_rules
from apps.tournaments.models import Arena, Ladder, League
from apps.tournaments.services import arenas, hosting, ladders, leagues

Competition: TypeAlias = League | Ladder | Arena
MAX_AT_ONCE: Final = 3
"""Of each kind, that a club can have at the same time."""
MAX_ARENA_DURATION: Final = timedelta(days=31)
"""How long a club's arena can last."""
_JOIN_BY_KIND: Final[dict[type[Model], Callable[..., object]]] = {
    League: leagues.join_league,
    Ladder: ladders.join_ladder,
    Arena: arenas.join_arena,
}
_LEAVE_BY_KIND: Final[dict[type[Model], Callable[..., None]]] = {
    League: leagues.leave_league,
    Ladder: ladders.leave_ladder,
    Arena: arenas.leave_arena,
}


def create_competition(*, code: str, player: Player, made: Competition, now: datetime) -> Competition:
    """Keep a new one for the club. Its matches are unrated, except in an arena, which counts rated ones.

    :raises NotAllowed: if they don't organise the club
    :raises ClubRefused: if it is closed or has enough of them, or an arena would have started already or last too long
    :raises TournamentRefused, AccountNeeded: if they can't create tournaments
    :raises ClubNameRefused: if nothing of the name can be seen
    :raises TextRefused: if the name or the description can't be shown
    """
    with lock_club_for(code, player, Role.ORGANISER) as (club, _mine):
        hosting.check_player(player, now=now)
        made.circle = club.code
        _check_room(made, now)
        if not isinstance(made, Arena):
            made.rated = False
        else:
            _check_times(made, now)
        _clean_texts(made)
        made.save()
        return made


@contextmanager
def lock_competition(
    *, code: str, player: Player, kind: type[Competition], pk: int, now: datetime
) -> Iterator[Competition]:
    """Lock one of the club until the body is done, for one of the club's organisers.

    :raises NotAllowed: if they don't organise the club
    :raises ClubRefused: if it is closed, or an arena has started
    """
    with lock_club_for(code, player, Role.ORGANISER) as (club, _mine):
        row = kind.objects.select_for_update(no_key=True).get(pk=pk, circle=club.code)
        if objection := describe_change_objection(row, now=now):
            raise ClubRefused(objection)
        yield row


def save_competition(row: Competition, changed: Collection[str], *, now: datetime) -> None:
    """Save these fields of a row that is held.

    :raises ClubRefused: if it's active again and the club has enough, or an arena would have started or last too long
    :raises ClubNameRefused: if nothing of the name can be seen
    :raises TextRefused: if the name or the description can't be shown
    """
    if isinstance(row, Arena) and not {"begins_at", "ends_at"}.isdisjoint(changed):
        _check_times(row, now)
    if not isinstance(row, Arena) and "active" in changed and row.active:
        _check_room(row, now)
    if changed:
        _clean_texts(row)
        row.save(update_fields=changed)


def describe_change_objection(row: Competition, *, now: datetime) -> str:
    """Return why it can no longer be changed, in a sentence; empty if it can."""
    if isinstance(row, Arena) and row.begins_at <= now:
        return _("The arena has already started. You can no longer change it.")
    return ""


def join_competition(*, code: str, player: Player, kind: type[Competition], pk: int, now: datetime) -> None:
    """Join one of the club.

    :raises NotMember: if they are not in the club
    :raises LeagueRefused, LadderRefused, ArenaRefused: as for everyone
    """
    with lock_club_for(code, player) as (club, _mine):
        _JOIN_BY_KIND[kind](pk=pk, player=player, now=now, circle=club.code)


def leave_competition(*, code: str, player: Player, kind: type[Competition], pk: int, now: datetime) -> None:
    """Leave one of the club.

    :raises NotMember: if they are not in the club
    :raises LeagueRefused, LadderRefused, ArenaRefused: as for everyone
    """
    with lock_club_for(code, player):
        _LEAVE_BY_KIND[kind](pk=pk, player=player, now=now)


def challenge_players(*, code: str, player: Player, pk: int, whom: Collection[int], now: datetime) -> str:
    """Challenge players on a ladder of the club; the code of the match.

    :raises NotMember: if they are not in the club
    :raises LadderRefused: as for everyone
    """
    with lock_club_for(code, player):
        return ladders.challenge_players(pk=pk, player=player, whom=whom, now=now)


def _going_on(kind: type[Competition], circle: str, now: datetime) -> QuerySet[Model]:
    going_on: dict[str, object] = {"ends_at__gt": now} if kind is Arena else {"active": True}
    return kind.objects.filter(circle=circle, **going_on)


def _check_room(row: Competition, now: datetime) -> None:
    if _going_on(type(row), row.circle, now).exclude(pk=row.pk).count() >= MAX_AT_ONCE:
        sentence = _("A club can have up to %(count)d of these at the same time. End one of them first.")
        raise ClubRefused(sentence % {"count": MAX_AT_ONCE})


def _check_times(arena: Arena, now: datetime) -> None:
    if arena.begins_at <= now:
        raise ClubRefused(_("This time is in the past."))
    if arena.ends_at - arena.begins_at > MAX_ARENA_DURATION:
        raise ClubRefused(_("An arena can last up to %(days)d days.") % {"days": MAX_ARENA_DURATION.days})


def _clean_texts(row: Competition) -> None:
    row.name, row.about = " ".join(text_rules.clean_note(row.name).split()), text_rules.clean_note(row.about)
    if not row.name:
        raise ClubNameRefused(str(Field.default_error_messages["required"]))
