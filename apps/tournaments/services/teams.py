"""Team membership: joining, leaving and the order of boards. Each function locks the tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from django.db.models import Max
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.common import codes
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.formats.plan import Plan
from apps.tournaments.models import Entry, TeamMember, Tournament
from apps.tournaments.selectors.snapshot import load_snapshot
from apps.tournaments.selectors.teams import MAX_RESERVES, Team, group_team_members, load_team_members
from apps.tournaments.services import audit, eligibility, entries, notify, rounds, seats
from apps.tournaments.services.session import lock_tournament


def join_team(*, code: str, number: int, key: str, player: Player, now: datetime) -> Entry:
    """Join a team by its link. After the start, the player can sit at boards from the next table on.

    :raises TournamentRefused: if the link is invalid, the team is full or out, or they are already in one
    :raises AccountNeeded: if they have no account
    """
    with lock_tournament(code) as tournament:
        entry = _get_team_entry(tournament, number)
        if not entry.key or not constant_time_compare(entry.key, key):
            raise TournamentRefused(_("This team link no longer works. Ask the captain for a new one."))
        if player.guest:
            raise AccountNeeded(
                _("You need an account to join or create tournaments. Choose a name and a password first.")
            )
        eligibility.check_unattached(tournament, player)
        eligibility.check_wishes(tournament, player)
        team = _load_team(tournament, number)
        if len(team) >= get_team_size(tournament) + MAX_RESERVES:
            raise TournamentRefused(_("The team is full."))
        apart = relations.find_players_apart(player.pk)
        if apart & {member.player for member in team}:
            raise TournamentRefused(_("You can’t join this team."))
        if tournament.live and load_snapshot(tournament).next_stage is None:
            raise TournamentRefused(_("The last tables have started, so no one can join a team now."))
        # Detach a withdrawn team of their own. Otherwise they could never become captain of this one.
        Entry.objects.filter(tournament=tournament, player=player, state=Entry.State.OUT).update(player=None)
        last = TeamMember.objects.filter(entry=entry).aggregate(last=Max("board"))["last"] or 0
        TeamMember.objects.create(entry=entry, tournament=tournament, player=player, board=last + 1, at=now)
        Entry.objects.filter(pk=entry.pk).update(team_changed_at=now)
        notify.notify_player(tournament, entry.player_id, notify.JOINED_TEAM, key=f"team:{player.pk}:{now:%Y%m%d%H%M}",
                      now=now)  # fmt: skip
        if apart:
            rounds.pair_round_again(tournament, now=now)  # They could have been paired with someone they must not meet.
        return entry


def leave_team(*, code: str, player: Player, now: datetime, number: int | None = None) -> None:
    """Leave a team. The next member becomes captain, and the last one withdraws the team.

    The bot takes over the player's boards. `number` is the team that they think they are in.

    :raises TournamentRefused: if they aren't in that or any team, or the tournament is over
    """
    with lock_tournament(code) as tournament:
        mine = TeamMember.objects.filter(tournament=tournament, player=player, left_at=None).first()
        if mine is None or tournament.ended or number not in (None, mine.entry.number):
            raise TournamentRefused(_("You aren’t in a team in this tournament."))
        others = [member for member in _load_team(tournament, mine.entry.number) if member.player != player.pk]
        if not others and mine.entry.state != Entry.State.OUT:
            entries.leave_tournament(code=code, player=player, now=now)
        _end_membership(tournament, mine, now)
        if others and mine.entry.player_id == player.pk:
            Entry.objects.filter(pk=mine.entry_id).update(player=others[0].player)
            notify.notify_player(tournament, others[0].player, notify.TEAM_CAPTAIN, key=f"captain:{mine.pk}", now=now)


def hand_on(*, player: Player) -> None:
    """Give the player's teams in ended tournaments another captain, as the account is being deleted.

    Those teams played to the end, so they keep a captain.
    """
    captained = Entry.objects.filter(player=player).exclude(team="")
    ended = captained.filter(tournament__status__in=(Tournament.Status.OVER, Tournament.Status.CANCELLED))
    for entry, code in list(ended.values_list("pk", "tournament__code")):
        with lock_tournament(code):
            others = TeamMember.objects.filter(entry=entry, left_at=None, player__isnull=False).exclude(player=player)
            heir = others.order_by("board", "pk").first()
            if heir is not None:
                Entry.objects.filter(pk=entry).update(player=heir.player)


def dismiss_member(*, code: str, number: int, player: Player, member: int, now: datetime) -> None:
    """Remove a member as captain. The link they have no longer works.

    :raises TournamentRefused: if they aren't the captain, or the member isn't another player of the team
    """
    with lock_tournament(code) as tournament:
        entry = _get_captained_entry(tournament, number, player)
        row = TeamMember.objects.filter(entry=entry, pk=member, left_at=None).exclude(player=player).first()
        if row is None:
            raise TournamentRefused(_("This player isn’t in your team."))
        notify.notify_player(tournament, row.player_id, notify.TEAM_LEFT, key=f"team-left:{row.pk}", now=now)
        _end_membership(tournament, row, now)
        Entry.objects.filter(pk=entry.pk).update(key=codes.new_token())


def arrange_boards(*, code: str, number: int, player: Player, members: Sequence[int], now: datetime) -> None:
    """Set the order of the boards as captain, the first board first. Dealt tables stay as they are.

    :raises TournamentRefused: if they aren't the captain, or these aren't all members of the team
    """
    with lock_tournament(code) as tournament:
        entry = _get_captained_entry(tournament, number, player)
        team = _load_team(tournament, entry.number)
        if sorted(members) != sorted(member.key for member in team):
            raise TournamentRefused(_("The team has changed. Check it again."))
        for board, key in enumerate(members):
            TeamMember.objects.filter(pk=key).update(board=board)
        Entry.objects.filter(pk=entry.pk).update(team_changed_at=now)


def take_out_incomplete(tournament: Tournament, *, now: datetime) -> int:
    """Remove teams without enough players for every board, and return how many of them had a place.

    Teams on the waiting list move up. The caller holds the tournament's lock.
    """
    if not get_team_size(tournament):
        return 0
    teams = group_team_members(load_team_members(tournament).values())
    states = (Entry.State.IN, Entry.State.WAITING)
    rows = Entry.objects.filter(tournament=tournament, state__in=states, bot=False)
    short = [entry for entry in rows if len(teams.get(entry.number, ())) < get_team_size(tournament)]
    out = Entry.objects.filter(pk__in=[entry.pk for entry in short])
    notify.notify_players(tournament, notify.find_players_of_entries(out), notify.DROPPED, key="incomplete", now=now,
                  text=notify.DROPPED_INCOMPLETE)  # fmt: skip
    for entry in short:
        audit.add_audit_entry(tournament, "incomplete", now=now, one=entry.number)
    out.update(state=Entry.State.OUT)
    entries.disband_teams(out, now=now)
    entries.promote_waiting_entrants(tournament, now=now)
    return sum(entry.state == Entry.State.IN for entry in short)


def find_playing_members(tournament: Tournament, entrants: Sequence[Entry]) -> Mapping[int, tuple[int, ...]]:
    """Return the players of each entrant by number; for teams, those on the boards."""
    boards = get_team_size(tournament)
    if not boards:
        return {entry.number: (entry.player_id,) if entry.player_id else () for entry in entrants}
    teams = group_team_members(load_team_members(tournament).values())
    return {
        entry.number: tuple(member.player for member in teams.get(entry.number, ())[:boards] if member.player)
        for entry in entrants
    }


def get_team_size(tournament: Tournament) -> int:
    """Return the size of a team; 0 if everyone plays for themselves."""
    return msgspec.convert(tournament.plan, Plan).team


def _get_team_entry(tournament: Tournament, number: int) -> Entry:
    entry = Entry.objects.filter(tournament=tournament, number=number).exclude(team="").first()
    if entry is None or tournament.ended or entry.state == Entry.State.OUT:
        raise TournamentRefused(_("This team isn’t taking part."))
    return entry


def _get_captained_entry(tournament: Tournament, number: int, player: Player) -> Entry:
    entry = Entry.objects.filter(tournament=tournament, number=number, player=player).exclude(team="").first()
    if entry is None or tournament.ended or entry.state == Entry.State.OUT:
        raise TournamentRefused(_("Only the captain of a team that is taking part can do that."))
    return entry


def _load_team(tournament: Tournament, number: int) -> Team:
    return group_team_members(load_team_members(tournament).values()).get(number, ())


def _end_membership(tournament: Tournament, member: TeamMember, now: datetime) -> None:
    if tournament.live and member.player_id is not None:
        seats.give_up(tournament, member.entry, member.player_id, now=now)
    member.left_at = now
    member.save(update_fields=["left_at"])
    Entry.objects.filter(pk=member.entry_id).update(team_changed_at=now)
