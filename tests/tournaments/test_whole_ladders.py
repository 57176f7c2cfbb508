"""Tests of a whole ladder of 64 players with joins and challenges by form, full play and counting by the server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from apps.accounts.models import Player
from apps.common import clocks
from apps.notices.models import Notice
from apps.tournaments.models import Ladder, LadderSeat, LadderTable
from apps.tournaments.selectors import ladders as selector
from apps.tournaments.services import scheduler
from tests.factories.ladders import DAY, ladder, standing
from tests.factories.matches import came, play_all
from tests.factories.tournaments import NOON

pytestmark = pytest.mark.django_db
DAYS = 3
PLAYERS = 64
LEAST = 12
"""The minimum number of tables per day. Players challenged from below don't challenge anyone."""


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.once
def test_on_a_ladder_of_sixty_four_everybody_stands_where_their_tables_put_them(
    player: Any, at: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that each player, from the bottom up, challenges the nearest ones above once a day, if possible."""
    it = ladder(game="frogs", at_once=1)
    everybody = {one.pk: one for one in (player(f"p{number:02}") for number in range(PLAYERS))}
    monkeypatch.setattr(clocks, "now", lambda: NOON)
    for one in everybody.values():
        assert at(one).post(f"{it.get_absolute_url()}join/").status_code == 302
    began = standing(it)
    for day in range(1, DAYS + 1):
        now = NOON + day * DAY
        monkeypatch.setattr(clocks, "now", lambda now=now: now)
        dealt = sum(
            _challenges(it, everybody[pk], at(everybody[pk])) for pk in reversed(selector.load_ladder_order(it))
        )
        assert LEAST <= dealt == play_all(now=now)
        scheduler.advance_tournaments(now=now + DAY / 2)
    assert not LadderTable.objects.filter(counted_at=None).exists()
    assert list(it.members.order_by("place").values_list("place", flat=True)) == list(range(1, PLAYERS + 1))
    assert standing(it) == _replayed(it, began) != began
    moved = [seat for seat in LadderSeat.objects.all() if seat.before != seat.after]
    assert Notice.objects.filter(key__contains=":moved:").count() == len(moved)
    assert at().get(it.get_absolute_url()).content.decode().count('scope="row"') == PLAYERS


def _challenges(it: Ladder, one: Player, client: Client) -> bool:
    """Challenge the two nearest free players above, if possible, and return whether a match started.

    At the ends of the ladder, they're the one above and the one below.
    """
    playing = selector.tables_of(it)
    may = selector.open_to(it, one.pk, selector.load_ladder_order(it), playing, now=clocks.now())
    if playing[one.pk] or len(may) < 2:
        return False
    answer = client.post(f"{it.get_absolute_url()}challenge/", {"whom": [str(pk) for pk in may[:2]]})
    return answer.headers["Location"].startswith("/m/")


def _replayed(it: Ladder, names: list[str]) -> list[str]:
    """Return the names from the top, computed only from the initial places and the results of the tables in order."""
    names = list(names)
    for table in it.tables.order_by("match__over_at"):
        ended = came(table.match)
        held = sorted(map(names.index, ended))
        best = sorted((names[place] for place in held), key=ended.__getitem__)
        for place, name in zip(held, best, strict=True):
            names[place] = name
    return names
