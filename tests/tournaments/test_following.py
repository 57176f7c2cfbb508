"""Tests of standings, rounds, bracket, results by player, rules and log: what they show, to whom, and at what cost."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import gettext, ngettext

from apps.accounts.services import relations
from apps.matches.services import play
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Groups, Knockout, Stage, Swiss
from apps.tournaments.models import Luck, Tournament
from apps.tournaments.scoring.points import Scoring
from apps.tournaments.selectors import bracket, snapshot
from apps.tournaments.selectors.entrants import Faces
from apps.tournaments.selectors.standings import format_group_letters
from apps.tournaments.services import corrections, entries, lifecycle, rounds, scheduler
from apps.tournaments.wording import rules
from apps.tournaments.wording.numbers import digits_to_tell_apart, format_local_number
from tests.factories.people import browser
from tests.factories.tournaments import (
    CUT,
    GROUPS,
    KNOCKOUT,
    NOON,
    SWISS,
    bots,
    decide,
    decided,
    people,
    played,
    running,
    tournament,
)  # fmt: skip
from tests.tournaments.admin_pages import organiser
from tests.tournaments.test_public import PAGES, address, at_table, seen

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Browser = Callable[..., Client]
HTMX = {"HX-Request": "true"}


def halfway(cup: Tournament) -> None:
    """Publish and deal the first round, and let its bots play."""
    scheduler.advance_tournaments(now=NOON)
    while play.settle_due(now=NOON, limit=1000):
        pass


def over(cup: Tournament) -> None:
    """End the tournament by setting results only, which is all that readers see of the matches."""
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
            entries.add_entrant(code=cup.code, player=None, by=None, now=NOON)
        elif step == 1:
            scheduler.advance_tournaments(now=NOON)
        else:
            while play.settle_due(now=NOON + timedelta(days=step), limit=1000):
                pass
            scheduler.advance_tournaments(now=NOON + timedelta(days=step))
    assert len(set(marks)) == 4, "each of these changed something"
    answer = client.get(marks[0], headers=HTMX)
    assert answer.status_code == 200
    assert answer.content.decode().lstrip().startswith('<div id="standings"')


def test_standings_tell_points_and_what_decided(client: Client, quick: None) -> None:
    cup = tournament(SWISS, CUT)
    bots(cup, 9)
    assert gettext("Standings will appear with the first round.") in seen(client, address(cup, "standings/"))
    over(cup)
    page = seen(client, address(cup, "standings/"))
    assert "hx-get" not in page, "what is over does not change"
    assert page.count('<td class="place">') == 9
    for title in (gettext("Wins"), gettext("Opponents’ strength"), gettext("Random draw"), gettext("Final")):
        assert f">{title}<" in page
    assert gettext("Number of first places. A shared first place counts as a fraction.") in page
    assert not re.search(r"\d{6}", re.sub(r"<[^>]*>", "", page)), "a lot is no number for people"


def test_the_withdrawn_are_marked_and_keep_their_points(client: Client, player: Any, quick: None) -> None:
    cup = tournament(SWISS)
    gone = people(cup, player, 1)[0]
    bots(cup, 8)
    halfway(cup)
    entries.leave_tournament(code=cup.code, player=gone, now=NOON)
    page = seen(client, address(cup, "standings/"))
    assert re.search(r"p000</a>\s*<span class=\"badge\">withdrawn", page)
    assert page.count("withdrawn") == 1
    assert "withdrawn" in seen(client, address(cup, "of/1/"))


def test_groups_have_letters(client: Client, quick: None) -> None:
    assert [format_group_letters(n) for n in (0, 25, 26, 51, 52, 127)] == ["A", "Z", "AA", "AZ", "BA", "DX"]
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
    relations.block_player(owner=ps[0], other=ps[1], now=NOON)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    assert snapshot.load_snapshot(cup).proposed is not None
    for reader in (client, at(ps[0])):
        assert reader.get(address(cup, "rounds/1/")).status_code == 404
        for path in PAGES:
            page = seen(reader, address(cup, path))
            assert 'class="pod' not in page
            assert not at_table(page)
            assert "rounds/1/" not in page, path
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    page = seen(client, address(cup, "rounds/1/"))
    assert 'class="pod"' in page
    assert "Table 1" in page
    assert "block" not in seen(client, address(cup, "tournament.json"))


def test_what_was_changed_by_hand_is_told_with_the_round_and_not_before(client: Client) -> None:
    cup = tournament(SWISS, CUT, by_itself=False)
    bots(cup, 8)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    turn = snapshot.load_snapshot(cup).proposed
    assert turn is not None
    one, other = (pod.seats[0] for pod in turn.proposal.pods)
    rounds.swap_in_proposed_round(code=cup.code, one=one, other=other, by=None, now=NOON)
    said = gettext("Round %(round)s: %(one)s and %(other)s were swapped before it was published.")
    said %= {"round": 1, "one": f"Bot {one}", "other": f"Bot {other}"}
    for path in PAGES:
        assert said not in seen(client, address(cup, path)), path
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    assert said in seen(client, address(cup, "log/"))


def test_a_round_shows_places_points_and_ways_to_the_matches(client: Client, player: Any, quick: None) -> None:
    cup = tournament(SWISS)
    people(cup, player, 1)
    bots(cup, 7)
    scheduler.advance_tournaments(now=NOON)
    page = seen(client, address(cup, "rounds/1/"))
    said = ngettext("%(done)s of %(tables)s table finished", "%(done)s of %(tables)s tables finished", 2)
    assert said % {"done": 0, "tables": 2} in page
    assert len(re.findall(r'<a href="/m/\w+/">', page)) == 2
    played(cup, step=timedelta(hours=12))
    page = seen(client, address(cup, "rounds/1/"))
    assert len(re.findall(r'<a href="/m/\w+/record/">', page)) == 2
    assert f'p000</a></span> <span class="quiet small">({gettext("no-show")})' in page
    assert page.count("<strong>1</strong>") >= 1
    assert page.count("<strong>0</strong>") >= 1


def test_a_correction_stands_there_with_its_reason(client: Client, at: Browser, ada: Any, quick: None) -> None:
    cup = tournament(SWISS, by=ada, by_itself=False)
    bots(cup, 8)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    scheduler.advance_tournaments(now=NOON)
    places = [4, 3, 2, 1]
    corrections.correct_result(code=cup.code, number=0, index=0, places=places, reason="A <slip>.", by=ada.pk, now=NOON)
    page = seen(client, address(cup, "rounds/1/"))
    assert "Corrected: A &lt;slip&gt;." in page
    assert "the result was corrected. A &lt;slip&gt;." in seen(client, address(cup, "log/"))
    assert "by ada" in seen(client, address(cup, "log/"))


def test_byes_are_told(client: Client, quick: None) -> None:
    cup = tournament(Swiss(rounds=2, most=2, least=2))
    bots(cup, 5)
    over(cup)
    page = seen(client, address(cup, "rounds/1/"))
    found = re.search(r'Byes: <a href="(/tournaments/\w+/of/\d/)" translate="no">Bot \d</a>', page)
    assert found
    assert "Bye" in seen(client, found[1])


def test_several_matches_of_a_table_are_told_apart(client: Client, quick: None) -> None:
    cup = tournament(Swiss(rounds=1, most=2, least=2, matches=3))
    bots(cup, 2)
    bots(cup, 2)
    over(cup)
    page = seen(client, address(cup, "rounds/1/"))
    links = re.findall(r'<a href="/m/\w+/record/">(\w+) (\d)<span', page)
    assert {(gettext("Replay"), "1"), (gettext("Replay"), "2")} <= set(links)


# -- bracket ---------------------------------------------------------------------------------


def test_the_bracket_is_drawn_and_told(client: Client, quick: None) -> None:
    cup = tournament(KNOCKOUT)
    bots(cup, 13)
    before = seen(client, address(cup, "bracket/"))
    assert before.count('class="box"') >= 5
    assert "Final</text>" in before
    over(cup)
    page = seen(client, address(cup, "bracket/"))
    book_ = snapshot.load_snapshot(cup)
    winner = book_.ranking[0].entrant
    named = f'<strong><a href="{address(cup)}of/{winner}/" translate="no">Bot {winner}</a></strong>'
    assert f"{gettext('Winner:')} {named}" in page
    assert page.count('class="cord hot"') == len(book_.published) - 1
    assert page.count('class="cord') == sum(len(turn.field) for turn in book_.published[1:])
    assert page.count('<li> <p class="quiet small">Table') == sum(len(turn.pods) for turn in book_.published)
    assert "style=" not in page


def test_boxes_never_lie_upon_each_other_and_cords_reach_them(quick: None) -> None:
    cup = tournament(KNOCKOUT)
    bots(cup, 27)
    over(cup)
    drawn = bracket.draw_bracket(snapshot.load_snapshot(cup), Faces(snapshot.load_snapshot(cup), reader=None, apart=()))
    assert drawn is not None
    for column in drawn.columns:
        for one, other in zip(column.boxes, column.boxes[1:], strict=False):
            assert one.y + one.height + bracket.LABEL_HEIGHT <= other.y
        assert all(box.y >= bracket.TITLE_HEIGHT and box.y + box.height < drawn.height for box in column.boxes)
    assert drawn.width == max(column.x for column in drawn.columns) + bracket.BOX_WIDTH + bracket.EDGE_WIDTH


def ends_of(cord: bracket.Cord) -> tuple[tuple[int, int], tuple[int, int]]:
    numbers = [int(number) for number in re.findall(r"\d+", cord.d)]
    return (numbers[0], numbers[1]), (numbers[-2], numbers[-1])


def test_each_cord_ends_at_the_line_of_whom_it_leads_there(quick: None) -> None:
    cup = tournament(Knockout(top=0, most=4, least=3, onward=2))
    bots(cup, 16)
    scheduler.advance_tournaments(now=NOON)
    for table in running(cup):
        decide(table, *range(1, len(table.seats) + 1))
    scheduler.advance_tournaments(now=NOON)
    book_ = snapshot.load_snapshot(cup)
    drawn = bracket.draw_bracket(book_, Faces(book_, reader=None, apart=()))
    assert drawn is not None
    quarter, semi, final = drawn.columns
    middle = bracket.ROW_HEIGHT // 2
    starts, arrivals = (
        {(column.x + side, name.y + middle): name.who.number for box in column.boxes for name in box.names if name.who}
        for column, side in ((quarter, bracket.BOX_WIDTH), (semi, 0))
    )
    led = [(starts[start], arrivals[end]) for start, end in map(ends_of, drawn.cords) if start in starts]
    assert len(led) == 8
    assert all(gone == come for gone, come in led)
    bundles = [(start, end) for start, end in map(ends_of, drawn.cords) if start not in starts]
    tables = {box.number: (semi.x + bracket.BOX_WIDTH, box.y + box.height // 2) for box in semi.boxes}
    assert sorted(bundles) == sorted(
        (tables[name.origin], (final.x, name.y + middle)) for box in final.boxes for name in box.names
    )


def test_a_cut_shows_its_shape_before_anybody_is_through(client: Client, quick: None) -> None:
    cup = tournament(SWISS, CUT)
    bots(cup, 8)
    halfway(cup)
    page = seen(client, address(cup, "bracket/"))
    assert gettext("The knockout hasn’t started. This is the bracket if everyone plays.") in page
    assert page.count('class="box"') == 1
    assert 'class="name' not in page


def test_an_empty_final_says_from_which_tables_its_players_come(client: Client, quick: None) -> None:
    cup = tournament(Knockout(top=0, most=2, least=2, onward=1))
    bots(cup, 4)
    winners = [gettext("Winner of table %(number)d") % {"number": number} for number in (1, 2)]
    page = seen(client, address(cup, "bracket/"))
    assert [page.count(f">{said}</text>") for said in winners] == [1, 1]
    assert page.count('class="cord"') == 2
    scheduler.advance_tournaments(now=NOON)
    page = seen(client, address(cup, "bracket/"))
    assert [page.count(f">{said}</") for said in winners] == [2, 2], "drawn, and told in words"
    first = running(cup)[0]
    decide(first, 2, 1)
    page = seen(client, address(cup, "bracket/"))
    assert [page.count(f">{said}</") for said in winners] == [0, 2]
    through = f"Bot {first.seats[1]}"
    assert f'<p translate="no">{through}</p>' in page
    assert len(re.findall(rf'class="notranslate name[^"]*"[^>]*>{through}</text>', page)) == 2
    assert page.count('class="cord"') == 2
    over(cup)
    assert not any(said in seen(client, address(cup, "bracket/")) for said in winners)


def test_your_path_stands_out_and_arrows_name_the_round(player: Any) -> None:
    cup = tournament(Knockout(top=0, most=2, least=2, onward=1))
    [mine, *_others] = people(cup, player, 8)
    scheduler.advance_tournaments(now=NOON)
    own = cup.entries.get(player=mine).number

    def round_over(**more: Any) -> None:
        for table in running(cup):
            decide(table, *((1, 2) if own not in table.seats or table.seats[0] == own else (2, 1)), **more)
        scheduler.advance_tournaments(now=NOON)

    quarter = next(table for table in running(cup) if own in table.seats)
    first = quarter.seats[0] == own
    decide(quarter, *((1, 2) if first else (2, 1)), scores=(31, -7))
    page = seen(browser(mine), address(cup, "bracket/"))
    assert re.findall(r'<text class="score"[^>]*>([^<]*)<', page) == (["31", "−7"] if first else ["−7", "31"])
    assert page.count('class="own"') == 1
    round_over()
    page, public = (seen(browser(reader), address(cup, "bracket/")) for reader in (mine, None))
    semi = next(table.pod.index + 1 for table in running(cup) if own in table.seats)
    words = re.findall(r'<p class="me">(.*?)</p>', page)
    assert len(words) == 2, "at the table that is over and at the next one"
    assert f"→ {gettext('Semi-final')}, table {semi}<" in words[0]
    assert page.count('class="cord mine"') == 1
    assert page.count('class="own"') == 2
    assert not re.search(r'"me"|"own"|cord mine', public)
    round_over()
    page = seen(browser(mine), address(cup, "bracket/"))
    assert f"→ {gettext('Final')}<" in page, "which has a single table"
    assert page.count('class="cord mine"') == 2


def test_a_final_for_several_of_each_table_names_their_places(client: Client) -> None:
    bots(cup := tournament(Knockout(top=0, most=4, least=3, onward=2)), 8)
    page = seen(client, address(cup, "bracket/"))
    text = gettext("%(place)s of table %(number)d")
    for place, number in (("1st", 1), ("2nd", 1), ("1st", 2), ("2nd", 2)):
        assert f">{text % {'place': place, 'number': number}}</text>" in page


def test_points_are_rounded_as_far_as_they_still_differ() -> None:
    assert digits_to_tell_apart([]) == 1
    assert digits_to_tell_apart([Fraction(5, 3), Fraction(4, 3), Fraction(4, 3), 2]) == 1
    assert digits_to_tell_apart([Fraction(5, 3), Fraction(17, 10)]) == 2
    assert digits_to_tell_apart([Fraction(1, 3), Fraction(333, 1000)]) == 3, "no more than three, even so"
    assert [format_local_number(Fraction(5, 3), digits) for digits in (1, 2, 3)] == ["1.7", "1.67", "1.667"]


def test_pages_round_points_and_exports_keep_them(client: Client, quick: None) -> None:
    cup = tournament(Swiss(rounds=1, most=4, least=4))
    bots(cup, 4)
    over(cup)
    for path, points in (("", ["1.0", "0.7", "0.3", "0.0"]), ("standings/", ["1.0", "0.7", "0.3", "0.0"])):
        page = seen(client, address(cup, path))
        assert re.findall(r'<td class="number(?: points)?">(?:<strong>)?([\d.]+)<', page) == points, path
    assert "0.67" in seen(client, address(cup, "rounds/1/"))
    assert "0.667" in (table := seen(client, address(cup, "standings.csv")))
    assert "2/3" in table


# -- results by player -----------------------------------------------------------------------


def test_a_path_tells_tables_points_and_places_round_by_round(client: Client, quick: None) -> None:
    cup = tournament(SWISS, CUT)
    bots(cup, 9)
    over(cup)
    best = snapshot.load_snapshot(cup).ranking[0].entrant
    page = seen(client, address(cup, f"of/{best}/"))
    assert re.findall(r"<h3[^>]*> <a[^>]*>([\w ]+)</a>", page) == ["Round 1", "Round 2", "Round 3", "Final"]
    after = re.escape(gettext("After this round: %(place)s. Total points: %(points)s."))
    after = after.replace(re.escape("%(place)s"), r"\d(?:st|nd|rd|th)").replace(re.escape("%(points)s"), r"[\d.]+")
    assert len(re.findall(after, page)) == 3
    assert gettext("%(place)s of %(count)s") % {"place": "1st", "count": 9} in page
    assert page.count("<polyline") == 1
    assert client.get(address(cup, "of/10/")).status_code == 404


def test_a_path_leads_to_a_profile_but_not_to_whom_one_never_meets(at: Browser, ada: Any, ben: Any) -> None:
    cup = tournament(SWISS)
    entries.register_player(code=cup.code, player=ada, now=NOON)
    assert "/p/ada/" in seen(at(ben), address(cup, "of/1/"))
    relations.block_player(owner=ada, other=ben, now=NOON)
    page = seen(at(ben), address(cup, "of/1/"))
    assert "/p/ada/" not in page
    assert "ada" in page, "names in results stay"


# -- rules and the secret --------------------------------------------------------------------


def test_the_secret_is_shown_when_all_is_over_and_never_before(client: Client, quick: None) -> None:
    cup = tournament(SWISS, CUT)
    bots(cup, 8)
    seed = bytes(Luck.objects.get().seed).hex()
    for step in (
        lambda: None,
        lambda: halfway(cup),
        lambda: lifecycle.pause_tournament(code=cup.code, by=None, now=NOON),
    ):
        step()
        for path in PAGES:
            assert seed not in seen(client, address(cup, path)), path
        assert cup.commitment in seen(client, address(cup, "rules/"))
    lifecycle.resume_tournament(code=cup.code, by=None, now=NOON)
    over(cup)
    assert seed in seen(client, address(cup, "rules/"))
    assert seed in seen(client, address(cup, "tournament.json"))


def test_the_secret_of_a_cancelled_tournament_stays_one(client: Client) -> None:
    cup = tournament(SWISS)
    bots(cup, 8)
    scheduler.advance_tournaments(now=NOON)
    lifecycle.cancel_tournament(code=cup.code, reason="Rain.", by=None, now=NOON)
    for path in ("rules/", "tournament.json"):
        assert bytes(Luck.objects.get().seed).hex() not in seen(client, address(cup, path))


def of_rounds(count: int) -> str:
    return ngettext(
        "There is %(count)d round. Everyone plays in it, regardless of points.",
        "There are %(count)d rounds. Everyone plays in all of them, regardless of points.",
        count,
    ) % {"count": count}


def of_seats(size: str) -> str:
    return gettext("A table has %(size)s seats.") % {"size": size}


def of_byes(points: str) -> str:
    return gettext("A bye is worth %(points)s.") % {"points": points}


def of_two_groups() -> list[str]:
    split = ngettext(
        "Everyone plays in one group.",
        "The field is split into %(count)d groups, as equal in size and strength as possible.",
        2,
    )
    tables = ngettext(
        "Everyone plays at %(count)d table of %(size)s.",
        "Everyone plays at %(count)d tables of %(size)s, or one fewer with a bye.",
        3,
    )
    cut = gettext("%(top)d entrants qualify: the group winners, then the runners-up, and so on.")
    return [
        split % {"count": 2},
        tables % {"count": 3, "size": "4"},
        cut % {"top": 4},
        gettext("You can’t come back once groups or a knockout have started."),
    ]


def of_matches_in_a_row() -> str:
    said = gettext(
        "A table plays up to %(count)d matches in a row, and everyone moves one seat along each time. "
        "Total points decide, then total scores. Play ends early once nothing can change."
    )
    return said % {"count": 3}


def of_aims() -> str:
    return gettext(
        "Tables are arranged so that players with equal points meet. The next priority is that no one "
        "meets the same players twice."
    )


def of_the_best_of_tables() -> str:
    return ngettext(
        "The winner of each table advances until everyone left fits at one table for the final.",
        "The top %(count)d at each table advance until everyone left fits at one table for the final.",
        2,
    ) % {"count": 2}


def of_times() -> list[str]:
    lasts = gettext(
        "A round lasts %(time)s. Slow Fuse then ends all unfinished matches without a result. Players "
        "whose turn it is at that moment count as not having finished. Everyone else shares first place."
    )
    return [
        lasts % {"time": "3 days"},
        gettext("There’s a break of %(time)s between rounds.") % {"time": "1 day"},
        gettext("Rounds start and end at fixed times, even if all tables finish early."),
        gettext("We wait for players on vacation, but no longer than the round lasts."),
    ]


def of_wishes() -> list[str]:
    above = gettext("Your rating in this game must be %(points)d or lower. Unrated players can register.")
    share = gettext(
        "You can’t register if you played fewer than %(percent)d%% of your turns on time in the last 90 days."
    )
    return [
        gettext("Only invited players can register."),
        gettext("Your rating in this game must be at least %(points)d.") % {"points": 1400},
        above % {"points": 1700},
        share % {"percent": 90},
    ]


@pytest.mark.parametrize(
    ("stages", "plan", "more", "said"),
    [
        ((SWISS,), {}, {}, [of_rounds(3), of_seats("3 to 4"), gettext("Entrants are seeded at random."),
                            of_byes("1 point")]),
        ((Swiss(rounds=1, most=4, least=4, pods=2, matches=3, aims=("spread", "repeats")),), {}, {},
         [of_rounds(1), of_seats("4"),
          gettext("Everyone plays at %(count)d tables per round, all at the same time.") % {"count": 2},
          of_matches_in_a_row(), of_aims()]),
        ((GROUPS, CUT), {}, {}, of_two_groups()),
        ((SWISS, Knockout(top=16, most=4, least=3, onward=2)), {}, {},
         [gettext("The top %(top)d in the standings qualify.") % {"top": 16}, of_the_best_of_tables()]),
        ((KNOCKOUT,), {}, {}, [gettext("All entrants play in the knockout."),
                               gettext("There are no points. Places at each table decide who advances.")]),
        ((SWISS,), {"seeding": "rating", "late": 1, "drop": False}, {"by_itself": False},
         [gettext("Entrants are seeded by rating. Unrated players come last."),
          gettext("You can still join until round %(round)d starts. You get no points for the rounds you missed.")
          % {"round": 2},
          gettext("If there aren’t enough entrants at the start, the organisers decide what happens.")]),
        ((SWISS,), {}, {"round_hours": 72, "break_hours": 24, "fixed": True, "vacations": True}, of_times()),
        ((SWISS,), {}, {"invited_only": True, "least_rating": 1400, "most_rating": 1700, "least_share": 0.9},
         of_wishes()),
        ((SWISS,), {"scoring": Scoring(win_bonus=Decimal("0.5"), bye=Decimal("0.75"), autopilot="place",
                                       missing="last", tables=((Decimal(5), Decimal(2), Decimal(1)),))}, {},
         [gettext("First place includes a bonus of %(points)s.") % {"points": "0.5 points"}, of_byes("0.75 points"),
          gettext("You get the place your seat finishes in."), ">5.5</td>"]),
        ((SWISS,), {"ties": ()}, {}, [gettext("Players level on points share a place.")]),
        ((SWISS,), {}, {"opponents": "flint"},
         [gettext("Bots in the tournament play like %(name)s.") % {"name": "Flint"}]),
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
    assert rules.list_paying_sizes(plan) == [2, 3, 4, 5]
    assert rules.list_paying_sizes(Plan(stages=(KNOCKOUT,))) == []


def test_organisers_reach_their_dashboard_from_every_page(client: Client, at: Browser, ada: Any, quick: None) -> None:
    bots(cup := tournament(SWISS, CUT), 8)
    halfway(cup)
    host = browser(organiser("olga", cup))
    tab = f'/desk/">{gettext("Dashboard")}</a>'
    for path in ("", "standings/", "bracket/", "rules/", "talk/", "log/", "rounds/1/", "rounds/1/cards/", "of/1/"):
        assert tab in seen(host, address(cup, path)), path
        assert tab not in seen(at(ada), address(cup, path)), path
        assert tab not in seen(client, address(cup, path)), path
