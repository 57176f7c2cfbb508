"""Tests that a puzzle is answered on the cards of its game, which offer every answer, and as a list of buttons."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import UTC, date
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from apps.games import load_games
from apps.kernel.game import Illegal
from apps.kernel.table import Seat
from apps.matches.selectors import decisions
from apps.matches.views.form_words import parse_form_words
from apps.puzzles.finding.found import Found
from apps.puzzles.models import Attempt, Puzzle
from tests.factories.finished_matches import recorded_match
from tests.factories.people import browser
from tests.factories.puzzles import of_every_game, puzzle
from tests.reading import Form, forms_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]
HTMX = {"HX-Request": "true"}
KINDS = [(slug, about) for slug, game in load_games().items() for about in game.meta.questions]
RARE = {"quirk", "matchman"}
"""Kinds of question that few matches ask in a way that leaves a choice."""
OPTIONS: dict[str, dict[str, Any]] = {"bombe": {"bid_cap": 30, "rising_ties": True}}
"""Options that limit the bids, because puzzles need few answers."""


def today() -> date:
    return timezone.now().astimezone(UTC).date()


def found_of(asked: Puzzle) -> Found:
    return msgspec.json.decode(asked.found, type=Found)


def asked_about(game: str, about: str, players: list[Any]) -> Iterator[Puzzle]:
    """Yield puzzles about this kind of question, from a few matches."""
    for seed in range(1, 5):
        match = recorded_match(game, players, seed=seed, **OPTIONS.get(game, {}))
        for skip in range(0, 24, 3):
            try:
                yield puzzle(match, about=about, skip=skip, on=None)
            except IndexError:
                break


def cards_of(page: str, asked: Puzzle) -> list[Form]:
    """Return the forms of the game itself, without the list of answers."""
    forms = [form for form in forms_of(page) if form.action == asked.get_absolute_url()]
    return [form for form in forms if not any(name == "answer" for name, _value in form.buttons)]


def every_way(form: Form) -> Iterator[dict[str, str]]:
    """Yield everything that a form can send."""
    choices = [[(name, value) for value in values] for name, values in form.choices.items()]
    boxes = [[(name, value), ("", "")] for name, value in form.boxes.items()]
    for picked in itertools.product(*choices, *boxes, form.buttons):
        yield {**form.fixed, **{name: value for name, value in picked if name}}


def meant(asked: Puzzle, words: dict[str, str]) -> int | None:
    """Return the number of the puzzle's answer that these fields give."""
    shown = decisions.build_shown_decision(asked.match, Seat(asked.seat), asked.move)
    said = parse_form_words(QueryDict(urlencode(words)))
    said.pop("question")
    try:
        return found_of(asked).number(shown.game, shown.action(said))
    except Illegal:
        return None


@pytest.mark.parametrize(("game", "about"), KINDS)
def test_every_answer_can_be_given_on_the_cards_and_nothing_else(game: str, about: str, player: Any) -> None:
    players = [player(f"p{number}") for number in range(4)]
    known = 0
    for asked in itertools.islice(asked_about(game, about, players), 12):
        Puzzle.objects.filter(published_on=today()).update(published_on=None)
        Puzzle.objects.filter(pk=asked.pk).update(published_on=today())
        page = Client().get(asked.get_absolute_url()).content.decode()
        given = {meant(asked, words) for form in cards_of(page, asked) for words in every_way(form)}
        last = len(found_of(asked).answers) - 1
        # If a number is typed in, only the first and last are tried.
        assert given == ({0, last} if about == "bid" else set(range(last + 1))), asked.move
        known += 1
    assert known > 2 or about in RARE


def test_a_card_that_is_tapped_is_the_answer(player: Any, cleo: Any) -> None:
    made = of_every_game(*map(player, ("one", "two", "three")), on=today())
    client = browser(cleo)
    for asked in made.values():
        page = client.get(asked.get_absolute_url()).content.decode()
        form = cards_of(page, asked)[-1]
        words = list(every_way(form))[-1]
        assert client.post(asked.get_absolute_url(), words).status_code == 302
        attempt = Attempt.objects.get(puzzle=asked, player=cleo)
        assert attempt.chosen == meant(asked, words)
        assert 'id="verdict"' in client.get(asked.get_absolute_url()).content.decode()


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
@pytest.mark.parametrize(
    "words", [{}, {"type": "lay", "card": "9999"}, {"type": "lay"}, {"type": "fly"}, {"type": "bomb", "x": "1"}]
)
def test_what_the_seat_may_not_answer_is_refused_beside_the_question(
    words: dict[str, str], headers: dict[str, str], player: Any, cleo: Any
) -> None:
    asked = puzzle(recorded_match("fuse", [player("one"), player("two")]), on=today(), about="turn", skip=9)
    response = browser(cleo).post(asked.get_absolute_url(), {"question": "turn:1", **words}, headers=headers)
    page = response.content.decode()
    assert response.status_code == 422
    assert "Choose one of the answers first." in page
    assert cards_of(page, asked)
    assert ("<html" in page) == (not headers)
    assert not Attempt.objects.exists()


def test_no_card_of_a_puzzle_plans_or_leaves_an_order(player: Any) -> None:
    for asked in of_every_game(*map(player, ("one", "two", "three")), on=today()).values():
        page = Client().get(asked.get_absolute_url()).content.decode()
        assert "/orders/" not in page
        assert 'name="along' not in page
        assert 'form="ordering"' not in page
        assert "If you don’t move" not in page


def test_the_answers_are_also_a_list_of_buttons(player: Any, cleo: Any) -> None:
    asked = puzzle(recorded_match("fuse", [player("one"), player("two")]), on=today(), about="turn", skip=9)
    page = browser(cleo).get(asked.get_absolute_url()).content.decode()
    [form] = [form for form in forms_of(page) if ("answer", "0") in form.buttons]
    assert len(form.buttons) == len(found_of(asked).answers)
    browser(cleo).post(asked.get_absolute_url(), {"answer": "1"})
    assert Attempt.objects.get().chosen == 1


def test_only_a_game_that_asks_for_numbers_loads_the_script_for_them(player: Any) -> None:
    made = of_every_game(*map(player, ("one", "two", "three")), on=today())
    loading = {
        game for game, asked in made.items() if "/stepper" in Client().get(asked.get_absolute_url()).content.decode()
    }
    assert loading == {"bombe"}


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize(("game", "about"), [("fuse", "turn"), ("frogs", "throw"), ("kobolds", "trick")])
def test_the_cards_of_the_best_answer_and_of_your_own_are_marked(
    game: str, about: str, right: bool, player: Any, cleo: Any
) -> None:
    players, most = [player(f"p{number}") for number in range(4)], 0
    for asked in itertools.islice(asked_about(game, about, players), 12):
        Puzzle.objects.filter(published_on=today()).update(published_on=None)
        Puzzle.objects.filter(pk=asked.pk).update(published_on=today())
        found = found_of(asked)
        page = (
            Client()
            .post(asked.get_absolute_url(), {"answer": found.best if right else 0}, headers=HTMX)
            .content.decode()
        )
        best, own = cards_that_give(asked, found.best), set() if right else cards_that_give(asked, 0)
        assert page.count("best-card") == len(best - own)
        assert page.count("wrong-card") == len(own - best)
        most = max(most, len(own - best))
    assert right or most > 1 or game != "fuse", "of equal cards, all are marked"


def cards_that_give(asked: Puzzle, number: int) -> set[Any]:
    """Return the cards of the hand that give this answer, equal ones too."""
    shown, found = decisions.build_shown_decision(asked.match, Seat(asked.seat), asked.move), found_of(asked)
    actions = [each for each in shown.legal() if found.number(shown.game, each) == number]
    return {each.card for each in actions if getattr(each, "card", None) is not None}


def test_an_answered_question_stays_but_cannot_be_answered(player: Any, cleo: Any) -> None:
    for asked in of_every_game(*map(player, ("one", "two", "three")), on=today()).values():
        page = browser(cleo).post(asked.get_absolute_url(), {"answer": 0}, headers=HTMX).content.decode()
        assert not cards_of(page, asked)
        assert "<fieldset disabled" in page
