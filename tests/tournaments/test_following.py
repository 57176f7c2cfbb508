"""Standings, rounds, bracket, paths, rules and log: what they show, to whom, and what it costs."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from apps.accounts.services import relations
from apps.matches.services import play
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Groups, Knockout, Stage, Swiss
from apps.tournaments.models import Luck, Tournament
from apps.tournaments.scoring.points import Scoring
from apps.tournaments.selectors import bracket, snapshot
from apps.tournaments.selectors.entrants import Faces
from apps.tournaments.selectors.standings import letters
from apps.tournaments.services import corrections, entries, lifecycle, rounds, scheduler
from apps.tournaments.wording import rules
from tests.factories.tournaments import CUT, GROUPS, KNOCKOUT, NOON, SWISS, bots, decided, people, played, tournament
from tests.tournaments.test_public import PAGES, address, seen

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Browser = Callable[..., Client]
HTMX = {"HX-Request": "true"}


def halfway(cup: Tournament) -> None:
    """The first round is published and dealt, and its bots have played."""
    scheduler.look(now=NOON)
    while play.settle_due(now=NOON, limit=1000):
        pass


def over(cup: Tournament) -> None:
    """As it ends for whoever reads of it: of the matches only the results matter."""
    decided(cup)
    assert cup.status == "over"


# -- standings -------------------------------------------------------------------------------


def test_standings_are_sent_again_only_if_something_happened(client: Client, player: Any, quick: None) -> None:
    cup = tournament(SWISS)
    people(cup, player, 2)
    bots(cup, 6)

    def news() -> tuple[int, str]:
        page = client.get(address(cup, "standings/")).content.decode()
        found = re.search(r'hx-get="([^"]+)"', page)
        assert found
        answer = client.get(found[1], headers=HTMX)
        return answer.status_code, found[1]

    marks = []
    for step in range(4):
        status, mark = news()
        assert status == 204
        marks.append(mark)
        if step == 0:
            entries.add(code=cup.code, player=None, by=None, now=NOON)
        elif step == 1:
            scheduler.look(now=NOON)
        else:
            while play.settle_due(now=NOON + timedelta(days=step), limit=1000):
                pass
            scheduler.look(now=NOON + timedelta(days=step))
    assert len(set(marks)) == 4, "each of these changed something"
    answer = client.get(marks[0], headers=HTMX)
    assert answer.status_code == 200
    assert answer.content.decode().lstrip().startswith('<div id="standings"')


def test_standings_tell_points_and_what_decided(client: Client, quick: None) -> None:
    cup = tournament(SWISS, CUT)
    bots(cup, 9)
    assert "Standings begin with the first round." in seen(client, address(cup, "standings/"))
    over(cup)
    page = seen(client, address(cup, "standings/"))
    assert "hx-get" not in page, "what is over does not change"
    assert page.count("<tr") == 10
    for title in ("Wins", "Opponents’ strength", "Lot", "Final"):
        assert f">{title}<" in page
    assert "How often somebody was first" in page
    assert not re.search(r"\d{6}", re.sub(r"<[^>]*>", "", page)), "a lot is no number for people"


def test_the_withdrawn_are_marked_and_keep_their_points(client: Client, player: Any, quick: None) -> None:
    cup = tournament(SWISS)
    gone = people(cup, player, 1)[0]
    bots(cup, 8)
    halfway(cup)
    entries.leave(code=cup.code, player=gone, now=NOON)
    page = seen(client, address(cup, "standings/"))
    assert re.search(r"p000</a>\s*<span class=\"badge\">withdrawn", page)
    assert page.count("withdrawn") == 1
    assert "withdrawn" in seen(client, address(cup, "of/1/"))


def test_groups_have_letters(client: Client, quick: None) -> None:
    assert [letters(n) for n in (0, 25, 26, 51, 52, 127)] == ["A", "Z", "AA", "AZ", "BA", "DX"]
    cup = tournament(GROUPS)
    bots(cup, 16)
    over(cup)
    page = seen(client, address(cup, "rounds/1/"))
    assert [page.count(f"Group {letter}</h3>") for letter in "ABC"] == [1, 1, 0]
    assert page.count('class="pod"') == 12
    assert seen(client, address(cup, "standings/")).count("<td>A</td>") == 8


# -- rounds ----------------------------------------------------------------------------------


def test_nobody_sees_a_round_before_it_is_published(client: Client, at: Browser, player: Any) -> None:
    cup = tournament(SWISS, CUT, by_itself=False)
    ps = people(cup, player, 6)
    relations.block(owner=ps[0], other=ps[1], now=NOON)
    lifecycle.start(code=cup.code, by=None, now=NOON)
    assert snapshot.read(cup).proposed is not None
    for reader in (client, at(ps[0])):
        assert reader.get(address(cup, "rounds/1/")).status_code == 404
        for path in PAGES:
            page = seen(reader, address(cup, path))
            assert "Table 1:" not in page
            assert "you play at table" not in page
            assert "rounds/1/" not in page, path
    rounds.publish(code=cup.code, number=0, by=None, now=NOON)
    assert "Table 1" in seen(client, address(cup, "rounds/1/"))
    assert "block" not in seen(client, address(cup, "tournament.json"))


def test_what_was_changed_by_hand_is_told_with_the_round_and_not_before(client: Client) -> None:
    cup = tournament(SWISS, CUT, by_itself=False)
    bots(cup, 8)
    lifecycle.start(code=cup.code, by=None, now=NOON)
    turn = snapshot.read(cup).proposed
    assert turn is not None
    one, other = (pod.seats[0] for pod in turn.proposal.pods)
    rounds.swap(code=cup.code, one=one, other=other, by=None, now=NOON)
    for path in PAGES:
        assert "changed places" not in seen(client, address(cup, path)), path
    rounds.publish(code=cup.code, number=0, by=None, now=NOON)
    assert f"Round 1: Bot {one} and Bot {other} changed places" in seen(client, address(cup, "log/"))


def test_a_round_shows_places_points_and_ways_to_the_matches(client: Client, player: Any, quick: None) -> None:
    cup = tournament(SWISS)
    people(cup, player, 1)
    bots(cup, 7)
    scheduler.look(now=NOON)
    page = seen(client, address(cup, "rounds/1/"))
    assert "0 of 2 tables are done" in page
    assert page.count("Watch<span") == 2
    played(cup, step=timedelta(hours=12))
    page = seen(client, address(cup, "rounds/1/"))
    assert page.count("Record<span") == 2
    assert 'p000</a></span> <span class="quiet small">(did not come)' in page
    assert page.count("<strong>1</strong>") >= 1
    assert page.count("<strong>0</strong>") >= 1


def test_a_correction_stands_there_with_its_reason(client: Client, at: Browser, ada: Any, quick: None) -> None:
    cup = tournament(SWISS, by=ada, by_itself=False)
    bots(cup, 8)
    lifecycle.start(code=cup.code, by=None, now=NOON)
    rounds.publish(code=cup.code, number=0, by=None, now=NOON)
    scheduler.look(now=NOON)
    places = [4, 3, 2, 1]
    corrections.correct(code=cup.code, number=0, index=0, places=places, reason="A <slip>.", by=ada.pk, now=NOON)
    page = seen(client, address(cup, "rounds/1/"))
    assert "Corrected: A &lt;slip&gt;." in page
    assert "the result was corrected. A &lt;slip&gt;." in seen(client, address(cup, "log/"))
    assert "by ada" in seen(client, address(cup, "log/"))


def test_byes_are_told(client: Client, quick: None) -> None:
    cup = tournament(Swiss(rounds=2, most=2, least=2))
    bots(cup, 5)
    over(cup)
    page = seen(client, address(cup, "rounds/1/"))
    found = re.search(r'Byes: <a href="(/tournaments/\w+/of/\d/)">Bot \d</a>', page)
    assert found
    assert "A bye." in seen(client, found[1])


def test_several_matches_of_a_table_are_told_apart(client: Client, quick: None) -> None:
    cup = tournament(Swiss(rounds=1, most=2, least=2, matches=3))
    bots(cup, 2)
    bots(cup, 2)
    over(cup)
    page = seen(client, address(cup, "rounds/1/"))
    assert "Record 1<span" in page
    assert "Record 2<span" in page


# -- bracket ---------------------------------------------------------------------------------


def test_the_bracket_is_drawn_and_told(client: Client, quick: None) -> None:
    cup = tournament(KNOCKOUT)
    bots(cup, 13)
    before = seen(client, address(cup, "bracket/"))
    assert before.count('class="box"') >= 5
    assert "Final</text>" in before
    over(cup)
    page = seen(client, address(cup, "bracket/"))
    book_ = snapshot.read(cup)
    winner = book_.ranking[0].entrant
    assert f'The winner: <strong><a href="{address(cup)}of/{winner}/">Bot {winner}</a>' in page
    assert page.count('class="cord hot"') == len(book_.published) - 1
    assert page.count('class="cord') == sum(len(turn.field) for turn in book_.published[1:])
    assert page.count('<li> <p class="quiet small">Table') == sum(len(turn.pods) for turn in book_.published)
    assert "style=" not in page


def test_boxes_never_lie_upon_each_other_and_cords_reach_them(quick: None) -> None:
    cup = tournament(KNOCKOUT)
    bots(cup, 27)
    over(cup)
    drawn = bracket.draw(snapshot.read(cup), Faces(snapshot.read(cup), reader=None, apart=()))
    assert drawn is not None
    for column in drawn.columns:
        for one, other in zip(column.boxes, column.boxes[1:], strict=False):
            assert one.y + one.height + bracket.LABEL <= other.y
        assert all(box.y >= bracket.TOP and box.y + box.height < drawn.height for box in column.boxes)
    assert drawn.width == max(column.x for column in drawn.columns) + bracket.WIDTH + bracket.EDGE


def test_a_cut_shows_its_shape_before_anybody_is_through(client: Client, quick: None) -> None:
    cup = tournament(SWISS, CUT)
    bots(cup, 8)
    halfway(cup)
    page = seen(client, address(cup, "bracket/"))
    assert "The knockout has not begun" in page
    assert page.count('class="box"') == 1
    assert 'class="name' not in page


# -- paths -----------------------------------------------------------------------------------


def test_a_path_tells_tables_points_and_places_round_by_round(client: Client, quick: None) -> None:
    cup = tournament(SWISS, CUT)
    bots(cup, 9)
    over(cup)
    best = snapshot.read(cup).ranking[0].entrant
    page = seen(client, address(cup, f"of/{best}/"))
    assert re.findall(r"<h3[^>]*> <a[^>]*>([\w ]+)</a>", page) == ["Round 1", "Round 2", "Round 3", "Final"]
    assert page.count("Afterwards: points") == 3
    assert "Place 1 of 9" in page
    assert page.count("<polyline") == 1
    assert client.get(address(cup, "of/10/")).status_code == 404


def test_a_path_leads_to_a_profile_but_not_to_whom_one_never_meets(at: Browser, ada: Any, ben: Any) -> None:
    cup = tournament(SWISS)
    entries.register(code=cup.code, player=ada, now=NOON)
    assert "/p/ada/" in seen(at(ben), address(cup, "of/1/"))
    relations.block(owner=ada, other=ben, now=NOON)
    page = seen(at(ben), address(cup, "of/1/"))
    assert "/p/ada/" not in page
    assert "ada" in page, "names in results stay"


# -- rules and the secret --------------------------------------------------------------------


def test_the_secret_is_shown_when_all_is_over_and_never_before(client: Client, quick: None) -> None:
    cup = tournament(SWISS, CUT)
    bots(cup, 8)
    seed = bytes(Luck.objects.get().seed).hex()
    for step in (lambda: None, lambda: halfway(cup), lambda: lifecycle.pause(code=cup.code, by=None, now=NOON)):
        step()
        for path in PAGES:
            assert seed not in seen(client, address(cup, path)), path
        assert cup.commitment in seen(client, address(cup, "rules/"))
    lifecycle.resume(code=cup.code, by=None, now=NOON)
    over(cup)
    assert seed in seen(client, address(cup, "rules/"))
    assert seed in seen(client, address(cup, "tournament.json"))


def test_the_secret_of_a_cancelled_tournament_stays_one(client: Client) -> None:
    cup = tournament(SWISS)
    bots(cup, 8)
    scheduler.look(now=NOON)
    lifecycle.cancel(code=cup.code, reason="Rain.", by=None, now=NOON)
    for path in ("rules/", "tournament.json"):
        assert bytes(Luck.objects.get().seed).hex() not in seen(client, address(cup, path))


@pytest.mark.parametrize(
    ("stages", "plan", "more", "said"),
    [
        ((SWISS,), {}, {}, ["3 rounds are played.", "3 to 4 seats", "ordered by lot", "A bye brings 1 point."]),
        ((Swiss(rounds=1, most=4, least=4, pods=2, matches=3, aims=("spread", "repeats")),), {}, {},
         ["1 round is played.", "4 seats", "at 2 tables in a round", "up to 3 matches",
          "so that those who have equally many points meet"]),
        ((GROUPS, CUT), {}, {}, ["2 groups", "3 tables of 4", "The first of each group", "no way back into groups"]),
        ((SWISS, Knockout(top=16, most=4, least=3, onward=2)), {}, {}, ["The best 16", "The best 2 of every table"]),
        ((KNOCKOUT,), {}, {}, ["Everybody takes part in it.", "There are no points"]),
        ((SWISS,), {"seeding": "rating", "late": 1, "drop": False}, {"by_itself": False},
         ["ordered by their ratings", "until round 2 begins", "the organisers decide"]),
        ((SWISS,), {}, {"round_hours": 72, "break_hours": 24, "fixed": True, "vacations": True},
         ["A round lasts 3 days.", "Between two rounds there are 1 day.", "fixed times", "vacation are waited for"]),
        ((SWISS,), {}, {"invited_only": True, "least_rating": 1400, "most_rating": 1700, "least_share": 0.9},
         ["Only those who were invited", "at least 1400", "at most 1700", "fewer than 90 % of their turns"]),
        ((SWISS,), {"scoring": Scoring(win_bonus=Decimal("0.5"), bye=Decimal("0.75"), autopilot="place",
                                       missing="last", tables=((Decimal(5), Decimal(2), Decimal(1)),))}, {},
         ["a bonus of 0.5 points", "A bye brings 0.75 points", "the place that the bot reaches", ">5.5</td>"]),
        ((SWISS,), {"ties": ()}, {}, ["shares the place"]),
        ((SWISS,), {}, {"opponents": "flint"}, ["Bots that take part play like Flint."]),
    ],
)  # fmt: skip
def test_the_rules_say_what_was_agreed(
    client: Client, stages: tuple[Stage, ...], plan: dict[str, Any], more: dict[str, Any], said: list[str]
) -> None:
    page = seen(client, address(tournament(*stages, plan=plan, **more), "rules/"))
    for sentence in said:
        assert sentence in page, sentence


def test_points_are_told_for_every_size_of_table() -> None:
    plan = Plan(stages=(Swiss(rounds=1, most=5, least=3), Groups(groups=1, rounds=1, most=2, least=2), KNOCKOUT))
    assert rules.sizes(plan) == [2, 3, 4, 5]
    assert rules.sizes(Plan(stages=(KNOCKOUT,))) == []
