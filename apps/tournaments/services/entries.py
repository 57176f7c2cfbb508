"""Entries: registering, waiting, leaving, coming back. Every function locks one tournament."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import msgspec
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.common import codes
from apps.ratings.selectors.player import find_lower_bounds
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.formats.plan import Plan
from apps.tournaments.models import Entry, Guest, Round, TeamMember, Tournament
from apps.tournaments.selectors.snapshot import TournamentSnapshot, load_snapshot
from apps.tournaments.selectors.teams import entries_of
from apps.tournaments.services import audit, eligibility, notify, rounds, seats, team_names
from apps.tournaments.services.session import hold_tournament, lock_tournament


def register_player(*, code: str, player: Player, now: datetime, circle: str = "", team: str = "") -> Entry:
    """Register a player, or put them on the waiting list. In a team event they become captain of a `team` of this name.

    `circle` names the club whose members the caller vouches for. Callers that don't know about clubs can't enter anyone
    in a club's tournament.

    :raises TournamentRefused: if registration isn't open, they have already entered, or don't meet the conditions
    :raises AccountNeeded: if they have no account
    """
    with lock_tournament(code) as tournament:
        if player.guest:
            raise AccountNeeded(
                _("You need an account to join or create tournaments. Choose a name and a password first.")
            )
        late = tournament.live and load_snapshot(tournament).takes_latecomers
        if tournament.status != Tournament.Status.OPEN and not late:
            raise TournamentRefused(_("Registration isn’t open."))
        if tournament.circle not in ("", circle):
            raise TournamentRefused(_("Only members of the club can enter this tournament."))
        # The stored row is locked, so that no one becomes a bot while they register.
        eligibility.check_wishes(tournament, Player.objects.select_for_update(no_key=True).get(pk=player.pk))
        if not _for_teams(tournament):
            return _enter_player(tournament, player, now=now, late=late)
        eligibility.check_unattached(tournament, player)
        name = team_names.parse_team_name(team, tournament, captain=player)
        entry = _enter_player(tournament, player, now=now, late=late)
        _create_team(tournament, entry, player, name, now)
        return entry


def add_entrant(*, code: str, player: Player | None, by: int | None, now: datetime) -> Entry:
    """Add a player as an organiser, regardless of the conditions, or one of the house bots if `player` is None.

    :raises TournamentRefused: if the tournament is over or in its knockout, or they have already entered
    """
    with lock_tournament(code) as tournament:
        if tournament.ended:
            raise TournamentRefused(_("The tournament is over."))
        if tournament.live and not load_snapshot(tournament).round_for_all:
            raise TournamentRefused(_("No one can join groups or a knockout after they have started."))
        if player is not None and player.guest:
            raise TournamentRefused(_("Guests can’t play in tournaments. They need an account first."))
        if player is not None:
            eligibility.check_bots_welcome(tournament, player)
        if player is not None and _for_teams(tournament):
            raise TournamentRefused(_("This is a team tournament. Captains register their teams."))
        entry = _enter_player(tournament, player, now=now, late=tournament.live, by=by)
        if not tournament.live:  # Players who join after the start are in the event log anyway.
            audit.add_audit_entry(tournament, "added", now=now, by=by, one=entry.number)
        return entry


def invite_players(*, code: str, players: Collection[Player], now: datetime) -> None:
    """Invite players. They can register even if the tournament is by invitation only.

    :raises TournamentRefused: if it is over
    """
    with hold_tournament(code) as tournament:  # No snapshot has invitations.
        if tournament.ended:
            raise TournamentRefused(_("The tournament is over."))
        guests = [Guest(tournament=tournament, player=player, at=now) for player in players]
        Guest.objects.bulk_create(guests, ignore_conflicts=True)
        keys = [player.pk for player in players]
        notify.notify_players(tournament, keys, notify.INVITED, key="invited", now=now, text=notify.BEGINS,
                      at=tournament.starts_at)  # fmt: skip


def leave_tournament(*, code: str, player: Player, now: datetime) -> None:
    """Withdraw a player. Before the start this frees a place; later a bot takes over in unfinished matches.

    :raises TournamentRefused: if they haven't entered, or it is over
    """
    with lock_tournament(code) as tournament:
        entry = Entry.objects.filter(tournament=tournament, player=player).first()
        if entry is None or tournament.ended or not _can_leave(tournament, entry):
            raise TournamentRefused(_("You aren’t taking part."))
        _take_out_entrant(tournament, entry, "left", now=now, by=player.pk)


def remove_entrant(*, code: str, number: int, reason: str, by: int | None, now: datetime) -> None:
    """Remove an entrant as an organiser.

    :raises TournamentRefused: if they haven't entered, or it is over
    """
    with lock_tournament(code) as tournament:
        entry = Entry.objects.filter(tournament=tournament, number=number).first()
        if entry is None or tournament.ended or not _can_leave(tournament, entry):
            raise TournamentRefused(_("This player isn’t taking part."))
        _take_out_entrant(tournament, entry, "removed", now=now, by=by, reason=reason)


def come_back(*, code: str, player: Player, now: datetime) -> None:
    """Return to play after being removed as a no-show or having withdrawn.

    :raises TournamentRefused: if they never entered, or can no longer come back
    """
    with lock_tournament(code) as tournament:
        entry = Entry.objects.filter(entries_of(player.pk), tournament=tournament, state=Entry.State.OUT).first()
        if entry is None or not tournament.live or (entry.player_id != player.pk and not entry.missed):
            raise TournamentRefused(_("You aren’t taking part."))
        if _is_incomplete_team(tournament, entry):
            raise TournamentRefused(_("Your team doesn’t have enough players for every board."))
        if not load_snapshot(tournament).round_for_all:
            raise TournamentRefused(_("You can’t come back once groups or a knockout have started."))
        _return_entrant(tournament, entry, by=player.pk, now=now)


def replace_entrant(*, code: str, number: int, player: Player, by: int | None, now: datetime) -> None:
    """Give an entrant's unfinished seats to a substitute. The entrant is out, but keeps the points.

    If newcomers can still join, the substitute plays the next rounds for their own points.

    :raises TournamentRefused: if one of the two isn't suitable
    """
    with lock_tournament(code) as tournament:
        entry = Entry.objects.filter(tournament=tournament, number=number).first()
        if entry is None or entry.state == Entry.State.WAITING or not tournament.live:
            raise TournamentRefused(_("This player isn’t taking part."))
        if _for_teams(tournament):
            raise TournamentRefused(_("Teams choose their own substitutes."))
        check_replaceable(load_snapshot(tournament), entry)
        eligibility.check_bots_welcome(tournament, player)
        if player.guest or Entry.objects.filter(tournament=tournament, player=player).exists():
            raise TournamentRefused(_("A substitute needs an account and can’t already be taking part."))
        if seats.find_table_companions(tournament, entry) & relations.find_players_apart(player.pk):
            raise TournamentRefused(_("This player can’t take over. They can’t be seated with someone at that table."))
        seats.give_seats(tournament, entry, player, now=now)
        plays_on = load_snapshot(tournament).round_for_all
        newcomer = _create_entry(tournament, player, Entry.State.IN if plays_on else Entry.State.OUT, now)
        if entry.player_id is not None:
            _played_for_by(tournament, entry.player_id, player.pk)
        Entry.objects.filter(pk=entry.pk).update(state=Entry.State.OUT, substitute=player)
        audit.add_audit_entry(tournament, "replaced", now=now, by=by, one=entry.number, other=newcomer.number)
        notify.notify_player(tournament, player.pk, notify.REGISTERED, key="in", now=now)
        notify.notify_player(tournament, entry.player_id, notify.TAKEN_OUT, key=f"replaced:{newcomer.number}", now=now)
        rounds.pair_round_again(tournament, now=now)


def find_bots(tournament: Tournament) -> QuerySet[Player]:
    """Return the bots with an account that have entered, alone or in a team."""
    alone = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.OUT).values("player")
    members = TeamMember.objects.filter(tournament=tournament, left_at=None).values("player")
    return Player.objects.filter(Q(pk__in=alone) | Q(pk__in=members), bot=True)


def check_replaceable(snapshot: TournamentSnapshot, entry: Entry) -> None:
    """Check that a substitute would have something to play, now or later.

    :raises TournamentRefused: if there is nothing
    """
    if not snapshot.round_for_all and not seats.has_unfinished_table(snapshot, entry):
        raise TournamentRefused(_("This player isn’t at a table right now. Remove them instead."))


def promote_waiting_entrants(tournament: Tournament, *, now: datetime, most: int | None = None) -> None:
    """Move those who have waited longest into the free places, up to `most` of them."""
    free = max(0, tournament.most - Entry.playing(tournament).count())
    waiting = Entry.objects.filter(tournament=tournament, state=Entry.State.WAITING, player__isnull=False)
    ready = [
        each
        for each in waiting.order_by("at", "number")
        if not (tournament.live and _is_incomplete_team(tournament, each))
    ]
    for entry in ready[: free if most is None else min(free, most)]:
        entry.state = Entry.State.IN
        if tournament.live:
            entry.strength = _find_strength(tournament, entry.player)
        entry.save(update_fields=["state", "strength"])
        key = f"up:{entry.at:%Y%m%d%H%M%S}"
        notify.notify_players(
            tournament,
            notify.find_players_of_entries(Entry.objects.filter(pk=entry.pk)),
            notify.MOVED_UP,
            key=key,
            now=now,
            text=notify.BEGINS,
            at=tournament.starts_at,
        )


def _enter_player(
    tournament: Tournament, player: Player | None, *, now: datetime, late: bool, by: int | None = None
) -> Entry:
    entry = Entry.objects.filter(tournament=tournament, player=player).first() if player else None
    settled = (Entry.State.IN,) if late else (Entry.State.IN, Entry.State.WAITING)
    if entry is not None and entry.state in settled:
        raise TournamentRefused(_("This player has already joined.") if by else _("You’ve already joined."))
    full = Entry.playing(tournament).count() >= tournament.most
    if not late:
        return _sign_up(tournament, entry, player, full=full, now=now)
    if full:
        raise TournamentRefused(_("The tournament is full."))
    if entry is not None and entry.state == Entry.State.OUT:
        return _return_entrant(tournament, entry, by=by or entry.player_id, now=now)
    return _join_late(tournament, entry, player, by=by, now=now)


def _sign_up(tournament: Tournament, entry: Entry | None, player: Player | None, *, full: bool, now: datetime) -> Entry:
    """Register before the start, for a place or the waiting list."""
    if full:
        entry = _save_entry(tournament, entry, player, Entry.State.WAITING, now)
        key, title, text = "waiting", notify.WAITING, notify.WAITING_WHY
    else:
        entry = _save_entry(tournament, entry, player, Entry.State.IN, now)
        key, title, text = "in", notify.REGISTERED, notify.BEGINS
    notify.notify_player(tournament, entry.player_id, title, key=f"{key}:{entry.at:%Y%m%d%H%M%S}", now=now, text=text)
    return entry


def _join_late(
    tournament: Tournament, entry: Entry | None, player: Player | None, *, by: int | None, now: datetime
) -> Entry:
    """Join after the start, from the next round on."""
    entry = _save_entry(tournament, entry, player, Entry.State.IN, now)
    _save_late_strength(entry, tournament)
    audit.add_audit_entry(tournament, "joined", now=now, by=by, one=entry.number)
    _pair_anew(tournament, now=now)
    notify.notify_player(tournament, entry.player_id, notify.REGISTERED, key=f"in:{entry.at:%Y%m%d%H%M%S}", now=now)
    return entry


def _save_entry(
    tournament: Tournament, entry: Entry | None, player: Player | None, state: Entry.State, now: datetime
) -> Entry:
    """Return the player's entry as of now, new or reused."""
    if entry is None:
        return _create_entry(tournament, player, state, now)
    entry.state, entry.at, entry.missed = state, now, False
    entry.save(update_fields=["state", "at", "missed"])
    return entry


def _pair_anew(tournament: Tournament, *, now: datetime) -> None:
    """Pair the proposed round again, if there is one.

    :raises TournamentRefused: if no round can be proposed with one more entrant
    """
    if not rounds.pair_round_again(tournament, now=now):
        raise TournamentRefused(_("With one more entrant, the field can’t be divided into tables."))


def _create_entry(tournament: Tournament, player: Player | None, state: str, now: datetime) -> Entry:
    last = Entry.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    return Entry.objects.create(
        tournament=tournament,
        number=last + 1,
        player=player,
        bot=player is None,
        state=state,
        at=now,
        strength=_find_strength(tournament, player) if tournament.live else None,
    )


def disband_teams(entries: QuerySet[Entry], *, now: datetime) -> None:
    """Dissolve teams that never played, so that their members can join others."""
    TeamMember.objects.filter(entry__in=entries, left_at=None).update(left_at=now)
    entries.exclude(team="").update(team_changed_at=now)


def _is_incomplete_team(tournament: Tournament, entry: Entry) -> bool:
    """Check whether this is a team without enough players for every board."""
    size = msgspec.convert(tournament.plan, Plan).team
    return entry.members.filter(left_at=None, player__isnull=False).count() < size


def _for_teams(tournament: Tournament) -> bool:
    return msgspec.convert(tournament.plan, Plan).team > 0


def _create_team(tournament: Tournament, entry: Entry, captain: Player, name: str, now: datetime) -> None:
    """Create a new team with its captain as the only member."""
    entry.team, entry.key, entry.team_changed_at = name, codes.new_token(), now
    entry.save(update_fields=["team", "key", "team_changed_at"])
    TeamMember.objects.create(entry=entry, tournament=tournament, player=captain, board=0, at=now)


def _find_strength(tournament: Tournament, player: Player | None) -> float | None:
    return find_lower_bounds([player.pk], game=tournament.game).get(player.pk) if player else None


def _save_late_strength(entry: Entry, tournament: Tournament) -> None:
    """Set the strength from the current rating if the entrant wasn't there at the start."""
    if entry.strength is None:
        entry.strength = _find_strength(tournament, entry.player)
        entry.save(update_fields=["strength"])


def _return_entrant(tournament: Tournament, entry: Entry, *, by: int | None, now: datetime) -> Entry:
    entry.state, entry.missed, entry.substitute, entry.checked_in_at = Entry.State.IN, False, None, now
    entry.save(update_fields=["state", "missed", "substitute", "checked_in_at"])
    _save_late_strength(entry, tournament)
    seats.return_seats(tournament, entry, now=now)
    audit.add_audit_entry(tournament, "returned", now=now, by=by, one=entry.number)
    _pair_anew(tournament, now=now)
    return entry


def _can_leave(tournament: Tournament, entry: Entry) -> bool:
    """Check whether they can leave: they have entered, are waiting, or only play as a substitute."""
    for_others = Entry.objects.filter(tournament=tournament, substitute__isnull=False, substitute=entry.player_id)
    return entry.state != Entry.State.OUT or for_others.exists()


def _played_for_by(tournament: Tournament, player: int, heir: int | None) -> None:
    """Replace a player who is a substitute for others by another player, or by the bot."""
    Entry.objects.filter(tournament=tournament, substitute=player).update(substitute=heir)


def _take_out_entrant(
    tournament: Tournament, entry: Entry, what: str, *, now: datetime, by: int | None = None, reason: str = ""
) -> None:
    played = entry.state == Entry.State.IN
    if tournament.live:
        seats.give_seats(tournament, entry, None, now=now)
        if entry.player_id is not None:
            _played_for_by(tournament, entry.player_id, None)
    if what == "removed":
        people, key = notify.find_players_of_entries(Entry.objects.filter(pk=entry.pk)), f"removed:{now:%Y%m%d%H%M%S}"
        notify.notify_players(tournament, people, notify.TAKEN_OUT, key=key, now=now, at=tournament.starts_at)
    if what == "left" and entry.team:
        others = notify.find_players_of_entries(Entry.objects.filter(pk=entry.pk)) - {entry.player_id or 0}
        notify.notify_players(tournament, others, notify.TEAM_WITHDRAWN, key=f"team-out:{now:%Y%m%d%H%M%S}", now=now)
    entry.state, entry.missed = Entry.State.OUT, False
    entry.save(update_fields=["state", "missed"])
    if not tournament.live:
        disband_teams(Entry.objects.filter(pk=entry.pk), now=now)
    if tournament.live or what == "removed":
        audit.add_audit_entry(tournament, what, now=now, by=by, one=entry.number, reason=reason)
    if not played:
        return
    if not tournament.live:
        promote_waiting_entrants(tournament, now=now)
    elif not tournament.rounds.exclude(state=Round.State.PROPOSED).exists():
        promote_waiting_entrants(tournament, now=now, most=1)  # An entrant left over at the start gets the place.
    rounds.pair_round_again(tournament, now=now)
