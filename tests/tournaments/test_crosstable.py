"""Tests of the crosstable, of who advances and why, of tie-break details, and of table cards."""

from __future__ import annotations

import html
import re
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import gettext, ngettext, pgettext

from apps.tournaments.formats.stages import Groups, Knockout, Swiss
from apps.tournaments.models import Entry
from apps.tournaments.scoring.figures import Figure
from apps.tournaments.scoring.points import compute_seat_points
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS
from apps.tournaments.selectors import standings as standings_selector
from apps.tournaments.selectors.cards import build_round_cards
from apps.tournaments.selectors.entrants import Faces
from apps.tournaments.selectors.standings import Placings, build_placings
from apps.tournaments.services import entries
from apps.tournaments.wording.numbers import TABLE_DECIMALS, format_local_number
from tests.factories.tournaments import GROUPS, NOON, SWISS, begun, decide, decide_all, look, running, seen
from tests.tournaments.test_public import address
from tests.tournaments.test_public import seen as page_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]

FOUR = Knockout(top=4, most=4, least=4, onward=2)


def table(cup: Any) -> Placings:
    snapshot = seen(cup)
    return build_placings(snapshot, Faces(snapshot, reader=None, apart=()))


def test_every_row_adds_up_to_its_points_and_every_cell_says_where_it_comes_from(client: Client, quick: None) -> None:
    cup, _ = begun(SWISS, entrants=9)
    decide_all(cup)
    look(cup)
    found, snapshot = table(cup), seen(cup)
    assert [column.title for column in found.sections[0].rounds] == ["R1", "R2"]
    told = {
        (round_.round.number, entrant): (
            f"Table {pod.pod.index + 1}, seat {seat}",
            format_local_number(paid, TABLE_DECIMALS),
        )
        for round_ in snapshot.published
        for pod in round_.pods
        if pod.result is not None
        for seat, (entrant, paid) in enumerate(
            zip(pod.result.seats, compute_seat_points(pod.result, snapshot.plan.scoring), strict=True), start=1
        )
    }
    for line in found.sections[0].lines:
        meeting = line.cells[0].meeting
        assert meeting is not None
        assert told[0, line.who.number] == (meeting.at, meeting.points)
        assert line.cells[1].meeting is None or not line.cells[1].meeting.done
    page = page_of(client, address(cup, "standings/"))
    first, second = (round_.pods[0].came[0].code for round_ in snapshot.published)
    assert f'href="/m/{first}/record/"' in page, "a result leads to its replay"
    assert f'href="/m/{second}/"' in page, "a table in play leads to its match"
    assert page.count('class="lit"') == sum(len(pod.seats) for pod in snapshot.published[1].pods)
    assert 'id="t1"' in page_of(client, address(cup, "rounds/1/"))


def test_each_group_is_a_table_whose_line_divides_those_who_come_to_the_knockout(quick: None) -> None:
    cup, _ = begun(GROUPS, FOUR, entrants=16)
    decide_all(cup)
    before = table(cup)
    assert [section.title for section in before.sections] == ["", "Group A", "Group B"]
    on = {line.who.number for section in before.sections[1:] for line in section.lines if line.on}
    for section in before.sections[1:]:
        assert [line.on for line in section.lines] == sorted((line.on for line in section.lines), reverse=True)
        assert section.divided
        assert [line.place for line in section.lines] == sorted(line.place for line in section.lines)
    look(cup)
    assert on == set(seen(cup).published[-1].field)
    assert {line.who.number for line in table(cup).sections[0].lines if line.on} == on


def test_where_tables_are_no_rounds_everybody_has_as_many_and_meets_everybody(quick: None) -> None:
    cup, _who = begun(Groups(groups=1, rounds=3, most=3, least=3), entrants=6)
    decide_all(cup)
    snapshot = look(cup)
    assert cup.ended
    [round_] = snapshot.published
    assert len(round_.pods) == 6
    met = {frozenset(two) for table in round_.pods for two in combinations(table.seats, 2)}
    assert len(met) == 15
    found = build_placings(snapshot, Faces(snapshot, reader=None, apart=()))
    group = found.sections[-1]
    assert [len([cell for cell in line.cells if cell.meeting]) for line in group.lines] == [3] * 6


def test_who_goes_on_from_a_shared_place_is_told_with_the_reason(client: Client, quick: None) -> None:
    cup, _ = begun(Knockout(top=0, most=4, least=4, onward=2), entrants=8)
    for pod in running(cup):
        decide(pod, 1, 2, 2, 4)
    look(cup)
    snapshot = seen(cup)
    for path in ("rounds/1/", "bracket/"):
        said = re.findall(shared(r"Bot (\d+)"), page_of(client, address(cup, path)))
        assert len(said) == 2
        assert {int(number) for number in said} <= set(snapshot.published[1].field)


def test_who_leaves_later_went_on_all_the_same(client: Client, quick: None) -> None:
    cup, _ = begun(Knockout(top=0, most=4, least=4, onward=2), entrants=8)
    for pod in running(cup):
        decide(pod, 1, 2, 2, 4, scores=(20, 12, 12, -3))
    look(cup)
    pages = [address(cup, path) for path in ("rounds/1/", "bracket/")]
    before = [told(page_of(client, page)) for page in pages]
    assert all(len(names) == 4 for names, _why in before)
    bracket = page_of(client, pages[1])
    assert bracket.count('class="place"') == 16, "each drawn once, and told once"
    assert len(re.findall(r'<text class="score"[^>]*>−?\d+<', bracket)) == 8, "all eight have a score"
    one = seen(cup).published[1].field[0]
    Entry.objects.filter(tournament=cup, number=one).update(state=Entry.State.OUT)
    assert [told(page_of(client, page)) for page in pages] == before


def told(page: str) -> tuple[list[str], list[str]]:
    """Return the players marked as advancing, and the reasons for those from a shared place."""
    mark = f">(?:{pgettext('from a table of a knockout', 'advances')}|→ {gettext('Final')})</span>"
    on = [re.findall(r"Bot \d+", before)[-1] for before in re.split(mark, page)[:-1]]
    return on, re.findall(shared(r"Bot \d+"), page)


def shared(one: str) -> str:
    """Return a pattern for the sentence when two players share place 2 and one of them advances."""
    words = ngettext(
        "Tie for place %(place)d: %(on)s was previously ranked higher and advances instead of %(behind)s.",
        "Tie for place %(place)d: %(on)s were previously ranked higher and advance instead of %(behind)s.",
        1,
    )
    pattern = re.escape(words % {"place": 2, "on": "<on>", "behind": "<behind>"})
    return pattern.replace("<on>", one).replace("<behind>", r"Bot \d+")


def test_a_number_leads_to_what_it_is_made_of(client: Client, quick: None) -> None:
    cup, _ = begun(Swiss(rounds=1, most=4, least=4), entrants=8)
    decide_all(cup)
    look(cup)
    first = seen(cup).ranking[0].entrant
    page = page_of(client, address(cup, "standings/"))
    assert f'href="{address(cup)}of/{first}/#tie-opponents"' in page
    assert "average Buchholz Cut 1" in page
    own = page_of(client, address(cup, f"of/{first}/"))
    working = own[own.index('id="tie-opponents"') : own.index('id="tie-share"')]
    assert working.count("left out") == 1
    assert re.search(r"Their average is 0\.5\.", working), "two thirds and a third of a point, without nothing"
    assert "Used to break the tie with:" in own[own.index('id="tie-wins"') :]


def test_cards_have_the_seats_in_order_and_the_address_of_the_match(client: Client, quick: None, settings: Any) -> None:
    cup, _ = begun(SWISS, entrants=8)
    snapshot = seen(cup)
    round_ = snapshot.published[0]
    found = build_round_cards(snapshot, round_, Faces(snapshot, reader=None, apart=()))
    names = [[f"Bot {number}" for number in pod.seats] for pod in round_.pods]
    assert [[seat.name for seat in card.seats] for card in found] == names
    assert [card.address for card in found] == [
        f"{settings.SLOWFUSE_SITE}/m/{pod.came[0].code}/" for pod in round_.pods
    ]
    assert found[0].code != found[1].code
    page = page_of(client, address(cup, "rounds/1/cards/"))
    assert all(card.address in page and card.code.d in page for card in found)
    assert client.get(address(cup, "rounds/2/cards/")).status_code == 404


@pytest.mark.parametrize("stages", [(SWISS,), (GROUPS, FOUR)], ids=["rounds", "groups"])
def test_of_a_large_field_every_page_shows_some_and_all_show_everybody_once(
    stages: Any, client: Client, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, _ = begun(*stages, entrants=16)
    decide_all(cup)
    look(cup)
    at_once = table(cup)
    monkeypatch.setattr(standings_selector, "MAX_SINGLE_PAGE_LINES", 10)
    monkeypatch.setattr(standings_selector, "LINES_PER_PAGE", 7)
    snapshot = seen(cup)
    faces = Faces(snapshot, reader=None, apart=())
    pages = [
        build_placings(snapshot, faces, page=number) for number in range(1, build_placings(snapshot, faces).pages + 1)
    ]
    assert len(pages) > 2
    found = [(section.title, line) for page in pages for section in page.sections for line in section.lines]
    assert found == [(section.title, line) for section in at_once.sections for line in section.lines]
    assert page_of(client, address(cup, "standings/?page=2")).count('rel="prev"') == 1
    for odd in ("0", "99", "x", "-1", "9" * 30):
        assert page_of(client, address(cup, f"standings/?page={odd}"))


def test_whoever_takes_part_finds_their_line_from_every_page(
    at: Any, player: Any, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings_selector, "MAX_SINGLE_PAGE_LINES", 4)
    monkeypatch.setattr(standings_selector, "LINES_PER_PAGE", 3)
    cup, (me, *_others) = begun(SWISS, entrants=8, player=player)
    snapshot = seen(cup)
    mine = build_placings(snapshot, Faces(snapshot, reader=me.pk, apart=())).mine
    assert mine is not None
    for page in (1, 2, 3):
        found = page_of(at(me), address(cup, f"standings/?page={page}"))
        assert f'<a href="{"" if page == mine.page else f"?page={mine.page}"}#e{mine.number}">' in found
        assert (f'id="e{mine.number}"' in found) == ('<tr class="me ' in found) == (page == mine.page)
    assert "cup-own" not in page_of(Client(), address(cup, "standings/"))


def test_a_bye_an_absence_and_a_no_show_look_different_from_a_last_place(
    client: Client, player: Any, quick: None
) -> None:
    cup, (gone, *_others) = begun(Swiss(rounds=3, most=4, least=4), entrants=9, player=player)
    for pod in running(cup):
        decide(pod, silent=(3,))
    entries.leave_tournament(code=cup.code, player=gone, now=NOON)
    entries.add_entrant(code=cup.code, player=None, by=None, now=NOON)
    look(cup)
    rows = {line.who.name: line.cells for line in table(cup).sections[0].lines}
    firsts = [cells[0] for cells in rows.values()]
    assert [cell.points for cell in firsts if cell.bye] == ["1"]
    assert sum(cell.meeting is not None and cell.meeting.missed for cell in firsts) == 2
    assert rows[gone.username][1].absent
    page = page_of(client, address(cup, "standings/"))
    absences = sum(cell.absent for cells in rows.values() for cell in cells)
    assert absences == 4, "one came later, one left, and two are out because they didn't show up"
    assert page.count(pgettext("in a column of results", "didn’t play")) == absences
    assert page.count(gettext("no-show")) == 2


def test_tie_breaks_that_no_one_needed_have_no_column_but_are_explained(client: Client, quick: None) -> None:
    cup, _ = begun(Swiss(rounds=1, most=4, least=4), entrants=4)
    decide_all(cup)
    look(cup)
    found = table(cup)
    assert found.columns == ()
    assert {column.name for column in found.ties} == set(seen(cup).plan.ties)
    page = page_of(client, address(cup, "standings/"))
    assert gettext(TIE_BREAKS["opponents"].explanation) in html.unescape(page)
    assert "about-opponents" not in page


def test_numbers_of_a_column_have_the_same_decimal_places_and_its_tie_break_is_explained_below(
    client: Client, quick: None
) -> None:
    cup, _ = begun(SWISS, entrants=13)
    for _round in range(2):
        decide_all(cup)
        look(cup)
    found = table(cup)
    names = [column.name for column in found.columns]
    assert "opponents" in names
    lines = [line for section in found.sections for line in section.lines]
    columns = [
        [line.points for line in lines],
        *zip(*[[each.text for each in line.measures] for line in lines], strict=True),
    ]
    for column in columns:
        assert len({len(text.partition(".")[2]) for text in column if text != gettext("drawn")}) <= 1, column
    assert any("." in text for text in columns[1 + names.index("opponents")])
    page = page_of(client, address(cup, "standings/"))
    for name in names:
        assert f'href="#about-{name}"' in page
        assert page.count(f'id="about-{name}"') == 1
        assert page.index("</table>") < page.index(f'id="about-{name}"') < page.index("<details")
    heads = re.findall(r'<th scope="col" class="([a-z ]+)"', page)
    assert heads == ["place", "who", "number points", *["number tie"] * len(names), *["meeting"] * 3]


def test_a_page_of_a_large_field_writes_only_its_own_lines(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    cup, _ = begun(SWISS, entrants=16)
    decide_all(cup)
    look(cup)
    monkeypatch.setattr(standings_selector, "MAX_SINGLE_PAGE_LINES", 4)
    monkeypatch.setattr(standings_selector, "LINES_PER_PAGE", 4)
    written: list[str] = []
    build = standings_selector.build_tie_break_measure

    def write(figure: Figure, digits: int) -> standings_selector.Measure:
        written.append(figure.name)
        return build(figure, digits)

    monkeypatch.setattr(standings_selector, "build_tie_break_measure", write)
    found = table(cup)
    assert found.pages == 4
    assert len(written) == 4 * len(found.columns)
