"""Two players against each other: the score, overall and by game, and how it developed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import F, Func, IntegerField
from django.db.models.functions import Cast
from django.utils.translation import gettext

from apps.games import load_games
from apps.matches.models import Chair, Match
from apps.matches.selectors import history
from apps.matches.selectors.history import HistoryRow
from apps.matches.selectors.player_lookup import find_player_by_name

MAX_COUNTED_MATCHES: Final = 500
"""The number of latest matches that the score counts."""
MAX_LISTED_MATCHES: Final = 20
"""The number of them listed."""
LEAD_CHART_SIZE: Final = (600, 120)
"""Width and height of the chart, in its own units. The template has the same values."""


class Score(NamedTuple):
    """The number of matches in which the one, the other, or neither finished ahead."""

    one: int
    other: int
    even: int


class SharedScore(NamedTuple):
    """The score of two players, overall and by game."""

    total: Score
    games: tuple[tuple[str, Score], ...]
    """The slug of each game with its score, the last played first."""


@dataclass(frozen=True)
class HeadToHead:
    """The shared history of two players, in public matches that ended with a result."""

    one: str
    other: str
    one_is_bot: bool
    """Whether it's a bot with an account."""
    other_is_bot: bool
    score: Score
    games: tuple[tuple[str, Score], ...]
    """The title of each game with its score."""
    points: str
    """The lead of the one over the other after each match, as points of a line; empty for fewer than two."""
    zero: int
    """The height in the chart at which neither leads."""
    rows: tuple[HistoryRow, ...]
    bounded: bool
    """Whether there are more matches than are counted."""


def find_head_to_head(one: str, other: str) -> HeadToHead | None:
    """Return the history of two players by their names, or None if they aren't two known players."""
    first, second = (find_player_by_name(name).only("pk", "username", "bot").first() for name in (one, other))
    if first is None or second is None or first == second:
        return None
    results = _find_shared_results(first.pk, second.pk)
    counted = results[:MAX_COUNTED_MATCHES]
    score = _count_by_game(counted)
    balance = _compute_balance([ahead for _game, ahead in reversed(counted)])
    names = [str(first.username), str(second.username)]
    listed = history.find_listed_matches(player=names[0], against=names[1], status=Match.Status.OVER)[
        :MAX_LISTED_MATCHES
    ]
    high, low = max(balance, default=0), min(balance, default=0)
    return HeadToHead(
        one=names[0],
        other=names[1],
        one_is_bot=first.bot,
        other_is_bot=second.bot,
        score=score.total,
        games=tuple((_get_game_title(game), each) for game, each in score.games),
        points=_draw_balance_line(balance, low, high) if len(counted) > 1 else "",
        zero=round(LEAD_CHART_SIZE[1] * high / max(high - low, 1)),
        rows=tuple(map(history.build_history_row, listed)),
        bounded=len(results) > MAX_COUNTED_MATCHES,
    )


def count_shared_wins(one: int, other: int) -> SharedScore:
    """Return the score of two players, given by their keys."""
    return _count_by_game(_find_shared_results(one, other)[:MAX_COUNTED_MATCHES])


def _find_shared_results(one: int, other: int) -> list[tuple[str, int]]:
    """Return game and leader (1, -1, 0) of their matches, latest first, and one more than are counted."""
    both = Chair.objects.filter(
        player=one, match__seats__player=other, match__listed=True, match__status=Match.Status.OVER
    )
    places = build_place_column("index"), build_place_column("match__seats__index")
    rows = both.order_by("-match__over_at", "-match").values_list("match__game", *places)
    return [
        (game, (mine < theirs) - (mine > theirs))
        for game, mine, theirs in rows[: MAX_COUNTED_MATCHES + 1]
        if mine is not None and theirs is not None
    ]


def build_place_column(seat: str) -> Cast:
    """Return the column of a chair for the place of a seat in its match, None without a result.

    The database looks into the outcomes, because decoding hundreds of them takes long.
    """
    outcome = Func(F("match__outcome"), F(seat), template="(%(expressions)s)", arg_joiner=" -> 'places' ->> ")
    return Cast(outcome, IntegerField())


def _count_by_game(results: list[tuple[str, int]]) -> SharedScore:
    games = dict.fromkeys(game for game, _ahead in results)
    return SharedScore(
        _count_wins(ahead for _game, ahead in results),
        tuple((game, _count_wins(ahead for each, ahead in results if each == game)) for game in games),
    )


def _count_wins(results: Iterable[int]) -> Score:
    every = list(results)
    return Score(every.count(1), every.count(-1), every.count(0))


def _compute_balance(results: list[int]) -> list[int]:
    """Return the lead of the one before the first match and after each."""
    balance = [0]
    for ahead in results:
        balance.append(balance[-1] + ahead)
    return balance


def _draw_balance_line(balance: list[int], low: int, high: int) -> str:
    width, height = LEAD_CHART_SIZE
    return " ".join(
        f"{width * n / (len(balance) - 1):.0f},{height * (high - ahead) / max(high - low, 1):.0f}"
        for n, ahead in enumerate(balance)
    )


def _get_game_title(game: str) -> str:
    known = load_games().get(game)
    return gettext(known.meta.title) if known is not None else game
