"""Tests that an account becomes a bot for ever, and that bots play only where they're welcome."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.common import clocks
from apps.common.errors import DomainError
from apps.lobby.errors import TableRefused
from apps.lobby.models import Table
from apps.lobby.preferences import Wishes
from apps.lobby.services import invitations, quick_match, tables
from apps.lobby.views.substitutes import take_offered_seat
from apps.matches.errors import MatchRefused
from apps.matches.models import Chair, Match, Tenure
from apps.people.errors import BotRefused
from apps.people.services.bot_accounts import become_bot
from apps.ratings.models import RatingStep
from apps.ratings.services import ledger
from apps.talk.models import Board
from apps.talk.selectors import posts as posts_seen
from apps.talk.selectors.posts import Place
from apps.talk.services import messages, posts
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import Tournament
from apps.tournaments.selectors.entrants import Faces
from apps.tournaments.selectors.snapshot import load_snapshot
from apps.tournaments.services import entries, lifecycle
from tests.api.program import Program
from tests.concurrency import together
from tests.factories.clubs import club
from tests.factories.finished_matches import end_match
from tests.factories.lobby import lobby_table, seated
from tests.factories.matches import sealed_match
from tests.factories.people import guest
from tests.factories.tournaments import tournament

pytestmark = pytest.mark.django_db
BADGE = '<span class="badge">bot</span>'
UNWELCOME = "This table is for people. Bots aren’t welcome here."


def is_bot(player: Player) -> bool:
    return Player.objects.filter(pk=player.pk, bot=True).exists()


@pytest.fixture
def bot(ada: Player) -> Player:
    become_bot(player=ada, now=clocks.now())
    ada.refresh_from_db()
    return ada


class TestBecoming:
    def test_the_page_needs_a_confirmation_and_there_is_no_way_back(self, ada: Player) -> None:
        browser = Client()
        browser.force_login(ada)
        assert browser.post("/me/bot/").status_code in (302, 400)
        assert not is_bot(ada)
        become_bot(player=ada, now=clocks.now())
        become_bot(player=ada, now=clocks.now())
        assert is_bot(ada)
        assert Program(ada).get("/me/")["bot"] is True

    def test_a_fresh_login_is_needed(self, ada: Player) -> None:
        ada.set_password("quite a long one")
        ada.save()
        browser = Client()
        browser.force_login(ada)
        answer = browser.post("/me/bot/", {"sure": "yes"})
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/reauthenticate/")
        assert not is_bot(ada)
        browser.post("/accounts/reauthenticate/", {"password": "quite a long one"})
        assert "Tick the box to confirm." in browser.post("/me/bot/").content.decode()
        assert browser.get("/me/bot/").status_code == 200
        browser.post("/me/bot/", {"sure": "yes"})
        assert is_bot(ada)
        assert "You can’t undo this." not in browser.get("/me/bot/").content.decode()

    @pytest.mark.parametrize("sits", [True, False])
    def test_who_has_played_a_rated_match_stays_a_person(self, ada: Player, ben: Player, sits: bool) -> None:
        match = Match.objects.get(code=sealed_match("fuse", ada, ben).code)
        end_match(match.code, 1, 2, now=clocks.now())
        Match.objects.update(rated=True)
        if not sits:
            Chair.objects.filter(match=match, player=ada).update(player=None)
            Tenure.objects.create(match=match, seat=0, player=ada, until=3, bot=False)
        with pytest.raises(BotRefused, match="rated matches"):
            become_bot(player=ada, now=clocks.now())
        assert not is_bot(ada)
        Match.objects.update(rated=False)
        become_bot(player=ada, now=clocks.now())

    def test_who_sits_or_waits_somewhere_has_to_leave_first(self, ada: Player, ben: Player, cleo: Player) -> None:
        lobby_table(ada)
        sealed_match("fuse", ben, guest())
        entries.register_player(code=tournament().code, player=cleo, now=clocks.now())
        for player in (ada, ben, cleo):
            with pytest.raises(BotRefused, match="first"):
                become_bot(player=player, now=clocks.now())
        assert not Player.objects.filter(bot=True).exists()

    def test_a_guest_cant(self) -> None:
        with pytest.raises(BotRefused, match="account"):
            become_bot(player=guest(), now=clocks.now())


class TestTables:
    def test_a_bot_joins_casual_tables_unless_the_host_says_no(self, bot: Player, ben: Player) -> None:
        welcome, not_welcome = lobby_table(ben, seats=3), lobby_table(ben, wishes=Wishes(bots_welcome=False))
        program = Program(bot)
        assert program.post(f"/tables/{welcome.code}/join/")["joined"]
        assert program.post(f"/tables/{not_welcome.code}/join/", status=409)["detail"] == UNWELCOME
        assert seated(not_welcome) == ["ben", "free"]
        invitations.ask_by_name(code=not_welcome.code, by=ben, name="ada", now=clocks.now())
        [asked] = program.get("/me/invitations/")
        assert program.post(f"/me/invitations/{asked['token']}/accept/", status=409)["detail"] == UNWELCOME
        assert seated(not_welcome) == ["ben", "free"]

    def test_it_plays_no_rated_match(self, bot: Player, ben: Player) -> None:
        rated, program = lobby_table(ben, wishes=Wishes(rated=True)), Program(bot)
        assert not Table.objects.get().bots_welcome
        for path, body in (
            (f"/tables/{rated.code}/join/", None),
            ("/tables/", {"game": "fuse", "rated": True}),
            ("/quick-match/", {"game": "fuse", "pace": "daily", "rated": True}),
        ):
            assert program.post(path, body, 409)["detail"] == "Bots can’t join rated tables."
        assert Table.objects.count() == 1
        assert seated(rated) == ["ben", "free"]

    def test_a_quick_match_finds_only_tables_where_it_is_welcome(self, bot: Player, ben: Player, cleo: Player) -> None:
        search = partial(quick_match.join_quick_match, game="fuse", pace_name="daily", now=clocks.now())
        first = search(player=ben)
        Table.objects.update(bots_welcome=False)
        assert search(player=bot).code != first.code
        assert search(player=cleo).code == first.code

    def test_the_form_and_the_api_say_whether_bots_are_welcome(self, ben: Player) -> None:
        browser = Client()
        browser.force_login(ben)
        assert 'name="bots_welcome"' in browser.get("/tables/new/?game=fuse").content.decode()
        browser.post("/tables/new/", {"game": "fuse", "newcomers": "on"})
        assert not Table.objects.get().bots_welcome
        assert Program(ben).post("/tables/", {"game": "fuse"})["bots_welcome"]
        assert not Program(ben).post("/tables/", {"game": "fuse", "bots_welcome": False})["bots_welcome"]
        assert not Program(ben).post("/tables/", {"game": "fuse", "rated": True})["bots_welcome"]

    def test_it_takes_over_no_seat(self, bot: Player, ben: Player, cleo: Player) -> None:
        match = sealed_match("fuse", ben, cleo)
        Chair.objects.filter(match__code=match.code, index=0).update(vacant=True, autopilot=True)
        with pytest.raises(MatchRefused, match="Bots can’t take over seats"):
            take_offered_seat(player=bot, code=match.code, seat=0, now=clocks.now())


class TestTournaments:
    @pytest.mark.parametrize(
        ("welcome", "rated", "enters"),
        [(False, False, False), (True, True, False), (False, True, False), (True, False, True)],
    )
    def test_it_enters_only_where_it_is_welcome_and_nothing_is_rated(
        self, bot: Player, welcome: bool, rated: bool, enters: bool
    ) -> None:
        cup = tournament(bots_welcome=welcome, rated=rated)
        acts = (
            lambda: entries.register_player(code=cup.code, player=bot, now=clocks.now()),
            lambda: entries.add_entrant(code=cup.code, player=bot, by=None, now=clocks.now()),
        )
        if enters:
            assert Program(bot).post(f"/tournaments/{cup.code}/register/", {})["state"] == "in"
            return
        for act in acts:
            with pytest.raises(TournamentRefused, match="Bots aren’t welcome"):
                act()
        assert not cup.entries.exists()

    def test_nothing_made_before_welcomes_bots(self) -> None:
        assert not Tournament._meta.get_field("bots_welcome").default

    def test_it_stays_unrated_while_bots_are_in_it(self, bot: Player) -> None:
        cup = tournament(bots_welcome=True)
        entries.register_player(code=cup.code, player=bot, now=clocks.now())
        with pytest.raises(TournamentRefused, match="can’t be rated"):
            lifecycle.update_settings(code=cup.code, values={"rated": True}, by=None, now=clocks.now())
        assert not Tournament.objects.get().rated
        entries.leave_tournament(code=cup.code, player=bot, now=clocks.now())
        lifecycle.update_settings(code=cup.code, values={"rated": True}, by=None, now=clocks.now())
        assert Tournament.objects.get().rated


class TestMarks:
    def test_it_is_marked_at_tables_in_matches_and_on_its_profile(self, bot: Player, ben: Player) -> None:
        table = lobby_table(ben, bot, seats=3)
        browser = Client()
        browser.force_login(ben)
        assert '<span class="badge">bot</span>' in browser.get(f"/tables/{table.code}/").content.decode()
        assert '<span class="badge">bot</span>' in browser.get("/p/ada/").content.decode()
        assert '<span class="badge">bot</span>' not in browser.get("/p/ben/").content.decode()
        hosted = lobby_table(bot)
        [row] = [row for row in browser.get("/tables/").content.decode().split("<li") if hosted.code in row]
        assert '<span class="badge">bot</span>' in row
        match = sealed_match("fuse", ben, bot)
        assert browser.get(f"/m/{match.code}/").content.decode().count('<span class="bot">') == 1
        seats = Program(ben).get(f"/matches/{match.code}/seat/")["players"]
        assert [(each["name"], each["program"]) for each in seats] == [("ben", False), ("ada", True)]
        assert Client().get("/api/v1/players/ada/").json()["bot"] is True

    def test_it_is_marked_in_lists_of_matches_in_chats_clubs_and_notifications(self, bot: Player, ben: Player) -> None:
        match = sealed_match("fuse", ben, bot)
        end_match(match.code, 1, 2, now=clocks.now())
        messages.send_message(code=match.code, player=bot.pk, text="Hello", now=clocks.now())
        owls = club(bot, ben)
        board = Board.objects.create()
        posts.add_post(board=board.pk, author=bot.pk, text="Hello", now=clocks.now())
        relations.add_friend(owner=ben, other=bot, now=clocks.now())
        table = lobby_table(bot)
        invitations.ask_by_name(code=table.code, by=bot, name="ben", now=clocks.now())
        mark = {
            "/matches/?status=all&among=all": 1,
            "/matches/ada/ben/": 2,
            f"/m/{match.code}/talk/": 1,
            f"/clubs/{owls.code}/": 1,
            f"/clubs/{owls.code}/members/": 1,
            "/me/people/": 1,
            "/me/people/?name=ada": 2,
            f"/tables/{lobby_table(ben).code}/": 1,
            "/notices/": 1,
        }
        browser = Client()
        browser.force_login(ben)
        found = {path: browser.get(path).content.decode().count(BADGE) for path in mark}
        assert found == mark
        names = browser.get("/me/people/names/?name=ad").content.decode()
        assert '<option value="ada" label="ada (bot)"></option>' in names
        [row] = Client().get("/api/v1/matches/?status=over").json()["items"]
        assert [(each["name"], each["bot"]) for each in row["seats"]] == [("ben", False), ("ada", True)]
        [line] = posts_seen.load_latest_posts(Place(board.pk, "/", ben.pk, talks=True)).lines
        assert line.program

    def test_the_result_says_that_only_bots_are_rated(self, bot: Player, ben: Player) -> None:
        match = sealed_match("fuse", ben, bot)
        end_match(match.code, 1, 2, now=clocks.now() - timedelta(minutes=1))
        ledger.record_results(now=clocks.now())
        browser = Client()
        browser.force_login(ben)
        page = browser.get(f"/m/{match.code}/").content.decode()
        assert "A bot took part, so players’ ratings don’t change." in page
        assert page.count('<td class="number change">') == 2
        assert [step.player_id for step in RatingStep.objects.all()] == [bot.pk]

    def test_it_is_marked_in_standings(self, bot: Player, ben: Player) -> None:
        cup = tournament(bots_welcome=True)
        for player in (bot, ben):
            entries.register_player(code=cup.code, player=player, now=clocks.now())
        page = Client().get(f"/tournaments/{cup.code}/").content.decode()
        assert page.count(BADGE) == 1
        assert [face.program for face in Faces(load_snapshot(cup), reader=None, apart=()).each((1, 2))] == [True, False]


@pytest.mark.django_db(transaction=True)
def test_who_becomes_a_bot_while_joining_a_rated_table_does_one_of_both(ada: Player, ben: Player) -> None:
    for _round in range(5):
        table = lobby_table(ben, seats=3, wishes=Wishes(rated=True), now=clocks.now() - timedelta(hours=1))
        joined, became = together(
            partial(tables.join_table, code=table.code, player=ada, now=clocks.now()),
            partial(become_bot, player=ada, now=clocks.now()),
        )
        fresh = Player.objects.get(pk=ada.pk)
        refused: list[Any] = [each for each in (joined, became) if isinstance(each, DomainError)]
        assert len(refused) == 1
        assert fresh.bot == isinstance(joined, TableRefused)
        assert ("ada" in seated(table)) != fresh.bot
        Table.objects.all().delete()
        Player.objects.update(bot=False)
