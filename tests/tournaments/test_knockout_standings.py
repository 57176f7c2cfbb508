"""Tests of the standings of a knockout: how far each came, under the names of its rounds."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import gettext, pgettext

from apps.tournaments.formats.stages import Knockout
from apps.tournaments.models import Entry, Tournament
from tests.factories.tournaments import CUT, KNOCKOUT, SWISS, bots, decide, look, people, running, seen, tournament
from tests.tournaments.test_public import address
from tests.tournaments.test_public import seen as read

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
DUELS = Knockout(top=0, most=2, least=2, onward=1)


def standings(client: Client, cup: Tournament) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the headings within the standings, each with the places and names below it."""
    table = read(client, address(cup, "standings/"))
    bodies = re.findall(r"<tbody>(.*?)</tbody>", table, re.DOTALL)
    return [
        (
            "".join(re.findall(r'<th scope="rowgroup"[^>]*><span>([^<]*)</span>', body)),
            re.findall(r'<td class="place">(\d+)</td>.*?translate="no">([^<]+)</a>', body, re.DOTALL),
        )
        for body in bodies
    ]


def heads(client: Client, cup: Tournament) -> list[str]:
    """Return the titles of the rounds' columns."""
    return re.findall(
        r'class="meeting"><a href="[^"]+" title="[^"]+">([^<]+)<', read(client, address(cup, "standings/"))
    )


def play_round(cup: Tournament) -> None:
    """Decide all tables of the running round, the last seats first, and start the next one."""
    for table in running(cup):
        decide(table, *range(len(table.seats), 0, -1))
    look(cup)


def out(title: str) -> str:
    return gettext("Out: %(round)s") % {"round": title}


def test_of_a_running_knockout_those_who_came_furthest_are_first(client: Client, quick: None) -> None:
    bots(cup := tournament(DUELS), 8)
    look(cup)
    play_round(cup)
    first, *_others = running(cup)
    decide(first, 2, 1)
    lost, through = (f"Bot {number}" for number in first.seats)
    (still, inside), (semi, beaten), (quarter, early) = standings(client, cup)
    assert (still, semi, quarter) == (
        gettext("Still in"), out(gettext("Semi-final")), out(gettext("Quarter-final")),
    )  # fmt: skip
    assert inside[0] == ("1", through), "the first in the final comes first"
    assert [len(inside), beaten, len(early)] == [3, [("4", lost)], 4]
    assert heads(client, cup) == [gettext("Quarter-final"), gettext("Semi-final")]


def test_the_places_at_the_tables_before_order_those_who_are_still_in(client: Client, quick: None) -> None:
    bots(cup := tournament(KNOCKOUT), 8)
    look(cup)
    play_round(cup)
    [(still, inside), _out] = standings(client, cup)
    winners = {f"Bot {table.seats[-1]}" for table in seen(cup).published[0].pods}
    assert still == gettext("Still in")
    assert {name for _place, name in inside[:2]} == winners
    assert [place for place, _name in inside] == ["1", "2", "3", "4"]


def test_who_is_out_is_seen_to_be_out_and_all_who_advanced_are_underlined(
    at: Browser, player: Any, quick: None
) -> None:
    cup = tournament(KNOCKOUT)
    me = people(cup, player, 1)[0]
    bots(cup, 7)
    look(cup)
    play_round(cup)
    page = read(at(me), address(cup, "standings/"))
    assert page.count("beaten") == 4
    advances = pgettext("from a table of a knockout", "advances")
    assert page.count(advances) == page.count('class="first"') == 4
    assert page.count('<tr class="me') == 1
    assert f'href="{address(cup, "bracket/")}">{gettext("See the bracket")}</a>' in page
    number = Entry.objects.get(tournament=cup, player=me).number
    said = gettext("Still in the knockout.")
    assert (said in page) is (number in seen(cup).published[1].field)


def test_after_the_final_nobody_is_out_of_it(client: Client, quick: None) -> None:
    bots(cup := tournament(DUELS), 4)
    look(cup)
    play_round(cup)
    play_round(cup)
    cup.refresh_from_db()
    assert cup.ended
    assert [(title, len(lines)) for title, lines in standings(client, cup)] == [
        (gettext("Final"), 2), (out(gettext("Semi-final")), 2),
    ]  # fmt: skip
    assert "beaten" not in read(client, address(cup, "standings/"))


def test_a_cut_names_who_did_not_reach_it_and_early_rounds_have_their_numbers(client: Client, quick: None) -> None:
    bots(cup := tournament(SWISS, CUT), 8)
    while len(seen(cup).published) < 4:
        look(cup)
        play_round(cup)
    assert [title for title, _lines in standings(client, cup)] == [gettext("Still in"), gettext("Not in the knockout")]
    bots(large := tournament(DUELS, name="Sixteen"), 16)
    look(large)
    assert heads(client, large) == [gettext("R%(number)d") % {"number": 1}]
    assert gettext("Knockout round %(number)d") % {"number": 1} in read(client, address(large, "standings/"))


def test_the_overview_names_the_same_fates(client: Client, quick: None) -> None:
    bots(cup := tournament(DUELS), 8)
    look(cup)
    play_round(cup)
    page = read(client, address(cup))
    assert page.count(f">{gettext('Semi-final')}</td>") == 4
    assert page.count(f">{out(gettext('Quarter-final'))}</td>") == 4
