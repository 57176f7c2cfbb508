"""Tests that an answer is a match between solver and puzzle, which the right answer wins.

That is what makes a puzzle hard.
"""

from __future__ import annotations

import re
from datetime import UTC, date, timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from apps.matches.models import Match
from apps.puzzles import personal_data
from apps.puzzles.finding.found import Found
from apps.puzzles.finding.theme import MIN_RATED_ANSWERS
from apps.puzzles.models import Attempt, Puzzle, Solver
from apps.puzzles.selectors import puzzle_rating
from apps.ratings.displayed_rating import MIN_SETTLED_MATCHES, build_displayed_rating
from tests.factories.finished_matches import recorded_match
from tests.factories.people import browser
from tests.factories.puzzles import puzzle

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def today() -> date:
    return timezone.now().astimezone(UTC).date()


@pytest.fixture
def match(ada: Any, ben: Any) -> Match:
    return recorded_match("fuse", [ada, ben])


@pytest.fixture
def asked(match: Match) -> Puzzle:
    return puzzle(match, on=today(), about="turn", skip=9)


def read(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def give(asked: Puzzle, client: Client, *, right: bool) -> str:
    found = msgspec.json.decode(asked.found, type=Found)
    client.post(asked.get_absolute_url(), {"answer": found.best if right else 0})
    asked.refresh_from_db()
    return client.get(asked.get_absolute_url()).content.decode()


@pytest.mark.parametrize("right", [True, False])
def test_who_is_right_gains_what_the_puzzle_loses(right: bool, asked: Puzzle, cleo: Any) -> None:
    Puzzle.objects.filter(pk=asked.pk).update(rated=MIN_SETTLED_MATCHES - 1)
    page = give(asked, browser(cleo), right=right)
    assert f"this puzzle: {1500 - (Attempt.objects.get().change or 0)}" in page
    assert not re.search(r'class="(gain|loss)"', page), "the first changes are large, and say nothing yet"
    solver, attempt = Solver.objects.get(player=cleo), Attempt.objects.get()
    assert (solver.mu > 25) == (asked.mu < 25) == right
    assert solver.mu - 25 == pytest.approx(25 - asked.mu)
    assert (solver.game, solver.rated, asked.rated) == ("fuse", 1, MIN_SETTLED_MATCHES)
    assert attempt.points == 1500 + (attempt.change or 0)
    assert attempt.puzzle_change == -(attempt.change or 0), "both had the same rating and uncertainty"


@pytest.mark.parametrize("right", [True, False])
def test_a_settled_rating_says_how_it_changed(
    right: bool, asked: Puzzle, cleo: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_rating, "MIN_SETTLED_MATCHES", 1)
    Puzzle.objects.filter(pk=asked.pk).update(rated=MIN_SETTLED_MATCHES - 1)
    page, attempt = give(asked, browser(cleo), right=right), Attempt.objects.get()
    assert f"Your puzzle rating in Fuse: <b>{attempt.points}</b>" in page
    assert "until it’s settled" not in page
    gain, loss = '<span class="gain">+{}</span>', '<span class="loss">−{}</span>'
    assert all(each.format(abs(attempt.puzzle_change or 0)) in page for each in (gain, loss))


def test_until_then_it_is_a_round_number_that_counts_down(match: Match, cleo: Any) -> None:
    client, said = browser(cleo), []
    for ago in range(MIN_SETTLED_MATCHES):
        asked = puzzle(match, on=today() - timedelta(days=ago), about="turn", skip=ago)
        page = give(asked, client, right=ago % 2 > 0)
        found = re.search(r"Your puzzle rating in Fuse: <b>(about )?(\d+)</b>", page)
        assert found
        left = re.search(r"(\d+) more puzzles? until it’s settled", page)
        said.append(int(left[1]) if left else 0)
        assert bool(found[1]) == bool(left)
        assert bool(re.search('class="(gain|loss)"', page)) != bool(left)
        shown, exact = int(found[2]), Attempt.objects.latest("pk").points or 0
        assert (shown % 50, abs(shown - exact) <= 25) == (0, True) if left else shown == exact
    assert said == [*range(MIN_SETTLED_MATCHES - 1, -1, -1)]
    assert "1 more puzzle until" not in read(client, "/puzzles/")


def test_a_puzzle_that_nobody_solves_becomes_hard(asked: Puzzle, player: Any) -> None:
    for number in range(6):
        page = Client().get("/puzzles/").content.decode()
        assert ("hard" in page) == (number > 4)
        assert "easy" not in page
        give(asked, browser(player(f"solver{number}")), right=False)


def test_a_puzzle_s_rating_is_no_number_while_one_answer_changes_it_much(asked: Puzzle, cleo: Any, dora: Any) -> None:
    Puzzle.objects.filter(pk=asked.pk).update(rated=MIN_SETTLED_MATCHES - 2, mu=30)
    for solver, settled in ((cleo, False), (dora, True)):
        page = give(asked, browser(solver), right=False)
        points = build_displayed_rating(asked.mu, asked.sigma).points
        listed = Client().get("/puzzles/?page=1").content.decode()
        assert ("this puzzle:" in page) == settled
        assert not re.search(rf"\s{points}\b", listed), "a list says a word, and no number without its meaning"
        assert "9 more puzzles until it’s settled" in page, "one answer changes their own rating much"
        assert "hard" in page
        assert "hard" in listed


def test_your_own_answer_does_not_change_how_hard_a_puzzle_is_called(asked: Puzzle, cleo: Any) -> None:
    Puzzle.objects.filter(pk=asked.pk).update(rated=MIN_RATED_ANSWERS, mu=28)  # medium, but nearly hard
    client = browser(cleo)
    pages = [give(asked, client, right=False), client.get("/puzzles/?level=medium").content.decode()]
    listed = Client().get("/puzzles/").content.decode()
    pages.append(client.get("/puzzles/").content.decode())
    for page in pages:
        assert re.search(r"✦✦</span>\s*medium", page)
        assert "✦✦✦" not in page
    assert "✦✦✦" in listed, "for others it has become hard"


def test_the_number_of_answers_that_makes_a_puzzle_known_is_one_of_others(asked: Puzzle, cleo: Any) -> None:
    Puzzle.objects.filter(pk=asked.pk).update(rated=MIN_RATED_ANSWERS - 1)
    client = browser(cleo)
    assert "✦" not in give(asked, client, right=False)
    assert "✦" not in client.get("/puzzles/?level=new").content.decode()
    assert "✦" in Client().get("/puzzles/").content.decode()


def test_the_list_says_what_you_solved_and_your_ratings_on_one_line(asked: Puzzle, cleo: Any) -> None:
    client = browser(cleo)
    assert 'aria-label="Puzzle ratings"' not in client.get("/puzzles/").content.decode()
    give(asked, client, right=True)
    page = client.get("/puzzles/").content.decode()
    standing = page[page.index('class="standing small"') :]
    standing = standing[: standing.index("</div>")]
    assert re.search(r"<b>about \d+[05]0\s*</b>", standing)
    assert "A one-day streak" in standing
    assert '<p class="came solved">' in page
    assert '<span class="row-mark solved">' in client.get("/puzzles/?page=1").content.decode()
    assert page.count("A one-day streak") == 1


def test_trying_again_changes_no_rating(asked: Puzzle, cleo: Any) -> None:
    give(asked, browser(cleo), right=False)
    before = Solver.objects.values().get(), Puzzle.objects.values().get()
    give(asked, browser(cleo), right=True)
    assert (Solver.objects.values().get(), Puzzle.objects.values().get()) == before


def test_guests_and_browsers_without_an_account_rate_nothing(asked: Puzzle, cleo: Any) -> None:
    type(cleo).objects.filter(pk=cleo.pk).update(guest=True)
    for client in (browser(cleo), Client()):
        assert "Your puzzle rating" not in give(asked, client, right=True)
    assert not Solver.objects.exists()
    assert (asked.mu, asked.rated) == (25, 0)
    assert Attempt.objects.get().points is None


def test_somebody_takes_their_rating_along(asked: Puzzle, cleo: Any) -> None:
    give(asked, browser(cleo), right=True)
    [rating] = personal_data.export_puzzle_ratings(player=cleo.pk)
    [attempt] = personal_data.export_attempts(player=cleo.pk)
    assert (rating["game"], rating["answers"]) == ("fuse", 1)
    assert (attempt["rating"], attempt["change"]) == Attempt.objects.values_list("points", "change").get()
