"""Tests of filtering the list of matches by tournament and by length."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.accounts.services import guests
from apps.matches.engine import digest
from apps.matches.models import Match, MatchDigest
from apps.matches.selectors import fame, history
from apps.matches.services.digests import digest_match
from apps.tournaments.formats.stages import Swiss
from tests.factories.finished_matches import digest_row, finished_match, recorded_match
from tests.factories.matches import new_match
from tests.factories.tournaments import begun

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]


def part_of(match: Match, name: str, path: str) -> Match:
    Match.objects.filter(pk=match.pk).update(occasion=name, occasion_path=path)
    return match


def codes(page: Any) -> list[str]:
    return [row.code for row in page.context["rows"]]


def long_matches(lengths: Iterable[int], *players: Any) -> list[Match]:
    matches = [finished_match(players, (1, 2), moves=moves) for moves in lengths]
    MatchDigest.objects.bulk_create(digest_row(match, excitement=match.moves % 7) for match in matches)
    return matches


def test_matches_of_a_tournament_are_found_by_its_name_and_by_its_address(at: Browser, ada: Any, ben: Any) -> None:
    first = part_of(finished_match((ada, ben), (1, 2)), "Émile's Cup", "/tournaments/one/")
    again = part_of(finished_match((ada, ben), (2, 1)), "Émile's Cup", "/tournaments/one/")
    part_of(finished_match((ada, ben), (1, 2)), "Another", "/tournaments/two/")
    finished_match((ada, ben), (1, 2))
    for wanted in ("/tournaments/one/", "https://club.example/tournaments/one/", "Émile's CUP"):
        page = at().get("/matches/", {"tournament": wanted})
        assert codes(page) == [again.code, first.code]
        assert '<a href="/tournaments/one/">Émile&#x27;s Cup</a>' in page.content.decode()
    assert codes(at().get("/matches/?tournament=another&player=ada&sort=exciting")) == []


def test_of_two_tournaments_of_one_name_the_latest_is_meant(at: Browser, ada: Any, ben: Any) -> None:
    older = part_of(finished_match((ada, ben), (1, 2)), "Cup", "/tournaments/one/")
    newer = part_of(finished_match((ada, ben), (1, 2)), "Cup", "/tournaments/two/")
    assert codes(at().get("/matches/?tournament=cup")) == [newer.code]
    assert codes(at().get("/matches/?tournament=/tournaments/one/")) == [older.code]


@pytest.mark.parametrize("wanted", ["Nowhere", "/tournaments/none/", "http://[", "/", "<b>"])
def test_an_unknown_tournament_is_an_empty_page_that_says_so(at: Browser, ada: Any, ben: Any, wanted: str) -> None:
    finished_match((ada, ben), (1, 2))
    page = at().get("/matches/", {"tournament": wanted})
    assert (page.status_code, codes(page)) == (200, [])
    assert page.context["nowhere"]
    said = gettext(
        "We found no matches from a tournament called “%(name)s”. It may not have started, or it may have another name."
    )
    assert said % {"name": escape(wanted)} in page.content.decode()


def test_a_tournament_whose_matches_are_not_listed_is_unknown(at: Browser, ada: Any, ben: Any) -> None:
    part_of(finished_match((ada, ben), (1, 2), listed=False), "Secret Cup", "/tournaments/one/")
    for wanted in ("Secret Cup", "/tournaments/one/"):
        page = at().get("/matches/", {"tournament": wanted})
        assert page.context["nowhere"]
        assert page.context["occasion"] is None


def test_the_page_of_a_tournament_leads_to_all_its_matches(at: Browser, player: Callable[[str], Any]) -> None:
    cup, _people = begun(Swiss(2, 4, 3), player=player)
    html = at().get(f"/tournaments/{cup.code}/").content.decode()
    address = f"/matches/?tournament=%2Ftournaments%2F{cup.code}%2F&status=all&among=all"
    assert f'href="{escape(address)}"' in html
    assert len(codes(at().get(address))) == Match.objects.filter(listed=True).count() > 0


def test_guests_bots_and_running_matches_are_shown_to_who_asks(at: Browser, ada: Any, ben: Any) -> None:
    over, against_bot, of_guest = (finished_match((ada, ben), (1, 2)) for _ in range(3))
    running = new_match(ada, ben).code
    against_bot.seats.filter(index=1).update(player=None, bot=True)
    of_guest.seats.filter(index=1).update(player=guests.create_guest())
    left = finished_match((ada, ben), (1, 2))
    left.seats.filter(index=1).update(player=None, former=ben, bot=True, substitute=True)
    shown = {query: set(codes(at().get(f"/matches/?{query}"))) for query in ("", "status=&among=", "player=ada")}
    assert set(map(frozenset, shown.values())) == {frozenset({over.code, left.code})}
    finished = {over.code, left.code, against_bot.code, of_guest.code}
    assert set(codes(at().get("/matches/?among=all"))) == finished
    assert set(codes(at().get("/matches/?status=playing"))) == {running}
    assert set(codes(at().get("/matches/?status=all&among=all"))) == {running, *finished}
    assert at().get("/matches/?among=nobody").status_code == 400


def test_no_guest_is_famous(ada: Any, ben: Any, cleo: Any) -> None:
    match = recorded_match("fuse", [ada, ben, cleo], seed=3)
    digest_match(match.code)
    known = fame.find_fame_boards("fuse")
    assert known
    Player.objects.filter(pk__in=[ada.pk, ben.pk, cleo.pk]).update(guest=True)
    places = [place for board in fame.find_fame_boards("fuse") for place in board.places]
    people = {name for place in places for name, _person, _bot in place.people}
    assert people == set()


def test_no_match_with_a_bot_is_in_the_hall_of_fame_of_matches(ada: Any, ben: Any, cleo: Any) -> None:
    match = recorded_match("fuse", [ada, ben, cleo], seed=3)
    digest_match(match.code)
    MatchDigest.objects.filter(match=match).update(margin=1, leads=2)
    assert {"Closest finish (margin in points)", "Most lead changes"} <= {
        board.title for board in fame.find_fame_boards("fuse")
    }
    match.seats.filter(index=2).update(player=None, bot=True)
    places = [place for board in fame.find_fame_boards("fuse") for place in board.places]
    people = {name for place in places for name, _person, _bot in place.people}
    assert people <= {"ada", "ben"}
    assert "Closest finish (margin in points)" not in {board.title for board in fame.find_fame_boards("fuse")}


def test_short_middling_and_long_matches_are_all_there_are(at: Browser, ada: Any, ben: Any) -> None:
    matches = long_matches((12, 78, 79, 86, 87, 300), ada, ben)
    found = {name: {match.moves for match in history.find_listed_matches(length=name)} for name in digest.LENGTHS}
    assert found == {"short": {12, 78}, "middle": {79, 86}, "long": {87, 300}}
    for more in ("", "&sort=long", "&sort=exciting&game=fuse", "&game=fuse&player=ada&seats=2"):
        assert set(codes(at().get(f"/matches/?length=long{more}"))) == {match.code for match in matches[4:]}
    assert codes(at().get("/matches/?length=long&game=frogs")) == []


def test_what_is_long_at_one_table_is_short_at_another(at: Browser, ada: Any, ben: Any) -> None:
    fuse, kobolds = long_matches((150, 150), ada, ben)
    kobolds.game = "kobolds"
    digest_row(kobolds).save()
    assert codes(at().get("/matches/?length=long")) == [fuse.code]
    assert codes(at().get("/matches/?length=short")) == [kobolds.code]
    assert "Long for its game" in at().get("/matches/").content.decode()
    assert "Long: more than 330 moves" in at().get("/matches/?game=kobolds").content.decode()


def test_a_length_that_there_is_not_is_refused_with_a_sentence(at: Browser) -> None:
    page = at().get("/matches/?length=endless")
    assert page.status_code == 400
    assert "Select a valid choice" in page.content.decode()
