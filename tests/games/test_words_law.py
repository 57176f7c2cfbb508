"""A law of words: a game's sentences and buttons are about its facts and answers, and use only names that these have.

Templates show nothing for a misspelt name or block, so no one would notice.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, Final

import pytest
from django.template.exceptions import TemplateDoesNotExist
from django.template.loader import get_template

from apps.kernel.chance import SEED_BYTES
from apps.kernel.game import AnyGame
from apps.kernel.table import Seat
from apps.matches.selectors.match_view import Sentence
from apps.matches.templatetags.story import render_named_block, words_of
from tests.games.tables import GAMES, kinds, name, options, played
from tests.games.test_templates import blocks
from tests.luck import LUCK

each_game = pytest.mark.parametrize("game", GAMES, ids=name)
_OF_DJANGO: Final = frozenset({"True", "False", "None", "forloop", "block"})
_GIVEN: Final = re.compile(r"(\w+)=|\bas (\w+)|\bfor (\w+)(?:, (\w+))?")
"""Names that templates give themselves."""


class Words(dict[str, Any]):
    """The words of a sentence, which notice the names that they lack."""

    def __init__(self, words: Any) -> None:
        super().__init__(words)
        self.missing: set[str] = set()

    def __contains__(self, name: object) -> bool:
        found = super().__contains__(name)
        if not found and name not in _OF_DJANGO:
            self.missing.add(str(name))
        return found


@each_game
def test_every_sentence_is_of_a_fact_and_uses_only_its_words(game: AnyGame) -> None:
    luck = random.Random(f"{LUCK} {name(game)}")
    match = played(game, game.setup(game.meta.seats[0], options(game, luck)), luck.randbytes(SEED_BYTES))
    names = tuple(f"Seat{seat}" for seat in match.setup.everyone())
    sentences = [
        (fact, Sentence(1, "", "", game.words(fact), who, mine, names, "seat", seat=Seat(0)))
        for fact in match.events()
        for who, mine in (("Ada", False), ("Ada", True), ("", False))
    ]
    check_words(game, "story.html", game.event, [(fact, words_of(sentence)) for fact, sentence in sentences])


@each_game
def test_every_button_is_of_an_answer_and_uses_only_its_words(game: AnyGame) -> None:
    luck = random.Random(f"{LUCK} {name(game)}")
    match = played(game, game.setup(game.meta.seats[0], options(game, luck)), luck.randbytes(SEED_BYTES))
    names = tuple(f"Seat{seat}" for seat in match.setup.everyone())
    said = [step.action for step in match.steps]
    check_words(
        game, "answers.html", game.action, [(each, {**game.calls(each), "names": names, "me": 0}) for each in said]
    )


def check_words(game: AnyGame, file: str, union: Any, words: list[tuple[Any, Any]]) -> None:
    template = f"{game.meta.slug}/{file}"
    try:
        path = get_template(template).origin.name  # type: ignore[attr-defined]
    except TemplateDoesNotExist:
        return
    if "/draft/" in path:
        return
    tags = {kind.__struct_config__.tag for kind in kinds(union)}
    texts = [each.read_text() for each in Path(path).parent.rglob("*.html")]
    given = {each for text in texts for found in _GIVEN.findall(text) for each in found}
    unknown = sorted({*blocks(template)} - tags)
    assert not unknown, f"{path} has blocks for {unknown}. The rules have {sorted(tags)}."
    for each, known in words:
        tag = each.__struct_config__.tag
        if tag in blocks(template):
            noted = Words(known)
            render_named_block(template, tag, noted)
            missing = sorted(noted.missing - given)
            assert not missing, f"{path}, block {tag}: no value is called {missing}. It has {sorted(known)}."
