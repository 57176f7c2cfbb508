"""The leaderboards of a game, best first, page by page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from django.db.models import Case, Count, Model, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from apps.accounts.models import Tie
from apps.accounts.services import relations
from apps.common.faces import seed_of
from apps.matches.selectors.player_lookup import find_player_by_name
from apps.ratings.displayed_rating import MIN_SETTLED_MATCHES, Points, build_displayed_rating
from apps.ratings.models import Rating, RatingStep

PAGE_SIZE: Final = 50
RANKED_PLAYERS_CACHE_SECONDS: Final = 3600
MAX_RATING_MARKS: Final = 100
"""Maximum ratings of a leaderboard that ranks are estimated from."""
MAX_NEWCOMERS: Final = 12
"""Maximum newcomers below the board."""


@dataclass(frozen=True)
class LeaderboardRow:
    """A player on the board."""

    rank: int
    name: str
    face: str
    """The seed of the avatar."""
    bot: bool
    """Whether it's a bot with an account."""
    points: Points
    matches: int
    active_at: datetime
    trend: int
    """The points won or lost since a given time, 0 without one."""
    me: bool


class Ranked(NamedTuple):
    """The players on a leaderboard, roughly. Plain values, because caches outlive an upgrade."""

    players: int
    marks: tuple[float, ...]
    """The mu of every player or, if there are many, of some evenly spaced ones."""

    def estimate_rank(self, mu: float) -> int:
        """Return about which rank this mu would have."""
        above = sum(mark > mu for mark in self.marks)
        return 1 + round(self.players * above / max(len(self.marks), 1))


@dataclass(frozen=True)
class Newcomer:
    """A player whose rating is still provisional."""

    name: str
    face: str
    """The seed of the avatar."""
    bot: bool
    matches: int
    lacking: int
    """The number of rated matches they still need."""


class _Rated(NamedTuple):
    """A rating with its player, and the number of ladder ratings above it."""

    player: int
    name: str
    face: str
    bot: bool
    mu: float
    sigma: float
    least: float
    matches: int
    updated_at: datetime
    above: int


_RATING_FIELDS: Final = (
    "player",
    "player__username",
    "player__face",
    "player__bot",
    "mu",
    "sigma",
    "least",
    "matches",
    "updated_at",
)


@dataclass(frozen=True)
class Board:
    """One page of the board as one reader sees it."""

    rows: tuple[LeaderboardRow, ...]
    after: str
    """The player after whom the next page starts, empty if there is none."""
    first: bool
    mine: LeaderboardRow | None
    """The reader's own row, on any page."""
    lacking: int
    """The number of rated matches the reader still needs to be listed, 0 if listed or without any."""
    newcomers: tuple[Newcomer, ...]
    """The next players to be listed, shown below the first page."""


def build_leaderboard(
    *,
    game: str,
    reader: int | None,
    friends: bool = False,
    bots: bool = False,
    among: QuerySet[Model, object] | None = None,
    after: str = "",
    since: datetime | None = None,
) -> Board:
    """Return a page of the players with a settled rating, after the one named `after`.

    Bots have a leaderboard of their own. It can be limited to the reader and their friends, or to a query `among` for
    players' keys. Trends cover the time `since`. Players the reader never meets are left out, and the ranks of the
    others don't reveal it.
    """
    everybody = _find_ratings(game, reader, friends=friends, bots=bots)
    if among is not None:
        everybody = everybody.filter(player__in=among)
    ladder = everybody.filter(matches__gte=MIN_SETTLED_MATCHES)
    apart = relations.find_players_apart(reader)
    wanted = [reader, *(find_player_by_name(after).values_list("pk", flat=True) if after else ())]
    named = everybody.filter(player__in=[person for person in wanted if person])
    known = {rating.name: rating for rating in _find_ranked_ratings(named, ladder) if rating.player not in apart}
    mine = next((rating for rating in known.values() if rating.player == reader), None)
    start = known.get(after)
    found = _find_next_page(start, ladder)
    met = [rating for rating in found[:PAGE_SIZE] if rating.player not in apart]
    shown_ones = [*met, mine] if mine else met
    trends = _compute_trends(game, {rating.player for rating in shown_ones}, since) if since and shown_ones else {}
    return Board(
        rows=tuple(_build_leaderboard_row(rating, reader, trends) for rating in met),
        after=met[-1].name if met and len(found) > PAGE_SIZE else "",
        first=start is None,
        mine=_build_leaderboard_row(mine, reader, trends) if mine and mine.matches >= MIN_SETTLED_MATCHES else None,
        lacking=max(MIN_SETTLED_MATCHES - mine.matches, 0) if mine else 0,
        newcomers=_find_newcomers(everybody.exclude(player__in=apart)) if start is None else (),
    )


def build_rank_column() -> Case:
    """Return a column for a query of ratings: the rank, None while it's provisional."""
    settled = Q(matches__gte=MIN_SETTLED_MATCHES)
    same = _find_ladder().filter(game=OuterRef("game"), player__bot=OuterRef("player__bot"))
    return Case(When(settled, then=_count_above(same) + 1))


def load_ranked_players(*, bots: bool) -> Mapping[str, Ranked]:
    """Return the players or bots on each game's leaderboard, the same for all readers for an hour."""

    def load() -> dict[str, tuple[int, tuple[float, ...]]]:
        rated = defaultdict[str, list[float]](list)
        for game, mu in _find_ladder().filter(player__bot=bots).order_by("mu").values_list("game", "mu"):
            rated[game].append(mu)
        return {game: (len(mus), tuple(mus[:: -(-len(mus) // MAX_RATING_MARKS)])) for game, mus in rated.items()}

    name = "ranked-bots-marks" if bots else "ranked-players-marks"
    kept: Any = cache.get_or_set(name, load, RANKED_PLAYERS_CACHE_SECONDS)
    return {game: Ranked(*each) for game, each in kept.items()}


def _find_ladder() -> QuerySet[Rating]:
    """Return the ratings on the leaderboards of all games."""
    return Rating.objects.filter(player__is_active=True, player__guest=False, matches__gte=MIN_SETTLED_MATCHES)


def _find_ratings(game: str, reader: int | None, *, friends: bool, bots: bool) -> QuerySet[Rating]:
    """Return the ratings of a game, of bots or of players, or only those of the reader and their friends."""
    rated = Rating.objects.filter(game=game, player__is_active=True, player__guest=False, player__bot=bots)
    if not friends:
        return rated
    known = Tie.objects.filter(owner=reader, kind=Tie.Kind.FRIEND).values("other")
    return rated.filter(Q(player__in=known) | Q(player=reader))


def _find_ranked_ratings(ratings: QuerySet[Rating], ladder: QuerySet[Rating]) -> list[_Rated]:
    """Return the ratings with the number of ladder ratings above each."""
    return [_Rated(*row) for row in ratings.values_list(*_RATING_FIELDS, _count_above(ladder))]


def _count_above(ladder: QuerySet[Rating]) -> Coalesce:
    """Return the expression for the number of ladder ratings above a rating."""
    better = Q(least__gt=OuterRef("least")) | Q(least=OuterRef("least"), player__lt=OuterRef("player"))
    above = ladder.filter(better).order_by().values("game").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(above), 0)


def _find_next_page(start: _Rated | None, ladder: QuerySet[Rating]) -> list[_Rated]:
    """Return the next page of the ladder, from its top if `start` is None, and one row more if there is one."""
    if start is None:
        above, rows = 0, ladder
    else:
        above = start.above + 1
        rows = ladder.filter(Q(least__lt=start.least) | Q(least=start.least, player__gt=start.player))
    page = rows.order_by("-least", "player").values_list(*_RATING_FIELDS)[: PAGE_SIZE + 1]
    return [_Rated._make((*row, n)) for n, row in enumerate(page, start=above)]


def _compute_trends(game: str, players: Collection[int], since: datetime) -> dict[int, int]:
    """Return the change by player, from before the first rated match since then to after the last."""
    steps = RatingStep.objects.filter(game=game, player__in=players, at__gte=since).order_by("number")
    before: dict[int, int] = {}
    after: dict[int, int] = {}
    for player, *then, mu, sigma in steps.values_list("player", "mu_before", "sigma_before", "mu", "sigma"):
        before.setdefault(player, build_displayed_rating(*then).points)
        after[player] = build_displayed_rating(mu, sigma).points
    return {player: after[player] - before[player] for player in after}


def _find_newcomers(rated: QuerySet[Rating]) -> tuple[Newcomer, ...]:
    """Return the newcomers, those with most matches first."""
    rows = rated.filter(matches__lt=MIN_SETTLED_MATCHES).order_by("-matches", "player")
    shown = rows.values_list("player__username", "player__face", "player__bot", "matches")
    return tuple(
        Newcomer(name, face or seed_of(name), bot, matches, MIN_SETTLED_MATCHES - matches)
        for name, face, bot, matches in shown[:MAX_NEWCOMERS]
    )


def _build_leaderboard_row(rating: _Rated, reader: int | None, trends: Mapping[int, int]) -> LeaderboardRow:
    return LeaderboardRow(
        rank=rating.above + 1,
        name=rating.name,
        face=rating.face or seed_of(rating.name),
        bot=rating.bot,
        points=build_displayed_rating(rating.mu, rating.sigma),
        matches=rating.matches,
        active_at=rating.updated_at,
        trend=trends.get(rating.player, 0),
        me=rating.player == reader,
    )
