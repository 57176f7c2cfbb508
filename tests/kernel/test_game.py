"""An agreed table from untrusted words, and the one fold."""

from __future__ import annotations

from typing import Any

import pytest

from apps.games import app_names, catalogue
from apps.games.fuse.cards import Options
from apps.kernel.events import Announced
from apps.kernel.game import Illegal
from apps.kernel.playout import playout, silent
from apps.kernel.table import Seat
from tests.games.tables import observers

FUSE = catalogue()["fuse"]


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
        ({"chess": "1"}, "Fuse has no option 'chess'. It has: deals, "),
        ({"deals": "0"}, "not possible.*deals"),
        ({"deals": "11"}, "not possible.*deals"),
        ({"deals": "many"}, "not possible.*deals"),
        ({"deals": "9" * 5000}, "not possible.*deals"),
        ({"specials": "perhaps"}, "not possible.*specials"),
        ({"specials": None}, "not possible.*specials"),
    ],
    ids=str,
)
def test_an_impossible_option_is_refused_by_name(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Illegal, match=complaint):
        FUSE.setup(2, options)


def test_what_the_house_announces_changes_no_memory() -> None:
    played = playout(FUSE, FUSE.setup(2), b"s" * 32, silent)
    said = [Announced("autopilot", Seat(0)), *played.events(), Announced("reclaimed", Seat(0))]
    for observer in observers(played.setup):
        assert FUSE.recall(played.setup, said, observer) == FUSE.recall(played.setup, played.events(), observer)
    assert FUSE.fact.decode(b'{"type":"house","what":"paused"}') == Announced("paused")
