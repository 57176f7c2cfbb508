"""Every game brings a template for all it can ask and tell."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest
from django.template.base import Template
from django.template.loader import get_template
from django.template.loader_tags import BlockNode

from apps.kernel.events import Announced
from apps.matches.selectors.match_view import Sentence
from apps.matches.templatetags.story import words_of
from tests.games.tables import GAMES, kinds

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)


def _tags(union: Any) -> list[str]:
    return [kind.__struct_config__.tag for kind in kinds(union)]


@each_game
def test_a_game_has_a_template_for_everything_it_asks_tells_and_draws(game: Any) -> None:
    slug = game.meta.slug
    names = ["board", "faces", "hands", "plates", "wait", "rules", "orders", "emblem"]
    names += [f"ask_{about}" for about in next(iter(game.meta.paces.values()))]
    names += [f"orders/{tag}" for tag in _tags(game.order)]
    for name in names:
        get_template(f"{slug}/{name}.html")
    assert blocks(f"{slug}/story.html") == _tags(game.event)


def test_the_house_has_a_sentence_for_everything_it_announces() -> None:
    assert set(blocks("matches/announced.html")) == set(get_args(get_type_hints(Announced)["what"]))


def blocks(name: str) -> list[str]:
    """The kinds of fact a story has words for."""
    found: Any = get_template(name)
    page: Template = found.template
    return [node.name for node in page.nodelist if isinstance(node, BlockNode)]


def test_a_sentence_is_made_of_its_words_alone() -> None:
    """Sentences are kept by their words: a block that saw more would be told with somebody else's numbers."""
    words = {"points": 7}
    sentence = Sentence(3, "fuse/story.html", "died", words, who="Ada", mine=True, names=("Ada", "Ben"), cause="seat")
    assert words_of(sentence) == {"points": 7, "who": "Ada", "mine": True, "names": ("Ada", "Ben")}
