"""Tests that substitutes take the running seat, but not the points."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.matches.models import Chair
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.formats.stages import Knockout, Swiss
from apps.tournaments.models import Entry
from apps.tournaments.selectors.bracket import draw_bracket
from apps.tournaments.selectors.entrants import Faces
from apps.tournaments.services import entries, lifecycle, matches, notify, rounds, scheduler
from tests.factories.tournaments import (
    CUT,
    GROUPS,
    KNOCKOUT,
    NOON,
    begun,
    decide_all,
    look,
    people,
    seen,
    told,
    tournament,
)

pytestmark = pytest.mark.django_db


def sitting(one: Player) -> list[Chair]:
    return list(Chair.objects.filter(player=one, match__over_at=None))


@pytest.mark.parametrize("stage", [Swiss(2, 4, 3), GROUPS, KNOCKOUT])
def test_a_substitute_takes_the_running_seats_and_not_the_points(stage: Any, player: Any, ada: Player) -> None:
    cup, who = begun(stage, player=player)
    tables = len(sitting(who[0]))
    entries.replace_entrant(code=cup.code, number=1, player=ada, by=None, now=NOON)
    assert not sitting(who[0])
    assert len(sitting(ada)) == tables
    decide_all(cup, best=[1])
    for table in look(cup).published[0].pods:
        if 1 in table.seats:
            assert table.result is not None
            assert table.result.autopilot == {1}
            assert not table.result.missing
    assert told(ada)[0] == notify.REGISTERED
    assert told(who[0], notify.TAKEN_OUT) == [notify.TAKEN_OUT]


def test_a_substitute_plays_on_for_points_of_their_own_where_newcomers_still_may_come(player: Any, ada: Player) -> None:
    cup, _who = begun(player=player)
    entries.replace_entrant(code=cup.code, number=1, player=ada, by=None, now=NOON)
    decide_all(cup, best=[1])
    book = look(cup)
    assert set(book.published[1].field) == set(range(2, 10))
    points = {line.entrant: line.points for line in book.standing}
    assert points[9] == 0
    assert points[1] < 1


def test_a_substitute_in_a_knockout_goes_nowhere(player: Any, ada: Player) -> None:
    cup, _who = begun(KNOCKOUT, player=player)
    entries.replace_entrant(code=cup.code, number=1, player=ada, by=None, now=NOON)
    decide_all(cup, best=[1])
    book = look(cup)
    assert not {1, 9} & set(book.published[1].field)
    assert sorted(line.entrant for line in book.ranking) == list(range(1, 9))


def test_a_substitute_sits_where_the_match_was_not_dealt_yet_and_in_the_next_one_of_the_table(
    player: Any, ada: Player
) -> None:
    cup = tournament(Swiss(1, 4, 3, matches=2), by_itself=False)
    people(cup, player, 4)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    entries.replace_entrant(code=cup.code, number=1, player=ada, by=None, now=NOON)
    matches.deal_owed(now=NOON)
    assert len(sitting(ada)) == 1
    decide_all(cup)
    look(cup)
    assert len(sitting(ada)) == 1
    assert Chair.objects.filter(player=ada).count() == 2


def test_a_substitute_who_leaves_is_played_for_by_the_bot(player: Any, ada: Player) -> None:
    cup, _who = begun(player=player)
    entries.replace_entrant(code=cup.code, number=1, player=ada, by=None, now=NOON)
    entries.leave_tournament(code=cup.code, player=ada, now=NOON)
    assert not sitting(ada)
    assert not Entry.objects.filter(substitute=ada).exists()


def test_a_substitute_who_plays_for_somebody_else_only_can_leave_and_plays_no_next_match(
    player: Any, ada: Player
) -> None:
    cup, _who = begun(Knockout(0, 4, 3, 2, matches=2), player=player)
    entries.replace_entrant(code=cup.code, number=1, player=ada, by=None, now=NOON)
    entries.leave_tournament(code=cup.code, player=ada, now=NOON)
    with pytest.raises(TournamentRefused):
        entries.leave_tournament(code=cup.code, player=ada, now=NOON)
    assert not sitting(ada)
    decide_all(cup)
    look(cup)
    assert not sitting(ada)


def test_a_substitute_may_be_replaced_and_so_may_somebody_else_at_the_table(
    player: Any, ada: Player, ben: Player, cleo: Player
) -> None:
    cup, _who = begun(Swiss(1, 4, 3), player=player, entrants=4)
    entries.replace_entrant(code=cup.code, number=1, player=ada, by=None, now=NOON)
    entries.replace_entrant(code=cup.code, number=2, player=ben, by=None, now=NOON)
    with pytest.raises(TournamentRefused):
        entries.replace_entrant(code=cup.code, number=3, player=ada, by=None, now=NOON)
    entries.replace_entrant(code=cup.code, number=1, player=cleo, by=None, now=NOON)
    assert [len(sitting(one)) for one in (ada, ben, cleo)] == [0, 1, 1]
    decide_all(cup)
    look(cup)
    [table] = seen(cup).published[0].pods
    assert table.result is not None
    assert table.result.autopilot == {1, 2}
    assert cup.status == cup.Status.OVER


def test_wherever_the_table_is_shown_the_substitute_stands_beside_the_seat(
    player: Any, ada: Player, client: Client, admin_client: Client
) -> None:
    cup, who = begun(Swiss(1, 4, 3), player=player, entrants=4)
    assert "substitute" not in client.get(f"{cup.get_absolute_url()}rounds/1/").content.decode()
    entries.replace_entrant(code=cup.code, number=1, player=ada, by=None, now=NOON)
    page = client.get(f"{cup.get_absolute_url()}rounds/1/").content.decode()
    assert "substitute: ada" in page
    assert page.index(who[0].username) < page.index("substitute: ada")
    told = client.get(f"/api/v1/tournaments/{cup.code}/rounds/1/").json()["tables"][0]
    assert dict(zip(told["seats"], told["substitutes"], strict=True)) == {1: "ada", 2: None, 3: None, 4: None}
    desk = admin_client.get(reverse("admin:tournaments_tournament_desk", args=[cup.pk])).content.decode()
    assert "substitute: ada" in desk
    correction = admin_client.get(
        reverse("admin:tournaments_tournament_deed", args=[cup.pk, "correct"]) + "?round=0&table=0"
    )
    assert "substitute: ada" in correction.content.decode()
    client.force_login(who[1])
    assert "substitute: ada" in client.get(cup.get_absolute_url()).content.decode()


@pytest.mark.parametrize("stage", [Swiss(1, 4, 3), GROUPS, KNOCKOUT])
def test_the_printed_card_names_the_substitute(stage: Any, player: Any, ada: Player, client: Client) -> None:
    cup, who = begun(stage, player=player)
    cards = f"{cup.get_absolute_url()}rounds/1/cards/"
    assert "substitute" not in client.get(cards).content.decode()
    entries.replace_entrant(code=cup.code, number=1, player=ada, by=None, now=NOON)
    page = client.get(cards).content.decode()
    at = page.index(who[0].username)
    assert "substitute: ada" in page[at : page.index("</li>", at)]


@pytest.mark.parametrize("where", ["/tournaments/{}/bracket/", "/embed/tournaments/{}/bracket/"])
def test_the_bracket_names_the_substitute_in_the_drawing_and_in_words(
    where: str, player: Any, ada: Player, client: Client
) -> None:
    cup, who = begun(KNOCKOUT, player=player)
    page = where.format(cup.code)
    assert "substitute" not in client.get(page).content.decode()
    entries.replace_entrant(code=cup.code, number=1, player=ada, by=None, now=NOON)
    drawing, _figure, words = client.get(page).content.decode().partition("</figure>")
    for part in (drawing, words):
        at = part.index(who[0].username)
        assert "substitute: ada" in part[at : at + 400]
    drawn = draw_bracket(seen(cup), Faces(seen(cup), reader=None, apart=()))
    assert drawn is not None
    for box in drawn.columns[0].boxes:
        bottoms = [name.y + name.height for name in box.names]
        assert [name.y for name in box.names] == [box.y, *bottoms[:-1]]
        assert bottoms[-1] == box.y + box.height


def test_blocked_people_do_not_come_to_a_table_as_substitutes(player: Any, ada: Player) -> None:
    cup, who = begun(Swiss(1, 4, 3), player=player, entrants=4)
    relations.block_player(owner=who[1], other=ada, now=NOON)
    with pytest.raises(TournamentRefused):
        entries.replace_entrant(code=cup.code, number=1, player=ada, by=None, now=NOON)
    assert not sitting(ada)
    entries.replace_entrant(code=cup.code, number=2, player=ada, by=None, now=NOON)
    assert len(sitting(ada)) == 1


def test_who_only_waits_cannot_be_replaced(player: Any, ada: Player) -> None:
    cup = tournament(most=4)
    people(cup, player, 5)
    look(cup)
    with pytest.raises(TournamentRefused):
        entries.replace_entrant(code=cup.code, number=5, player=ada, by=None, now=NOON)


def test_the_last_call_is_for_who_sits_there(player: Any, ada: Player) -> None:
    cup, who = begun(player=player, round_hours=10)
    entries.replace_entrant(code=cup.code, number=1, player=ada, by=None, now=NOON)
    for hours in (7, 8.1, 8.2, 9):
        scheduler.advance_tournaments(now=NOON + timedelta(hours=hours))
    assert told(ada, notify.CALL) == [notify.CALL]
    assert told(who[0], notify.CALL) == []
    assert told(who[1], notify.CALL) == [notify.CALL]


def test_a_replaced_entrant_does_not_qualify(player: Any, ada: Player) -> None:
    cup, _who = begun(Swiss(1, 4, 3), CUT, player=player)
    entries.replace_entrant(code=cup.code, number=1, player=ada, by=None, now=NOON)
    decide_all(cup, best=[1])
    book = look(cup)
    assert not {1, 9} & set(book.published[1].field)


def test_nobody_sits_in_where_there_is_nothing_left_to_play(player: Any, ada: Player) -> None:
    cup, _who = begun(KNOCKOUT, player=player, break_hours=1)
    decide_all(cup, best=[1])
    look(cup)
    said = gettext("This player isn’t at a table right now. Remove them instead.")
    with pytest.raises(TournamentRefused, match=re.escape(said)):
        entries.replace_entrant(code=cup.code, number=1, player=ada, by=None, now=NOON)
    assert 1 not in seen(cup).out
    assert not Entry.objects.filter(player=ada).exists()
