"""Tests of the pages of puzzles: the anonymous table as a seat knew it, an answer's value, lists and a feed."""

from __future__ import annotations

import html
import re
from datetime import UTC, date, timedelta
from typing import Any

import feedparser
import msgspec
import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from msgspec.structs import replace

from apps.games import load_games
from apps.kernel.table import Seat
from apps.matches.engine import visibility
from apps.matches.models import Fact, Match
from apps.people.services import account_deletion
from apps.puzzles import personal_data
from apps.puzzles.finding.found import Found
from apps.puzzles.models import Attempt, Puzzle, Solver
from apps.puzzles.selectors import filtering, training
from apps.puzzles.selectors.published import Reader
from apps.puzzles.selectors.puzzle_rating import load_ratings
from apps.puzzles.views import pages as views
from apps.ratings.displayed_rating import MIN_SETTLED_MATCHES
from tests.database import statements
from tests.factories.finished_matches import recorded_match
from tests.factories.people import browser, guest
from tests.factories.puzzles import of_every_game, puzzle

pytestmark = [pytest.mark.django_db, pytest.mark.once]
HTMX = {"HX-Request": "true"}


def today() -> date:
    return timezone.now().astimezone(UTC).date()


@pytest.fixture
def match(ada: Any, ben: Any) -> Match:
    return recorded_match("fuse", [ada, ben], short_fuse=True)


@pytest.fixture
def asked(match: Match) -> Puzzle:
    return puzzle(match, on=today(), skip=12)


def best(asked: Puzzle) -> int:
    return msgspec.json.decode(asked.found, type=Found).best


def read(client: Client, path: str, **more: Any) -> str:
    response = client.get(path, **more)
    assert response.status_code == 200, path
    return response.content.decode()


def next_of(page: str) -> str:
    """Return the path of the puzzle that the primary button of a page leads to, or nothing."""
    found = re.search(r'class="button primary[^>]* href="(/puzzles/\w+/[^"]*)"', page)
    return html.unescape(found[1]) if found else ""


def cost(act: Any) -> int:
    cache.clear()
    with CaptureQueriesContext(connection) as context:
        act()
    return len(statements(context))


def test_who_has_not_answered_sees_neither_values_nor_the_match(asked: Puzzle, match: Match, cleo: Any) -> None:
    for client in (Client(), browser(cleo)):
        page = read(client, asked.get_absolute_url())
        assert 'id="question"' in page
        assert match.code not in page
        assert "±" not in page
        assert "/m/" not in page
        assert 'class="values' not in page


def test_the_right_answer_is_called_right_and_opens_the_way_to_the_match(
    asked: Puzzle, match: Match, cleo: Any
) -> None:
    client = browser(cleo)
    response = client.post(asked.get_absolute_url(), {"answer": best(asked)})
    assert response.status_code == 302
    page = read(client, response["Location"])
    assert "Right!" in page
    assert f"/m/{match.code}/record/?at=" in page
    assert "1 of 1 player solved it" in page
    assert "A one-day streak" in page
    share = re.findall(r'<a [^>]*data-share-text="([^"]*)"', page)
    assert share == ["I solved this Fuse puzzle on Slow Fuse."], "neither the answer nor a streak of one day"
    assert 'id="question"' not in page
    attempt = Attempt.objects.get(puzzle=asked, player=cleo)
    assert (attempt.chosen, attempt.right, attempt.day) == (best(asked), True, today())


def test_the_record_is_opened_at_the_move_before_the_answer(asked: Puzzle, cleo: Any) -> None:
    client = browser(cleo)
    client.post(asked.get_absolute_url(), {"answer": 0})
    page = read(client, asked.get_absolute_url())
    found = re.search(r'href="(/m/\w+/record/\?at=\d+&amp;as=\d)"', page)
    assert found is not None
    record = client.get(found[1].replace("&amp;", "&"))
    assert record.context["record"]["number"] == asked.move - 1


def test_another_answer_was_worth_more_and_the_first_one_counts(asked: Puzzle, cleo: Any) -> None:
    client = browser(cleo)
    for answer in (0, best(asked)):
        client.post(asked.get_absolute_url(), {"answer": answer})
    page = read(client, asked.get_absolute_url())
    assert "Not the best." in page
    assert "0 of 1 player solved it" in page
    assert "A one-day streak" not in page


def test_what_an_answer_lost_is_the_difference_of_the_values_shown(asked: Puzzle) -> None:
    found = msgspec.json.decode(asked.found, type=Found)
    first, last = replace(found.answers[0], worth=0.266), replace(found.answers[found.best], worth=0.374)
    changed = replace(found, answers=(first, *found.answers[1:-1], last))
    Puzzle.objects.filter(pk=asked.pk).update(found=msgspec.json.encode(changed).decode())
    client = Client()
    client.post(asked.get_absolute_url(), {"answer": 0})
    page = read(client, asked.get_absolute_url())
    assert "<b>37 <small>" in page
    assert "<b>27 <small>" in page
    assert "Another answer was worth 10 more." in page, "not 11, which the exact values would make"


def test_a_puzzle_is_tried_again_without_counting(asked: Puzzle, cleo: Any) -> None:
    client = browser(cleo)
    client.post(asked.get_absolute_url(), {"answer": 0})
    page = read(client, asked.get_absolute_url())
    assert f'href="{asked.get_absolute_url()}?again=1"' in page
    page = read(client, asked.get_absolute_url() + "?again")
    assert 'id="news" data-by-itself' in page, "coming back to the tab would show the solution"
    assert 'id="question"' in page
    assert "This time your answer doesn’t count." in page
    assert "±" not in page
    response = client.post(asked.get_absolute_url(), {"answer": best(asked)})
    page = read(client, response["Location"])
    assert "Right!" in page
    assert "Only your first answer counts." in page
    assert "A one-day streak" not in page
    assert Attempt.objects.get().chosen == 0
    assert "Not the best." in read(client, asked.get_absolute_url())


def test_a_browser_without_an_account_tries_again_too(asked: Puzzle) -> None:
    client = Client()
    client.post(asked.get_absolute_url(), {"answer": 0})
    response = client.post(asked.get_absolute_url(), {"answer": best(asked)}, headers=HTMX)
    assert "Right!" in response.content.decode()
    assert "Not the best." in read(client, asked.get_absolute_url())
    assert "A one-day streak" not in read(client, "/puzzles/")


@pytest.mark.parametrize("query", ["?again", "?tried=0", "?tried=99", "?tried=x"])
def test_nobody_sees_the_answer_by_an_address(query: str, asked: Puzzle, cleo: Any) -> None:
    page = read(browser(cleo), asked.get_absolute_url() + query)
    assert "±" not in page
    assert "Your first answer counts." in page


def test_with_htmx_only_the_answers_come(asked: Puzzle, cleo: Any) -> None:
    response = browser(cleo).post(asked.get_absolute_url(), {"answer": best(asked)}, headers=HTMX)
    page = response.content.decode()
    assert response.status_code == 200
    assert "Right!" in page
    assert "<html" not in page


def test_somebody_without_an_account_answers_in_their_own_browser(asked: Puzzle) -> None:
    client = Client()
    for answer in (best(asked), 0):
        client.post(asked.get_absolute_url(), {"answer": answer})
    page = read(client, asked.get_absolute_url())
    assert "Right!" in page
    assert "A one-day streak" in page
    assert "solved" in read(client, "/puzzles/")
    assert not Attempt.objects.exists()
    assert 'id="question"' in read(Client(), asked.get_absolute_url())


def test_nobody_without_an_account_answers_in_masses(asked: Puzzle, cleo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MAX_ANSWERS_PER_HOUR", 2)
    answers = [Client().post(asked.get_absolute_url(), {"answer": 0}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [302, 302, 429, 429]
    assert Session.objects.count() == 2
    assert "Sign up, or try again later." in answers[-1].content.decode()
    assert browser(cleo).post(asked.get_absolute_url(), {"answer": 0}).status_code == 302


@pytest.mark.parametrize("answer", ["", "99", "-1", "²", "x"])
def test_no_answer_is_refused_and_changes_nothing(answer: str, asked: Puzzle, cleo: Any) -> None:
    response = browser(cleo).post(asked.get_absolute_url(), {"answer": answer})
    assert response.status_code == 422
    assert "Choose one of the answers" in response.content.decode()
    assert not Attempt.objects.exists()


@pytest.mark.parametrize("answered", [False, True])
def test_no_page_names_anybody(answered: bool, player: Any) -> None:
    people = [player(name) for name in ("zarathustra", "quendoline", "xerxes")]
    made, reader = of_every_game(*people, on=today()), browser(player("reader"))
    assert set(made) == set(load_games())
    pages = ["/", "/puzzles/", "/puzzles/feed.atom", *(f"/puzzles/?game={game}" for game in made)]
    for asked in made.values():
        if answered:
            reader.post(asked.get_absolute_url(), {"answer": 0})
        pages.append(asked.get_absolute_url())
    for path in pages:
        page = read(reader, path)
        assert not [person.username for person in people if person.username in page], path


def test_what_the_seat_was_not_told_by_then_makes_no_difference_to_the_page(player: Any) -> None:
    made = of_every_game(*map(player, ("one", "two", "three")), on=today())
    for asked in made.values():
        cache.clear()
        before = read(Client(), asked.get_absolute_url())
        told = visibility.get_observer_bit(Seat(asked.seat))
        hidden = [fact.pk for fact in Fact.objects.filter(match=asked.match) if not fact.audience & told]
        Fact.objects.filter(pk__in=hidden).delete()
        Fact.objects.filter(match=asked.match, move__gte=asked.move).delete()
        Match.objects.filter(pk=asked.match_id).update(outcome={"places": [9], "scores": [9], "why": "x"})
        assert hidden
        assert without_tokens(read(Client(), asked.get_absolute_url())) == without_tokens(before)


def without_tokens(page: str) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"', "", page)


@pytest.mark.parametrize("change", [{"listed": False}, {"status": "playing"}, {"origin": "{}"}])
def test_a_match_that_is_not_open_to_all_takes_its_puzzle_out_of_sight(
    change: dict[str, Any], asked: Puzzle, match: Match, cleo: Any
) -> None:
    client = browser(cleo)
    client.post(asked.get_absolute_url(), {"answer": 0})
    Match.with_sandboxes.filter(pk=match.pk).update(**change)
    assert client.get(asked.get_absolute_url()).status_code == 404
    assert client.post(asked.get_absolute_url(), {"answer": 0}).status_code == 404
    for path in ("/", "/puzzles/", "/puzzles/?game=fuse", "/puzzles/feed.atom"):
        assert asked.code not in read(client, path)


def test_nobody_finds_a_puzzle_before_its_day(match: Match) -> None:
    for day in (None, today() + timedelta(days=1)):
        found = puzzle(match, on=day, skip=0 if day else 2)
        assert Client().get(found.get_absolute_url()).status_code == 404
        assert found.code not in read(Client(), "/puzzles/?game=fuse")
    assert Client().get("/puzzles/nothing/").status_code == 404
    assert Client().get("/puzzles/archive/nothing/").status_code == 404


def test_a_record_that_cannot_be_read_is_said_to_be_set_aside(asked: Puzzle) -> None:
    Fact.objects.filter(match=asked.match, n=0).update(event='{"type":"unheard"}')
    assert Client().get(asked.get_absolute_url()).status_code == 503


def test_the_next_puzzle_of_today_is_one_tap_away(player: Any, cleo: Any) -> None:
    made = of_every_game(*map(player, ("one", "two", "three")), on=today())
    client, path = browser(cleo), made["fuse"].get_absolute_url()
    answered = []
    while path:
        client.post(path, {"answer": 0})
        answered.append(path)
        path = next_of(read(client, path))
    assert sorted(answered) == sorted(each.get_absolute_url() for each in made.values())


def test_the_archive_is_narrowed_by_what_its_puzzles_are_about(match: Match) -> None:
    bombs, cuts = (puzzle(match, on=today() - timedelta(days=ago), skip=ago) for ago in (1, 4))
    Puzzle.objects.filter(pk=bombs.pk).update(theme="turn-bomb")
    Puzzle.objects.filter(pk=cuts.pk).update(theme="turn-cut")
    page = read(Client(), "/puzzles/?game=fuse")
    assert bombs.code in page
    assert cuts.code in page
    assert "Which card, or a cut?" in page
    page = read(Client(), "/puzzles/?game=fuse&theme=turn-cut")
    assert bombs.code not in page
    assert cuts.code in page
    assert "No puzzles here" in read(Client(), "/puzzles/?game=fuse&theme=unheard")
    assert bombs.code not in read(Client(), "/puzzles/?game=bombe")


@pytest.mark.parametrize("account", [True, False])
def test_the_last_weeks_are_a_calendar(account: bool, asked: Puzzle, match: Match, cleo: Any) -> None:
    client = browser(cleo) if account else Client()
    assert 'class="weeks"' not in read(client, "/puzzles/"), "whoever has answered nothing"
    client.post(asked.get_absolute_url(), {"answer": 0})
    page = read(client, "/puzzles/")
    assert "Last five weeks: 0 solved, 1 missed" in page
    assert page.count('class="missed today"') == 1
    other = puzzle(match, on=today() - timedelta(days=1), skip=4)
    client.post(other.get_absolute_url(), {"answer": best(other)})
    page = read(client, "/puzzles/")
    assert "Last five weeks: 1 solved, 1 missed" in page
    assert "A one-day streak" in page, "one right answer a day is enough"
    assert page.count('class="solved today"') == 1


@pytest.mark.parametrize("account", [True, False])
def test_a_theme_is_trained_puzzle_after_puzzle(account: bool, match: Match, cleo: Any) -> None:
    client, made = browser(cleo) if account else Client(), []
    for ago in range(4):
        made.append(puzzle(match, on=today() - timedelta(days=ago), skip=ago))
        Puzzle.objects.filter(pk=made[-1].pk).update(theme="turn-cut" if ago else "turn-bomb")
    chosen = "?game=fuse&theme=turn-cut"
    page, solved = read(client, f"/puzzles/{chosen}"), []
    while path := next_of(page):
        solved.append(path)
        page = client.post(path, {"answer": 0}, headers=HTMX).content.decode()
    assert solved == [each.get_absolute_url() + chosen for each in made[1:]], "the next one is never of another theme"
    assert "You’ve answered all of these" in read(client, f"/puzzles/{chosen}")


def test_the_feed_tells_of_the_latest_in_the_readers_language_and_of_no_solution(asked: Puzzle) -> None:
    feed = feedparser.parse(Client().get("/puzzles/feed.atom?lang=de").content)
    [entry] = feed.entries
    assert entry.link.endswith(asked.get_absolute_url())
    assert asked.match.code not in str(feed)
    assert feed.feed.language == "de"
    first = Client().get("/puzzles/feed.atom")
    assert {"Accept-Language", "Cookie"} <= set(first["Vary"].split(", ")), "its language follows a cookie"
    again = Client().get("/puzzles/feed.atom", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    Puzzle.objects.all().delete()
    assert not feedparser.parse(Client().get("/puzzles/feed.atom").content).entries


def test_the_front_page_has_todays_puzzles_if_there_are_any(asked: Puzzle) -> None:
    assert asked.code in read(Client(), "/")
    Puzzle.objects.update(published_on=today() - timedelta(days=1))
    assert 'id="today"' not in read(Client(), "/")


def test_pages_ask_the_database_little(asked: Puzzle, match: Match, cleo: Any) -> None:
    for ago in range(1, 12):
        puzzle(match, on=today() - timedelta(days=ago), skip=ago)
    nobody, client, path = Client(), browser(cleo), asked.get_absolute_url()
    session_and_user = cost(lambda: read(client, "/games/")) - cost(lambda: read(nobody, "/games/"))
    assert cost(lambda: read(nobody, path)) <= 2
    assert cost(lambda: read(client, path)) - session_and_user <= 3
    assert cost(lambda: read(nobody, "/puzzles/?game=fuse")) <= 4
    assert cost(lambda: read(client, "/puzzles/?game=fuse")) - session_and_user <= 6
    assert cost(lambda: read(nobody, "/puzzles/feed.atom")) == 1
    assert cost(lambda: read(nobody, "/")) <= 5, "the drawing of its table is kept for ten minutes"
    client.post(path, {"answer": 0})
    assert cost(lambda: read(client, path)) - session_and_user <= 5
    theme = f"/puzzles/?game=fuse&theme={asked.theme}"
    assert cost(lambda: read(client, theme)) - session_and_user <= 6
    assert cost(lambda: read(client, "/puzzles/")) - session_and_user <= 6
    with CaptureQueriesContext(connection) as context:
        read(client, "/puzzles/")
    assert len(statements(context)) - session_and_user <= 5, "the drawing of the next puzzle is kept for ten minutes"


def test_somebody_takes_their_answers_along_and_leaves_none_behind(asked: Puzzle, cleo: Any) -> None:
    browser(cleo).post(asked.get_absolute_url(), {"answer": best(asked)})
    [taken] = personal_data.export_attempts(player=cleo.pk)
    assert (taken["puzzle"], taken["answer"], taken["right"]) == (asked.get_absolute_url(), best(asked), True)
    account_deletion.delete_account(player=cleo, now=timezone.now())
    assert not Attempt.objects.exists()
    assert Puzzle.objects.exists()


def test_a_link_to_a_puzzle_has_a_picture_of_its_question_in_every_language(asked: Puzzle, cleo: Any) -> None:
    address = f"{asked.get_absolute_url()}picture.png"
    assert f'content="http://testserver{address}?in=en"' in read(Client(), asked.get_absolute_url())
    pictures = [Client().get(f"{address}?in={language}") for language in ("en", "de", "fr")]
    assert {picture["Content-Type"] for picture in pictures} == {"image/png"}
    assert len({picture.content for picture in pictures}) == 3
    answered = browser(cleo)
    answered.post(asked.get_absolute_url(), {"answer": best(asked)})
    assert answered.get(f"{address}?in=en").content == pictures[0].content, "it's the same for everyone"
    Puzzle.objects.update(published_on=None)
    assert Client().get(address).status_code == 404


def test_pages_say_when_a_day_ends_in_the_readers_zone(client: Client, db: None) -> None:
    client.cookies["time_zone"] = "Asia/Kolkata"
    assert "New puzzles come at 05:30 in your time zone." in read(client, "/puzzles/")


# -- Training --------------------------------------------------------------------------------


@pytest.mark.parametrize("account", [True, False])
def test_the_next_puzzle_is_the_latest_that_is_not_answered(account: bool, match: Match, cleo: Any) -> None:
    client = browser(cleo) if account else Client()
    made = [puzzle(match, on=today() - timedelta(days=ago), skip=3 * ago) for ago in range(3)]
    for number, asked in enumerate(made):
        page = read(client, "/puzzles/")
        path = next_of(page)
        assert path == asked.get_absolute_url()
        assert page.count('class="glance') == (2 if number else 1), "today's stays, and the next one is below it"
        client.post(path, {"answer": 0})
    assert "You’ve answered every puzzle" in read(client, "/puzzles/")


def test_the_next_puzzle_has_no_drawing_if_its_match_cannot_be_read(asked: Puzzle) -> None:
    Fact.objects.filter(match=asked.match).update(event="{}")
    page = read(Client(), "/puzzles/")
    assert asked.get_absolute_url() in page
    assert 'class="glance' not in page


@pytest.mark.parametrize("account", [True, False])
def test_progress_is_counted_by_game_and_theme(account: bool, match: Match, cleo: Any) -> None:
    client = browser(cleo) if account else Client()
    made = [puzzle(match, on=today() - timedelta(days=ago), skip=3 * ago) for ago in range(4)]
    Puzzle.objects.filter(pk=made[3].pk).update(theme="turn-cut")
    Puzzle.objects.filter(pk__in=[each.pk for each in made[:3]]).update(theme="turn-bomb")
    assert "Your progress by theme" not in read(client, "/puzzles/"), "whoever has answered nothing"
    client.post(made[0].get_absolute_url(), {"answer": best(made[0])})
    client.post(made[1].get_absolute_url(), {"answer": 0})
    browser(guest()).post(made[2].get_absolute_url(), {"answer": best(made[2])})
    reader = Reader(cleo.pk, {}) if account else Reader(None, client.session["puzzles"])
    (fuse,) = progress_of(reader)
    assert (fuse.puzzles, fuse.solved, fuse.missed, fuse.open) == (4, 1, 1, 2)
    assert {each.slug: (each.solved, each.missed, each.open) for each in fuse.themes} == {
        "turn-bomb": (1, 1, 1),
        "turn-cut": (0, 0, 1),
    }
    assert numbers_of(read(client, "/puzzles/")) == "1 solved 1 missed 2 open 1 solved 1 missed 1 open 1 open"


def progress_of(reader: Reader) -> list[training.GameProgress]:
    counted, answered = filtering.count_puzzles(reader, today=today()), training.load_answered(reader, today=today())
    return training.build_progress(counted, load_ratings(reader.player), answered, today=today())


def numbers_of(page: str) -> str:
    """Return the numbers of the progress in each game and theme, without its names."""
    return " ".join(re.findall(r"<span[^>]*>(\d+ (?:solved|missed|open))</span>", page.split('id="progress"')[1]))


def test_the_rating_is_there_with_its_change_in_the_last_days(asked: Puzzle, match: Match, cleo: Any) -> None:
    client = browser(cleo)
    client.post(asked.get_absolute_url(), {"answer": best(asked)})
    long_ago = puzzle(match, on=today() - timedelta(days=50), skip=4)
    client.post(long_ago.get_absolute_url(), {"answer": 0})
    Attempt.objects.filter(puzzle=long_ago).update(day=today() - timedelta(days=40))
    (fuse,) = progress_of(Reader(cleo.pk, {}))
    first, last = Attempt.objects.order_by("pk")
    assert fuse.rating
    assert fuse.rating.exact == last.points
    assert fuse.change == first.change
    assert re.search(rf"<b>about {fuse.rating.points}\s*</b>", read(client, "/puzzles/"))
    Solver.objects.update(rated=MIN_SETTLED_MATCHES)
    page = read(client, "/puzzles/")
    assert re.search(rf"<b>{last.points}\s*</b>", page)
    assert f'<span class="gain">+{first.change}</span>' in page
    assert "Create an account" in read(Client(), "/puzzles/")
