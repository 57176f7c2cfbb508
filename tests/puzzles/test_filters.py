"""Tests that puzzles can be chosen by game, theme, level and state, and that all numbers on the page agree."""

from __future__ import annotations

import html
import re
from datetime import UTC, date, timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from apps.matches.models import Match
from apps.puzzles.finding.found import Found
from apps.puzzles.finding.theme import LEVELS, compute_difficulty
from apps.puzzles.models import Puzzle, Solver
from apps.puzzles.selectors import filtering, published, training
from apps.puzzles.selectors.filtering import Filters
from apps.puzzles.selectors.published import Reader
from apps.ratings.displayed_rating import build_displayed_rating
from tests.factories.finished_matches import recorded_match
from tests.factories.people import browser
from tests.factories.puzzles import puzzle

pytestmark = [pytest.mark.django_db, pytest.mark.once]
HARD, EASY = 31.0, 19.0


def today() -> date:
    return timezone.now().astimezone(UTC).date()


@pytest.fixture
def made(ada: Any, ben: Any) -> list[Puzzle]:
    """Create six puzzles of Fuse and two of Frogs, of different levels, one a day."""
    fuse, frogs = recorded_match("fuse", [ada, ben]), recorded_match("frogs", [ada, ben, None])
    rows = [puzzle(fuse, on=today() - timedelta(days=ago), skip=2 * ago) for ago in range(6)]
    rows += [puzzle(frogs, on=today() - timedelta(days=ago), skip=2 * ago) for ago in range(2)]
    for number, mu in enumerate((HARD, HARD, EASY, 25.0, EASY, 25.0, HARD, EASY)):
        Puzzle.objects.filter(pk=rows[number].pk).update(mu=mu, sigma=0.5, rated=0 if number == 5 else 9)
        rows[number].refresh_from_db()
    return rows


def answer(client: Client, asked: Puzzle, *, right: bool, query: str = "") -> Any:
    found = msgspec.json.decode(asked.found, type=Found)
    return client.post(asked.get_absolute_url() + query, {"answer": found.best if right else 0})


def read(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def listed(page: str) -> list[str]:
    """Return the codes of the listed puzzles."""
    rows = page.split('<ul class="puzzles"')[1].split("</ul>", maxsplit=1)[0] if '<ul class="puzzles"' in page else ""
    return re.findall(r'href="/puzzles/(\w+)/', rows)


def choices(page: str) -> dict[str, int]:
    """Return the numbers beside the choices, by name."""
    nav = page.split('class="puzzle-choices"')[1].split("</nav>", maxsplit=1)[0]
    links = re.findall(r"<a [^>]*>(.*?)<small>(\d+)</small>", nav, re.DOTALL)
    return {html.unescape(re.sub(r"<[^>]*>", "", name)).strip(): int(number) for name, number in links}


@pytest.mark.parametrize("account", [True, False])
def test_each_choice_lists_as_many_puzzles_as_it_says(account: bool, made: list[Puzzle], cleo: Any) -> None:
    client = browser(cleo) if account else Client()
    answer(client, made[0], right=True)
    answer(client, made[2], right=False)
    for query in ("", "?game=fuse", "?level=hard", "?level=new", "?level=easy&state=open", "?state=missed"):
        page = read(client, f"/puzzles/{query}")
        links = re.findall(r'<a href="(/puzzles/[^"]*)">(?:(?!</a>).)*<small>(\d+)</small>', page, re.DOTALL)
        assert len(links) > 6
        for path, number in links:
            assert len(listed(read(client, html.unescape(path)))) == int(number), (query, path)


def test_levels_follow_the_displayed_rating(made: list[Puzzle]) -> None:
    asked = made[0]
    for points in (1000, 1399.4, 1399.6, 1400, 1500, 1600, 1600.4, 1600.6, 2000):
        mu = 25 + (points - 1500) / 30
        for rated in (4, 5):
            Puzzle.objects.filter(pk=asked.pk).update(mu=mu, rated=rated)
            shown = build_displayed_rating(mu, 8).points
            level = LEVELS[compute_difficulty(shown, rated)]
            rows = published.read_for(published.find_published_puzzles(today()), Reader(None, {}))
            found = filtering.filter_puzzles(rows, Filters(level=level), Reader(None, {}))
            assert asked.pk in found.values_list("pk", flat=True), (points, rated)


def test_what_does_not_exist_is_not_chosen(made: list[Puzzle]) -> None:
    everything = listed(read(Client(), "/puzzles/?page=1"))
    assert len(everything) == len(made)
    for query in ("game=chess", "level=5", "state=lost", "level=&game=", "page=99"):
        assert listed(read(Client(), f"/puzzles/?page=1&{query}")) == everything
    assert "No puzzles here" in read(Client(), "/puzzles/?theme=unheard")


def test_choices_are_links_and_a_second_tap_takes_one_back(made: list[Puzzle]) -> None:
    page = read(Client(), "/puzzles/?game=fuse&level=hard")
    assert 'href="/puzzles/?level=hard" aria-current="true"' in page
    assert 'href="/puzzles/?game=fuse" aria-current="true"' in page
    assert 'href="/puzzles/?game=frogs&amp;level=hard"' in page
    assert choices(page)["hard"] == 2
    assert choices(page)["Lunar Laser Frogs"] == 1
    assert "solved" not in choices(page), "without an answer there's nothing to choose"


def test_the_former_page_of_a_game_leads_to_its_puzzles(made: list[Puzzle]) -> None:
    response = Client().get("/puzzles/archive/fuse/?theme=turn-cut")
    assert (response.status_code, response["Location"]) == (301, "/puzzles/?game=fuse&theme=turn-cut")
    assert Client().get("/puzzles/archive/chess/").status_code == 404


# -- What comes next ---------------------------------------------------------------------------------


def next_of(page: str) -> str:
    found = re.search(r'class="button primary[^>]* href="(/puzzles/\w+/[^"]*)"', page)
    return html.unescape(found[1]) if found else ""


@pytest.mark.parametrize("account", [True, False])
def test_the_next_puzzle_stays_within_the_choice(account: bool, made: list[Puzzle], cleo: Any) -> None:
    client, chosen = browser(cleo) if account else Client(), "?game=fuse&level=easy"
    path, trained = next_of(read(client, f"/puzzles/{chosen}")), []
    while path:
        trained.append(path)
        assert f'action="{html.escape(path)}"' in read(client, path), "the answer keeps the choice"
        response = client.post(path, {"answer": 0})
        assert response["Location"] == path
        path = next_of(read(client, path))
    assert sorted(trained) == sorted(made[number].get_absolute_url() + chosen for number in (2, 4))
    page = read(client, trained[-1])
    assert re.search(rf'id="next"[^>]* href="/puzzles/{re.escape(html.escape(chosen))}"', page)
    assert "You’ve answered all of these" in read(client, f"/puzzles/{chosen}")


def test_todays_puzzles_come_first_and_then_those_near_your_rating(made: list[Puzzle], cleo: Any) -> None:
    Solver.objects.create(player=cleo, game="fuse", mu=HARD, rated=3)
    Solver.objects.create(player=cleo, game="frogs", mu=EASY, rated=3)
    order = training.find_next_puzzles(Reader(cleo.pk, {}), Filters(), today=today())
    #: Today's Fuse is as hard as cleo is good, today's Frogs isn't. Then come an exact match of each, then the rest.
    assert [each.pk for each in order][:4] == [made[number].pk for number in (0, 6, 7, 1)]
    order = training.find_next_puzzles(Reader(cleo.pk, {}), Filters(game="fuse"), today=today())
    assert [each.mu for each in order] == [HARD, HARD, 25.0, 25.0, EASY, EASY]
    order = training.find_next_puzzles(Reader(None, {}), Filters(game="fuse"), today=today())
    assert [each.mu for each in order][:2] == [25.0, 25.0], "a reader without a rating starts in the middle"
    page = read(browser(cleo), "/puzzles/")
    assert next_of(page) == made[6].get_absolute_url(), "today's are in the order of the games"
    assert next_of(read(browser(cleo), "/puzzles/?page=1")) == made[0].get_absolute_url()


def test_one_tap_starts_the_training(made: list[Puzzle], cleo: Any) -> None:
    client = browser(cleo)
    assert "Solve this puzzle" in read(client, "/puzzles/")
    answer(client, made[0], right=True)
    page = read(client, "/puzzles/")
    assert "Solve this puzzle" in page
    assert "See the answer" in page
    assert page.index("Solve this puzzle") < page.index("See the answer"), "open ones come first"
    assert "Train near your rating" not in page
    assert "Solve today’s puzzle" in read(client, "/puzzles/?page=1")
    answer(client, made[6], right=True)
    page = read(client, "/puzzles/")
    assert "Train near your rating" in page
    assert "Solve this puzzle" not in page
    assert "Train these puzzles" in read(client, "/puzzles/?level=easy")


@pytest.mark.parametrize("account", [True, False])
def test_missed_puzzles_are_asked_again_one_after_the_other(account: bool, made: list[Puzzle], cleo: Any) -> None:
    client = browser(cleo) if account else Client()
    for number in (0, 1, 3):
        answer(client, made[number], right=False)
    path, asked = next_of(read(client, "/puzzles/?state=missed")), []
    for _ in range(4):
        asked.append(path)
        assert 'id="question"' in read(client, path), "it's asked again"
        path = next_of(read(client, client.post(path, {"answer": 0})["Location"]))
    again = [made[number].get_absolute_url() + "?state=missed&again=1" for number in (0, 1, 3, 0)]
    assert asked == again


# -- One count -----------------------------------------------------------------------------------------


def numbers(client: Client) -> dict[str, tuple[int, ...]]:
    """Return solved and missed puzzles as the calendar, the progress, the choices and the list say."""
    page = read(client, "/puzzles/")
    weeks = re.search(r"Last five weeks: (\d+) solved, (\d+) missed", page)
    squares = [(int(one), int(two)) for one, two in re.findall(r'title="✓ (\d+) · × (\d+)"', page)]
    heads = "".join(re.findall(r"<h3 class=\"progress-head\".*?</h3>", page, re.DOTALL))
    progress = [sum(map(int, re.findall(rf">(\d+) {what}<", heads))) for what in ("solved", "missed")]
    everything = read(client, "/puzzles/?page=1")
    rows = everything.split('<ul class="puzzles"')[1].split("</ul>", maxsplit=1)[0]
    states = [len(re.findall(rf'class="row-mark {what}">(?s:.*?)>{what}<', rows)) for what in ("solved", "missed")]
    chosen = [len(listed(read(client, f"/puzzles/?state={what}"))) for what in ("solved", "missed")]
    beside = choices(page)
    return {
        "calendar": tuple(map(int, weeks.groups())) if weeks else (0, 0),
        "days": (sum(solved for solved, _ in squares), sum(missed for _, missed in squares)),
        "progress": tuple(progress),
        "list": tuple(states),
        "filtered": tuple(chosen),
        "choices": (beside.get("solved", 0), beside.get("missed", 0)),
    }


@pytest.mark.parametrize("account", [True, False])
def test_calendar_progress_and_list_count_the_same(account: bool, made: list[Puzzle], cleo: Any) -> None:
    client = browser(cleo) if account else Client()

    def agreed() -> tuple[int, ...]:
        found = numbers(client)
        assert len(set(found.values())) == 1, found
        return found["list"]

    answer(client, made[0], right=True)
    assert agreed() == (1, 0)
    answer(client, made[6], right=False)
    assert agreed() == (1, 1), "two on one day"
    answer(client, made[6], right=True)
    assert agreed() == (1, 1), "trying again counts nowhere"
    answer(client, made[5], right=True)
    assert agreed() == (2, 1), "an earlier day's puzzle counts on the day of the answer"
    assert "A one-day streak" in read(client, "/puzzles/")
    Match.objects.filter(pk=made[6].match_id).update(listed=False)
    assert agreed() == (2, 0), "a puzzle that's gone is gone everywhere"
    Puzzle.objects.filter(pk=made[0].pk).delete()
    assert agreed() == (1, 0)


def test_the_streak_of_all_pages_is_the_same(made: list[Puzzle], cleo: Any) -> None:
    client = browser(cleo)
    answer(client, made[5], right=True)
    for path in ("/", "/puzzles/", made[5].get_absolute_url()):
        assert "A one-day streak" in read(client, path), path
    Match.objects.filter(pk=made[5].match_id).update(listed=False)
    for path in ("/", "/puzzles/"):
        assert "A one-day streak" not in read(client, path), path
