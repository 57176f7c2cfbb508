"""Tests that a move keeps the name of its player when someone else takes the seat."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import gettext

from apps.games.fuse.state import Laid
from apps.kernel import record
from apps.kernel.table import PUBLIC, REFEREE, Observer, Seat
from apps.matches import personal_data
from apps.matches.engine import deadlines
from apps.matches.models import Match, Tenure
from apps.matches.selectors import match_export, match_view, replay, score_history
from apps.matches.services import seats
from apps.matches.templatetags.story import render_named_block, words_of
from apps.people.services import account_deletion
from tests import data_migrations
from tests.factories.matches import SECOND, MatchDriver, new_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(ada: Any, ben: Any) -> MatchDriver:
    """Return a match of Ada and Ben, in which Ada will leave, and a bot and then Cleo will take over."""
    table = new_match(ada, ben)
    played(table, 4)
    return table


def played(table: MatchDriver, moves: int) -> None:
    for _ in range(moves):
        if table.chair(table.ask.seat).bot:
            table.settle(after=deadlines.BOT_PAUSE)
        else:
            table.lay()
        table.now += SECOND


def handed(table: MatchDriver, cleo: Any) -> MatchDriver:
    seats.resign_seat(code=table.code, seat=Seat(0), now=table.now)
    played(table, 4)
    seats.replace_player(code=table.code, seat=Seat(0), player=cleo.pk, now=table.now)
    played(table, 4)
    return table


def told(seen: match_view.MatchView) -> list[str]:
    """Return the story in reading order, from the start."""
    return [" ".join(render_named_block(one.template, one.fact, words_of(one)).split()) for one in reversed(seen.story)]


def quit_match(who: str) -> str:
    """Return the sentence that someone left and which bot takes over."""
    return gettext("%(who)s quit the match. The bot %(bot)s takes over.") % {"who": who, "bot": "Wick"}


def laid(seen: match_view.MatchView) -> list[tuple[str, bool]]:
    """Return the name of each player who played a card from seat 0, and whether that was the reader."""
    sentences = [one for one in reversed(seen.story) if one.fact == "laid"]
    return [(one.who, one.mine) for one in sentences if one.who == one.names[0]]


def whole(table: MatchDriver, observer: Observer = REFEREE) -> record.Record:
    return match_export.build_match_record(match_view.load_match(table.code), observer=observer)


def test_the_story_tells_who_left_and_keeps_their_moves_under_their_name(table: MatchDriver, ben: Any) -> None:
    seats.resign_seat(code=table.code, seat=Seat(0), now=table.now)
    assert told(table.look(ben))[-1] == quit_match("ada")
    assert {who for who, _ in laid(table.look(ben))} == {"ada"}
    assert table.look(ben).names == ("Wick", "ben"), "who sits there now"


def test_each_move_bears_the_name_of_who_made_it(table: MatchDriver, ben: Any, cleo: Any) -> None:
    seen = handed(table, cleo).look(ben)
    names = [who for who, _ in laid(seen)]
    assert list(dict.fromkeys(names)) == ["ada", "Wick", "cleo"]
    assert names == sorted(names, key=["ada", "Wick", "cleo"].index)
    assert "cleo took over a seat." in told(seen)


def test_who_sat_down_later_has_not_made_the_moves_before(table: MatchDriver, cleo: Any) -> None:
    seen = handed(table, cleo).look(cleo)
    assert {who for who, mine in laid(seen) if mine} == {"cleo"}
    assert {who for who, mine in laid(seen) if not mine} == {"ada", "Wick"}
    assert "You took over this seat." in told(seen)


def test_the_answer_shows_the_same_story_as_a_look(table: MatchDriver, ben: Any, cleo: Any) -> None:
    handed(table, cleo)
    player = (cleo, ben)[table.ask.seat]
    assert table.lay() == table.look(player)


def test_the_record_shows_the_people_of_the_move_it_stands_at(table: MatchDriver, ada: Any, cleo: Any) -> None:
    handed(table, cleo).finish()
    loaded = match_view.load_match(table.code)
    for at, name, bot in ((1, "ada", False), (6, "Wick", True), (None, "cleo", False)):
        seen = replay.build_replay(loaded, observer=PUBLIC, at=at)
        assert (seen.sight.people[0].name, seen.sight.people[0].bot) == (name, bot), at
    labels = [move.who for move in seen.labels if move.cause in ("seat", "bot") and move.who != "ben"]
    assert list(dict.fromkeys(labels)) == ["ada", "Wick", "cleo"]
    assert [curve.name for curve in score_history.build_score_curves(loaded)] == ["ada → Wick → cleo", "ben"]


def test_an_export_says_until_which_move_somebody_sat_there(table: MatchDriver, cleo: Any) -> None:
    handed(table, cleo).finish()
    for observer in (REFEREE, PUBLIC, Seat(0), Seat(1)):
        found = whole(table, observer)
        sat, other = found.header.players
        assert (sat.kind, sat.name, [(one.kind, one.name) for one in sat.before]) == (
            "person", "cleo", [("person", "ada"), ("bot", "Wick")],
        ), observer  # fmt: skip
        assert other.before == ()
        texts = [b" ".join(bytes(fact) for fact in line.facts) for line in found.moves]
        ada, bot = (one.until for one in sat.before)
        assert b'"resigned"' in texts[ada - 1], "that was the last she did"
        assert b'"replaced"' in texts[bot], "that was the first she did"
        assert record.parse_record(record.encode_record(found)) == found


def test_a_bot_that_is_relieved_at_once_has_never_sat_there(table: MatchDriver, ada: Any, ben: Any, cleo: Any) -> None:
    for player in (cleo, ada):
        seats.resign_seat(code=table.code, seat=Seat(0), now=table.now)
        seats.replace_player(code=table.code, seat=Seat(0), player=player.pk, now=table.now)
    played(table, 2)
    found = told(table.look(ben))
    took_over = gettext("%(who)s took over a seat.")
    changes = [
        quit_match("ada"),
        took_over % {"who": "cleo"},
        quit_match("cleo"),
        took_over % {"who": "ada"},
    ]
    assert [sentence for sentence in found if "Wick" in sentence or "took over" in sentence] == changes
    before = list(Tenure.objects.order_by("until").values_list("until", "player", "bot"))
    assert [row[1:] for row in before] == [(ada.pk, False), (cleo.pk, False)]
    Tenure.objects.all().delete()
    data_migrations.run("matches", "0006_tenure", "remember")
    known = list(Tenure.objects.order_by("until").values_list("until", "player", "bot"))
    assert [row[0] for row in known] == [row[0] for row in before]
    assert not any(bot for _, _, bot in known)


def test_an_export_of_a_match_in_which_nobody_left_is_as_it_was(table: MatchDriver) -> None:
    head = next(iter(record.encode_record(whole(table))))
    assert b'"players":[{"kind":"person","name":"ada"},{"kind":"person","name":"ben"}]' in head


def test_whose_account_is_gone_has_no_name_and_not_that_of_the_bot(table: MatchDriver, ada: Any, ben: Any) -> None:
    account_deletion.delete_account(player=ada, now=table.now)
    played(table, 3)
    seen = table.look(ben)
    names = [who for who, _ in laid(seen)]
    assert list(dict.fromkeys(names)) == ["someone who left", "Wick"]
    assert gettext("A player quit the match. The bot %(who)s takes over.") % {"who": "Wick"} in told(seen)
    assert b'"ada"' not in b"".join(record.encode_record(whole(table)))


def test_whoever_left_a_seat_finds_its_match_among_theirs(table: MatchDriver, ada: Any, cleo: Any) -> None:
    handed(table, cleo)
    seats.replace_player(code=table.code, seat=Seat(0), player=None, now=table.now)
    for player in (ada, cleo):
        [found] = personal_data.export_matches(player=player.pk)
        assert (found["seats"], found["left"]) == ([], [0])


def test_of_matches_that_were_begun_earlier_the_log_says_who_sat_there(
    table: MatchDriver, ada: Any, ben: Any, cleo: Any
) -> None:
    handed(table, cleo)
    seats.resign_seat(code=table.code, seat=Seat(1), now=table.now)
    before = list(Tenure.objects.order_by("seat", "until").values_list("seat", "until", "player", "bot"))
    assert before == [
        (0, before[0][1], ada.pk, False), (0, before[1][1], None, True), (1, before[2][1], ben.pk, False),
    ]  # fmt: skip
    Tenure.objects.all().delete()
    data_migrations.run("matches", "0006_tenure", "remember")
    assert list(Tenure.objects.order_by("seat", "until").values_list("seat", "until", "player", "bot")) == before


def test_a_match_in_which_nobody_answered_remembers_who_left(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    seats.resign_seat(code=table.code, seat=Seat(1), now=table.now)
    before = list(Tenure.objects.values_list("seat", "until", "player", "bot"))
    Tenure.objects.all().delete()
    data_migrations.run("matches", "0006_tenure", "remember")
    assert (
        list(Tenure.objects.values_list("seat", "until", "player", "bot"))
        == before
        == [(1, Match.objects.get().facts, ben.pk, False)]
    )
    assert not [fact for fact in table.facts() if isinstance(fact, Laid)]


def test_who_sits_down_before_the_bot_has_moved_follows_whoever_left(table: MatchDriver, ada: Any, cleo: Any) -> None:
    """Check that the bot's empty tenure, which would end with the fact it started with, isn't stored."""
    seats.resign_seat(code=table.code, seat=Seat(0), now=table.now, by=ada.pk)
    seats.replace_player(code=table.code, seat=Seat(0), player=cleo.pk, now=table.now)
    seats.replace_player(code=table.code, seat=Seat(0), player=None, now=table.now)
    before = list(Tenure.objects.order_by("until").values_list("player", "bot"))
    assert before == [(ada.pk, False), (cleo.pk, False)]
    assert quit_match("ada") in told(table.look(cleo))
    Tenure.objects.all().delete()
    data_migrations.run("matches", "0006_tenure", "remember")
    assert list(Tenure.objects.order_by("until").values_list("player", "bot")) == before
