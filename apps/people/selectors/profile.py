"""A player's profile as one reader can see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet, Value

from apps.accounts.models import Player, Tie
from apps.accounts.services import online
from apps.games import load_games
from apps.matches.engine import availability
from apps.matches.selectors import average_analysis, head_to_head, own_feats, results
from apps.matches.selectors.average_analysis import AverageAnalysis
from apps.matches.selectors.companions import Companion, find_companions
from apps.matches.selectors.head_to_head import Score, SharedScore
from apps.matches.selectors.player_lookup import find_player_by_name
from apps.people import rating_chart
from apps.people.errors import NoSuchPerson
from apps.people.rating_chart import Course
from apps.puzzles.selectors import puzzle_rating
from apps.puzzles.selectors.puzzle_rating import PuzzleRating
from apps.ratings.selectors import player
from apps.ratings.selectors.player import Ended, Latest, Rated, Step, Steps
from apps.tournaments.selectors import standing_in
from apps.tournaments.selectors.standing_in import Memberships, StandingIn
from apps.tournaments.selectors.trophies import profile as trophies
from apps.tournaments.selectors.trophies.trophy import Trophy

SECONDS_PER_MINUTE: Final = 60
_MIN_FAVOURITE_MATCHES: Final = 5
"""Minimum matches for a favourite game."""
_MAX_FORM_MATCHES: Final = 5
"""The number of latest matches that show the player's form."""
_MIN_STREAK_WINS: Final = 2
"""Minimum wins in a row for a streak."""


@dataclass(frozen=True)
class Reliability:
    """A player's record of answers in the last 90 days."""

    answered: int
    missed: int
    median: int | None
    """The median seconds from question to answer, in whole minutes beyond the first."""
    share: int | None
    """The percentage of turns played on time, None if there are too few."""


class Trend(NamedTuple):
    """The recent change of a rating."""

    change: int
    matches: int

    @property
    def written(self) -> str:
        """Return the change with its sign."""
        return f"{self.change:+d}".replace("-", "−") if self.change else "±0"


class Taken(NamedTuple):
    """How often a place was taken, as a part of a bar."""

    place: int | None
    """None for matches without a result."""
    matches: int
    x: float
    """Where the part starts, in percent."""
    width: float


@dataclass(frozen=True)
class Fared:
    """A player's results in one game."""

    slug: str
    title: str
    """The title in English."""
    rating: Rated | None
    places: tuple[Taken, ...]
    matches: int
    best: int | None
    """The best rating since it's settled, or the best so far while it's provisional."""
    best_at: datetime | None
    """When it was first that high, None while it's provisional."""
    line: str
    """The course of the rating as a line, empty before the second rated match."""
    trend: Trend | None
    """The recent change of the rating, None before the second rated match."""
    feats: tuple[tuple[str, int], ...]
    """Feats, each with the player's best number in a match."""


class Mark(NamedTuple):
    """A finished match as a mark of the player's form."""

    code: str
    title: str
    place: int | None
    seats: int


class Versus(NamedTuple):
    """The reader's score against a player, in public matches that both finished."""

    score: Score
    parts: tuple[Taken, ...]
    """The score as a bar, with the reader as place 1 and the player as place 2."""
    games: tuple[tuple[str, str, Score], ...]
    """The slug of each game, its title in English, and the score in it. Empty for a single game."""


@dataclass(frozen=True)
class Profile:
    """The page of a player."""

    name: str
    face: str
    """The seed of the avatar."""
    guest: bool
    bot: bool
    """Whether a program plays with this account."""
    since: datetime
    language: str
    """The name of the language in itself, empty if never chosen."""
    away_until: datetime | None
    ahead: tuple[availability.Span, ...]
    """The vacations they have planned."""
    running: int
    finished: int
    reliability: Reliability | None
    games: tuple[Fared, ...]
    charted: Charted | None
    """The chosen rating, or else the one with the most matches; None if no rating has two."""
    favourite: Fared | None
    """The game they've played most, None if none stands out."""
    best: Fared | None
    """The game in which their settled rating has been highest, None if none is settled."""
    streak: Streak | None
    """The wins in a row up to now, None if that's no streak."""
    analysed: AverageAnalysis | None
    """Their decisions and luck in analysed matches, None after few of them."""
    trophies: tuple[Trophy, ...]
    results: tuple[Trophy, ...]
    """The places in tournaments and arenas that aren't worth a cup."""
    standings: tuple[StandingIn, ...]
    """Their places in leagues, ladders and arenas that are in play."""
    puzzles: tuple[Solved, ...]
    unplayed: tuple[tuple[str, str], ...]
    """On the player's own page, the games they haven't finished a match of: slugs and titles in English."""
    latest: tuple[Latest, ...]
    """Their latest finished matches."""
    form: tuple[Mark, ...]
    """The last few of them, the latest at the end."""
    companions: tuple[Companion, ...]
    """The players they play with most."""
    versus: Versus | None
    """The reader's score against them, None for themselves, for visitors, and if they haven't met."""
    own: bool
    friend: bool
    online: bool
    """Whether they're online and let the reader know, a friend of theirs."""


class Solved(NamedTuple):
    """A player's puzzle rating in one game."""

    slug: str
    title: str
    """The title in English."""
    rating: PuzzleRating
    line: str
    """The course of the rating as a line, empty before the second rated answer."""


class Charted(NamedTuple):
    """A game's rating with its course."""

    slug: str
    title: str
    """The title in English."""
    course: Course
    others: tuple[tuple[str, str], ...]
    """The games whose ratings can be charted, with this one: slugs and titles in English."""


class Streak(NamedTuple):
    """A streak of wins."""

    wins: int
    more: bool
    """Whether the streak may be longer than the matches examined."""


class PlayedMatches(NamedTuple):
    """A page of a player's finished matches."""

    name: str
    face: str
    """The seed of the avatar."""
    ended: tuple[Ended, ...]
    more: int | None
    """The start of the next page, None on the last."""


class FoundPlayer(NamedTuple):
    """A player, and whether the reader calls them a friend."""

    player: Player
    friend: bool


def find_visible_player(*, name: str, reader: int | None) -> FoundPlayer:
    """Return the player of this name.

    :raises NoSuchPerson: if there is none, or a block separates them from the reader
    """
    found = _find_annotated_player(Player.objects.all(), name, reader)
    return FoundPlayer(found, found.friend)


def load_profile(*, name: str, reader: int | None, now: datetime, charted: str = "") -> Profile:
    """Return the profile of the player of this name.

    :param charted: the game whose rating is charted, if it has two rated matches
    :raises NoSuchPerson: as in `find_visible_player`
    """
    engaged = results.add_engagement_columns(Player.objects.all())
    members = trophies.with_ended(engaged, now=now).annotate(**standing_in.build_membership_columns(now=now))
    person = _find_annotated_player(members, name, reader)
    own, engagements = person.pk == reader, results.build_engagements(person)
    member = Memberships(person.in_leagues, person.in_ladders, person.in_arenas)
    latest = player.load_latest_matches(person.pk, own=own)
    ratings = {} if person.guest else player.find_ranked_ratings(person.pk)
    steps = player.find_profile_steps(person.pk, ratings, matches=[one.match for one in latest], own=own)
    places = player.count_places(person.pk, own=own)
    finished = sum(sum(counted.values()) for counted in places.values())
    ended = trophies.find_player_trophies(person, own=own, now=now)
    games = _build_game_results(ratings, places, steps, own_feats.find_greatest_feats(person.pk, finished=finished))
    return Profile(
        name=person.username,
        face=person.face_seed,
        guest=person.guest,
        bot=person.bot,
        since=person.date_joined,
        language=person.get_language_display() if person.language else "",
        away_until=availability.find_vacation_end(engagements.vacations, now),
        ahead=availability.select_planned_vacations(engagements.vacations, now),
        running=engagements.running,
        finished=finished,
        reliability=_build_reliability(person),
        games=games,
        charted=_draw_chart(ratings, steps, wanted=charted),
        favourite=_select_favourite_game(games),
        best=max((game for game in games if game.best_at), key=lambda game: game.best or 0, default=None),
        streak=_build_win_streak([one.place for one in latest], more=finished > player.MAX_LATEST_MATCHES),
        analysed=average_analysis.find_average_analysis(person.pk, own=own) if finished else None,
        trophies=tuple(each for each in ended if each.cup),
        results=tuple(each for each in ended if not each.cup),
        standings=standing_in.list_standings(person.pk, member, own=own, now=now),
        puzzles=() if person.guest else tuple(_list_puzzle_ratings(person.pk)),
        unplayed=tuple(_list_unplayed_games(ratings, places)) if own else (),
        latest=tuple(replace(one, change=steps.changes.get(one.match)) for one in latest),
        form=tuple(Mark(one.code, one.title, one.place, one.seats) for one in latest[_MAX_FORM_MATCHES - 1 :: -1]),
        companions=find_companions(person.pk, among=player.find_latest_matches(person.pk, own=own), scored=own),
        versus=None if own or reader is None else _build_versus(head_to_head.count_shared_wins(reader, person.pk)),
        own=own,
        friend=person.friend,
        online=person.friend and bool(online.filter_visibly_online([person], now=now)),
    )


def load_played_matches(
    *, name: str, reader: int | None, before: int | None = None, wanted: Mapping[str, str] = MappingProxyType({})
) -> PlayedMatches:
    """Return a page of the finished matches of the player of this name.

    :param before, wanted: the page and its filters, see `find_ended_matches`
    :raises NoSuchPerson: as in `find_visible_player`
    """
    person = find_visible_player(name=name, reader=reader).player
    ended, more = player.find_ended_matches(person.pk, own=person.pk == reader, before=before, wanted=wanted)
    changes = player.find_rating_changes(person.pk, [one.match for one in ended])
    ended = [replace(one, change=changes.get(one.match)) for one in ended]
    return PlayedMatches(person.username, person.face_seed, tuple(ended), more)


def _find_annotated_player(people: QuerySet[Player], name: str, reader: int | None) -> Any:
    """Return the player with `friend`, and with the queryset's own annotations."""
    rows = find_player_by_name(name, people).filter(is_active=True)
    if reader is None:
        rows = rows.annotate(friend=Value(False))
    else:
        blocks = Tie.objects.filter(
            Q(owner=reader, other=OuterRef("pk")) | Q(owner=OuterRef("pk"), other=reader), kind=Tie.Kind.BLOCK
        )
        friends = Tie.objects.filter(owner=reader, other=OuterRef("pk"), kind=Tie.Kind.FRIEND)
        rows = rows.filter(~Exists(blocks)).annotate(friend=Exists(friends))
    found = rows.first()
    if found is None:
        raise NoSuchPerson
    return found


def _list_puzzle_ratings(player: int) -> Iterator[Solved]:
    """Yield the puzzle rating in each game they have one in."""
    ratings = puzzle_rating.load_ratings(player)
    courses = puzzle_rating.load_courses(player) if ratings else {}
    for slug, game in load_games().items():
        if slug in ratings:
            line = rating_chart.draw_line(courses.get(slug, ()))
            yield Solved(slug, game.meta.title, ratings[slug], line)


def _list_unplayed_games(*played: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the games that are in none of these."""
    for slug, game in load_games().items():
        if not any(slug in each for each in played):
            yield slug, game.meta.title


def _build_reliability(person: Player) -> Reliability | None:
    counted = getattr(person, "reliability", None)
    if counted is None:
        return None
    share = None if counted.share is None else round(100 * counted.share)
    median = counted.median
    if median is not None and median > SECONDS_PER_MINUTE:
        median = SECONDS_PER_MINUTE * round(median / SECONDS_PER_MINUTE)
    return Reliability(counted.answered, counted.missed, median, share)


def _select_favourite_game(games: Sequence[Fared]) -> Fared | None:
    """Return the most played game, if there are enough matches to tell."""
    most = next(iter(games), None)
    return most if most is not None and most.matches >= _MIN_FAVOURITE_MATCHES else None


def _build_versus(shared: SharedScore) -> Versus | None:
    """Return the score as it's shown, None if there is none."""
    total = shared.total
    if not any(total):
        return None
    parts = {1: total.one, None: total.even, 2: total.other}
    games = tuple((slug, load_games()[slug].meta.title, score) for slug, score in shared.games if slug in load_games())
    return Versus(
        total,
        tuple(_draw_places({place: number for place, number in parts.items() if number})),
        games if len(games) > 1 else (),
    )


def _draw_places(counted: Mapping[int | None, int]) -> Iterator[Taken]:
    """Yield the parts of a bar of all places, the best first."""
    before, every = 0, sum(counted.values())
    for place, number in counted.items():
        yield Taken(place, number, round(100 * before / every, 2), round(100 * number / every, 2))
        before += number


def draw_course(steps: Sequence[Step], best: int | None) -> Course | None:
    """Return the course with the best rating marked."""
    return rating_chart.draw_rating_course(steps, best=_find_best_rating(steps, best))


def _draw_chart(ratings: Mapping[str, Rated], steps: Steps, *, wanted: str) -> Charted | None:
    """Return the course of the wanted rating, or else of the one with the most matches."""
    courses = steps.courses
    titles = {slug: game.meta.title for slug, game in load_games().items() if len(courses.get(slug, ())) > 1}
    if not titles:
        return None
    slug = wanted if wanted in titles else max(titles, key=lambda slug: ratings[slug].matches)
    best = steps.best.get(slug)
    course = draw_course(courses[slug], best.points.points if best else None)
    return None if course is None else Charted(slug, titles[slug], course, tuple(titles.items()))


def _find_best_rating(steps: Sequence[Step], best: int | None) -> int | None:
    """Return the best rating since it's settled or, while it's provisional, the highest so far."""
    return max((step.points.points for step in steps), default=None) if best is None else best


def _build_win_streak(places: Sequence[int | None], *, more: bool) -> Streak | None:
    """Return the wins in a row, from the latest places. A match without a result doesn't end a streak."""
    judged = [place for place in places if place is not None]
    wins = len(list(takewhile(lambda place: place == 1, judged)))
    return Streak(wins, more and wins == len(judged)) if wins >= _MIN_STREAK_WINS else None


def _compute_trend(course: Sequence[Step]) -> Trend | None:
    """Return the change by the steps of the course."""
    if not course:
        return None
    before = course[0].points.points - course[0].change
    return Trend(course[-1].points.points - before, len(course))


def _build_game_results(
    ratings: Mapping[str, Rated],
    places: Mapping[str, Mapping[int | None, int]],
    steps: Steps,
    feats: Mapping[str, tuple[tuple[str, int], ...]],
) -> tuple[Fared, ...]:
    """Return the results by game, the most played first."""
    courses = steps.courses
    found = [
        Fared(
            slug=slug,
            title=game.meta.title,
            rating=ratings.get(slug),
            places=tuple(_draw_places(places.get(slug, {}))),
            matches=sum(places.get(slug, {}).values()),
            best=_find_best_rating(
                courses.get(slug, ()), best.points.points if (best := steps.best.get(slug)) else None
            ),
            best_at=best.at if best else None,
            line=rating_chart.draw_rating_line(courses.get(slug, ())),
            trend=_compute_trend(courses.get(slug, ())),
            feats=feats.get(slug, ()),
        )
        for slug, game in load_games().items()
        if slug in ratings or slug in places
    ]
    return tuple(sorted(found, key=lambda game: game.matches, reverse=True))
