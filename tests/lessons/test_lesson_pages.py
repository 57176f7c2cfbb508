"""Tests of guided first matches through their pages: start, answer, close, skip, return, and the offer of one."""

from __future__ import annotations

import html
import re
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from apps.games import load_games
from apps.kernel.lesson import LEARNER
from apps.matches.models import Chair, Match, Missed
from apps.matches.selectors import match_view
from apps.matches.services import play
from apps.ratings.services import statistics
from tests.factories.people import browser

pytestmark = [pytest.mark.django_db, pytest.mark.once]

HTMX = {"HX-Request": "true"}
GUIDED = gettext_noop(
    "This is a lesson against bots. The shuffle was chosen in advance to show you what matters. "
    "The match doesn’t count."
)


def learn(client: Client, game: str = "fuse") -> str:
    """Start or continue a lesson, and return its code."""
    response = client.post(reverse("lessons:learn", args=[game]))
    assert response.status_code == 302
    return str(re.fullmatch(r"/m/(\w+)/", response["Location"])[1])  # type: ignore[index]


def page(client: Client, code: str) -> str:
    return client.get(f"/m/{code}/").content.decode()


def bubble(text: str) -> str:
    """Return the text of the bubble on a page, or an empty string."""
    found = re.search(r'<p class="lesson-says">(.*?)</p>', text, re.DOTALL)
    return " ".join(html.unescape(found[1]).split()) if found else ""


def follow(code: str, client: Client) -> Any:
    """Answer as the bubble suggests."""
    sight = match_view.load_match_view(code=code, player=Chair.objects.get(match__code=code, index=0).player_id)
    [question] = sight.questions
    action = sight.hint.action if sight.hint and sight.hint.action is not None else question.ask.default
    fields = {k: str(v) for k, v in msgspec.to_builtins(action).items() if v is not None}
    return client.post(f"/m/{code}/answer/", {"question": question.key, **fields})


@pytest.mark.parametrize("game", load_games())
def test_a_guest_learns_a_game_with_one_click(client: Client, game: str) -> None:
    code = learn(client, game)
    text = page(client, code)
    assert bubble(text)
    assert "lessons/lesson.css" in text
    assert GUIDED in text
    match = Match.objects.get(code=code)
    assert (match.listed, match.rated) == (False, False)
    assert match.pace == load_games()[game].meta.paces["relaxed"]
    assert not Chair.objects.filter(match=match, bot=False).exclude(index=LEARNER).exists()


def test_bots_of_a_lesson_answer_with_the_learner_so_that_nobody_waits(ada: Any) -> None:
    client = browser(ada)
    code = learn(client)
    for _ in range(3):
        first = bubble(page(client, code))
        assert follow(code, client).status_code == 303
        assert "yours-asked" in page(client, code) or "Your turn" in page(client, code)
        assert bubble(page(client, code)) != first


def test_a_whole_lesson_by_its_pages_is_the_one_that_was_rehearsed(ada: Any) -> None:
    client = browser(ada)
    code = learn(client)
    while Match.objects.get(code=code).status == Match.Status.PLAYING:
        follow(code, client)
    match = Match.objects.get(code=code)
    steps = {step.name for step in load_games()["fuse"].lesson.steps if not step.again}
    assert match.lesson is not None
    assert match.outcome is not None
    assert set(match.lesson["passed"]) == steps - {"end"}
    said = gettext("That was the time bomb. The match is over, and no one gets the last fuse.")
    assert said in bubble(page(client, code))
    assert match.outcome["places"][0] == 1
    statistics.count_all(now=timezone.now())
    assert statistics.get_statistics("fuse") is None
    assert code not in client.get(reverse("matches:history")).content.decode()
    checked = client.get(f"/m/{code}/verify/").content.decode()
    assert "they all match" in checked
    assert GUIDED in checked


def test_the_end_offers_a_real_match_and_a_game_that_is_new(ada: Any) -> None:
    client = browser(ada)
    client.post(reverse("lobby:play_now"), {"game": "bombe"})
    code = learn(client)
    while Match.objects.get(code=code).status == Match.Status.PLAYING:
        follow(code, client)
    assert Match.objects.get(code=code).opponents == "spark"
    end = page(client, code)
    assert re.search(r'name="game" value="fuse">\s*<button class="button[^"]*" id="real-match"', end)
    assert 'id="rematch"' not in end
    assert f'action="{reverse("lessons:learn", args=["frogs"])}"' in end
    for game in ("frogs", "kobolds"):
        client.post(reverse("lobby:play_now"), {"game": game})
    assert 'id="next-lesson"' not in page(client, code)


def test_it_goes_on_where_it_was_left(ada: Any) -> None:
    client = browser(ada)
    code = learn(client)
    follow(code, client)
    assert learn(client) == code
    assert learn(client, "frogs") != code
    mine = client.get(reverse("matches:mine")).content.decode()
    assert mine.count('<span class="badge">Lesson</span>') == 2


def test_a_bubble_is_put_away_and_the_question_stays(ada: Any) -> None:
    client = browser(ada)
    code = learn(client)
    before = bubble(page(client, code))
    assert client.post(reverse("lessons:put_away", args=[code])).status_code == 302
    after = page(client, code)
    assert bubble(after) != before
    assert "You start: play a card" in after
    fragment = client.post(reverse("lessons:put_away", args=[code]), headers=HTMX).content.decode()
    assert fragment.lstrip().startswith('<div id="live"')


def test_whoever_skips_it_plays_on_without_bubbles(ada: Any) -> None:
    client = browser(ada)
    code = learn(client)
    client.post(reverse("lessons:skip", args=[code]))
    assert not bubble(page(client, code))
    assert "Your turn" in page(client, code)
    follow(code, client)
    assert Match.objects.get(code=code).wake_at is not None
    assert not bubble(page(client, code))
    assert 'badge">Lesson' not in client.get(reverse("matches:mine")).content.decode()
    assert learn(client) != code


def test_a_lesson_costs_no_statement_more_than_any_match(ada: Any) -> None:
    client = browser(ada)
    ordinary = client.post(reverse("lobby:play_now"))["Location"]
    code = learn(client)
    counted = []
    for path in (ordinary, f"/m/{code}/"):
        client.get(path)
        with CaptureQueriesContext(connection) as context:
            client.get(path)
        counted.append(len(context))
    with CaptureQueriesContext(connection) as context:
        follow(code, client)
    assert counted[1] <= counted[0]
    assert len(context) <= 20  # This includes computing the suggestion, and the moves of all bots.


def test_nobody_else_puts_bubbles_away(ada: Any, ben: Any, client: Client) -> None:
    code = learn(browser(ada))
    for stranger, status in ((browser(ben), 403), (client, 401)):
        for door in ("lessons:put_away", "lessons:skip"):
            assert stranger.post(reverse(door, args=[code])).status_code == status
        assert not bubble(page(stranger, code))
    assert Match.objects.get(code=code).lesson == {"passed": [], "skipped": False}


def test_an_ordinary_match_has_no_bubbles_to_put_away(ada: Any) -> None:
    client = browser(ada)
    client.post(reverse("lobby:play_now"))
    code = Match.objects.get().code
    assert client.post(reverse("lessons:put_away", args=[code])).status_code in (302, 403)
    assert Match.objects.get().lesson is None
    assert "lessons/lesson" not in page(client, code)


def test_silence_in_a_lesson_is_held_against_nobody(ada: Any) -> None:
    client = browser(ada)
    code = learn(client)
    match = Match.objects.get(code=code)
    assert match.wake_at is not None
    play.settle_match(code=code, now=match.wake_at)
    assert Match.objects.get(code=code).moves > match.moves
    assert not Missed.objects.exists()


def test_there_is_no_lesson_for_a_game_that_is_none(client: Client) -> None:
    assert client.get(reverse("lessons:learn", args=["whist"])).status_code == 404
    assert client.post(reverse("lessons:learn", args=["whist"])).status_code == 404


class TestBeingAskedOnce:
    """Tests that players new to a game are offered a lesson when they press Play."""

    def press_play(self, client: Client, game: str = "frogs") -> Any:
        return client.post(reverse("lobby:play_now"), {"game": game, "newcomer": "ask"})

    def test_a_newcomer_is_asked_and_then_never_again(self, client: Client) -> None:
        response = self.press_play(client)
        assert response["Location"] == reverse("lessons:learn", args=["frogs"])
        asked = client.get(response["Location"]).content.decode()
        assert "Learn by playing" in asked
        assert "Just play" in asked
        assert not Match.objects.exists()
        assert client.post(reverse("lobby:play_now"), {"game": "frogs"})["Location"].startswith("/m/")
        assert self.press_play(client)["Location"].startswith("/m/")
        another = Client()
        another.cookies["played"] = client.cookies["played"].value  # The browser remembers, logged in or not.
        assert self.press_play(another)["Location"].startswith("/m/")
        assert self.press_play(another, "bombe")["Location"] == reverse("lessons:learn", args=["bombe"])

    def test_whoever_learned_is_not_asked(self, client: Client) -> None:
        learn(client, "frogs")
        assert self.press_play(client)["Location"].startswith("/m/")

    def test_an_account_that_played_the_game_is_not_asked_in_another_browser(self, ada: Any) -> None:
        browser(ada).post(reverse("lobby:play_now"), {"game": "frogs"})
        assert self.press_play(browser(ada))["Location"].startswith("/m/")

    def test_a_cookie_that_somebody_made_up_does_no_harm(self, client: Client) -> None:
        client.cookies["played"] = "..whist.<b>." + "x" * 1000
        assert self.press_play(client)["Location"] == reverse("lessons:learn", args=["frogs"])

    def test_learn_stands_beside_play(self, client: Client) -> None:
        front = client.get("/").content.decode()
        for game in load_games():
            assert f'action="{reverse("lessons:learn", args=[game])}"' in front


def test_an_ordinary_match_is_none_however_often_it_is_written(ada: Any) -> None:
    """Check that the database has NULL and not a JSON null."""
    client = browser(ada)
    client.post(reverse("lobby:play_now"))
    code = Match.objects.get().code
    play.settle_match(code=code, now=timezone.now())
    assert Match.objects.filter(lesson__isnull=True).exists()
    learn(client)
    assert Match.objects.filter(lesson__isnull=True).count() == 1
