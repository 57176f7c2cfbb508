"""Tests of a team's pages: registering it, joining by its link, changing boards, and leaving."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.translation import gettext, ngettext

from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.forms.tournament import TermsForm
from apps.tournaments.models import Entry, TeamMember, Tournament
from apps.tournaments.selectors import outlook
from apps.tournaments.services import hosting
from tests.factories.teams import all_ends, boards_end, team, team_cup
from tests.factories.tournaments import bots, look, seen
from tests.tournaments.test_hosting import typed
from tests.tournaments.test_public import PAGES
from tests.tournaments.test_public import seen as page_of

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]


def asks_for_a_name(page: str) -> bool:
    """Return whether the page offers to register a team of three."""
    return f'<label for="team">{gettext("Team name (%(size)s players)") % {"size": 3}}</label>' in page


def url(cup: Tournament, *parts: object) -> str:
    return "/".join(["/tournaments", cup.code, *map(str, parts), ""])


def test_a_captain_registers_a_team_and_finds_its_link(at: Browser, ada: Any) -> None:
    cup, client = team_cup(), at(ada)
    assert asks_for_a_name(page_of(client, url(cup)))
    assert client.post(url(cup, "register"), {"team": "Ants"}).status_code == 302
    page = page_of(client, url(cup))
    assert gettext("Your team %(name)s is in.") % {"name": "Ants"} in page
    lacking = ngettext(
        "You need one more player. Send someone your team’s link. An incomplete team can’t play.",
        "You need %(lacking)s more players. Send them your team’s link. An incomplete team can’t play.",
        2,
    )
    assert lacking % {"lacking": 2} in page
    entry = cup.entries.get()
    assert f"?key={entry.key}" in page_of(client, url(cup, "teams", 1))


def test_a_name_that_is_refused_stays_in_its_field(at: Browser, ada: Any) -> None:
    cup = team_cup()
    answer = at(ada).post(url(cup, "register"), {"team": "a!"})
    assert answer.status_code == 409
    assert 'value="a!"' in answer.content.decode()
    assert not cup.entries.exists()


def test_who_has_the_link_joins_and_who_has_not_sees_no_button(at: Browser, player: Any, ada: Any) -> None:
    cup = team_cup()
    entry, _people = team(cup, player, "Ants", 1)
    page, client = url(cup, "teams", 1), at(ada)
    assert 'id="join"' not in page_of(client, page)
    assert entry.key not in page_of(client, page)
    assert 'id="join"' in page_of(client, f"{page}?key={entry.key}")
    assert client.post(f"{page}join/", {"key": entry.key}).status_code == 302
    assert [member.name for member in seen(cup).teams[1]] == ["ants0", "ada"]
    assert client.post(f"{page}join/", {"key": entry.key}).status_code == 409


def test_a_wrong_link_says_so_and_a_visitor_is_asked_to_log_in(at: Browser, player: Any, ada: Any) -> None:
    cup = team_cup()
    entry, _people = team(cup, player, "Ants", 1)
    page = url(cup, "teams", 1)
    refused = at(ada).post(f"{page}join/", {"key": "no"})
    assert refused.status_code == 409
    assert gettext("This team link no longer works. Ask the captain for a new one.") in refused.content.decode()
    visitor = Client().post(f"{page}join/", {"key": entry.key})
    assert visitor.status_code == 403
    assert TeamMember.objects.count() == 1


def test_a_captain_moves_people_up_and_takes_them_out(at: Browser, player: Any) -> None:
    cup = team_cup()
    _entry, [captain, second, third] = team(cup, player, "Ants")
    client, page = at(captain), url(cup, "teams", 1)
    keys = [member.key for member in seen(cup).teams[1]]
    assert client.post(f"{page}boards/", {"members": [keys[0], keys[2], keys[1]]}).status_code == 302
    assert [member.name for member in seen(cup).teams[1]] == ["ants0", "ants2", "ants1"]
    assert client.post(f"{page}dismiss/", {"member": keys[1]}).status_code == 302
    assert [member.name for member in seen(cup).teams[1]] == ["ants0", "ants2"]
    assert at(third).post(f"{page}dismiss/", {"member": keys[0]}).status_code == 409
    assert at(second).post(f"{page}leave/").status_code == 409


@pytest.mark.parametrize("typed", ["", "x", "9" * 30, "-1", "²"])
def test_no_nonsense_changes_boards(at: Browser, player: Any, typed: str) -> None:
    cup = team_cup()
    _entry, [captain, *_others] = team(cup, player, "Ants")
    for deed, name in (("boards", "members"), ("dismiss", "member")):
        assert at(captain).post(url(cup, "teams", 1, deed), {name: typed}).status_code == 409
    assert len(seen(cup).teams[1]) == 3


def test_where_there_is_no_team_there_is_no_page(at: Browser, ada: Any) -> None:
    cup = team_cup()
    bots(cup, 1)
    for number in (1, 2):
        assert at(ada).get(url(cup, "teams", number)).status_code == 404
        assert at(ada).post(url(cup, "teams", number, "join"), {"key": ""}).status_code in (404, 409)


def test_boards_and_who_plays_them_stand_on_the_page_of_the_round(at: Browser, player: Any) -> None:
    cup = team_cup()
    people = [team(cup, player, name)[1] for name in ("Ants", "Bees", "Crows")]
    look(cup)
    page = page_of(at(people[0][1]), url(cup, "rounds", 1))
    assert page.count("Board ") >= 3
    assert "bees2" in page
    assert "your board" in page
    cards = page_of(at(people[0][1]), url(cup, "rounds", 1, "cards"))
    assert cards.count("Table 1 · Board") == 3
    assert "bees2 (Bees)" in cards
    mine = page_of(at(people[0][1]), url(cup))
    assert mine.count(gettext("Go to your board")) == 1
    boards_end(cup, (1, 2, 3), (1, 2, 3), (1, 2, 3))
    look(cup)
    assert "Board points" in page_of(at(people[0][1]), url(cup, "standings"))
    assert "ants1" in page_of(at(people[0][1]), url(cup, "of", 1))
    told = at(people[0][1]).get(url(cup) + "tournament.json").json()
    assert told["entrants"][0]["members"] == ["ants0", "ants1", "ants2"]
    assert sorted(told["rounds"][0]["tables"][0]["matches"][0]["lineup"]) == ["ants0", "bees0", "crows0"]


def test_the_rules_page_tells_what_teams_are(at: Browser, ada: Any) -> None:
    page = page_of(at(ada), url(team_cup(), "rules"))
    said = gettext(
        "A team has %(count)d players, plus up to 2 reserves who step in when someone can’t play. The "
        "captain registers the team and sends its link to the others."
    )
    assert said % {"count": 3} in page
    assert 'id="teams"' in page
    assert 'id="teams"' not in page_of(at(ada), url(team_cup(plan={"team": 0}), "rules"))


def test_the_form_of_staff_makes_boards_of_the_size_of_the_team(ada: Any) -> None:
    field = TermsForm.base_fields["team"]
    assert [value for value, _title in field.choices] == ["0", "3", "4", "5"]  # type: ignore[attr-defined]


def test_a_team_stands_among_the_tournaments_of_all_who_are_in_it(at: Browser, player: Any) -> None:
    cup = team_cup(listed=False)
    _entry, [_captain, second] = team(cup, player, "Ants", 2)
    assert cup.name in page_of(at(second), "/tournaments/")
    assert Entry.objects.count() == 1


def test_all_of_a_team_have_its_trophy_and_it_has_won_by_its_name(at: Browser, player: Any) -> None:
    cup = team_cup(Swiss(rounds=1, most=3, least=3, matches=3), least=6)
    people = [team(cup, player, f"Team{letter}")[1] for letter in "abcdef"]
    all_ends(cup)
    winner = seen(cup).ranking[0].entrant
    for one in people[winner - 1]:
        assert cup.name in page_of(at(one), f"/p/{one.username}/")
    assert cup.entries.get(number=winner).team in page_of(at(), "/tournaments/")


def test_all_of_a_team_talk_on_the_pages_of_their_tournament(at: Browser, player: Any, ada: Any) -> None:
    cup = team_cup()
    _entry, [_captain, second] = team(cup, player, "Ants", 2)
    assert at(second).post(url(cup, "talk"), {"text": "Hello"}).status_code == 302
    assert at(ada).post(url(cup, "talk"), {"text": "Hello"}).status_code == 403


def test_pages_of_teams_take_twelve_statements_at_most(
    at: Browser, player: Any, django_assert_max_num_queries: Any
) -> None:
    cup = team_cup(Swiss(rounds=1, most=3, least=3, matches=3))
    people = [team(cup, player, f"Team{letter}", 5)[1] for letter in "abcdef"]
    look(cup)
    home = at(people[0][0])
    for path in ({*PAGES} - {"bracket/"}) | {"rounds/1/", "talk/", "teams/1/"}:
        cache.clear()
        with django_assert_max_num_queries(12 if path else 14):  # Two of them draw the round's tables.
            assert home.get(f"{url(cup)}{path}").status_code == 200, path


def test_the_preview_counts_the_matches_of_one_of_a_team() -> None:
    plan = Plan(stages=(Swiss(rounds=4, most=4, least=3, matches=3),), team=3)
    [said] = outlook.describe_expected_lengths(plan, [6], round_hours=24, break_hours=0)
    words = {"people": 6, "rounds": "4 rounds", "matches": "4 matches", "time": "4 days"}
    assert said == gettext("With %(people)d teams: %(rounds)s, %(matches)s per player, done within %(time)s.") % words


def test_who_makes_one_for_teams_names_their_own_on_its_page(
    at: Browser, ada: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting.experience, "count_finished_matches", lambda player, *, most: most)
    answer = at(ada).post("/tournaments/new/", typed(pattern="teams"))
    assert answer.status_code == 302
    cup = Tournament.objects.get()
    assert (cup.plan["team"], cup.entries.count()) == (3, 0)
    assert asks_for_a_name(page_of(at(ada), url(cup)))
