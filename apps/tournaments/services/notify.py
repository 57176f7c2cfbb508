"""Notifications about a tournament: posted once, in the transaction of the event, and never with a secret."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_noop

from apps.notices.models import Kind
from apps.notices.services import outbox
from apps.notices.services.outbox import Post, post_all
from apps.notices.wording import Words
from apps.tournaments.models import Entry, Organiser, TeamMember, Tournament

REGISTERED = gettext_noop("You’re in: %(tournament)s")
BEGINS = gettext_noop("It starts on %(time)s.")
WAITING = gettext_noop("You’re on the waiting list: %(tournament)s")
WAITING_WHY = gettext_noop("You’ll move up when someone leaves. We’ll let you know.")
MOVED_UP = gettext_noop("A place opened up, and you’re in: %(tournament)s")
INVITED = gettext_noop("You’ve been invited to a tournament: %(tournament)s")
STARTED = gettext_noop("Started: %(tournament)s")
STARTED_WHY = gettext_noop("%(count)s entrants are playing.")
LEFT_OVER = gettext_noop("%(tournament)s started without you")
LEFT_OVER_WHY = gettext_noop("The tournament was full, or the entrants couldn’t be divided evenly into tables.")
PAIRED = gettext_noop("Round %(round)s of %(tournament)s: your table is ready")
PAIRED_UNTIL = gettext_noop("The round ends on %(time)s.")
RESTING = gettext_noop("Round %(round)s of %(tournament)s: you have a bye")
CALL = gettext_noop("Round %(round)s of %(tournament)s ends soon")
CALL_WHY = gettext_noop("Your table is still playing. We’ll end it on %(time)s.")
THROUGH = gettext_noop("You’re through to the knockout: %(tournament)s")
DROPPED = gettext_noop("You’re out of %(tournament)s for now")
DROPPED_WHY = gettext_noop("You missed a match. Press “I’m back” on the tournament’s page to play in the next round.")
DROPPED_ABSENT = gettext_noop(
    "You hadn’t checked in by the start. If newcomers can still join, you can rejoin on the tournament’s page."
)
OVER = gettext_noop("%(tournament)s is over")
OVER_PLACE = gettext_noop("You finished %(place)s of %(count)s.")
CANCELLED = gettext_noop("Cancelled: %(tournament)s")
PROPOSED = gettext_noop("Round %(round)s of %(tournament)s is ready to publish")
STUCK = gettext_noop("%(tournament)s needs your attention")
STUCK_WHY = gettext_noop("It couldn’t start. There are too few entrants, or they can’t be divided into tables.")
STUCK_GAME = gettext_noop("Its game is no longer on this site. The tournament can’t continue, but you can cancel it.")
STUCK_TABLE = gettext_noop("A table in a published round couldn’t start.")
REMINDED = gettext_noop("The organisers of %(tournament)s ask you to play on")
WROTE = gettext_noop("News from %(tournament)s")
SOON = gettext_noop("Starts soon: %(tournament)s")
SOON_WHY = gettext_noop("It starts on %(time)s. If you can’t play, withdraw so that someone else can take your place.")
CHECK_IN = gettext_noop("Check in for %(tournament)s")
CHECK_IN_WHY = gettext_noop("It starts on %(time)s. Check in on its page before then, or you’ll be removed.")
FEW = gettext_noop("%(tournament)s needs more entrants: %(count)s of %(least)s so far")
FEW_CALLED_OFF = gettext_noop("If there aren’t enough entrants by %(time)s, it will be cancelled.")
FEW_WAITS = gettext_noop("It needs more entrants to start on %(time)s.")
TAKEN_OUT = gettext_noop("You’ve been removed from a tournament: %(tournament)s")
APPOINTED = gettext_noop("You’re now a co-organiser: %(tournament)s")
JOINED_TEAM = gettext_noop("Someone joined your team: %(tournament)s")
TEAM_CAPTAIN = gettext_noop("You’re now the captain of your team: %(tournament)s")
TEAM_WITHDRAWN = gettext_noop("Your captain withdrew your team: %(tournament)s")
TEAM_LEFT = gettext_noop("You’re no longer in your team: %(tournament)s")
DROPPED_INCOMPLETE = gettext_noop("Your team didn’t have enough players for every board at the start.")
LEAGUE_OUT = gettext_noop("You’re out of the league: %(league)s")
LEAGUE_OUT_WHY = gettext_noop("You were absent from its lowest division. You can join again whenever you like.")


def notify_player(
    tournament: Tournament, player: int | None, title: str, *, key: str, now: datetime, text: str = ""
) -> None:
    """Notify one player about the tournament. If the text has a time, it is the start."""
    notify_players(tournament, [player], title, key=key, now=now, text=text, at=tournament.starts_at)


def notify_players(
    tournament: Tournament,
    players: Iterable[int | None],
    title: str,
    *,
    key: str,
    now: datetime,
    text: str = "",
    at: datetime | None = None,
    names: Mapping[str, str | int] | None = None,
) -> None:
    """Send several players the same notification."""
    notify_each_player(
        tournament, {player: {} for player in players}, title, key=key, now=now, text=text, at=at, names=names
    )


def notify_each_player(
    tournament: Tournament,
    players: Mapping[int | None, Mapping[str, str | int]],
    title: str,
    *,
    key: str,
    now: datetime,
    text: str = "",
    at: datetime | None = None,
    names: Mapping[str, str | int] | None = None,
    path: str = "",
) -> None:
    """Send each player the same notification with their own values; bots and deleted accounts get none.

    Without a `path`, it links to the tournament's page.
    """
    path = path or reverse("tournaments:page", args=[tournament.code])
    post_all(
        [
            Post(
                player=player,
                kind=Kind.TOURNAMENT,
                key=f"{tournament.code}:{key}",
                words=Words(
                    title=title,
                    text=text,
                    path=path,
                    game=tournament.game,
                    names={"tournament": tournament.name, **(names or {}), **own},
                    time_at=at,
                ),
            )
            for player, own in players.items()
            if player is not None
        ],
        now=now,
    )


def withdraw_notices(tournament: Tournament, *, key: str, posted_at: datetime) -> None:
    """Remove the notifications with this key from all inboxes."""
    outbox.withdraw_notices(kind=Kind.TOURNAMENT, key=f"{tournament.code}:{key}", posted_at=posted_at)


def find_players_by_state(tournament: Tournament, *states: str) -> set[int]:
    """Return all players whose entry has one of these states, including every member of a team."""
    return find_players_of_entries(Entry.objects.filter(tournament=tournament, state__in=states))


def find_players_of_entries(entries: QuerySet[Entry]) -> set[int]:
    """Return the players behind these entrants, including team members."""
    captains = entries.values_list("player", flat=True)
    members = TeamMember.objects.filter(entry__in=entries, left_at=None).values_list("player", flat=True)
    return {player for player in (*captains, *members) if player is not None}


def notify_organisers(
    tournament: Tournament,
    title: str,
    *,
    key: str,
    now: datetime,
    text: str = "",
    at: datetime | None = None,
    names: Mapping[str, str | int] | None = None,
) -> None:
    """Notify the organisers and helpers. Staff are sent to the dashboard, all others to the tournament's page."""
    who = Organiser.objects.filter(tournament=tournament).values_list("player", "player__is_staff")
    desk = reverse("admin:tournaments_tournament_desk", args=[tournament.pk])
    for path, staff in ((desk, True), ("", False)):
        theirs: dict[int | None, dict[str, str | int]] = {player: {} for player, is_staff in who if is_staff == staff}
        notify_each_player(tournament, theirs, title, key=key, now=now, text=text, at=at, names=names, path=path)
