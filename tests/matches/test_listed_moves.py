"""Tests of the list of moves beside a replay, which says what was played and gives nothing away."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from apps.games import load_games
from apps.games.fuse import state as fuse
from apps.games.fuse.cards import FACES
from apps.kernel.table import PUBLIC, REFEREE, Seat
from apps.matches.models import Move
from apps.matches.selectors import match_view, replay
from tests.factories.finished_matches import recorded_match

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Browser = Callable[..., Client]


def listed(page: str) -> dict[int, str]:
    """Return what the list of a page says of each move."""
    rows = re.findall(r'<a id="m(\d+)"[^>]*>.*?<span>(.*?)</span>', page.partition('id="moves"')[2], re.DOTALL)
    return {int(n): " ".join(re.sub(r"<[^>]+>", " ", said).split()) for n, said in rows}


def test_the_list_of_moves_says_what_was_played(ada: Any, ben: Any, at: Browser) -> None:
    match = recorded_match("fuse", [ada, ben], seed=3)
    game = load_games()["fuse"]
    page = at(ada).get(f"/m/{match.code}/record/").content.decode()
    found, made = listed(page), 0
    for move in Move.objects.filter(match=match, seat__gte=0, number__lt=len(found)):
        action, who = game.answer.decode(move.action), ("You", "ben")[move.seat or 0]
        if isinstance(action, fuse.Lay):
            points = FACES[action.card].points
            assert found[move.number] == f"{who} · Play a {points}"
            row = page.partition(f'id="m{move.number}"')[2].partition("</a>")[0]
            assert f'<svg class="card" aria-hidden="true"><use href="#card-fuse{points}" /></svg>' in row
            made += 1
    assert found[0] == "the deal"
    assert made > 9
    assert all(found.values())


def test_the_cards_of_kobolds_are_drawn_beside_what_was_played(player: Any, at: Browser) -> None:
    match = recorded_match("kobolds", [player(name) for name in ("ada", "ben", "cleo")], seed=3)
    page = at().get(f"/m/{match.code}/record/").content.decode()
    rows = re.findall(r'<a id="m\d+".*?</a>', page.partition('id="moves"')[2], re.DOTALL)
    for said, cards in ((" → ", 1), (" into the bomb, ", 2)):
        row = next(row for row in rows if said in row and (cards == 1 or "</b>," not in row))
        drawn = re.findall(r'<svg class="kard".*?</svg>', row)
        assert len(drawn) == cards
        assert all(f'<symbol id="{each}"' in page for each in re.findall(r'href="#(.*?)"', "".join(drawn)))


def test_an_answer_is_listed_for_its_own_seat_and_for_others_only_what_they_were_told(player: Any, at: Browser) -> None:
    match = recorded_match("kobolds", [player(name) for name in ("ada", "ben", "cleo")], seed=3)
    loaded = match_view.load_match(match.code)
    for observer in (REFEREE, PUBLIC, Seat(0)):
        for move in replay.load_heard_moves(loaded, observer):
            assert not move.answer or observer in (REFEREE, move.seat)
    swaps = [n for n, said in listed(at().get(f"/m/{match.code}/record/").content.decode()).items() if " into " in said]
    assert swaps
    public = " ".join(listed(at().get(f"/m/{match.code}/record/?as=public").content.decode()).values())
    assert " out of it" not in public, "what was taken out of a bomb"


def test_nothing_beside_the_first_move_says_who_won_until_someone_asks(ada: Any, ben: Any, at: Browser) -> None:
    match = recorded_match("fuse", [ada, ben], seed=3)
    page = at().get(f"/m/{match.code}/record/?at=0").content.decode()
    before, ending = page.partition("<main")[2].split('<details class="ending" id="ending">')
    told, after = ending.split("</details>")[0], ending.partition("</details>")[2]
    assert "won with" in told
    assert not re.search(r"\bwon\b|Turning point", re.sub(r"<[^>]+>", " ", before + after.partition("</main>")[0]))
    assert '<rect class="veil" x="0.0%" width="100.0%"' in before
    end = at().get(f"/m/{match.code}/record/?at={match.moves - 1}").content.decode()
    assert '<details class="ending" id="ending" open>' in end
    assert " data-last>" in end
    assert before.count(" data-ahead") == len(re.findall(r'<a class="lane\d"|id="next-moment" href', before)) + 1
    assert " data-ahead" not in end.partition('class="marks"')[2].partition("</svg>\n")[0].partition("</section>")[0]
    assert 'class="veil"' not in at(ada).get(f"/m/{match.code}/record/?at=0").content.decode(), "who played knows"
