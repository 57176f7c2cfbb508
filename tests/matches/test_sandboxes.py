"""Tests of “What if?”: it shows only what the player knew then, is private, counts nowhere and is soon deleted."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from apps.accounts.models import Player
from apps.games import load_games
from apps.kernel.chance import Chance
from apps.kernel.table import HOUSE, REFEREE, Seat
from apps.lobby.services import cleanup
from apps.matches.engine import origin, visibility
from apps.matches.errors import MatchRefused, NoSuchMove, NotOver, NotSeated
from apps.matches.models import Chair, Fact, Match, Memory, Missed, Move, Question, Seed, Tenure
from apps.matches.selectors import (
    bot_choices,
    digests,
    experience,
    lessons,
    match_view,
    pending,
    player_matches,
    results,
)
from apps.matches.selectors.sandboxes import find_match_sandboxes, load_seat_knowledge
from apps.matches.services import play, proposals, sandboxes, seats
from apps.people.services import account_deletion
from apps.ratings.models import Sheet
from tests import luck
from tests.factories.finished_matches import finished_match, recorded_match
from tests.factories.matches import MatchDriver, new_match

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
MOVE = 9
BRIEF: dict[str, dict[str, Any]] = {"kobolds": {"gold": 3}}
"""The options that keep a match short."""


@pytest.fixture
def match(ada: Any, ben: Any) -> Match:
    """Return a finished match of Ada and Ben."""
    return recorded_match("fuse", [ada, ben])


def begun(match: Match, player: Any, move: int = MOVE, *, now: datetime | None = None) -> MatchDriver:
    now = now or timezone.now()
    code = sandboxes.start_sandbox(code=match.code, player=player.pk, move=move, now=now)
    return MatchDriver(code, now, load_games()[match.game], (player,))


def beginning(table: MatchDriver, observer: Any) -> Any:
    """Return what an observer of a sandbox knows before the first answer."""
    return origin.build_first_projection(
        table.game, table.game.agreed(table.match.setup), observer, table.match.origin
    ).state


def told(match: Match, seat: int, move: int) -> Any:
    """Return what a seat knew after a move, folded from the facts it could see."""
    game, setup = match_view.get_match_rules(match)
    bit = visibility.get_observer_bit(Seat(seat))
    facts = Fact.objects.filter(match=match, move__lte=move).order_by("n")
    texts = [fact.event for fact in facts if fact.audience & bit]
    return game.recall(setup, [game.fact.decode(text) for text in texts], Seat(seat))


def play_out(table: MatchDriver, player: Any, most: int = 2_000) -> Match:
    """Answer as a bot would for the player, and wait for everyone else, until the match is over."""
    for number in range(most):
        if table.match.status == Match.Status.OVER:
            return table.match
        view = table.look(player)
        open_ = [question.ask for question in view.questions if not question.ask.answered]
        if open_:
            run = beginning_and_since(table, view.seat)
            action = table.game.bot(run, open_[0].seat, Chance(bytes(32), number))
            play.answer_question(code=table.code, seat=open_[0].seat, key=open_[0].key, action=action, now=table.now)
        else:
            wake_at = table.match.wake_at
            assert wake_at is not None
            assert wake_at <= table.now + timedelta(seconds=2), "nobody waits for a clock"
            table.now = max(table.now, wake_at)
            table.settle()
    raise AssertionError("it does not end")


def beginning_and_since(table: MatchDriver, seat: Any) -> Any:
    bit = visibility.get_observer_bit(seat)
    texts = [fact.event for fact in Fact.objects.filter(match=table.match).order_by("n") if fact.audience & bit]
    return table.game.learn(beginning(table, seat), [table.game.fact.decode(text) for text in texts], seat)


# -- what it contains ---------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("move", [0, 5, 12])
def test_whoever_asks_sees_in_the_beginning_what_they_knew_then(
    match: Match, ada: Any, ben: Any, seat: int, move: int
) -> None:
    table = begun(match, (ada, ben)[seat], move)
    knew = told(match, seat, move)
    assert beginning(table, Seat(seat)) == knew
    assert load_seat_knowledge(match_view.load_match(match.code), Seat(seat), move).state == knew
    view = table.look((ada, ben)[seat])
    assert view.seat == seat
    if any(ask.seat == seat for ask in table.game.asks(knew)):
        assert view.board == table.game.board(knew, Seat(seat))
        assert [question.key for question in view.questions] == [ask.key for ask in table.game.asks(knew)]


def test_nothing_of_the_real_hidden_cards_is_read(match: Match, ada: Any) -> None:
    """Delete everything that Ada couldn't see by then, and check that the same table is imagined."""
    with luck.dealt(3):
        before = begun(match, ada).match.origin
    bit = visibility.get_observer_bit(Seat(0))
    for fact in Fact.objects.filter(match=match):
        if not fact.audience & bit or fact.move > MOVE:
            fact.delete()
    Move.objects.filter(match=match).delete()
    Seed.objects.filter(match=match).delete()
    with luck.dealt(3):
        assert begun(match, ada).match.origin == before


def test_what_nobody_could_see_is_drawn_anew_each_time(match: Match, ada: Any) -> None:
    tables = [begun(match, ada) for _ in range(3)]
    assert len({msgspec.json.encode(beginning(table, REFEREE)) for table in tables}) == 3
    assert len({msgspec.json.encode(beginning(table, Seat(0))) for table in tables}) == 1


def test_what_is_remembered_of_it_saves_time_and_changes_nothing(match: Match, ada: Any) -> None:
    table = begun(match, ada)
    play_out(table, ada)
    assert Memory.objects.filter(match=table.match).exists()
    seen = table.look(ada)
    Memory.objects.filter(match=table.match).delete()
    assert table.look(ada).board == seen.board


@pytest.mark.parametrize("game", ["fuse", "bombe", "frogs", "kobolds"])
def test_it_is_played_to_its_end_with_bots_in_every_game(game: str, player: Callable[[str], Any]) -> None:
    people = [player(f"guest-{n}") for n in range(max(3, load_games()[game].meta.seats[0]))]
    match = recorded_match(game, people)
    table = begun(match, people[1], match.moves // 2)
    over = play_out(table, people[1])
    assert (over.outcome or {})["places"]
    assert not over.listed
    assert not over.rated


def test_a_window_closes_once_all_have_answered(ada: Any, ben: Any, cleo: Any) -> None:
    """Check that windows close early. Unlike at the real table, the time reveals nothing here."""
    match = recorded_match("bombe", [ada, ben, cleo], fixed_windows=True)
    window = Move.objects.filter(match=match, seat=HOUSE).order_by("number")[0]
    first = Move.objects.filter(match=match, key=window.key).order_by("number")[0]
    table = begun(match, ada, first.number - 1)
    asked = Question.objects.get(match=table.match, seat=HOUSE)
    assert asked.lapses_at - table.now >= sandboxes.SANDBOX_LIFETIME, "ada was not heard yet"
    assert play_out(table, ada).outcome


# -- privacy -------------------------------------------------------------------------------


def test_nobody_else_finds_it(match: Match, ada: Any, ben: Any, at: Browser, organiser: Client) -> None:
    table = begun(match, ada)
    code = table.code
    assert at(ada).get(f"/m/{code}/").status_code == 200
    assert at(ada).get(f"/m/{code}/record/").status_code == 200
    assert at(ada).get(f"/m/{code}/rules/").status_code == 200
    paths = ["", "news/?heard=0", "orders/", "agree/", "record/", "record.jsonl", "story/", "analysis/", "verify/"]
    paths += ["picture.png", "rules/", "talk/", "comments/", "rematch/offered/"]
    posts = ["answer/", "orders/", "agree/", "seen/", "bookmark/", "talk/say/", "what-if/", "put-away/", "rematch/"]
    words = {"move": 0, "question": "turn:1", "text": "hello", "what": "pause", "order": "blast"}
    posts += ["analysis/", "lesson/", "lesson/skip/", "resign/", "reclaim/", "take-over/0/", "take-over/1/"]
    for client in (at(ben), organiser):
        for path in paths:
            assert client.get(f"/m/{code}/{path}").status_code == 404, path
        for path in posts:
            found, none = (client.post(f"/m/{each}/{path}", words) for each in (code, "zzzzzzzz"))
            assert found.status_code == none.status_code == (302 if "take-over" in path else 404), path
        streams = [client.get(f"/live/{each}/").status_code for each in (code, "zzzzzzzz")]
        assert streams[0] == streams[1]
    assert Client().get(f"/m/{code}/").status_code == 404
    assert Client().post(f"/m/{code}/hint/", {"question": "turn:1"}).status_code == 404
    assert Client().post(f"/m/{code}/answer/", {"question": "turn:1"}).status_code == 404
    assert organiser.get(f"/admin/matches/match/{table.match.pk}/change/").status_code == 302
    assert code not in organiser.get("/admin/matches/match/").content.decode()


def test_what_a_sandbox_has_none_of_is_not_there_for_its_owner(match: Match, ada: Any, at: Browser) -> None:
    table, client = begun(match, ada), at(ada)
    page = client.get(f"/m/{table.code}/").content.decode()
    for door in ("talk/", "agree/", "verify/", "resign/", "picture.png"):
        assert f"/m/{table.code}/{door}" not in page
    paths = ("record.jsonl", "story/", "analysis/", "verify/", "picture.png", "talk/", "comments/")
    assert {client.get(f"/m/{table.code}/{path}").status_code for path in paths} == {404}
    for path in ("rematch/", "what-if/", "analysis/", "bookmark/"):
        assert client.post(f"/m/{table.code}/{path}", {"move": 0}).status_code == 404
    with pytest.raises(MatchRefused):
        seats.resign_seat(code=table.code, seat=Seat(0), now=table.now, by=ada.pk)
    with pytest.raises(MatchRefused):
        proposals.agree_to_proposal(code=table.code, seat=Seat(0), what="pause", about=1, now=table.now, by=ada.pk)
    play_out(table, ada)
    over = client.get(f"/m/{table.code}/").content.decode()
    assert 'id="again"' in over
    for door in ("rematch/", "analysis/", "verify/"):
        assert f"/m/{table.code}/{door}" not in over
    assert "data-share" not in over
    record = client.get(f"/m/{table.code}/record/")
    assert record.status_code == 200
    for door in ("story/", "analysis/", "record.jsonl", "verify/", "bookmark/", "comments/"):
        assert f"/m/{table.code}/{door}" not in record.content.decode()
    assert client.get(f"/m/{table.code}/record/?as=1").status_code == 200
    assert client.get(f"/m/{table.code}/record/?as=public").status_code == 403


# -- lists and statistics ------------------------------------------------------------------


def test_it_counts_nowhere(match: Match, ada: Any, ben: Any, at: Browser) -> None:
    table = begun(match, ada)
    code, pk = table.code, table.match.pk
    assert pending.find_open_questions(players=[ada.pk]) == []
    assert player_matches.find_running_seats(player=ada.pk) == []
    assert player_matches.find_waiting_codes(player=ada.pk) == []
    play_out(table, ada)
    now = table.now + timedelta(days=1)
    assert code not in {row.code for row in player_matches.load_own_page(player=ada.pk).rows}
    assert code not in {seated.code for seated in pending.find_ended_match_players(since=table.now - timedelta(days=1))}
    assert not digests.find_undigested_matches().filter(pk=pk).exists()
    assert pk not in {
        each.match for each in results.find_unjudged_matches(judged=Sheet.objects.all(), until=now, limit=99)
    }
    assert pk not in {each.match for each in results.load_finished_matches("fuse")}
    assert not Move.objects.filter(match=pk, player__isnull=False).exists()
    assert not Chair.objects.filter(match__origin="", match=pk).exists()
    assert experience.count_finished_matches(ada.pk, most=9) == 1, "the match itself"
    Match.objects.filter(pk=match.pk).update(lesson={})
    assert experience.count_finished_matches(ada.pk, most=9) == 0, "and no lesson"
    Match.objects.filter(pk=match.pk).update(lesson=None)
    Match.objects.filter(pk=pk).update(opponents=Match.BotStrength.SPARK)
    assert bot_choices.suggest_bots(ada.pk, "fuse") == Match.BotStrength.CINDER, "ada met people and nobody else"
    for path in ("/mine/", "/mine/book/", "/matches/", "/people/ada/", "/fame/fuse/", "/matches/ada/ben/"):
        assert code not in at(ada).get(path, follow=True).content.decode(), path


def test_who_lets_it_lie_missed_nothing(match: Match, ada: Any) -> None:
    table = begun(match, ada)
    for _ in range(3):
        table.now += sandboxes.SANDBOX_LIFETIME * 2
        table.settle()
    assert not Missed.objects.exists()


def test_who_sits_in_one_is_not_away_or_busy_because_of_it(match: Match, ada: Any) -> None:
    begun(match, ada)
    (engaged,) = results.add_engagement_columns(Player.objects.filter(pk=ada.pk))
    assert results.build_engagements(engaged).running == 0
    assert pending.find_absent_players() == []
    assert not lessons.find_running_lesson(player=ada.pk, game="fuse")


# -- permissions ---------------------------------------------------------------------------


def test_only_who_sat_there_may_try(match: Match, cleo: Any, at: Browser) -> None:
    with pytest.raises(NotSeated):
        begun(match, cleo)
    assert at(cleo).post(f"/m/{match.code}/what-if/", {"move": MOVE}).status_code == 403
    assert Client().post(f"/m/{match.code}/what-if/", {"move": MOVE}).status_code == 401
    assert "what-if" not in at(cleo).get(f"/m/{match.code}/record/").content.decode()
    assert "what-if" not in Client().get(f"/m/{match.code}/record/").content.decode()


def test_who_left_may_try_as_the_seat_they_had(match: Match, cleo: Any) -> None:
    Tenure.objects.create(match=match, seat=1, until=5, player=cleo, bot=False)
    assert begun(match, cleo).look(cleo).seat == 1


def test_a_match_that_runs_may_not_be_tried(ada: Any, ben: Any, at: Browser) -> None:
    running = new_match(ada, ben)
    with pytest.raises(NotOver):
        begun(running.match, ada, 0)
    assert at(ada).post(f"/m/{running.code}/what-if/", {"move": 0}).status_code == 404
    assert "what-if" not in at(ada).get(f"/m/{running.code}/record/").content.decode()


def test_where_nobody_is_asked_any_more_nothing_begins(match: Match, ada: Any, at: Browser) -> None:
    with pytest.raises(MatchRefused):
        begun(match, ada, match.moves - 1)
    with pytest.raises(NoSuchMove):
        begun(match, ada, match.moves)
    page = at(ada).post(f"/m/{match.code}/what-if/", {"move": match.moves - 1}, follow=True)
    assert "Go back a few moves" in page.content.decode()
    for move in ("", "x", "-1", "9999999"):
        assert at(ada).post(f"/m/{match.code}/what-if/", {"move": move}).status_code == 404
    assert not Match.with_sandboxes.exclude(origin="").exists()


def test_a_few_may_be_open_at_once(match: Match, ada: Any, ben: Any) -> None:
    first, *_ = [begun(match, ada) for _ in range(sandboxes.MAX_OPEN_SANDBOXES)]
    said = gettext("You already have %(most)d “What if?” matches open. Finish or delete one, then try again.")
    with pytest.raises(MatchRefused, match=re.escape(said % {"most": sandboxes.MAX_OPEN_SANDBOXES})):
        begun(match, ada)
    begun(match, ben)
    assert sandboxes.put_away(code=first.code, player=ada.pk).match == match.code
    begun(match, ada)


def test_and_a_few_more_within_a_day(match: Match, ada: Any, at: Browser) -> None:
    client = at(ada)
    for _ in range(sandboxes.MAX_SANDBOXES_A_DAY):
        answer = client.post(f"/m/{match.code}/what-if/", {"move": MOVE})
        client.post(f"{answer.headers['Location']}put-away/")
    answer = client.post(f"/m/{match.code}/what-if/", {"move": MOVE})
    assert answer.status_code == 429
    assert "tomorrow" in answer.content.decode()


# -- its pages -----------------------------------------------------------------------------


def test_the_record_leads_there_and_back(match: Match, ada: Any, at: Browser) -> None:
    client = at(ada)
    page = client.get(f"/m/{match.code}/record/?at={MOVE}").content.decode()
    assert f'name="move" value="{MOVE}"' in page
    there = client.post(f"/m/{match.code}/what-if/", {"move": MOVE}, follow=True)
    code = there.redirect_chain[-1][0].split("/")[2]
    shown = there.content.decode()
    at_ = find_match_sandboxes(match.code, ada.pk)[0].at
    said = gettext("From move %(at)s. The cards you couldn’t see have been redrawn at random.")
    assert said % {"at": at_} in shown
    said = ngettext(
        "Nothing counts here. This table will be deleted in 1 day.",
        "Nothing counts here. This table will be deleted in %(days)s days.",
        7,
    )
    assert said % {"days": 7} in shown
    assert f"/m/{match.code}/record/?at={at_}&amp;as=0" in shown
    assert "Your “What if?” tables" in client.get(f"/m/{match.code}/record/").content.decode()
    back = client.post(f"/m/{code}/put-away/", follow=True)
    assert back.redirect_chain[-1][0] == f"/m/{match.code}/record/?at={at_}&as=0"
    assert "Your “What if?” tables" not in back.content.decode()
    assert client.get(f"/m/{code}/").status_code == 404


def test_the_record_of_another_seat_leads_to_my_own(match: Match, ada: Any, at: Browser) -> None:
    page = at(ada).get(f"/m/{match.code}/record/?at={MOVE}&as=1").content.decode()
    move = int(page.split('name="move" value="')[1].split('"')[0])
    assert beginning(begun(match, ada, move), Seat(0)) == told(match, 0, move)


def test_at_the_last_move_the_door_is_closed_and_nothing_jumps(match: Match, ada: Any, at: Browser) -> None:
    page = at(ada).get(f"/m/{match.code}/record/?at={match.moves - 1}").content.decode()
    assert '<span class="button" aria-disabled="true" id="what-if">' in page


# -- deletion ------------------------------------------------------------------------------


def test_after_a_week_it_is_gone_with_all_that_belongs_to_it(match: Match, ada: Any) -> None:
    now = timezone.now()
    old = begun(match, ada, now=now - sandboxes.SANDBOX_LIFETIME - timedelta(minutes=1))
    play_out(old, ada)
    young = begun(match, ada, now=now)
    pk = old.match.pk
    assert cleanup.clear_stale_data(now=now)[1] == 1
    for model in (Chair, Fact, Move, Memory, Question):
        assert not model.objects.filter(match=pk).exists()
    assert not Seed.objects.filter(match=pk).exists()
    assert set(Match.with_sandboxes.values_list("code", flat=True)) == {match.code, young.code}
    assert Fact.objects.filter(match=match).exists()


def test_nobody_puts_away_what_is_not_theirs(match: Match, ada: Any, ben: Any) -> None:
    table = begun(match, ada)
    for code, who in ((table.code, ben), (match.code, ada)):
        with pytest.raises(Match.DoesNotExist):
            sandboxes.put_away(code=code, player=who.pk)
    assert Match.with_sandboxes.count() == 2


def test_whoever_leaves_the_house_takes_it_along(match: Match, ada: Any) -> None:
    begun(match, ada)
    account_deletion.delete_account(player=ada, now=timezone.now())
    assert list(Match.with_sandboxes.all()) == [match]


def test_the_match_may_go_before_it(match: Match, ada: Any, at: Browser) -> None:
    table = begun(match, ada)
    match.delete()
    assert at(ada).get(f"/m/{table.code}/").status_code == 200
    assert play_out(table, ada).outcome


def test_a_match_that_was_only_recorded_in_numbers_says_what_is_wrong(ada: Any, ben: Any) -> None:
    match = finished_match([ada, ben])
    with pytest.raises(MatchRefused):
        begun(match, ada, 0)
