"""What people are told of a tournament: posted in the transaction in which it happens, once, never with a secret."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_noop

from apps.notices.models import Kind
from apps.notices.services.outbox import Post, post_all
from apps.notices.wording import Words
from apps.tournaments.models import Entry, Organiser, TeamMember, Tournament

REGISTERED = gettext_noop("You take part: %(tournament)s")
BEGINS = gettext_noop("It begins on %(time)s.")
WAITING = gettext_noop("You are on the waiting list: %(tournament)s")
WAITING_WHY = gettext_noop("You move up as soon as somebody leaves; then you are told.")
MOVED_UP = gettext_noop("A place became free, you take part: %(tournament)s")
INVITED = gettext_noop("You are invited to a tournament: %(tournament)s")
STARTED = gettext_noop("It begins: %(tournament)s")
STARTED_WHY = gettext_noop("%(count)s people take part.")
LEFT_OVER = gettext_noop("%(tournament)s begins without you")
LEFT_OVER_WHY = gettext_noop("The field did not divide into tables, or was full.")
PAIRED = gettext_noop("Round %(round)s of %(tournament)s: your table is ready")
PAIRED_UNTIL = gettext_noop("The round ends on %(time)s.")
RESTING = gettext_noop("Round %(round)s of %(tournament)s: you have a bye")
CALL = gettext_noop("Round %(round)s of %(tournament)s ends soon")
CALL_WHY = gettext_noop("Your table still plays. On %(time)s the house ends it.")
THROUGH = gettext_noop("You are through to the knockout: %(tournament)s")
DROPPED = gettext_noop("You are out of %(tournament)s for now")
DROPPED_WHY = gettext_noop(
    "You did not come to a table. Say on its page that you are back, and you play the next round."
)
DROPPED_ABSENT = gettext_noop(
    "You had not checked in when it began. If newcomers may still join, its page lets you come back."
)
OVER = gettext_noop("Over: %(tournament)s")
OVER_PLACE = gettext_noop("You came in at place %(place)s of %(count)s.")
CANCELLED = gettext_noop("Cancelled: %(tournament)s")
PROPOSED = gettext_noop("Round %(round)s of %(tournament)s waits for you to publish it")
STUCK = gettext_noop("%(tournament)s needs you")
STUCK_WHY = gettext_noop("It could not begin: too few people, or they cannot be divided into tables.")
STUCK_GAME = gettext_noop("Its game is not in the house any more. It stands still; you can cancel it.")
STUCK_TABLE = gettext_noop("A table of a round that was published could not be dealt.")
WROTE = gettext_noop("News of %(tournament)s")
SOON = gettext_noop("Begins soon: %(tournament)s")
SOON_WHY = gettext_noop("It begins on %(time)s. If you cannot play, withdraw: somebody else may take your place.")
CHECK_IN = gettext_noop("Check in for %(tournament)s")
CHECK_IN_WHY = gettext_noop(
    "Say on its page that you are there. It begins on %(time)s, and whoever has not checked in by then is taken out."
)
FEW = gettext_noop("%(tournament)s needs you: %(count)s of %(least)s have come")
FEW_CALLED_OFF = gettext_noop("If there are no more on %(time)s, it is called off.")
FEW_WAITS = gettext_noop("It takes more people to begin on %(time)s.")
TAKEN_OUT = gettext_noop("The organisers took you out: %(tournament)s")
JOINED_TEAM = gettext_noop("Somebody joined your team: %(tournament)s")
TEAM_CAPTAIN = gettext_noop("You are the captain of your team now: %(tournament)s")
TEAM_WITHDRAWN = gettext_noop("Your captain withdrew your team: %(tournament)s")
TEAM_LEFT = gettext_noop("You are not in your team any more: %(tournament)s")
DROPPED_INCOMPLETE = gettext_noop("When it began, your team was too few for all boards.")
LEAGUE_OUT = gettext_noop("You are out of the league: %(league)s")
LEAGUE_OUT_WHY = gettext_noop("You were absent in its lowest division. You may join again whenever you like.")


def person(tournament: Tournament, player: int | None, title: str, *, key: str, now: datetime, text: str = "") -> None:
    """Tell one person something about the tournament; its start is told where the text asks for a time."""
    people(tournament, [player], title, key=key, now=now, text=text, at=tournament.starts_at)


def people(
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
    """Tell several people the same."""
    each(tournament, {player: {} for player in players}, title, key=key, now=now, text=text, at=at, names=names)


def each(
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
    """Tell each of them the same with words of their own; bots and those who left hear nothing. Without a `path` of
    another page, it leads to the tournament's own.
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


def players(tournament: Tournament, *states: str) -> set[int]:
    """All who take part, or wait for a place, as these states say: of teams everybody."""
    return of(Entry.objects.filter(tournament=tournament, state__in=states))


def of(entries: QuerySet[Entry]) -> set[int]:
    """Whom these entrants are, or who is in them."""
    captains = entries.values_list("player", flat=True)
    members = TeamMember.objects.filter(entry__in=entries, left_at=None).values_list("player", flat=True)
    return {player for player in (*captains, *members) if player is not None}


def office(
    tournament: Tournament,
    title: str,
    *,
    key: str,
    now: datetime,
    text: str = "",
    at: datetime | None = None,
    names: Mapping[str, str | int] | None = None,
) -> None:
    """Tell its organisers and helpers, who see to it at their desk; or on its page, who may not enter the admin."""
    who = Organiser.objects.filter(tournament=tournament).values_list("player", "player__is_staff")
    desk = reverse("admin:tournaments_tournament_desk", args=[tournament.pk])
    for path, staff in ((desk, True), ("", False)):
        theirs: dict[int | None, dict[str, str | int]] = {player: {} for player, is_staff in who if is_staff == staff}
        each(tournament, theirs, title, key=key, now=now, text=text, at=at, names=names, path=path)
