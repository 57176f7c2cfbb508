"""Tests that a program with an access token can do what its player can do on pages, and nothing else."""

from __future__ import annotations

import json
import random
from datetime import timedelta
from typing import Any

import jsonschema_rs
import pytest
from django.test import Client

from apps.accounts.models import AccessToken
from apps.accounts.services import access_tokens
from apps.api import response_policy
from apps.games import load_games
from apps.matches.models import Match
from apps.matches.selectors import match_view
from tests.api.program import V1, Program
from tests.factories.matches import sealed_match

pytestmark = pytest.mark.django_db


def asked_first(*players: Any) -> tuple[Program, Program, Any, Any]:
    """Return the program of a match's first player, the other's, the question, and the match as its seat sees it."""
    table = sealed_match("fuse", *players)
    programs = [Program(player) for player in players]
    first, other = sorted(programs, key=lambda program: not program.get("/me/questions/"))
    [question] = first.get("/me/questions/")
    return first, other, question, first.get(f"/matches/{table.code}/seat/")


@pytest.fixture(autouse=True)
def no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_policy, "MAX_REQUESTS", 10**9)


def test_a_token_says_whom_it_is_for(ada: Any) -> None:
    program = Program(ada, "read")
    told = program.get("/me/")
    assert (told["name"], told["scopes"]) == ("ada", ["read"])
    assert AccessToken.objects.get().last_used_at is not None


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer sf_wrong", "Basic YWRhOmFkYQ==", "Bearer \u00e9"])
def test_without_a_valid_token_nothing_is_told(ada: Any, header: str) -> None:
    answer = Client().get(f"{V1}/me/", headers={"Authorization": header} if header else {})
    assert answer.status_code == 401
    assert answer["Content-Type"] == "application/problem+json"
    assert answer["WWW-Authenticate"] == "Bearer"
    assert json.loads(answer.content)["code"] == "unauthorized"


def test_a_login_is_no_token(ada: Any) -> None:
    browser = Client()
    browser.force_login(ada)
    assert browser.get(f"{V1}/me/").status_code == 401


def test_a_token_allows_only_its_scopes(ada: Any, ben: Any) -> None:
    first, _other, question, seat = asked_first(ada, ben)
    reader, player = Program(first.player, "read"), Program(first.player, "play")
    body = {"key": question["key"], "action": seat["answers"][0]}
    assert "“play”" in reader.post(f"/matches/{seat['code']}/answers/", body, 403)["detail"]
    assert player.get("/me/", 403)["code"] == "forbidden"
    assert reader.get("/me/questions/") == [question]


def test_a_revoked_token_and_that_of_a_closed_account_are_refused(ada: Any, ben: Any) -> None:
    program, other = Program(ada), Program(ben)
    access_tokens.revoke_access_token(player=ada, token=program.row.pk)
    program.get("/me/", 401)
    ben.is_active = False
    ben.save()
    other.get("/me/", 401)


def test_a_seat_is_told_exactly_what_its_page_knows(ada: Any, ben: Any) -> None:
    table = sealed_match("fuse", ada, ben)
    for player in (ada, ben):
        told = Program(player).get(f"/matches/{table.code}/seat/")
        view = match_view.load_match_view(code=table.code, player=player.pk)
        assert told["seat"] == view.seat
        assert [question["key"] for question in told["questions"]] == [each.key for each in view.questions]
        assert told["heard"] == view.heard
    assert Program(ada).get(f"/matches/{table.code}/seat/")["state"] != told["state"]


def test_a_program_answers_and_the_same_answer_again_changes_nothing(ada: Any, ben: Any) -> None:
    program, _other, question, seat = asked_first(ada, ben)
    assert seat["complete"]
    path, body = f"/matches/{seat['code']}/answers/", {"key": question["key"], "action": seat["answers"][0]}
    after = program.post(path, body)
    assert after["heard"] > seat["heard"]
    assert after["questions"] == []
    moves = Match.objects.get(code=seat["code"]).moves
    assert program.post(path, body) == after
    assert Match.objects.get(code=seat["code"]).moves == moves
    other = {"key": question["key"], "action": seat["answers"][-1]}
    assert program.post(path, other, 409)["code"] == "gone"


def test_an_answer_that_leaves_its_question_open_can_be_sent_again_too(ada: Any, ben: Any) -> None:
    table = sealed_match("kobolds", ada, ben, bots=1)
    program = next(each for each in map(Program, (ada, ben)) if each.get("/me/questions/"))
    [question] = program.get("/me/questions/")
    path, claim = f"/matches/{table.code}/answers/", {"type": "claim", "on": False}
    after = program.post(path, {"key": question["key"], "action": claim})
    assert question["key"] in [each["key"] for each in after["questions"] if not each["answered"]]
    assert program.post(path, {"key": question["key"], "action": claim}) == after
    assert program.post(path, {"key": question["key"], "action": {"type": "lift"}}, 422)["code"] == "move_impossible"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"key": "turn:99", "action": {"type": "bomb"}}, 409),
        ({"key": "turn:1", "action": {"type": "fly"}}, 400),
        ({"key": "turn:1"}, 422),
        ([], 422),
        ({"key": "turn:1\x00", "action": {"type": "bomb"}}, 409),
    ],
)
def test_bad_answers_are_refused_with_a_sentence_and_change_nothing(
    ada: Any, ben: Any, body: object, status: int
) -> None:
    table = sealed_match("fuse", ada, ben)
    before = Program(ada).get(f"/matches/{table.code}/seat/")
    problem = Program(ada).post(f"/matches/{table.code}/answers/", body, status)
    assert problem["status"] == status
    assert problem["detail"]
    assert Program(ada).get(f"/matches/{table.code}/seat/") == before


def test_strangers_and_spectators_have_no_seat(ada: Any, ben: Any, cleo: Any) -> None:
    table = sealed_match("fuse", ada, ben)
    stranger = Program(cleo)
    for method, path, body in (
        ("GET", "seat", None),
        ("POST", "quit", None),
        ("POST", "return", None),
        ("POST", "orders", {"order": {"order": "lay"}}),
        ("POST", "proposals", {"what": "pause", "about": 1}),
        ("DELETE", "orders/o0123456789abcde", None),
        ("POST", "answers", {"key": "turn:1", "action": {"type": "pass"}}),
        ("POST", "chat", {"text": "hello"}),
    ):
        stranger.ask(method, f"/matches/{table.code}/{path}/", body, 403)
    stranger.get("/matches/zzzzzzzz/seat/", 404)


def test_chat_proposals_orders_and_quitting_work_as_on_pages(ada: Any, ben: Any) -> None:
    table = sealed_match("fuse", ada, ben)
    first, second = Program(ada), Program(ben)
    first.post(f"/matches/{table.code}/chat/", {"text": "Good luck!"})
    [line] = second.get(f"/matches/{table.code}/chat/")
    assert (line["author"], line["text"], line["mine"]) == ("ada", "Good luck!", False)
    first.post(f"/matches/{table.code}/proposals/", {"what": "pause", "about": 2})
    [proposal] = second.get(f"/matches/{table.code}/seat/")["proposals"]
    assert (proposal["what"], proposal["about"], proposal["by"], proposal["agreed"]) == ("pause", 2, "ada", False)
    assert second.post(f"/matches/{table.code}/proposals/", {"what": "pause", "about": 2})["status"] == "paused"
    second.post(f"/matches/{table.code}/proposals/", {"what": "resume"})
    assert first.post(f"/matches/{table.code}/proposals/", {"what": "resume"})["status"] == "playing"
    assert first.post(f"/matches/{table.code}/quit/", status=204) is None
    first.get(f"/matches/{table.code}/seat/", 403)
    assert second.get(f"/matches/{table.code}/seat/")["players"][0]["kind"] == "bot"


@pytest.mark.parametrize("slug", sorted(load_games()))
def test_programs_play_a_whole_match_of_every_game(ada: Any, ben: Any, slug: str) -> None:
    game: Any = load_games()[slug]
    seats = game.meta.quick_seats or game.meta.seats[0]
    table = sealed_match(slug, ada, ben, bots=seats - 2, **game.meta.quick_options)
    programs, draw = [Program(ada), Program(ben)], random.Random(7)
    for _ in range(4000):
        waiting = [(each, asked) for each in programs for asked in each.get("/me/questions/")[:1]]
        for program, asked in waiting:
            seat = program.get(f"/matches/{table.code}/seat/")
            program.post(
                f"/matches/{table.code}/answers/", {"key": asked["key"], "action": draw.choice(seat["answers"])}
            )
        if not waiting:
            if Match.objects.get(code=table.code).status == Match.Status.OVER:
                break
            table.settle(after=timedelta(minutes=1))
    ended = programs[0].get(f"/matches/{table.code}/seat/")
    assert ended["status"] == "over"
    assert len(ended["outcome"]["places"]) == seats


@pytest.mark.parametrize("slug", sorted(load_games()))
def test_what_a_seat_is_told_is_as_the_schema_of_its_game_says(ada: Any, ben: Any, slug: str) -> None:
    game: Any = load_games()[slug]
    table = sealed_match(slug, ada, ben, bots=(game.meta.quick_seats or game.meta.seats[0]) - 2)
    schema = json.loads(Client().get(f"{V1}/games/{slug}/schema/").content)

    def check(part: str, value: object) -> None:
        jsonschema_rs.validate({**schema[part], "components": schema["components"]}, value)

    for _ in range(12):
        for player in (ada, ben):
            seat = Program(player).get(f"/matches/{table.code}/seat/")
            check("state", seat["state"])
            check("options", seat["setup"]["options"])
            for answer in seat["answers"]:
                check("action", answer)
        table.step()
    for line in Client().get(f"{V1}/matches/{table.code}/record/").content.splitlines()[1:]:
        for fact in json.loads(line).get("facts", ()):
            check("fact", fact)
    with pytest.raises(jsonschema_rs.ValidationError):
        check("action", {"type": "fly"})
