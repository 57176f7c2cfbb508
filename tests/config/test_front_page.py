"""Tests of the front page: what players can do now, and for others what this site is and that it's in use."""

from __future__ import annotations

import re
from datetime import UTC, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.accounts.services import online, relations
from apps.games.bombe.state import Bid
from apps.lobby.preferences import Wishes
from apps.lobby.services import invitations
from apps.matches.models import Match, Move, Reliability
from apps.matches.selectors import player_matches, watching
from apps.puzzles.models import Attempt
from apps.ratings.models import Rating
from apps.tournaments.models import Tournament
from tests.factories.finished_matches import finished_match, recorded_match
from tests.factories.lobby import lobby_table, seated
from tests.factories.matches import MatchDriver, new_match
from tests.factories.people import browser, guest
from tests.factories.puzzles import puzzle
from tests.factories.tournaments import SWISS, tournament
from tests.matches.pages import HTMX, plain

pytestmark = pytest.mark.django_db


PACES = {"fuse": ("turn", "matchman"), "bombe": ("bid", "choice", "bomb")}


def begun(*people: Any, game: str = "fuse", steps: int = 0, **more: Any) -> MatchDriver:
    table = new_match(*people, game=game, pace=dict.fromkeys(PACES[game], 3600), now=timezone.now(), **more)
    for _ in range(steps):
        table.step()
    return table


def read(person: Any = None, **more: Any) -> str:
    response = browser(person).get("/", **more)
    assert response.status_code == 200
    return str(response.content.decode())


def said(html: str) -> str:
    return plain(re.sub(r"<[^>]*>", " ", html.partition('<main id="content"')[2]))


def heading(html: str) -> str:
    return plain(re.search(r"<h1>(.*?)</h1>", html, flags=re.DOTALL)[1])  # type: ignore[index]


def codes(html: str) -> list[str]:
    """Return the codes of the matches listed, in order."""
    return re.findall(r'id="m-(\w+)"', html)


# -- for players -------------------------------------------------------------------------------


def test_what_waits_for_a_player_comes_first_the_soonest_deadline_above(ada: Any, ben: Any, cleo: Any) -> None:
    later, sooner = (begun(ada, ben, cleo, game="bombe", seed=seed) for seed in (1, 2))
    sooner.match.questions.update(lapses_at=timezone.now() + timedelta(minutes=5))
    answered = begun(ada, ben, cleo, game="bombe", seed=3)
    answered.says(0, answered.as_bot(0))
    html = read(ada)
    assert heading(html) == "Your turn"
    assert codes(html) == [sooner.code, later.code]
    assert html.count('class="ring') == 2
    assert 'data-waiting="2"' in html
    assert html.count('href="/mine/"') == 2, "in the menu, and below the first few"


def test_only_the_first_few_turns_are_drawn_and_all_are_counted(ada: Any, ben: Any, cleo: Any) -> None:
    for seed in range(player_matches.MAX_WAITING_SHOWN + 2):
        begun(ada, ben, cleo, game="bombe", seed=seed)
    html = read(ada)
    assert len(codes(html)) == player_matches.MAX_WAITING_SHOWN
    assert f'data-waiting="{player_matches.MAX_WAITING_SHOWN + 2}"' in html
    assert html.count('href="/mine/"') == 2


def test_whoever_has_no_turn_is_told_so_and_how_many_matches_wait_for_others(ada: Any, ben: Any, cleo: Any) -> None:
    table = begun(ada, ben, cleo, game="bombe")
    table.says(0, table.as_bot(0))
    html = read(ada)
    assert heading(html) == "Nothing is waiting for you"
    assert "1 match is waiting for others" in said(html)
    assert not codes(html)


def test_a_match_that_ended_is_a_new_result_until_its_player_has_looked(ada: Any, ben: Any) -> None:
    table = begun(ada, ben, short_fuse=True).finish()
    Move.objects.filter(match=table.match, number=table.match.moves - 1).update(cause="clock")
    assert "New results" in said(read(ada))
    assert codes(read(ada)) == [table.code]
    browser(ada).get(f"/m/{table.code}/")
    assert "New results" not in said(read(ada))


def test_a_player_who_plays_nowhere_is_told_one_thing_to_do(ada: Any) -> None:
    html = read(ada)
    assert heading(html) == "Nothing is waiting for you"
    assert html.count("button primary") == 1
    assert re.search(r'class="button primary" href="/play-now/"', html)
    assert html.count('href="/play-now/"') == 1


def test_for_htmx_it_is_what_waits_and_nothing_else(ada: Any, ben: Any, cleo: Any) -> None:
    table = begun(ada, ben, cleo, game="bombe")
    html = read(ada, headers=HTMX)
    assert html.lstrip().startswith('<div id="own-matches"')
    assert codes(html) == [table.code]
    assert 'hx-get="/"' in html


def test_invitations_are_there_and_arrive_while_one_looks(ada: Any, ben: Any) -> None:
    table = lobby_table(ben, public=False, seats=3)
    invitations.invite_expected_players(table=table, by=ben, people=[ada], now=timezone.now())
    html = read(ada)
    assert "ben has invited you to play Fuse" in said(html)
    assert f'sse-connect="{reverse("matches:own_live")}"' in html
    assert f'hx-get="{reverse("lobby:own")}"' in html


def test_open_tables_are_there_but_not_all_of_them(ada: Any, ben: Any) -> None:
    made = [lobby_table(ben, seats=3) for _ in range(10)]
    html = read(ada)
    assert sum(f'id="t-{table.code}"' in html for table in made) == 8
    assert "10 tables are waiting for players." in said(html)
    assert "Open a table" in said(html)


def test_a_table_is_joined_from_its_row_without_scripts(ada: Any, ben: Any) -> None:
    table = lobby_table(ben, seats=3)
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    html = client.get("/").content.decode()
    form = re.search(r'<section aria-labelledby="open".*?</section>', html, flags=re.DOTALL)
    assert form
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form[0])
    (path,) = re.findall(r'formaction="([^"]+)"', form[0])
    assert token
    assert client.post(path).status_code == 403
    joined = client.post(path, {"csrfmiddlewaretoken": token[1]}, follow=True)
    assert joined.redirect_chain == [(table.get_absolute_url(), 302)]
    assert seated(table) == ["ben", "ada", "free"]
    assert f'id="j-{table.code}"' not in read(ada)


def test_only_tables_that_their_reader_can_join_are_there(ada: Any, ben: Any, cleo: Any) -> None:
    for_all = lobby_table(ben, seats=3)
    rated = lobby_table(ben, seats=3, wishes=Wishes(rated=True))
    strict = lobby_table(ben, seats=3, wishes=Wishes(least_share=0.9, newcomers=False))
    lobby_table(ben, seats=3, wishes=Wishes(friends_only=True))
    lobby_table(ben, seats=3, public=False)
    lobby_table(cleo, seats=3)
    relations.block_player(owner=cleo, other=ada, now=timezone.now())

    def joined_by(person: Any) -> set[str]:
        return set(re.findall(r'id="j-(\w+)"', read(person)))

    assert joined_by(ada) == {for_all.code, rated.code}
    Reliability.objects.create(player=ada, share=0.95, answered=19, missed=1, counted_at=timezone.now())
    assert joined_by(ada) == {for_all.code, rated.code, strict.code}
    somebody = guest()
    begun(somebody, ben)
    assert for_all.code in joined_by(somebody)
    assert rated.code not in joined_by(somebody)


def test_a_table_says_who_hosts_it_how_strong_they_are_how_fast_and_for_what(ada: Any, ben: Any) -> None:
    lobby_table(ben, seats=3)
    row = said(read(ada))
    assert "ben · Daily, up to 1 day a turn" in row
    assert "unrated" in row
    Rating.objects.create(player=ben, game="fuse", mu=26, sigma=1, least=24, matches=12, updated_at=timezone.now())
    assert "ben 1530 · Daily, up to 1 day a turn" in said(read(ada))
    assert 'aria-label="1 of 3"' in read(ada)


def test_open_tables_ask_for_themselves_and_cost_nothing_if_nothing_is_new(ada: Any, ben: Any) -> None:
    lobby_table(ben, seats=3)
    ask = re.search(r'id="open-tables".*?hx-get="([^"]+)"', read(ada), flags=re.DOTALL)
    assert ask
    asked = {"HX-Request": "true", "HX-Target": "open-tables"}
    assert browser(ada).get(ask[1], headers=asked).status_code == 204
    opened = lobby_table(ben, seats=4)
    news = browser(ada).get(ask[1], headers=asked).content.decode()
    assert news.lstrip().startswith("<section")
    assert f'id="j-{opened.code}"' in news


def test_if_no_table_is_open_there_is_one_thing_to_do(ada: Any) -> None:
    html = read(ada)
    section = re.search(r'<section aria-labelledby="open".*?</section>', html, flags=re.DOTALL)
    assert section
    assert re.findall(r'<a [^>]*href="([^"]+)"', section[0]) == ["/tables/new/"]
    assert "No table is waiting for you." in said(html)


def test_todays_puzzles_are_there_with_the_streak(ada: Any, ben: Any, cleo: Any) -> None:
    match, today = recorded_match("fuse", [ben, cleo], short_fuse=True), timezone.now().astimezone(UTC).date()
    asked = puzzle(match, on=today, skip=12)
    assert asked.code in read(ada)
    assert "streak" not in said(read(ada))
    for ago in (1, 2):
        day = today - timedelta(days=ago)
        solved = puzzle(match, on=day, skip=ago)
        Attempt.objects.create(puzzle=solved, player=ada, chosen=0, right=True, day=day, at=timezone.now())
    assert "2-day streak" in said(read(ada))


def test_tournaments_that_run_or_begin_today_are_there(ada: Any) -> None:
    soon, now = timezone.now() + timedelta(minutes=1), timezone.now()
    given = {"today": soon, "tomorrow": now + timedelta(days=2), "running": now - timedelta(days=2)}
    cups = {name: tournament(SWISS, name=f"The cup of {name}", starts_at=at) for name, at in given.items()}
    Tournament.objects.filter(pk=cups["running"].pk).update(status="running", started_at=given["running"])
    if timezone.localdate(soon) != timezone.localdate(now):
        given.pop("today")  # It's a minute before midnight.
    html = said(read(ada))
    assert [name for name in given if f"The cup of {name}" in html] == [name for name in given if name != "tomorrow"]
    Tournament.objects.update(status="over", over_at=now)
    assert "Tournaments today" not in said(read(ada))


def test_a_match_of_others_is_worth_watching_as_anybody_sees_it(ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    table = begun(ben, cleo, steps=8)
    html = read(ada)
    assert "Worth watching" in said(html)
    assert f'href="/m/{table.code}/"' in html
    assert f"/m/{table.code}/" not in read(ben), "who sits there has it above"


def test_a_match_of_a_friend_is_watched_before_others(ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    sooner, friends = begun(ben, cleo, steps=8), begun(ben, dora, steps=8, seed=2)
    Match.objects.filter(pk=sooner.match.pk).update(wake_at=timezone.now() + timedelta(minutes=1))
    relations.add_friend(owner=ada, other=dora, now=timezone.now())
    html = read(ada)
    assert f'href="/m/{friends.code}/"' in html
    assert "Fuse with ben, dora" in said(html)
    assert "left to draw" in said(html), "how far it is"
    Match.objects.filter(pk=friends.match.pk).update(listed=False)
    assert f'href="/m/{sooner.code}/"' in read(ada)


def test_friends_who_let_others_know_are_seen_online(ada: Any, ben: Any, cleo: Any) -> None:
    for friend, shown in ((ben, "on"), (cleo, "off")):
        relations.add_friend(owner=ada, other=friend, now=timezone.now())
        friend.preferences = {"online": shown}
        friend.save()
        assert "Online now" not in said(read(ada))
    for friend in (ben, cleo):
        online.mark_player_online(player=friend.pk, now=timezone.now())
    present = re.search(r'<ul class="present">.*?</ul>', read(ada), flags=re.DOTALL)
    assert present
    assert plain(re.sub(r"<[^>]*>", " ", present[0])).split() == ["ben"]
    assert "2 players online" in said(read(ada))


@pytest.mark.parametrize("change", [{"listed": False}, {"status": "paused", "wake_at": None}])
def test_no_match_is_watched_that_nobody_finds_or_in_which_nothing_happens(
    ada: Any, ben: Any, cleo: Any, change: dict[str, Any]
) -> None:
    table = begun(ben, cleo, steps=8)
    assert "Worth watching" in said(read(ada))
    Match.objects.filter(pk=table.match.pk).update(**change)
    cache.clear()
    assert "Worth watching" not in said(read(ada))


def test_a_match_is_not_watched_for_how_often_somebody_answered_in_secret(
    ada: Any, ben: Any, cleo: Any, dora: Any
) -> None:
    table = begun(ben, cleo, dora, steps=0, game="bombe")
    for amount in range(1, 10):
        table.answer(Bid(amount), seat=0, key=table.key())
    assert watching.worth_watching(player=ada.pk) is None
    while table.know().lot < 4:
        table.step()
    cache.clear()
    assert watching.worth_watching(player=ada.pk)


def test_a_match_that_left_the_lists_is_not_watched_though_it_was_chosen_before(ada: Any, ben: Any, cleo: Any) -> None:
    table = begun(ben, cleo, steps=8)
    assert "Worth watching" in said(read(ada))
    Match.objects.filter(pk=table.match.pk).update(listed=False)
    assert "Worth watching" not in said(read(ada))


def test_a_match_of_one_person_among_bots_is_not_watched(ada: Any, ben: Any) -> None:
    begun(ben, bots=2, steps=8, game="bombe")
    assert watching.worth_watching(player=ada.pk) is None


def test_of_several_matches_that_is_watched_in_which_something_will_happen_first(ada: Any, ben: Any, cleo: Any) -> None:
    later, sooner = begun(ben, cleo, steps=8), begun(ben, cleo, steps=8, seed=2)
    Match.objects.filter(pk=sooner.match.pk).update(wake_at=timezone.now() + timedelta(minutes=1))
    found = watching.worth_watching(player=ada.pk)
    assert found is not None
    assert found.sight.code == sooner.code != later.code
    assert found.sight.seat is None


def test_a_guest_at_a_table_is_a_player_and_one_at_none_a_visitor(ben: Any) -> None:
    somebody = guest()
    assert 'id="own-matches"' not in read(somebody)
    assert "How it works" in said(read(somebody))
    begun(somebody, ben)
    assert 'id="own-matches"' in read(somebody)
    assert 'id="own-matches"' not in read()


def test_what_waits_is_kept_by_nobody_in_between(ada: Any) -> None:
    assert "no-store" in browser(ada).get("/")["Cache-Control"]
    assert "Cache-Control" not in Client().get("/")


# -- for visitors ------------------------------------------------------------------------------


def test_a_visitor_is_shown_how_much_is_played(ada: Any, ben: Any) -> None:
    assert "Right now" not in said(read())
    cache.clear()
    begun(ada, ben)
    begun(ada, ben, seed=2)
    finished_match([ada, ben], (1, 2), at=timezone.now() - timedelta(days=2))
    finished_match([ada, ben], (1, 2), at=timezone.now() - timedelta(days=8))
    for person in (ada, ben):
        online.mark_player_online(player=person.pk, now=timezone.now())
    page = said(read())
    assert "2 players online" in page
    assert "2 matches in progress" in page
    assert "1 match finished in the last 7 days" in page


def test_how_much_is_played_is_counted_once_a_minute(ada: Any, ben: Any, django_assert_num_queries: Any) -> None:
    begun(ada, ben)
    with django_assert_num_queries(1):
        assert watching.count_played_matches() == watching.count_played_matches() == (1, 0)


def test_a_visitor_watches_a_match_as_anybody_sees_it(ada: Any, ben: Any) -> None:
    table = begun(ada, ben, steps=8)
    html = read()
    assert f'href="/m/{table.code}/"' in html
    assert html.count('class="glance') == 1
    assert 'class="me' not in html


def test_what_is_played_now_comes_anew_while_a_visitor_looks(ada: Any, ben: Any) -> None:
    begun(ada, ben, steps=8)
    polls = re.search(r'id="now-played"[^>]*hx-get="([^"]+)"\s+hx-trigger="every 60s"', read())
    assert polls
    begun(ada, ben, steps=8)
    cache.clear()
    response = Client().get(polls[1], headers={"HX-Request": "true", "HX-Target": "now-played"})
    html = response.content.decode()
    assert "<b>2</b> matches in progress" in html
    assert 'class="glance' in html
    assert "<h1" not in html
    assert "no-store" in response["Cache-Control"], "the browser’s own cache never shows it as the page"


def test_the_drawing_is_kept_for_a_minute_in_each_language(ada: Any, ben: Any, django_assert_num_queries: Any) -> None:
    begun(ada, ben, steps=8)
    assert "in progress" in said(read())
    with django_assert_num_queries(1):  # It reads today's puzzles.
        assert 'class="glance' in read()
    asked = puzzle(recorded_match("fuse", [ada, ben]), on=timezone.now().astimezone(UTC).date(), about="turn")
    assert f"/puzzles/{asked.code}/" in read()
    with django_assert_num_queries(1):
        assert read().count('class="glance') == 2
    german = Client().get("/", headers={"Accept-Language": "de"}).content.decode()
    assert "läuft" in said(german)


def test_a_visitor_plays_the_puzzle_of_today_with_one_tap(ada: Any, ben: Any) -> None:
    asked = puzzle(recorded_match("fuse", [ada, ben], short_fuse=True), on=timezone.now().astimezone(UTC).date())
    html = read()
    link = re.search(r'<a class="button" href="(/puzzles/\w+/)">Solve this puzzle</a>', html)
    assert link
    assert link[1] == asked.get_absolute_url()
    assert 'id="question"' in Client().get(link[1]).content.decode()
