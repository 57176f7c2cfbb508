"""Who somebody is, as one reader may see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Any, Final, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from apps.accounts.models import Player, Tie
from apps.accounts.services import online
from apps.games import catalogue
from apps.matches.engine import availability
from apps.matches.selectors import own_feats, results
from apps.matches.selectors.player_lookup import called
from apps.people import rating_chart
from apps.people.errors import NoSuchPerson
from apps.people.rating_chart import Course
from apps.ratings.displayed_rating import Points
from apps.ratings.selectors import player
from apps.ratings.selectors.player import Ended, Rated
from apps.tournaments.selectors.trophies import profile as trophies
from apps.tournaments.selectors.trophies.trophy import Trophy

MINUTE: Final = 60
_FAVOURED: Final = 5
"""Matches from which a game can be somebody's favourite."""
_STREAK: Final = 2
"""Wins in a row that are a streak."""


@dataclass(frozen=True)
class Reliability:
    """How somebody answered in the last 90 days."""

    answered: int
    missed: int
    median: int | None
    """Seconds from question to answer, in whole minutes beyond the first."""
    share: int | None
    """Percent of turns answered in time; None: too few to say."""


class Trend(NamedTuple):
    """How a rating changed lately."""

    change: int
    matches: int

    @property
    def written(self) -> str:
        """The change with its sign."""
        return f"{self.change:+d}".replace("-", "−") if self.change else "±0"


@dataclass(frozen=True)
class Fared:
    """How somebody fares at one game."""

    slug: str
    title: str
    """In English."""
    rating: Rated | None
    places: tuple[tuple[int | None, int], ...]
    """(place, how often); place None: without a result."""
    matches: int
    course: Course | None
    """Of the rating, drawn; None before the second rated match."""
    trend: Trend | None
    """Likewise, in numbers."""
    feats: tuple[tuple[str, int], ...]
    """What is counted, and the most of it they did in a match."""


@dataclass(frozen=True)
class Profile:
    """A page about a person."""

    name: str
    face: str
    """What their face is drawn from."""
    guest: bool
    since: datetime
    language: str
    """Its name, in itself; empty if they never chose one."""
    away_until: datetime | None
    ahead: tuple[availability.Span, ...]
    """The vacations they have planned."""
    running: int
    finished: int
    reliability: Reliability | None
    games: tuple[Fared, ...]
    favourite: str
    """The game they've played most, in English; empty while there's none to speak of."""
    streak: Streak | None
    """The matches they won in a row up to now; None if that's no streak, and on a page of older matches."""
    trophies: tuple[Trophy, ...]
    ended: tuple[Ended, ...]
    more: int | None
    """What the next page of finished matches begins before."""
    own: bool
    friend: bool
    online: bool
    """Whether they're online and let the reader know, a friend of theirs."""


class Streak(NamedTuple):
    """Wins in a row."""

    wins: int
    more: bool
    """Whether there may be more of them than were looked at."""


class FoundPlayer(NamedTuple):
    """Somebody, and whether the reader calls them a friend."""

    player: Player
    friend: bool


def find(*, name: str, reader: int | None) -> FoundPlayer:
    """The person of this name.

    :raises NoSuchPerson: if there is none, or a block stands between them
    """
    found = _find(Player.objects.all(), name, reader)
    return FoundPlayer(found, found.friend)


def look(*, name: str, reader: int | None, now: datetime, before: int | None = None) -> Profile:
    """
    :raises NoSuchPerson: as in `find`
    """
    person = _find(trophies.with_ended(results.engaged(Player.objects.all()), now=now), name, reader)
    own, engagements = person.pk == reader, results.engagements(person)
    ended, more = player.ended(person.pk, own=own, before=before)
    places = player.places(person.pk, own=own)
    finished = sum(sum(counted.values()) for counted in places.values())
    return Profile(
        name=person.username,
        face=person.face_seed,
        guest=person.guest,
        since=person.date_joined,
        language=person.get_language_display() if person.language else "",
        away_until=availability.away(engagements.vacations, now),
        ahead=availability.planned(engagements.vacations, now),
        running=engagements.running,
        finished=finished,
        reliability=_reliability(person),
        games=_fared(person, places, own_feats.greatest(person.pk, finished=finished)),
        favourite=_favourite(places),
        streak=_streak(ended, more) if before is None else None,
        trophies=trophies.of(person, own=own, now=now),
        ended=tuple(ended),
        more=more,
        own=own,
        friend=person.friend,
        online=person.friend and bool(online.shown([person], now=now)),
    )


def _find(people: QuerySet[Player], name: str, reader: int | None) -> Any:
    """With `friend`, and whatever else these people come with."""
    blocks = Tie.objects.filter(
        Q(owner=reader, other=OuterRef("pk")) | Q(owner=OuterRef("pk"), other=reader), kind=Tie.Kind.BLOCK
    )
    friends = Tie.objects.filter(owner=reader, other=OuterRef("pk"), kind=Tie.Kind.FRIEND)
    found = called(name, people).filter(~Exists(blocks), is_active=True).annotate(friend=Exists(friends)).first()
    if found is None:
        raise NoSuchPerson
    return found


def _reliability(person: Any) -> Reliability | None:
    counted = getattr(person, "reliability", None)
    if counted is None:
        return None
    share = None if counted.share is None else round(100 * counted.share)
    median = counted.median
    if median is not None and median > MINUTE:
        median = MINUTE * round(median / MINUTE)
    return Reliability(counted.answered, counted.missed, median, share)


def _favourite(places: Mapping[str, Mapping[int | None, int]]) -> str:
    """Return the game of most matches, if there are enough of them to say something."""
    played = {slug: sum(counted.values()) for slug, counted in places.items() if slug in catalogue()}
    most = max(played, key=played.__getitem__, default="")
    return catalogue()[most].meta.title if most and played[most] >= _FAVOURED else ""


def _streak(ended: Sequence[Ended], more: int | None) -> Streak | None:
    """Return the wins in a row among these matches, the latest first. What ended without a result ends no streak."""
    judged = [one.place for one in ended if one.place is not None]
    wins = len(list(takewhile(lambda place: place == 1, judged)))
    return Streak(wins, wins == len(judged) and more is not None) if wins >= _STREAK else None


def _trend(course: Sequence[Points]) -> Trend | None:
    return Trend(course[-1].points - course[0].points, len(course) - 1) if len(course) > 1 else None


def _fared(
    person: Player, places: dict[str, dict[int | None, int]], feats: Mapping[str, tuple[tuple[str, int], ...]]
) -> tuple[Fared, ...]:
    ratings = {} if person.guest else player.ratings(person.pk)
    courses = player.courses(person.pk, ratings)
    return tuple(
        Fared(
            slug=slug,
            title=game.meta.title,
            rating=ratings.get(slug),
            places=tuple(places.get(slug, {}).items()),
            matches=sum(places.get(slug, {}).values()),
            course=rating_chart.draw(courses.get(slug, ())),
            trend=_trend(courses.get(slug, ())),
            feats=feats.get(slug, ()),
        )
        for slug, game in catalogue().items()
        if slug in ratings or slug in places
    )
