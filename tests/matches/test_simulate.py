"""Tests of `manage.py simulate`, which plays matches with the kernel alone."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from apps.games import load_games
from apps.kernel.record import parse_record
from apps.kernel.verify import verify_record

pytestmark = pytest.mark.once


def simulate(*words: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("simulate", *words, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_a_table_says_how_long_who_wins_and_why() -> None:
    out, err = simulate("fuse", "--seats", "3", "--matches", "5", "--seed", "a")
    assert "Fuse, 3 seats, seed a" in out
    assert "matches        5" in out
    assert [line.split()[:2] for line in out.splitlines() if line[:1].isdigit()] == [[s, "bot"] for s in "012"]
    assert "moves per second" in err


def test_json_is_one_line_a_match() -> None:
    out, _ = simulate("fuse", "--seats", "2", "--matches", "3", "--option", "deals=2", "--json")
    lines = [msgspec.json.decode(line) for line in out.splitlines()]
    assert len(lines) == 3
    assert list(lines[0]) == ["game", "seats", "options", "seed", "moves", "facts", "scores", "places", "why"]
    assert lines[0]["options"]["deals"] == 2
    assert len({line["seed"] for line in lines}) == 3


def test_the_same_seed_gives_the_same_matches() -> None:
    words = ("fuse", "--seats", "2", "--matches", "2", "--json", "--players", "random", "--seed")
    assert simulate(*words, "a")[0] == simulate(*words, "a")[0]
    assert simulate(*words, "a")[0] != simulate(*words, "b")[0]


def test_players_may_be_named_seat_by_seat() -> None:
    out, _ = simulate("fuse", "--seats", "3", "--matches", "40", "--seed", "a", "--players", "random,bot,random")
    wins = {line.split()[1]: float(line.split()[2].rstrip("%")) for line in out.splitlines() if line[:1].isdigit()}
    assert wins["bot"] > 80


def test_habits_leave_fewer_questions_to_people() -> None:
    out, _ = simulate("kobolds", "--seats", "3", "--matches", "2", "--seed", "k", "--option", "gold=5", "--habits")
    asked, left = map(float, re.findall(r"([\d.]+) questions per match.* leave ([\d.]+) to the players", out)[0])
    assert 0 < left < asked


def test_the_silent_play_what_silence_means() -> None:
    short = ("--option", "gold=5", "--option", "patience=2")
    words = ("kobolds", "--seats", "3", "--matches", "2", "--seed", "k", *short, "--players", "silent")
    out, _ = simulate(*words)
    assert out == simulate(*words)[0]
    assert "silent" in out


def test_an_older_edition_of_the_rules_plays_otherwise(tmp_path: Path) -> None:
    words = ("kobolds", "--seats", "4", "--matches", "1", "--seed", "k", "--option", "gold=5", "--record")
    for edition in (1, 2):
        simulate(*words, str(tmp_path / str(edition)), "--edition", str(edition))
    older, newer = (parse_record(next((tmp_path / each).iterdir()).read_bytes().splitlines()) for each in "12")
    assert [msgspec.json.decode(record.header.setup)["edition"] for record in (older, newer)] == [1, 2]
    game = load_games()["kobolds"]
    assert verify_record(game, older).right
    assert verify_record(game, newer).right
    mixed = msgspec.structs.replace(older, header=newer.header)
    assert not verify_record(game, mixed).right, "what followed by the older one does not follow by the newer"


def test_recorded_matches_verify(tmp_path: Path) -> None:
    simulate("fuse", "--seats", "2", "--matches", "3", "--record", str(tmp_path / "new" / "folder"))
    files = sorted((tmp_path / "new" / "folder").iterdir())
    assert len(files) == 3
    for file in files:
        verdict = verify_record(load_games()["fuse"], parse_record(file.read_bytes().splitlines()))
        assert verdict.right, verdict.wrong


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("chess", "--seats", "2"), "No game called 'chess'. Available games: .*fuse"),
        (("fuse", "--seats", "1"), "Fuse is for 2 to 6 players."),
        (("fuse", "--seats", "two"), "invalid int"),
        (("fuse",), "required: --seats"),
        (("fuse", "--seats", "2", "--matches", "0"), "at least 1"),
        (("fuse", "--seats", "2", "--option", "deals"), "name=value"),
        (("fuse", "--seats", "2", "--option", "=3"), "name=value"),
        (("fuse", "--seats", "2", "--option", "bombs=9"), "no option 'bombs'"),
        (("fuse", "--seats", "2", "--option", "deals=0"), "Invalid option"),
        (("fuse", "--seats", "2", "--players", "human"), "'human' .* spark, bot, flint, random, silent"),
        (("fuse", "--seats", "3", "--players", "bot,bot"), "2 names for 3 seats"),
        (("kobolds", "--seats", "3", "--edition", "5"), "have editions 1 to 4, not 5"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_words_are_a_clear_sentence_and_nothing_is_written(
    words: tuple[str, ...], complaint: str, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match=complaint):
        simulate(*words, "--record", str(tmp_path / "records"))
    assert not (tmp_path / "records").exists()


def test_a_folder_that_cannot_be_made_is_a_clear_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="could not write"):
        simulate("fuse", "--seats", "2", "--record", str(tmp_path / "file"))
