"""Tests of leaderboards: the players on them, their order, and the cost of the pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.ratings.displayed_rating import build_displayed_rating, compute_lower_bound
from apps.ratings.models import Rating, RatingStep
from apps.ratings.selectors import leaderboard
from apps.ratings.selectors.player import find_ranked_ratings
from apps.ratings.services import ledger
from tests.factories.finished_matches import NOW, finished_match
from tests.factories.people import browser
from tests.query_plans import nodes, watched

pytestmark = pytest.mark.django_db


def rated(player: Player, mu: float, sigma: float = 3.0, matches: int = 12, game: str = "fuse") -> None:
    Rating.objects.create(
        player=player,
        game=game,
        mu=mu,
        sigma=sigma,
        least=compute_lower_bound(mu, sigma),
        matches=matches,
        updated_at=NOW,
    )


def names(**asked: Any) -> list[tuple[int, str]]:
    board = leaderboard.build_leaderboard(**{"game": "fuse", "reader": None, **asked})
    return [(row.rank, row.name) for row in board.rows]


def test_whoever_is_worth_most_at_least_stands_first(ada: Any, ben: Any, cleo: Any) -> None:
    rated(ada, 30, sigma=6)
    rated(ben, 28, sigma=2)
    rated(cleo, 24, sigma=2)
    assert names() == [(1, "ben"), (2, "cleo"), (3, "ada")]


def test_bots_have_their_own_board_and_ranks(ada: Any, ben: Any, cleo: Any) -> None:
    rated(ada, 40)
    rated(ben, 25)
    rated(cleo, 20)
    Player.objects.filter(pk=ada.pk).update(bot=True)
    cache.clear()
    assert (names(), names(bots=True)) == ([(1, "ben"), (2, "cleo")], [(1, "ada")])
    assert [find_ranked_ratings(one.pk)["fuse"].rank for one in (ada, ben, cleo)] == [1, 1, 2]
    assert [find_ranked_ratings(one.pk)["fuse"].among for one in (ada, ben, cleo)] == [1, 2, 2]
    page = browser().get(reverse("ratings:leaders", args=["fuse"]), {"of": "bots"}).content.decode()
    assert '<span class="badge">bot</span>' in page
    assert "/p/ben/" not in page
    assert "/p/ada/" not in browser().get(reverse("ratings:leaders", args=["fuse"])).content.decode()
    assert "?of=bots" in browser().get(reverse("people:profile", args=["ada"])).content.decode()
    api = [browser().get(f"/api/v1/leaderboards/fuse/?bots={bots}").json()["items"] for bots in ("true", "false")]
    assert [[line["name"] for line in lines] for lines in api] == [["ada"], ["ben", "cleo"]]


def test_nobody_stands_there_before_ten_matches_and_no_guest_ever(ada: Any, ben: Any, cleo: Any) -> None:
    rated(ada, 40, matches=9)
    rated(ben, 25, matches=10)
    rated(cleo, 35)
    Player.objects.filter(pk=cleo.pk).update(guest=True)
    assert names() == [(1, "ben")]
    board = leaderboard.build_leaderboard(game="fuse", reader=ada.pk)
    assert (board.mine, board.lacking) == (None, 1)
    one_more = ngettext(
        "Play one more rated match to be ranked.", "Play %(lacking)s more rated matches to be ranked.", 1
    )
    assert one_more in browser(ada).get(reverse("ratings:leaders", args=["fuse"])).content.decode()


@pytest.mark.postgres
def test_however_many_are_new_few_of_them_are_read() -> None:
    people = Player.objects.bulk_create(Player(username=f"new{n}") for n in range(2000))
    Rating.objects.bulk_create(
        Rating(player=one, game="fuse", mu=25, sigma=8, least=1, matches=n % 10, updated_at=NOW)
        for n, one in enumerate(people)
    )
    with watched() as asked:
        assert len(leaderboard.build_leaderboard(game="fuse", reader=None).newcomers) == leaderboard.MAX_NEWCOMERS
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE ratings_rating, accounts_player")
        for sql, params in asked:
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
            [[[plan]]] = cursor.fetchall()
            assert max(node["Actual Rows"] * node["Actual Loops"] for node in nodes(plan["Plan"])) < 100


def test_below_the_board_stand_those_who_lack_least(ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    rated(ada, 40, matches=3)
    rated(ben, 25, matches=9)
    rated(cleo, 35)
    rated(dora, 35, matches=8)
    relations.block_player(owner=dora, other=ada, now=NOW)
    newcomers = leaderboard.build_leaderboard(game="fuse", reader=ada.pk).newcomers
    assert [(one.name, one.matches, one.lacking) for one in newcomers] == [("ben", 9, 1), ("ada", 3, 7)]
    assert leaderboard.build_leaderboard(game="fuse", reader=None, after="cleo").newcomers == ()
    page = " ".join(browser(ada).get(reverse("ratings:leaders", args=["fuse"])).content.decode().split())
    assert "9 of 10 rated matches" in page


def test_a_trend_is_what_the_matches_since_then_brought(ada: Any, ben: Any) -> None:
    for day in range(12):
        finished_match([ada, ben], [1, 2], at=NOW + timedelta(days=day))
    ledger.record_results(now=NOW + timedelta(days=12))
    steps = RatingStep.objects.filter(player=ada, number__gt=10).order_by("number")
    first, last = (
        build_displayed_rating(steps[0].mu_before, steps[0].sigma_before),
        build_displayed_rating(steps[1].mu, steps[1].sigma),
    )
    since = NOW + timedelta(days=10)
    rows = leaderboard.build_leaderboard(game="fuse", reader=None, since=since).rows
    assert (rows[0].name, rows[0].trend) == ("ada", last.points - first.points)
    assert rows[0].trend > 0 > rows[1].trend
    assert [row.trend for row in leaderboard.build_leaderboard(game="fuse", reader=None).rows] == [0, 0]


def test_ten_real_matches_lead_onto_it(ada: Any, ben: Any) -> None:
    for _ in range(9):
        finished_match([ada, ben], [1, 2])
    ledger.record_results(now=NOW)
    assert names() == []
    finished_match([ada, ben], [1, 2])
    ledger.record_results(now=NOW)
    assert names() == [(1, "ada"), (2, "ben")]


def test_games_have_boards_of_their_own(ada: Any, ben: Any) -> None:
    rated(ada, 30)
    rated(ben, 30, game="frogs")
    assert names() == [(1, "ada")]
    assert names(game="frogs") == [(1, "ben")]


def test_pages_follow_each_other_without_a_gap_or_a_double(player: Callable[[str], Any], monkeypatch: Any) -> None:
    monkeypatch.setattr(leaderboard, "PAGE_SIZE", 3)
    for n in range(8):
        rated(player(f"p{n}"), 30 - n // 3)  # Some of them are equal.
    found, after = [], ""
    while True:
        board = leaderboard.build_leaderboard(game="fuse", reader=None, after=after)
        found += [(row.rank, row.name) for row in board.rows]
        if not (after := board.after):
            break
    assert found == [(n + 1, f"p{n}") for n in range(8)]


def test_a_page_behind_nobody_known_is_the_first(ada: Any) -> None:
    rated(ada, 30)
    assert names(after="nobody") == [(1, "ada")]


def test_my_own_row_is_told_wherever_it_stands(player: Callable[[str], Any], ada: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(leaderboard, "PAGE_SIZE", 2)
    for n in range(5):
        rated(player(f"p{n}"), 30 - n)
    rated(ada, 20)
    board = leaderboard.build_leaderboard(game="fuse", reader=ada.pk)
    assert board.mine is not None
    assert (board.mine.rank, board.mine.name, board.mine.me) == (6, "ada", True)
    page = browser(ada).get(reverse("ratings:leaders", args=["fuse"])).content.decode()
    mine = gettext("You’re %(rank)s, with %(points)s ± %(margin)s.")
    assert mine % {"rank": "6th", "points": 1350, "margin": 180} in page


def test_friends_stand_among_themselves(ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    for mu, one in ((40, ben), (35, cleo), (30, ada), (25, dora)):
        rated(one, mu)
    relations.add_friend(owner=ada, other=dora, now=NOW)
    relations.add_friend(owner=ben, other=ada, now=NOW)  # Being someone's friend doesn't make them mine.
    assert names(reader=ada.pk, friends=True) == [(1, "ada"), (2, "dora")]


def test_whom_i_never_meet_is_not_shown_and_the_ranks_stay(ada: Any, ben: Any, cleo: Any) -> None:
    for mu, one in ((40, ben), (35, cleo), (30, ada)):
        rated(one, mu)
    relations.block_player(owner=ben, other=ada, now=NOW)
    assert names(reader=ada.pk) == [(2, "cleo"), (3, "ada")]
    assert names(reader=ben.pk) == [(1, "ben"), (2, "cleo")]


def test_a_board_takes_few_statements_however_long_it_is(
    player: Callable[[str], Any], ada: Any, django_assert_max_num_queries: Any
) -> None:
    client = browser(ada)
    rated(ada, 10)
    for n in range(60):
        rated(player(f"p{n}"), 30)
    for path in ("", "?after=p40", "?of=friends"):
        cache.clear()
        with django_assert_max_num_queries(7):
            assert client.get(reverse("ratings:leaders", args=["fuse"]) + path).status_code == 200


def test_the_rule_stands_on_the_page(client: Client) -> None:
    page = re.sub(r"\s+", " ", client.get(reverse("ratings:leaders", args=["fuse"])).content.decode())
    rule = gettext(
        "If you quit, or a bot is playing for you at the end, you share last place, no matter how your seat finishes. "
        "If you take over someone’s seat, your rating doesn’t change. "
        "A match that ends without a result, or that no one plays to the end, changes no ratings."
    )
    assert rule in page
    assert client.get(reverse("ratings:leaders", args=["ludo"])).status_code == 404


def test_no_page_begins_behind_whom_i_never_meet(player: Callable[[str], Any], ada: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(leaderboard, "PAGE_SIZE", 2)
    people = [player(f"p{n}") for n in range(5)]
    for n, one in enumerate(people):
        rated(one, 40 - n)
    relations.block_player(owner=people[1], other=ada, now=NOW)
    board = leaderboard.build_leaderboard(game="fuse", reader=ada.pk)
    assert board.after == "p0"
    assert names(reader=ada.pk, after="p0") == [(3, "p2")]
    assert names(reader=ada.pk, after="p1") == names(reader=ada.pk, after="nobody")
