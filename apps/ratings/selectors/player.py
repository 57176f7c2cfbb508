"""A player's ratings, their history, and the results of their matches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Final

from django.db.models import Count, F, OuterRef, Q, Subquery

from apps.matches.selectors import history
from apps.matches.selectors.history import HistoryRow
from apps.ratings.displayed_rating import MIN_SETTLED_MATCHES, Points, build_displayed_rating, is_provisional
from apps.ratings.models import Rating, RatingStep, Result

MATCHES_PER_PAGE: Final = 20
STEPS_PER_PAGE: Final = 20


@dataclass(frozen=True)
class Rated:
    """A player's rating in a game."""

    points: Points
    matches: int
    provisional: bool
    best: int | None = None
    """The highest it has been since it was no longer provisional."""


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

    place: int | None
    seats: int
    row: HistoryRow


def find_ratings(player: int) -> dict[str, Rated]:
    """Return the ratings by game."""
    settled = RatingStep.objects.filter(player=player, game=OuterRef("game"), number__gte=MIN_SETTLED_MATCHES)
    found = Rating.objects.filter(player=player).annotate(best=Subquery(settled.order_by("-mu").values("mu")[:1]))
    return {
        one.game: Rated(
            build_displayed_rating(one.mu, one.sigma),
            one.matches,
            is_provisional(one.matches),
            None if one.best is None else build_displayed_rating(one.best, one.sigma).points,
        )
        for one in found
    }


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


def find_ended_matches(player: int, *, own: bool, before: int | None = None) -> tuple[list[Ended], int | None]:
    """Return a page of finished matches, the last to end first, and `before` of the next page.

    :param before: the key of the last match of the page before; an unknown one means the first page
    """
    visible = Result.objects.filter(player=player, **_build_listed_filter(own=own))
    found = visible.order_by("-over_at", "-match")
    over_at = visible.filter(match=before).values_list("over_at", flat=True).first() if before is not None else None
    if over_at is not None:
        found = found.filter(Q(over_at__lt=over_at) | Q(over_at=over_at, match__lt=before))
    rows = list(found[: MATCHES_PER_PAGE + 1])
    seen = history.find_history_rows(row.match_id for row in rows[:MATCHES_PER_PAGE])
    page = [Ended(row.place, len(seen[row.match_id].people), seen[row.match_id]) for row in rows[:MATCHES_PER_PAGE]]
    return page, rows[MATCHES_PER_PAGE - 1].match_id if len(rows) > MATCHES_PER_PAGE else None


def find_rating_steps(player: int, *, game: str, own: bool, before: int | None = None) -> tuple[list[Step], int | None]:
    """Return a page of rated matches, the latest first, and `before` of the next page."""
    found = RatingStep.objects.filter(player=player, game=game).select_related("match").order_by("-number")
    if before is not None:
        found = found.filter(number__lt=before)
    rows = list(found[: STEPS_PER_PAGE + 1])
    return [_build_displayed_step(row, own=own) for row in rows[:STEPS_PER_PAGE]], rows[
        STEPS_PER_PAGE - 1
    ].number if len(rows) > STEPS_PER_PAGE else None


def find_rating_change(player: int, *, match: str) -> Step | None:
    """Return the change of a player's rating by a match, or None if there is none or none yet."""
    row = RatingStep.objects.filter(player=player, match__code=match).select_related("match").first()
    return None if row is None else _build_displayed_step(row, own=True)


def find_rating_courses(player: int, rated: Mapping[str, Rated]) -> dict[str, list[Points]]:
    """Return the latest course of each of these ratings by game, oldest first."""
    latest = [Q(game=game, number__gt=one.matches - STEPS_PER_PAGE) for game, one in rated.items()]
    if not latest:
        return {}
    rows = RatingStep.objects.filter(reduce(or_, latest), player=player).order_by("game", "number")
    found: dict[str, list[Points]] = {}
    for game, mu, sigma in rows.values_list("game", "mu", "sigma"):
        found.setdefault(game, []).append(build_displayed_rating(mu, sigma))
    return found


def _build_displayed_step(row: RatingStep, *, own: bool) -> Step:
    points, then = build_displayed_rating(row.mu, row.sigma), build_displayed_rating(row.mu_before, row.sigma_before)
    return Step(
        number=row.number,
        place=row.place,
        points=points,
        change=points.points - then.points,
        at=row.at,
        code=row.match.code if own or row.match.listed else "",
    )


def find_all_rating_rows(player: int) -> tuple[Sequence[Rating], Sequence[RatingStep]]:
    """Return all rows about a player's ratings, for the export of their own data."""
    steps = RatingStep.objects.filter(player=player).select_related("match").order_by("game", "number")
    return list(Rating.objects.filter(player=player).order_by("game")), list(steps)


def _build_listed_filter(*, own: bool) -> dict[str, bool]:
    return {} if own else {"listed": True}
