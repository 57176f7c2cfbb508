"""Tests that every game gives a reason for each possible answer, in every language."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override

from apps.kernel.advice import ONLY_ANSWER
from apps.kernel.game import TRIED, Reason
from apps.kernel.playout import Playout
from apps.kernel.table import HOUSE, Seat
from apps.matches.selectors.hints import get_reason_template
from apps.matches.templatetags.story import render_named_block
from tests.games.tables import GAMES, AnyGame, Position, name, stored
from tests.games.test_laws import Positions, law
from tests.games.test_templates import blocks

FEW = 12
"""The number of answers per position, and of positions per match."""
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Eve", "Fay", "Gus", "Hal")


def _answers(game: AnyGame, positions: Positions) -> Iterator[tuple[Position, Seat, Any]]:
    for position in positions[:: max(1, len(positions) // FEW)]:
        for ask in position.asks["referee"]:
            legal = tuple(position.legal[ask.seat]) if ask.seat != HOUSE else ()
            for action in legal[:: max(1, len(legal) // FEW)]:
                yield position, ask.seat, action


@law(of_every=3)
def test_every_answer_has_a_reason_with_a_sentence_in_every_language(
    game: AnyGame, match: Playout, positions: Positions
) -> None:
    found = {}
    for position, seat, action in _answers(game, positions):
        reason = game.because(position.memories[seat], seat, action)
        assert stored(reason, Reason) == reason
        found[reason.kind, *reason.says] = reason
    for reason in found.values():
        said = set()
        for language, _name in settings.LANGUAGES:
            with override(language):
                text = render_named_block(
                    get_reason_template(game.meta.slug, reason), reason.kind, {**reason.says, "names": NAMES}
                )
            assert " ".join(text.split()).endswith(".")
            said.add(text)
        assert len(said) == len(settings.LANGUAGES)


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_a_game_has_no_sentence_for_a_reason_that_it_never_gives(game: AnyGame) -> None:
    given = Path(inspect.getfile(game.because)).read_text()
    assert [kind for kind in blocks(f"{game.meta.slug}/because.html") if f'"{kind}"' not in given] == []


def test_what_any_game_would_say_the_house_says() -> None:
    assert blocks("matches/because.html") == [ONLY_ANSWER.kind, TRIED.kind]
