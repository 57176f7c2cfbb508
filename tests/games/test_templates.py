"""Every game brings a template for all it can ask and tell, and these see no more than they are given."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest
from django.template.loader import get_template

import apps.games
from apps.games import catalogue
from apps.kernel.events import Announced

GAMES = list(catalogue().values())
FOLDER = Path(apps.games.__file__).parent
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)


def _tags(union: Any) -> list[str]:
    return [kind.__struct_config__.tag for kind in get_args(union)]


@each_game
def test_a_game_has_a_template_for_everything_it_asks_tells_and_draws(game: Any) -> None:
    slug = game.meta.slug
    names = ["board", "faces", "hands", "plates", "wait", "rules", "orders", "emblem"]
    names += [f"ask_{about}" for about in next(iter(game.meta.paces.values()))]
    names += [f"story/{tag}" for tag in _tags(game.event)]
    names += [f"orders/{tag}" for tag in _tags(game.order)]
    for name in names:
        get_template(f"{slug}/{name}.html")


def test_the_house_has_a_sentence_for_everything_it_announces() -> None:
    said = Announced.__annotations__["what"]
    for what in re.findall(r"\w+", said.removeprefix("Literal") if isinstance(said, str) else " ".join(get_args(said))):
        get_template(f"matches/story/{what}.html")


@each_game
def test_a_sentence_is_made_of_its_words_alone(game: Any) -> None:
    """Sentences are kept by their words: one that read the event besides would be told with somebody else's numbers."""
    for file in (FOLDER / game.meta.slug / "templates" / game.meta.slug / "story").glob("*.html"):
        read = set(re.findall(r"sentence\.(\w+)", file.read_text()))
        assert read <= {"words", "who", "mine", "names", "cause"}, file.name
