"""Tests of what the result of a match says about its tournament."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from apps.accounts.models import Player
from apps.matches.models import Match
from apps.tournaments.formats.stages import Knockout
from apps.tournaments.models import Tournament
from tests.factories.finished_matches import finished_match, recorded_match
from tests.factories.tournaments import SWISS, begun, decide, look, running, seen, tournament

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
DUELS = Knockout(top=0, most=2, least=2, onward=1)


def ask(client: Client, code: str) -> str:
    response = client.get(reverse("tournaments:after", args=[code]))
    assert response.status_code == 200
    return " ".join(re.sub(r"<[^>]*>", " ", response.content.decode()).split())


def play_round(cup: Tournament, *, best: int) -> None:
    """Decide all running tables, one entrant first wherever they play."""
    for table in running(cup):
        order = sorted(table.seats, key=lambda each: (each != best, each))
        decide(table, *(order.index(each) + 1 for each in table.seats))


def latest_match(person: Player) -> str:
    return str(Match.objects.filter(seats__player=person).latest("pk").code)


def number_of(cup: Tournament, person: Player) -> int:
    entry = seen(cup).of(person.pk)
    assert entry
    return entry.number


def test_a_knockout_says_who_is_through_and_who_is_out(at: Browser, player: Any, quick: None) -> None:
    cup, who = begun(DUELS, entrants=4, player=player)
    tables = running(cup)
    winner, loser = (next(each for each in who if number_of(cup, each) == seat) for seat in tables[0].seats)
    code = latest_match(winner)
    assert at(winner).get(reverse("tournaments:after", args=[code])).status_code == 204, "it isn't over"
    decide(tables[0], 1, 2)
    assert ask(at(winner), code) == "You’ve reached the next round: Final. Spring Cup"
    assert ask(at(loser), code) == "You’re out of the knockout. Spring Cup"
    decide(tables[1], 1, 2)
    assert re.fullmatch(r"You’re out: [34]\w\w of 4\. Spring Cup", ask(at(loser), code))
    look(cup)
    assert ask(at(winner), code) == "You’ve reached the next round: Final. Spring Cup", "while they play it"
    assert at(winner).get(reverse("tournaments:after", args=[latest_match(winner)])).status_code == 204
    play_round(cup, best=number_of(cup, winner))
    look(cup)
    assert ask(at(winner), code) == "You finished 1st of 4. Spring Cup"


def test_rounds_for_points_say_the_place(at: Browser, player: Any, quick: None) -> None:
    cup, who = begun(SWISS, entrants=8, player=player)
    me = who[0]
    code, number = latest_match(me), number_of(cup, me)
    own, other = sorted(running(cup), key=lambda table: number not in table.seats)
    order = sorted(own.seats, key=lambda each: each != number)
    decide(own, *(order.index(each) + 1 for each in own.seats))
    assert re.fullmatch(r"You’re currently 1st of 8\. Spring Cup", ask(at(me), code))
    decide(other)
    assert re.fullmatch(r"After round 1 you’re (1st|2nd) of 8\. Spring Cup", ask(at(me), code))


def test_only_those_who_played_are_told(at: Browser, player: Any, ada: Any, ben: Any, quick: None) -> None:
    cup, who = begun(DUELS, entrants=4, player=player)
    decide(running(cup)[0], 1, 2)
    code = latest_match(next(each for each in who if number_of(cup, each) == seen(cup).published[0].pods[0].seats[0]))
    casual = finished_match([ada, ben], [1, 2])
    for client, match in ((at(), code), (at(ada), code), (at(ada), casual.code), (at(ada), "none")):
        assert client.get(reverse("tournaments:after", args=[match])).status_code == 204


def test_the_result_of_a_casual_match_asks_for_nothing(at: Browser, ada: Any, ben: Any) -> None:
    casual = recorded_match("fuse", [ada, ben])
    assert "after-match" not in at(ada).get(f"/m/{casual.code}/").content.decode()
    name, path = "Spring Cup", tournament().get_absolute_url()
    Match.objects.filter(code=casual.code).update(occasion=name, occasion_path=path)
    own, public = (client.get(f"/m/{casual.code}/").content.decode() for client in (at(ada), at()))
    for html in (own, public):
        assert html.count(f'href="{path}"') == 1
    assert reverse("tournaments:after", args=[casual.code]) in own
    assert reverse("tournaments:after", args=[casual.code]) not in public
