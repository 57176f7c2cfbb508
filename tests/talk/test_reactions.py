"""Reactions to the moves of a replay: their givers and readers, and that no kept step holds them."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.services import relations
from apps.matches.models import Match
from apps.talk import personal_data
from apps.talk.models import ChatBan, Reaction
from apps.talk.selectors import reactions as selectors
from apps.talk.selectors.room import load_room
from apps.talk.services import mutes
from tests.factories.finished_matches import recorded_match
from tests.factories.matches import new_match

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
HTMX = {"HX-Request": "true"}
STEP = {**HTMX, "HX-Boosted": "true", "HX-Target": "seen"}


@pytest.fixture
def over(ada: Any, ben: Any) -> Match:
    return recorded_match("fuse", [ada, ben], now=timezone.now() - timedelta(days=7))


def react(client: Client, match: Match, face: str = "face-wow", at: Any = 3, **headers: Any) -> Any:
    return client.post(f"/m/{match.code}/record/reactions/", {"at": at, "face": face}, headers=headers)


def seen(match: Match, reader: Any = None) -> list[tuple[int, str, int, bool]]:
    room = load_room(code=match.code, player=reader and reader.pk, now=timezone.now())
    return [
        (each.move, each.face, each.number, each.own)
        for _move, faces in selectors.find_given_reactions(room)
        for each in faces
    ]


def test_players_give_a_move_one_face_each_and_the_same_one_again_takes_it_back(
    over: Match, at: Browser, ada: Any, ben: Any
) -> None:
    for player, face, move in ((ada, "face-wow", 3), (ben, "face-wow", 3), (ben, "face-sad", 7)):
        response = react(at(player), over, face, move)
        assert (response.status_code, response["Location"]) == (302, f"/m/{over.code}/record/reactions/?at={move}")
    assert seen(over) == [(3, "face-wow", 2, False), (7, "face-sad", 1, False)]
    react(at(ada), over, "face-laugh")
    assert seen(over, ada)[:2] == [(3, "face-laugh", 1, True), (3, "face-wow", 1, False)]
    page = at(ada).get(f"/m/{over.code}/record/reactions/?at=3").content.decode()
    assert re.findall(r'id="react-([\w-]+)"[^>]*aria-pressed="true"', page) == ["face-laugh"]
    assert "disabled" not in page.partition("<form")[2].partition("</form>")[0]
    react(at(ada), over, "face-laugh")
    assert seen(over) == [(3, "face-wow", 1, False), (7, "face-sad", 1, False)]


def test_only_players_react_and_only_after_the_end(over: Match, at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    assert [react(at(stranger), over).status_code for stranger in (cleo, None)] == [403, 401]
    running = new_match(ada, ben)
    assert react(at(ada), Match.objects.get(code=running.code), at=0).status_code == 403
    now = timezone.now()
    ChatBan.objects.create(player=ben, since=now, until=now + timedelta(days=1))
    assert react(at(ben), over).status_code == 403
    assert not Reaction.objects.exists()
    page = at(cleo).get(f"/m/{over.code}/record/reactions/?at=3").content.decode()
    assert page.count(" disabled>") == 6
    assert "Only the players in a finished match can react to its moves." in page


@pytest.mark.parametrize(("face", "move"), [("hello", 3), ("", 3), ("face-wow", 99999), ("face-wow", "x")])
def test_what_is_no_face_or_no_move_is_refused_with_a_sentence(
    over: Match, at: Browser, ada: Any, face: str, move: Any
) -> None:
    response = react(at(ada), over, face, move, **HTMX)
    assert response.status_code == 409
    assert 'role="alert"' in response.content.decode()
    assert not Reaction.objects.exists()


def test_reactions_of_the_muted_and_blocked_are_not_counted(
    over: Match, at: Browser, ada: Any, ben: Any, cleo: Any
) -> None:
    react(at(ada), over)
    react(at(ben), over)
    mutes.mute_player(owner=ben.pk, other=ada.pk, now=timezone.now())
    relations.block_player(owner=cleo, other=ben, now=timezone.now())
    assert seen(over) == [(3, "face-wow", 2, False)]
    assert seen(over, ben) == [(3, "face-wow", 1, True)]
    assert seen(over, cleo) == [(3, "face-wow", 1, False)]


def test_reactions_are_limited_as_messages_are(over: Match, at: Browser, ada: Any) -> None:
    client = at(ada)
    assert [react(client, over, at=move).status_code for move in range(7)] == [302] * 6 + [429]
    assert react(client, over, at=0).status_code == 302, "taking one back costs nothing"


def test_a_step_that_browsers_keep_holds_no_reaction(over: Match, at: Browser, ada: Any) -> None:
    react(at(ada), over)
    path = f"/m/{over.code}/record/?at=3&as=referee"
    step = at(ada).get(path, headers=STEP)
    assert "max-age" in step["Cache-Control"]
    assert "face-" not in step.content.decode()
    assert f'hx-get="/m/{over.code}/record/reactions/?at=3"' in at(ada).get(path).content.decode()
    part = at(ada).get(f"/m/{over.code}/record/reactions/?at=3", headers=HTMX)
    assert "no-store" in part["Cache-Control"]
    assert '<span data-face="face-wow" data-number="1" title="Surprised face: You" data-own>' in part.content.decode()


def test_a_face_names_who_gave_it_and_the_reader_is_you(over: Match, at: Browser, ada: Any, ben: Any) -> None:
    for player in (ada, ben):
        react(at(player), over)
    for reader, names in ((None, "ada, ben"), (ada, "You, ben"), (ben, "You, ada")):
        page = at(reader).get(f"/m/{over.code}/record/reactions/?at=3").content.decode()
        assert page.count(f'aria-label="Surprised face: {names}"') == 1
        assert f'<small class="givers" translate="no" aria-hidden="true">{names}</small>' in page


def test_a_replay_asks_for_all_its_reactions_with_few_statements(over: Match, at: Browser, ada: Any, ben: Any) -> None:
    client, counts = at(ada), []
    for moves in (range(1, 2), range(2, 40)):
        Reaction.objects.bulk_create(
            Reaction(match=over, player=ben, move=move, face="face-boom", at=timezone.now()) for move in moves
        )
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/m/{over.code}/record/reactions/?at=3", headers=HTMX)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 7


def test_reactions_are_in_the_data_of_whoever_gave_them_and_go_with_the_account(
    over: Match, at: Browser, ada: Any, ben: Any
) -> None:
    react(at(ada), over)
    [row] = personal_data.export_reactions(player=ada.pk)
    assert (row["match"], row["move"], row["face"]) == (over.code, 3, "face-wow")
    assert not list(personal_data.export_reactions(player=ben.pk))
    ada.delete()
    assert not Reaction.objects.exists()
