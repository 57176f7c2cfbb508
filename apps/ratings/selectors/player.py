"""A player's ratings, their history, and the results of their matches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import Final

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from apps.games import load_games
from apps.matches.selectors import history, match_view, seating
from apps.matches.selectors.history import HistoryRow
from apps.ratings.displayed_rating import MIN_SETTLED_MATCHES, Points, build_displayed_rating, is_provisional
from apps.ratings.models import Rating, RatingStep, Result
from apps.ratings.selectors import leaderboard
from apps.ratings.selectors.leaderboard import Ranked

MATCHES_PER_PAGE: Final = 20
MAX_LATEST_MATCHES: Final = 10
"""Maximum matches in the short list of a profile."""
STEPS_PER_PAGE: Final = 20
MIN_ESTIMATED_MATCHES: Final = MIN_SETTLED_MATCHES // 2
"""The number of rated matches from which a provisional rating gets an estimated rank."""
MIN_RANKED_PLAYERS: Final = 10
"""The number of players on a leaderboard below which a rank says little."""
MAX_COUNTED_MATCHES: Final = 200
"""Maximum matches that are counted for a page."""
PLACE_CONDITIONS: Final[Mapping[str, dict[str, int]]] = {"": {}, "won": {"place": 1}, "lost": {"place__gt": 1}}
"""The choices of a filter by place, with their conditions."""


_STEP_FIELDS: Final = (
    *("player", "match", "game", "number", "place", "mu_before", "sigma_before", "mu", "sigma", "at"),
    *("match__code", "match__listed"),
)


_STEP_VALUES: Final = ("number", "place", "mu_before", "mu", "sigma", "at", "match__code", "match__listed")


@dataclass(frozen=True)
class Rated:
    """A player's rating in a game."""

    points: Points
    matches: int
    provisional: bool
    best: int | None = None
    """The key of the step to the highest rating since it was no longer provisional."""
    rank: int | None = None
    """The rank on the leaderboard. While it's provisional, an estimate, or None if that would say little."""
    among: int = 0
    """The number of players on the leaderboard."""

    @property
    def better_than(self) -> int:
        """Return the percentage of players on the leaderboard below, 0 without a rank or on a small leaderboard."""
        if self.rank is None or self.provisional or self.among < MIN_RANKED_PLAYERS:
            return 0
        return 100 * (self.among - self.rank) // self.among

    @property
    def lacking(self) -> int:
        """Return the number of rated matches until it's no longer provisional, 0 if it isn't."""
        return max(0, MIN_SETTLED_MATCHES - self.matches)


@dataclass(frozen=True)
class Step:
    """The change of a rating by one match."""

    number: int
    place: int
    points: Points
    change: int
    at: datetime
    code: str
    """The code of the match, empty if the reader can't see it."""


@dataclass(frozen=True)
class Ended:
    """A player's finished match, in a list."""

    match: int
    """The key of the match."""
    place: int | None
    seats: int
    row: HistoryRow
    change: int | None = None
    """The change of their rating, None if the match wasn't rated for them."""


@dataclass(frozen=True)
class Latest:
    """One of a player's latest finished matches, as their profile lists it."""

    match: int
    """The key of the match."""
    code: str
    game: str
    title: str
    place: int | None
    seats: int
    others: tuple[str, ...]
    """The names of everyone else, in seat order."""
    over_at: datetime
    lines: tuple[tuple[str, int, bool], ...]
    """The small chart, with the player's line thick."""
    change: int | None = None
    """The change of their rating, None if the match wasn't rated for them."""


@dataclass(frozen=True)
class Steps:
    """The changes of a player's ratings, as their profile shows them."""

    courses: Mapping[str, Sequence[Step]]
    """The latest changes by game, oldest first."""
    changes: Mapping[int, int]
    """The changes by the matches of a page."""
    best: Mapping[str, Step]
    """The change to the highest settled rating of each game."""


def find_ratings(player: int) -> dict[str, Rated]:
    """Return the ratings by game."""
    rows = Rating.objects.filter(player=player).values_list("game", "mu", "sigma", "matches")
    return {
        game: Rated(build_displayed_rating(mu, sigma), matches, is_provisional(matches))
        for game, mu, sigma, matches in rows
    }


def find_ranked_ratings(player: int) -> dict[str, Rated]:
    """Return the ratings by game, with the best they have been and their ranks."""
    best = Subquery(_find_best_step(player, OuterRef("game")).values("pk"))
    rows = Rating.objects.filter(player=player).annotate(best=best, rank=leaderboard.build_rank_column())
    found = list(rows.values_list("player__bot", "game", "mu", "sigma", "matches", "best", "rank"))
    wanted = any(row[4] >= MIN_ESTIMATED_MATCHES for row in found)
    ranked = leaderboard.load_ranked_players(bots=found[0][0]) if wanted else {}
    return {
        game: _build_ranked_rating(mu, sigma, matches, best, rank, ranked.get(game, Ranked(0, ())))
        for _bot, game, mu, sigma, matches, best, rank in found
    }


def _build_ranked_rating(
    mu: float, sigma: float, matches: int, best: int | None, rank: int | None, ranked: Ranked
) -> Rated:
    """Return the rating with its rank, estimated if it's provisional and the leaderboard isn't small."""
    if rank is None and matches >= MIN_ESTIMATED_MATCHES and ranked.players >= MIN_RANKED_PLAYERS:
        rank = ranked.estimate_rank(mu)
    return Rated(
        points=build_displayed_rating(mu, sigma),
        matches=matches,
        provisional=is_provisional(matches),
        best=best,
        rank=rank,
        among=max(rank or 0, ranked.players),
    )


def _find_best_step(player: int, game: str | OuterRef) -> QuerySet[RatingStep]:
    """Return a query for the step to the highest rating since it's settled, the first of equal ones."""
    settled = RatingStep.objects.filter(player=player, game=game, number__gte=MIN_SETTLED_MATCHES)
    return settled.order_by("-mu", "number")[:1]


def find_displayed_ratings(players: Collection[int]) -> dict[tuple[int, str], Points]:
    """Return these players' ratings by player and game, without those who were never rated."""
    found = Rating.objects.filter(player__in=players).values_list("player", "game", "mu", "sigma")
    return {(player, game): build_displayed_rating(mu, sigma) for player, game, mu, sigma in found}


def find_lower_bounds(players: Collection[int], *, game: str) -> dict[int, float]:
    """Return these players' lower bounds, as leaderboards order them, without players who were never rated."""
    return dict(Rating.objects.filter(game=game, player__in=players).values_list("player", "least"))


def count_places(player: int, *, own: bool) -> dict[str, dict[int | None, int]]:
    """Return how often each place was taken, by game. None counts matches without a result.

    Unlisted matches count only if `own`.
    """
    found = Result.objects.filter(player=player, **_build_listed_filter(own=own)).order_by(
        "game", F("place").asc(nulls_last=True)
    )
    counted: dict[str, dict[int | None, int]] = {}
    for game, place, number in found.values("game", "place").annotate(number=Count("pk")).values_list(
        "game", "place", "number"
    ):  # fmt: skip
        counted.setdefault(game, {})[place] = number
    return counted


def find_ended_matches(
    player: int, *, own: bool, before: int | None = None, wanted: Mapping[str, str] = MappingProxyType({})
) -> tuple[list[Ended], int | None]:
    """Return a page of finished matches, the last to end first, and `before` of the next page.

    :param wanted: the archive's filters `game` and `against`, and `place`: won or lost
    :param before: the key of the last match of the page before; an unknown one means the first page
    """
    found = _find_visible_results(player, own=own)
    over_at = found.filter(match=before).values_list("over_at", flat=True).first() if before is not None else None
    if over_at is not None:
        found = found.filter(Q(over_at__lt=over_at) | Q(over_at=over_at, match__lt=before))
    found = history.filter_by_match(found.filter(**PLACE_CONDITIONS[wanted.get("place", "")]), wanted, path="match__")
    rows = list(history.prefetch_row_data(found, "match")[: MATCHES_PER_PAGE + 1])
    page = [_build_ended_match(row) for row in rows[:MATCHES_PER_PAGE]]
    return page, page[-1].match if len(rows) > MATCHES_PER_PAGE else None


def _build_ended_match(row: Result) -> Ended:
    seen = history.build_history_row(row.match, player=row.player_id)
    return Ended(row.match_id, row.place, len(seen.people), seen)


def load_latest_matches(player: int, *, own: bool) -> list[Latest]:
    """Return the latest finished matches, the last to end first, in two statements."""
    found = _find_visible_results(player, own=own).select_related("match__digest")
    return [_build_latest(row) for row in found.prefetch_related(seating.prefetch_seats("match"))[:MAX_LATEST_MATCHES]]


def _build_latest(row: Result) -> Latest:
    match, chairs = row.match, row.match.seats.all()
    others = [seating.get_sitter_name(chair) for chair in chairs if chair.player_id != row.player_id]
    return Latest(
        match=row.match_id,
        code=match.code,
        game=match.game if match.game in load_games() else "",
        title=match_view.get_game_title(match),
        place=row.place,
        seats=len(chairs),
        others=tuple(others),
        over_at=row.over_at,
        lines=history.draw_small_chart(match, player=row.player_id),
    )


def find_rating_changes(player: int, matches: Collection[int]) -> dict[int, int]:
    """Return the changes of a player's ratings by these matches."""
    return {row.match_id: _compute_change(row) for row in _find_steps(player).filter(match__in=matches)}


def find_rating_changes_by_code(player: int, codes: Collection[str]) -> dict[str, int]:
    """Return the changes of a player's ratings by these matches, by the codes of the matches."""
    found = RatingStep.objects.filter(player=player, match__code__in=codes)
    # As plain values, because building the models would take longer than the statement.
    return {
        code: build_displayed_rating(mu, sigma).points - build_displayed_rating(mu_before, sigma).points
        for code, mu_before, mu, sigma in found.values_list("match__code", "mu_before", "mu", "sigma")
    }


def find_latest_matches(player: int, *, own: bool) -> QuerySet[Result, int]:
    """Return a query for the keys of the latest finished matches, which are few enough to count."""
    return _find_visible_results(player, own=own).values_list("match", flat=True)[:MAX_COUNTED_MATCHES]


def _find_visible_results(player: int, *, own: bool) -> QuerySet[Result]:
    """Return the results that a reader can see, of the last match to end first."""
    return Result.objects.filter(player=player, **_build_listed_filter(own=own)).order_by("-over_at", "-match")


def find_rating_steps(
    player: int, *, game: str, own: bool, before: int | None = None
) -> tuple[list[Step], int | None, int | None]:
    """Return a page of rated matches, the latest first, `before` of the next page, and the best rating.

    The best rating is the highest since it's settled, None before.
    """
    found = _find_steps(player).filter(game=game).annotate(best=Subquery(_find_best_step(player, game).values("mu")))
    if before is not None:
        found = found.filter(number__lt=before)
    rows = list(found.order_by("-number")[: STEPS_PER_PAGE + 1])
    best = rows[0].best if rows else None
    return (
        [_build_displayed_step(row, own=own) for row in rows[:STEPS_PER_PAGE]],
        rows[STEPS_PER_PAGE - 1].number if len(rows) > STEPS_PER_PAGE else None,
        None if best is None else build_displayed_rating(best, 0).points,
    )


def find_match_changes(match: str) -> dict[str, Step]:
    """Return the changes of ratings by a match, by the players' names."""
    rows = RatingStep.objects.filter(match__code=match).select_related("match", "player")
    return {row.player.username: _build_displayed_step(row, own=True) for row in rows}


def find_profile_steps(player: int, rated: Mapping[str, Rated], *, matches: Collection[int], own: bool) -> Steps:
    """Return the latest and the best changes of these ratings, and the changes by these matches, in one statement."""
    if not rated:
        return Steps({}, {}, {})
    best_keys = [one.best for one in rated.values() if one.best is not None]
    best: dict[str, Step] = {}
    latest = [Q(game=game, number__gt=one.matches - STEPS_PER_PAGE) for game, one in rated.items()]
    courses: dict[str, list[Step]] = {game: [] for game in rated}
    changes: dict[int, int] = {}
    found = RatingStep.objects.filter(reduce(or_, latest, Q(match__in=matches) | Q(pk__in=best_keys)), player=player)
    # As plain values, because as models these would be half of a profile's work.
    for key, game, match, *values in found.order_by("game", "number").values_list("pk", "game", "match", *_STEP_VALUES):
        step = _build_step(*values, own=own)
        changes[match] = step.change
        if key in best_keys:
            best[game] = step
        if step.number > rated[game].matches - STEPS_PER_PAGE:
            courses[game].append(step)
    return Steps(courses, changes, best)


def _find_steps(player: int) -> QuerySet[RatingStep]:
    """Return a player's steps with the two columns of their matches that are shown."""
    return RatingStep.objects.filter(player=player).select_related("match").only(*_STEP_FIELDS)


def _build_displayed_step(row: RatingStep, *, own: bool) -> Step:
    match = row.match
    return _build_step(
        row.number, row.place, row.mu_before, row.mu, row.sigma, row.at, match.code, match.listed, own=own
    )


def _build_step(
    number: int, place: int, mu_before: float, mu: float, sigma: float, at: datetime, code: str, listed: bool, *,
    own: bool,
) -> Step:  # fmt: skip
    """Return a step of these `_STEP_VALUES`."""
    points = build_displayed_rating(mu, sigma)
    change = points.points - build_displayed_rating(mu_before, sigma).points
    return Step(number, place, points, change, at, code if own or listed else "")


def _compute_change(row: RatingStep) -> int:
    """Return the change in points, as shown."""
    before = build_displayed_rating(row.mu_before, row.sigma_before)
    return build_displayed_rating(row.mu, row.sigma).points - before.points


def find_all_rating_rows(player: int) -> tuple[Sequence[Rating], Sequence[RatingStep]]:
    """Return all rows about a player's ratings, for the export of their own data."""
    steps = RatingStep.objects.filter(player=player).select_related("match").order_by("game", "number")
    return list(Rating.objects.filter(player=player).order_by("game")), list(steps)


def _build_listed_filter(*, own: bool) -> dict[str, bool]:
    return {} if own else {"listed": True}
