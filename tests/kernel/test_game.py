"""Tests of a table's settings from untrusted input, and of the one fold."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from apps.games import app_names, load_games
from apps.games.fuse.cards import Options
from apps.kernel.events import Announced
from apps.kernel.game import Illegal
from apps.kernel.playout import play_out_match, play_silently
from apps.kernel.table import Seat
from tests.games.tables import observers

FUSE = load_games()["fuse"]


def test_the_catalogue_finds_every_folder() -> None:
    assert FUSE.meta.slug == "fuse"
    assert "apps.games.fuse" in app_names()


def test_options_are_read_from_a_form() -> None:
    setup = FUSE.setup(4, {"deals": "3", "specials": "true", "open_totals": "false"})
    assert setup.options == Options(deals=3, specials=True, open_totals=False)
    assert (setup.seats, setup.edition) == (4, FUSE.meta.edition)


@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 10**9])
def test_a_table_the_game_is_not_for_is_refused(seats: int) -> None:
    with pytest.raises(Illegal, match="Fuse is for 2 to 6 players"):
        FUSE.setup(seats)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"chess": "1"}, "Fuse has no option 'chess'. Options: deals, "),
        ({"deals": "0"}, "Invalid option.*deals"),
        ({"deals": "11"}, "Invalid option.*deals"),
        ({"deals": "many"}, "Invalid option.*deals"),
        ({"deals": "9" * 5000}, "Invalid option.*deals"),
        ({"specials": "perhaps"}, "Invalid option.*specials"),
        ({"specials": None}, "Invalid option.*specials"),
    ],
    ids=str,
)
def test_an_impossible_option_is_refused_by_name(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Illegal, match=complaint):
        FUSE.setup(2, options)


@pytest.mark.parametrize("slug", load_games())
def test_a_match_begins_by_the_newest_edition_and_keeps_the_one_it_was_begun_by(slug: str) -> None:
    game = load_games()[slug]
    newest = game.meta.edition
    seats = game.meta.seats[0]
    assert game.setup(seats).edition == newest
    for edition in range(1, newest + 1):
        setup = game.in_edition(edition).setup(seats)
        assert setup.edition == edition
        assert game.agreed(msgspec.json.encode(setup)) == setup


@pytest.mark.parametrize("edition", [-1, 0, FUSE.meta.edition + 1])
def test_an_edition_that_nobody_knows_is_refused(edition: int) -> None:
    """Check that a server set back to an older release doesn't continue with rules that it lacks."""
    text = msgspec.json.encode(replace(FUSE.setup(2), edition=edition))
    with pytest.raises(msgspec.DecodeError, match=f"Fuse has no edition {edition} of its rules here"):
        FUSE.agreed(text)
    with pytest.raises(Illegal, match="The rules of Fuse have editions 1 to"):
        FUSE.in_edition(edition)


def test_what_the_house_announces_changes_no_memory() -> None:
    played = play_out_match(FUSE, FUSE.setup(2), b"s" * 32, play_silently(FUSE))
    said = [Announced("autopilot", Seat(0)), *played.events(), Announced("reclaimed", Seat(0))]
    for observer in observers(played.setup):
        assert FUSE.recall(played.setup, said, observer) == FUSE.recall(played.setup, played.events(), observer)
    assert FUSE.fact.decode(b'{"type":"house","what":"paused"}') == Announced("paused")
