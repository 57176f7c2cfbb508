"""Small tournaments that anyone can create, and that run by themselves.

The creator looks after the tournament until it starts, writes to its entrants, and can cancel it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.common.transactions import atomic_or_busy
from apps.matches.selectors import experience
from apps.matches.selectors.player_lookup import find_player_by_name
from apps.talk.selectors import chat_bans
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import Announcement, Entry, Guest, Organiser, Tournament
from apps.tournaments.services import announcements, entries, lifecycle, notify, teams
from apps.tournaments.services.session import hold_tournament

MIN_FINISHED_MATCHES: Final = 3
"""Matches that a player must have finished before."""
MAX_CREATED_PER_DAY: Final = 3
"""Tournaments that a player can create in a day."""
MAX_UNFINISHED: Final = 3
"""Unfinished tournaments that a player can have at once."""
MAX_INVITED: Final = 64
"""Players who can be invited to a tournament: twice as many as can enter."""
MAX_CO_ORGANISERS: Final = 3
"""Co-organisers of a tournament. They can do everything the creator can, except name others."""


def describe_hosting_objection(player: Player, *, now: datetime) -> str:
    """Return why this player can't create a tournament now, as a sentence, or an empty string."""
    try:
        _check_can_host(player, now=now)
    except (TournamentRefused, AccountNeeded) as refusal:
        return str(refusal)
    return ""


def host_tournament(
    *, player: Player, game: str, values: Mapping[str, object], takes_part: bool, now: datetime, circle: str = ""
) -> Tournament:
    """Create a tournament and open its registration. One for a `circle` is only listed there, and isn't rated.

    :raises AccountNeeded: if they have no account
    :raises TournamentRefused: if they have created too many, or haven't played enough here
    :raises Busy: if they do something else at the same moment
    """
    with atomic_or_busy():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # Two at once would both be the third.
        _check_can_host(player, now=now)
        own = {"circle": circle, "listed": False, "rated": False} if circle else {}
        made = lifecycle.create_tournament(
            Tournament(game=game, hosted=True, **{**values, **own}), by=player.pk, now=now
        )
        lifecycle.open_registration(code=made.code, by=player.pk, now=now)
        if takes_part and not teams.get_team_size(
            made
        ):  # A team needs a name first, which its captain gives on the page.
            entries.register_player(code=made.code, player=player, now=now, circle=circle)
        return made


def start_tournament_early(*, code: str, player: Player, now: datetime) -> int:
    """Start a tournament early.

    :raises TournamentRefused: if they don't run it, or it can't start with these entrants
    """
    _check_host(code, player)
    return lifecycle.start_tournament(code=code, by=player.pk, now=now)


def cancel_tournament(*, code: str, player: Player, now: datetime) -> None:
    """Cancel a tournament, without a reason.

    :raises TournamentRefused: if they don't run it, or it is over
    """
    _check_host(code, player)
    lifecycle.cancel_tournament(code=code, reason="", by=player.pk, now=now)


def check_change(*, code: str, player: Player) -> None:
    """Check that the player can change the tournament.

    :raises TournamentRefused: if they don't run it, or it has started
    """
    _check_host(code, player)
    _check_before(Tournament.objects.get(code=code))


def update_settings(*, code: str, player: Player, values: Mapping[str, object], now: datetime) -> None:
    """Change the settings before the start. The event log shows it.

    :raises TournamentRefused: if they don't run it, or it has started
    """
    _check_host(code, player)
    with hold_tournament(code) as tournament:
        _check_before(tournament)
        lifecycle.update_settings(code=code, values=values, by=player.pk, now=now)


def add_bot(*, code: str, player: Player, now: datetime) -> None:
    """Add a bot.

    :raises TournamentRefused: if they don't run it, it has started, or all places are taken
    """
    _check_host(code, player)
    with hold_tournament(code) as tournament:
        _check_before(tournament)
        if Entry.playing(tournament).count() >= tournament.most:
            raise TournamentRefused(_("The tournament is full."))
        entries.add_entrant(code=code, player=None, by=player.pk, now=now)


def remove_entrant(*, code: str, player: Player, number: int, now: datetime) -> None:
    """Remove an entrant before the start, and notify them.

    :raises TournamentRefused: if they don't run it, it has started, or no entrant has this number
    """
    _check_host(code, player)
    with hold_tournament(code) as tournament:
        _check_before(tournament)
        entries.remove_entrant(code=code, number=number, reason="", by=player.pk, now=now)


def invite_players(*, code: str, player: Player, players: Collection[Player], now: datetime) -> None:
    """Invite everyone on a list who isn't in it yet. Each of them decides whether to register.

    Players who are kept apart from the inviter aren't notified, which no one can tell from here.

    :raises TournamentRefused: if they don't run it, it has started, or too many would be invited
    """
    _check_host(code, player)
    with hold_tournament(code) as tournament:
        _check_before(tournament)
        if tournament.circle:  # A club invites its members, and no one else could enter.
            raise TournamentRefused(_("Only members of the club can enter this tournament."))
        apart = relations.find_players_apart(player.pk) | notify.find_players_by_state(
            tournament, Entry.State.IN, Entry.State.WAITING
        )
        before = set(Guest.objects.filter(tournament=tournament).values_list("player", flat=True))
        if len(before | {each.pk for each in players}) > MAX_INVITED:
            sentence = _("You can invite up to %(count)d players to a tournament. Share its link with more.")
            raise TournamentRefused(sentence % {"count": MAX_INVITED})
        new = [each for each in players if each.pk not in apart | before]
        entries.invite_players(code=code, players=new, now=now)


def post_announcement(*, code: str, player: Player, text: str, now: datetime) -> Announcement:
    """Post an announcement to everyone who has entered or is on the waiting list.

    :raises TournamentRefused: if they don't run it, have a chat ban, or nothing can be posted now
    :raises TextRefused: if the text isn't allowed
    """
    _check_host(code, player)
    if banned := chat_bans.find_chat_ban(player.pk, now=now):
        raise TournamentRefused(banned)
    return announcements.post_announcement(code=code, text=text, by=player.pk, now=now)


def withdraw_announcement(*, code: str, player: Player, key: int, now: datetime) -> None:
    """Withdraw an announcement.

    :raises TournamentRefused: if they don't run it, or it isn't there
    """
    _check_host(code, player)
    announcements.withdraw_announcement(code=code, key=key, by=player.pk, now=now)


def appoint_co_organiser(*, code: str, player: Player, name: str, now: datetime) -> Player:
    """Make another player a co-organiser, and notify them.

    :raises TournamentRefused: if it isn't theirs, has ended, or the other player has no account or is kept apart
    """
    with hold_tournament(code) as tournament:
        _check_host(code, player, creator=True)
        if tournament.ended:
            raise TournamentRefused(_("The tournament is over."))
        other = find_player_by_name(name.strip()).filter(is_active=True, guest=False).first()
        if other is None or other.pk in relations.find_players_apart(player.pk):
            raise TournamentRefused(_("We can’t find a player called “%(name)s”.") % {"name": name.strip()})
        if tournament.circle and not Entry.objects.filter(tournament=tournament, player=other).exists():
            raise TournamentRefused(_("Choose an entrant. Only members of the club can organise its tournaments."))
        rows = Organiser.objects.filter(tournament=tournament)
        if rows.filter(player=other).exists():
            raise TournamentRefused(_("%(name)s is already an organiser.") % {"name": other.username})
        if rows.filter(helper=True).count() >= MAX_CO_ORGANISERS:
            sentence = _("A tournament can have up to %(count)d co-organisers. Remove one first.")
            raise TournamentRefused(sentence % {"count": MAX_CO_ORGANISERS})
        Organiser.objects.create(tournament=tournament, player=other, helper=True)
        notify.notify_players(tournament, [other.pk], notify.APPOINTED, key="appointed", now=now)
        return other


def dismiss_co_organiser(*, code: str, player: Player, number: int) -> None:
    """Remove a co-organiser. Co-organisers can also remove themselves.

    :raises TournamentRefused: if it is neither their tournament nor their own role in it
    """
    with hold_tournament(code) as tournament:
        if number != player.pk:
            _check_host(code, player, creator=True)
        if not tournament.hosted or not _find_co_organisers(tournament).filter(player=number).delete()[0]:
            raise TournamentRefused(_("This player isn’t a co-organiser."))


def _find_co_organisers(tournament: Tournament) -> QuerySet[Organiser]:
    return Organiser.objects.filter(tournament=tournament, helper=True)


def _check_host(code: str, player: Player, *, creator: bool = False) -> None:
    own = Organiser.objects.filter(tournament__code=code, tournament__hosted=True, player=player)
    if not (own.filter(helper=False) if creator else own).exists():
        raise TournamentRefused(_("Only the tournament’s creator can do that."))


def _check_before(tournament: Tournament) -> None:
    if tournament.status not in lifecycle.STATUSES_BEFORE_START:
        raise TournamentRefused(_("The tournament has already started or ended. You can no longer change it."))


def check_player(player: Player, *, now: datetime) -> None:
    """Check that someone is known well enough to create something that others play in.

    :raises AccountNeeded: if they have no account
    :raises TournamentRefused: if they are banned from chat, or have not played here before
    """
    if player.guest:
        raise AccountNeeded(_("You need an account to join or create tournaments. Choose a name and a password first."))
    if banned := chat_bans.find_chat_ban(player.pk, now=now):
        raise TournamentRefused(banned)
    if experience.count_finished_matches(player.pk, most=MIN_FINISHED_MATCHES) < MIN_FINISHED_MATCHES:
        sentence = _("Finish %(count)d matches first, so you know what you’re inviting people to.")
        raise TournamentRefused(sentence % {"count": MIN_FINISHED_MATCHES})


def _check_can_host(player: Player, *, now: datetime) -> None:
    check_player(player, now=now)
    mine = Tournament.objects.filter(hosted=True, organisers__player=player, organisers__helper=False)
    if mine.filter(created_at__gt=now - timedelta(days=1)).count() >= MAX_CREATED_PER_DAY:
        sentence = _("You’ve created %(count)d tournaments in a day. Try again tomorrow.")
        raise TournamentRefused(sentence % {"count": MAX_CREATED_PER_DAY})
    if mine.exclude(status__in=(Tournament.Status.OVER, Tournament.Status.CANCELLED)).count() >= MAX_UNFINISHED:
        sentence = _("You already have %(count)d tournaments that haven’t ended. Wait for one of them to end.")
        raise TournamentRefused(sentence % {"count": MAX_UNFINISHED})
