"""Tests of `manage.py newgame`, and of the game that `docs/a-new-game.md` makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError

from apps.kernel.chance import Chance
from apps.kernel.game import AnyGame
from apps.kernel.playout import play_out_match
from apps.kernel.policies import POLICIES
from tests.drafts.tutorial import import_game, read_files, run_newgame, write_game


@pytest.mark.parametrize("policy", POLICIES)
def test_a_new_game_is_played_by_bots_to_its_end(policy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = run_newgame("pearls", tmp_path)
    assert "simulate pearls --seats 2" in said
    assert "docs/a-new-game.md" in said
    monkeypatch.syspath_prepend(tmp_path)
    game = import_game("pearls")
    assert (game.meta.slug, game.meta.title) == ("pearls", "Pearls")
    assert play_out_match(game, game.setup(3), bytes(32), POLICIES[policy](game)).outcome is not None


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Pearls", "lower-case letters"),
        ("1pearl", "starts with a letter"),
        ("sea-pearls", "lower-case letters"),
        ("class", "can't be called"),
        ("fuse", "already is a game"),
        ("lobby", "Another part of the site"),
        ("draft", "Another part of the site"),
        ("taken", "already exists"),
    ],
)
def test_a_name_that_a_game_cannot_have_is_refused_in_a_sentence(name: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(CommandError, match=why):
        run_newgame(name, tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["taken"]


def test_the_tutorial_is_as_short_as_it_says() -> None:
    python = [text for name, text in read_files().items() if name.endswith(".py")]
    assert sum(len([line for line in text.splitlines() if line.strip()]) for text in python) < 150
    assert len(read_files()) - len(python) == 3


@pytest.mark.parametrize("policy", POLICIES)
def test_bots_play_the_game_of_the_tutorial_to_its_end(policy: str, gulls: AnyGame) -> None:
    played = play_out_match(gulls, gulls.setup(3), bytes(32), POLICIES[policy](gulls))
    assert played.outcome is not None
    assert gulls.imagines


@pytest.mark.parametrize("policy", POLICIES)
def test_before_its_last_steps_the_game_of_the_tutorial_is_played_too(
    policy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_game("terns", tmp_path, until="## 5.")
    monkeypatch.syspath_prepend(tmp_path)
    game = import_game("terns")
    assert not game.imagines
    assert play_out_match(game, game.setup(3), bytes(32), POLICIES[policy](game)).outcome is not None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_a_seat_of_the_tutorial_imagines_fits_what_it_knows(seats: int, gulls: AnyGame) -> None:
    setup = gulls.setup(seats)
    match = play_out_match(gulls, setup, bytes(32), POLICIES["random"](gulls))
    for moves in range(len(match.steps)):
        facts = [*match.deal, *(fact for step in match.steps[:moves] for fact in step.facts)]
        truth = gulls.recall(setup, facts)
        for seat in setup.everyone():
            known = gulls.recall(setup, facts, seat)
            assert gulls.seen(truth, seat) == known
            imagined = gulls.imagine(known, seat, Chance(bytes(32), moves))
            assert gulls.seen(imagined, seat) == known
            assert [len(hand) for hand in imagined.hands] == [len(hand) for hand in truth.hands]
            cards = [card for hand in imagined.hands for card in hand]
            assert len({*cards, *known.on_table, *known.cards_gone}) == len(cards) + len(
                known.on_table + known.cards_gone
            )
