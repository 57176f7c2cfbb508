"""Tests that every game has a template for all its questions and facts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from django.conf import settings
from django.template.base import Template
from django.template.exceptions import TemplateDoesNotExist
from django.template.loader import get_template
from django.template.loader_tags import BlockNode

from apps.kernel.events import Announced
from apps.kernel.table import Seat
from apps.matches.selectors.match_view import Sentence
from apps.matches.templatetags.story import Deed, deeds, lately, render_moment, story, words_of
from tests.games.tables import GAMES, kinds, require

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)


def _tags(union: Any) -> list[str]:
    return [kind.__struct_config__.tag for kind in kinds(union)]


@each_game
def test_a_game_has_a_template_for_everything_it_asks_tells_and_draws(game: Any) -> None:
    slug = game.meta.slug
    names = ["board", "faces", "hands", "plates", "wait", "rules", "orders", "emblem"]
    names += [f"ask_{about}" for about in next(iter(game.meta.paces.values()))]
    names += [f"orders/{tag}" for tag in _tags(game.order)]
    names += ["aim", "answers", "beside", "because", "progress", "standing"]
    for name in names:
        own = _find_own_template(slug, name)
        require(own, game, f"{slug}/{name}.html", f"Write it in the game's folder, templates/{slug}/{name}.html.")
    assert blocks(f"{slug}/story.html") == _tags(game.event)
    assert set(blocks(f"{slug}/answers.html")) >= set(_tags(game.action)) - {"close"}


def _find_own_template(slug: str, name: str) -> bool:
    """Return whether the game itself has this template, and not only drafts."""
    try:
        found: Any = get_template(f"{slug}/{name}.html")
    except TemplateDoesNotExist:
        return False
    return Path(found.origin.name).parts[-3 - name.count("/") :][:2] == ("templates", slug)


@each_game
def test_a_game_with_fields_that_a_button_steps_says_that_it_asks_numbers(game: Any) -> None:
    faces: Any = get_template(f"{game.meta.slug}/faces.html")
    folder = Path(faces.origin.name).parent
    steps = any("data-step=" in each.read_text() for each in folder.rglob("*.html"))
    assert steps is game.meta.asks_numbers, "their script is loaded for these games only"


def test_the_house_has_a_sentence_for_everything_it_announces() -> None:
    assert set(blocks("matches/announced.html")) == set(get_args(get_type_hints(Announced)["what"]))


def blocks(name: str) -> list[str]:
    """Return the kinds of fact that a story has words for."""
    found: Any = get_template(name)
    page: Template = found.template
    return [node.name for node in page.nodelist if isinstance(node, BlockNode)]


def test_a_sentence_is_made_of_its_words_alone() -> None:
    """Check that blocks use only their words, by which sentences are cached. Others would show wrong numbers."""
    words = {"points": 7}
    sentence = Sentence(3, "fuse/story.html", "died", words, who="Ada", mine=True, names=("Ada", "Ben"), cause="seat")
    told = {"who": "Ada", "mine": True, "yours": False, "me": None, "names": ("Ada", "Ben"), "cause": "seat"}
    assert words_of(sentence) == {"points": 7, **told}


@each_game
def test_what_a_game_draws_of_a_moment_is_of_its_facts_and_for_a_scene_there_is(game: Any) -> None:
    slug = game.meta.slug
    try:
        page: Any = get_template(f"{slug}/moments.html")
    except TemplateDoesNotExist:
        return
    assert set(blocks(f"{slug}/moments.html")) <= set(_tags(game.event))
    scenes = (Path(settings.ROOT) / "static/moments/scenes.js").read_text()
    for scene in re.findall(r'data-moment="(\w+)"', page.template.source):
        assert f"\n    {scene}: async (" in scenes, scene


def test_a_moment_is_drawn_beside_its_sentence_with_the_seat_things_fly_to() -> None:
    names, ben = ("Ada", "Ben"), Seat(1)
    boom = Sentence(7, "fuse/story.html", "exploded", {"cards": 3, "points": 33}, "Ben", False, names, "seat", seat=ben)
    assert 'data-moment="burn" data-clears data-seat="1" data-gains="1:33"' in story([boom])
    drew = Sentence(8, "fuse/story.html", "drew", {}, "Ben", False, names, "seat", seat=ben)
    assert render_moment(drew) == ""
    away = Sentence(9, "matches/announced.html", "away", {"seconds": 0}, "Ben", False, names, "house", seat=ben)
    assert render_moment(away) == ""


def test_what_was_told_lately_comes_oldest_first_and_without_what_only_a_record_tells() -> None:
    facts = [("swept", "Cleo"), ("began", "Ben"), ("swept", "Cleo"), ("skipped", "Ada"), ("skipped", "Dora")]
    sentences = [
        Sentence(9 - n, "kobolds/story.html", fact, {}, who=who, mine=False, names=("Ada", "Ben"), cause="seat")
        for n, (fact, who) in enumerate(facts)
    ]
    told = lately(sentences, 2)
    assert [" ".join(each.split()) for each in re.findall("<span>(.*?)</span>", told, re.DOTALL)] == [
        "Ada leaves the bomb as it is.",
        "Ben starts with the new bomb.",
    ]


def test_what_each_seat_did_last_is_its_newest_fact_of_the_wanted_kinds() -> None:
    facts = [
        ("handed", 1, ""),
        ("swapped", 1, ""),
        ("played", 0, "a card"),
        ("drew", 0, "another"),
        ("drew", 2, "third"),
    ]
    sentences = [
        Sentence(9 - n, "", fact, {"face": face} if face else {}, "", False, (), "seat", seat=Seat(seat))
        for n, (fact, seat, face) in enumerate(facts)
    ]
    assert deeds(sentences, 4, "played swapped drew") == (
        Deed("played", "a card"), Deed("swapped", None), Deed("drew", "third"), None,
    )  # fmt: skip
    assert deeds((), 2, "drew") == (None, None)


def test_what_was_done_to_the_reader_is_told_them_as_you() -> None:
    names, words = ("Ada", "Ben"), {"target": Seat(0), "own": False, "trick": False}
    handed = [
        Sentence(3, "kobolds/story.html", "handed", words, "Ben", False, names, "seat", yours=yours)
        for yours in (True, False)
    ]
    assert [re.sub("<.*?>|\\s+", " ", story([each])).strip() for each in handed] == [
        "Ben hands the bomb on to you.",
        "Ben hands the bomb on to Ada.",
    ]
