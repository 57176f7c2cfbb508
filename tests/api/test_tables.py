"""Tests that a program opens, joins and starts tables as its player does on pages, and nothing else."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.api import response_policy
from apps.common import clocks
from apps.games import load_games
from apps.lobby import table_form, tasks
from apps.lobby.models import Chair, Invitation, RememberedAnswer, Table
from apps.lobby.preferences import Wishes
from apps.lobby.services import idempotency, invitations, tables
from apps.matches.engine.deadlines import list_preset_paces
from apps.matches.models import Match, Seed
from apps.matches.selectors import reliability
from tests.api.program import Program
from tests.concurrency import together
from tests.factories.finished_matches import end_match
from tests.factories.lobby import lobby_table, seated
from tests.factories.matches import sealed_match

pytestmark = pytest.mark.django_db
NOWHERE = "We can’t find that table. It may have been closed."


@pytest.fixture(autouse=True)
def no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_policy, "MAX_REQUESTS", 10**9)


def kinds(told: Any) -> list[str]:
    return [place["kind"] for place in told["seats"]]


def everything() -> list[Any]:
    """Return all that an act on tables could change."""
    return [
        list(model.objects.order_by("pk").values()) for model in (Table, Chair, Invitation, Match, RememberedAnswer)
    ]


class TestOpening:
    def test_what_is_left_out_is_as_on_the_page(self, ada: Player) -> None:
        told = Program(ada).post("/tables/", {"game": "fuse"})
        browser = Client()
        browser.force_login(ada)
        shown = table_form.build_blank_form(load_games()["fuse"]).options
        ticked = {f"option-{option.name}": "on" for option in shown if option.value is True}
        browser.post(
            "/tables/new/", {"game": "fuse", "by_itself": "on", "newcomers": "on", "bots_welcome": "on", **ticked}
        )
        ours, theirs = Table.objects.order_by("pk").values()
        own = ("id", "code", "created_at", "secret", "commitment")
        assert {name: value for name, value in ours.items() if name not in own} == {
            name: value for name, value in theirs.items() if name not in own
        }
        assert told["code"] == ours["code"]
        assert (told["host"], told["joined"], told["match"]) == ("ada", True, None)
        assert kinds(told) == ["player", "free", "free"]

    def test_everything_that_the_form_can_say_can_be_said(self, ada: Player) -> None:
        times = {**list_preset_paces(load_games()["fuse"].meta)["daily"], "turn": 7200}
        told = Program(ada).post(
            "/tables/",
            {
                "game": "fuse",
                "seats": 4,
                "options": {"deals": 2, "open_totals": False, "penalty": True},
                "times": times,
                "listed": False,
                "language": "de",
                "on_time_percent": 90,
                "newcomers": False,
                "friends_only": True,
                "starts_by_itself": False,
                "bots_after_hours": 6,
                "bot_strength": "spark",
            },
        )
        table = Table.objects.get(code=told["code"])
        assert (table.seats, table.options["deals"]) == (4, 2)
        assert (table.options["open_totals"], table.options["penalty"]) == (False, True)
        assert (table.pace, table.pace_name) == (times, "custom")
        assert (table.public, table.language, table.least_share, table.newcomers) == (False, "de", 0.9, False)
        assert (table.friends_only, table.by_itself, table.opponents) == (True, False, "spark")
        assert table.bots_at == table.created_at + timedelta(hours=6)
        assert (told["on_time_percent"], told["bot_strength"], told["listed"]) == (90, "spark", False)

    @pytest.mark.parametrize("slug", sorted(load_games()))
    def test_every_game_and_every_preset_can_be_opened(self, ada: Player, slug: str) -> None:
        for preset in ("", *(each.name for each in load_games()[slug].meta.presets)):
            assert Program(ada).post("/tables/", {"game": slug, "preset": preset})["game"] == slug

    @pytest.mark.parametrize(
        ("settings", "says"),
        [
            ({"seats": 99}, "Seats: Choose a number from"),
            ({"options": {"deals": 99}}, "Choose a number from"),
            ({"options": {"deals": True}}, "Enter a whole number."),
            ({"options": {"open_totals": 1}}, "Tick this or leave it unticked."),
            ({"options": {"nonsense": False}}, "nonsense"),
            ({"preset": "nonsense"}, "Choose a set of rules from the list."),
            ({"preset": "nonsense", "options": {"deals": 2}}, "not both"),
            ({"pace": "nonsense"}, "Choose a pace from the list."),
            ({"pace": "daily", "times": {"turn": 60}}, "custom pace"),
            ({"times": {"turn": 7200, "nonsense": 60}}, "custom pace"),
            ({"times": {"turn": 1}}, "Choose a time between"),
            ({"language": "xx"}, "Choose a language from the list."),
            ({"on_time_percent": 17}, "Choose how reliable"),
            ({"bots_after_hours": 2}, "Choose when bots"),
            ({"bot_strength": "nonsense"}, "Choose how strong"),
            ({"rated": True, "bots_after_hours": 6}, "Bots can’t join rated tables."),
            ({"game": "nonsense"}, "choose one of"),
            ({"game": ""}, "choose one of"),
            ({"seats": "many"}, "seats"),
        ],
    )
    def test_wrong_settings_are_refused_with_a_sentence_and_open_nothing(
        self, ada: Player, settings: Any, says: str
    ) -> None:
        before = everything()
        problem = Program(ada).post("/tables/", {"game": "fuse", **settings}, 422, key="k1")
        assert says in problem["detail"]
        assert everything() == before

    def test_there_are_as_many_tables_as_on_the_page(self, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("apps.lobby.services.chairs.MAX_OPEN_TABLES", 1)
        program = Program(ada)
        program.post("/tables/", {"game": "fuse"})
        before = everything()
        assert "1 open tables" in program.post("/tables/", {"game": "fuse"}, 409)["detail"]
        assert everything() == before


class TestRepeating:
    def test_the_same_key_gets_the_first_answer_and_opens_nothing_twice(self, ada: Player, ben: Player) -> None:
        program = Program(ada)
        first = program.post("/tables/", {"game": "fuse"}, key="k1")
        tables.join_table(code=first["code"], player=ben, now=clocks.now())
        assert program.post("/tables/", {"game": "fuse"}, key="k1") == first
        assert Table.objects.count() == 1
        assert program.post("/tables/", {"game": "fuse"}, key="k2")["code"] != first["code"]

    def test_the_same_key_for_another_request_is_refused(self, ada: Player) -> None:
        program = Program(ada)
        program.post("/tables/", {"game": "fuse"}, key="k1")
        before = everything()
        assert program.post("/tables/", {"game": "fuse", "seats": 4}, 422, key="k1")["code"] == "key_reused"
        assert program.post("/quick-match/", {"game": "fuse", "pace": "daily"}, 422, key="k1")["code"] == "key_reused"
        assert everything() == before

    def test_keys_of_others_dont_matter(self, ada: Player, ben: Player) -> None:
        first = Program(ada).post("/tables/", {"game": "fuse"}, key="k1")
        assert Program(ada).post("/tables/", {"game": "fuse"}, key="k1")["code"] != first["code"]
        assert Program(ben).post("/tables/", {"game": "fuse"}, key="k1")["host"] == "ben"

    def test_a_refusal_isnt_remembered(self, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        program = Program(ada)
        with monkeypatch.context() as patched:
            patched.setattr("apps.lobby.services.chairs.MAX_OPEN_TABLES", 0)
            program.post("/tables/", {"game": "fuse"}, 409, key="k1")
        assert program.post("/tables/", {"game": "fuse"}, key="k1")["host"] == "ada"

    def test_after_a_day_a_key_is_new_and_its_answer_is_deleted(self, ada: Player) -> None:
        program = Program(ada)
        first = program.post("/quick-match/", {"game": "fuse", "pace": "daily"}, key="k1")
        tables.leave_table(code=first["code"], player=ada)
        assert program.post("/quick-match/", {"game": "fuse", "pace": "daily"}, key="k1") == first
        RememberedAnswer.objects.update(created_at=clocks.now() - idempotency.REMEMBERED_TIME)
        assert program.post("/quick-match/", {"game": "fuse", "pace": "daily"}, key="k1")["code"] != first["code"]
        tasks.tidy()
        assert RememberedAnswer.objects.count() == 1
        RememberedAnswer.objects.update(created_at=clocks.now() - idempotency.REMEMBERED_TIME)
        tasks.tidy()
        assert not RememberedAnswer.objects.exists()

    @pytest.mark.parametrize("key", ["a b", "k" * 101, "\u00e9"])
    def test_a_strange_key_is_refused(self, ada: Player, key: str) -> None:
        Program(ada).post("/tables/", {"game": "fuse"}, 422, key=key)
        assert not Table.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("path", "body"), [("/tables/", {}), ("/quick-match/", {"pace": "daily"})])
def test_of_two_equal_requests_at_once_one_opens_a_table_and_both_get_its_answer(
    ada: Player, path: str, body: Any
) -> None:
    program = Program(ada)
    for number in range(1, 4):
        ask = partial(program.post, path, {"game": "fuse", **body}, key=f"k{number}")
        first, second = together(ask, ask)
        assert first["code"] == second["code"]
        assert first == second
        assert RememberedAnswer.objects.count() == number
        if path == "/tables/":
            assert Table.objects.count() == number


class TestSeeing:
    def test_the_list_is_that_of_the_page(self, ada: Player, ben: Player, cleo: Player, dora: Player) -> None:
        listed = lobby_table(ben, seats=4)
        lobby_table(ben, public=False)
        lobby_table(cleo, wishes=Wishes(friends_only=True))
        lobby_table(ben, dora, seats=2)
        lobby_table(ada)
        apart = lobby_table(dora, seats=3)
        relations.block_player(owner=dora, other=ada, now=clocks.now())
        program = Program(ada)
        assert [each["code"] for each in program.get("/tables/")["items"]] == [listed.code]
        browser = Client()
        browser.force_login(ada)
        page = browser.get("/tables/").content.decode()
        assert listed.code in page
        assert apart.code not in page
        assert [each["code"] for each in Program(ben).get("/tables/")["items"]] != []

    def test_it_can_be_filtered_by_game_and_pace(self, ada: Player, ben: Player) -> None:
        one, other = lobby_table(ben), lobby_table(ben, game="frogs", pace_name="live", seats=3)
        program = Program(ada)
        codes = lambda query: [each["code"] for each in program.get(f"/tables/?{query}")["items"]]  # noqa: E731
        assert codes("game=fuse") == codes("pace=daily") == [one.code]
        assert codes("game=frogs&pace=live") == [other.code]
        assert codes("game=fuse&pace=live") == []
        program.get("/tables/?pace=nonsense", 422)

    def test_it_comes_in_pages_with_few_statements(
        self, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
    ) -> None:
        monkeypatch.setattr("apps.api.cursors.PAGE_SIZE", 3)
        codes = [lobby_table(ben, seats=4).code for _ in range(5)]
        program = Program(ada)
        with django_assert_max_num_queries(8):
            first = program.get("/tables/")
        rest = program.get(f"/tables/?cursor={first['next']}")
        assert [each["code"] for each in first["items"] + rest["items"]] == codes[::-1]
        assert rest["next"] is None

    def test_a_private_table_is_for_those_who_know_its_code(self, ada: Player, ben: Player) -> None:
        table = lobby_table(ben, public=False)
        assert Program(ada).get(f"/tables/{table.code}/")["listed"] is False
        assert Program(ada).get("/tables/nonsense/", 404)["detail"] == NOWHERE

    def test_a_club_table_is_for_those_at_it(self, ada: Player, ben: Player) -> None:
        table = lobby_table(ben, circle="club")
        before = everything()
        Program(ada).get(f"/tables/{table.code}/", 403)
        Program(ada).post(f"/tables/{table.code}/join/", status=403)
        assert Program(ben).get(f"/tables/{table.code}/")["host"] == "ben"
        assert everything() == before

    def test_whom_a_seat_is_reserved_for_and_who_is_invited_is_told_at_the_table_only(
        self, ada: Player, ben: Player, cleo: Player
    ) -> None:
        table = lobby_table(ada, seats=3)
        Chair.objects.filter(table=table, index=1).update(kept_for=ben)
        Program(ada).post(f"/tables/{table.code}/invite/", {"name": "ben"})
        told = {who: Program(who).get(f"/tables/{table.code}/") for who in (ada, ben, cleo)}
        assert [told[who]["seats"][1] for who in (ada, ben, cleo)] == [
            {"kind": "reserved", "name": "ben"},
            {"kind": "reserved", "name": "ben"},
            {"kind": "reserved", "name": ""},
        ]
        assert [told[who]["invited"] for who in (ada, ben, cleo)] == [["ben"], [], []]

    def test_blocked_players_are_told_what_the_page_says_a_full_table(self, ada: Player, ben: Player) -> None:
        table = lobby_table(ben, seats=3)
        relations.block_player(owner=ben, other=ada, now=clocks.now())
        before, program = everything(), Program(ada)
        assert kinds(program.get(f"/tables/{table.code}/")) == ["player", "reserved", "reserved"]
        assert program.post(f"/tables/{table.code}/join/", status=409)["detail"] == "All seats are taken."
        assert everything() == before

    def test_own_tables_are_listed_until_they_start(self, ada: Player, ben: Player) -> None:
        table, program = lobby_table(ben, ada, seats=3), Program(ada)
        assert [each["code"] for each in program.get("/me/tables/")] == [table.code]
        program.post(f"/tables/{table.code}/leave/", status=204)
        assert program.get("/me/tables/") == []


class TestSitting:
    def test_the_last_player_starts_the_match_and_everyone_learns_its_code(self, ada: Player, ben: Player) -> None:
        first, second = Program(ada), Program(ben)
        code = first.post("/tables/", {"game": "fuse", "seats": 2})["code"]
        told = second.post(f"/tables/{code}/join/")
        assert told["match"] == Match.objects.get().code
        assert first.get(f"/tables/{code}/")["match"] == told["match"]
        assert first.get(f"/matches/{told['match']}/seat/")["game"] == "fuse"
        assert second.post(f"/tables/{code}/leave/", status=409)["code"] == "table_refused"

    def test_a_host_fills_the_table_with_bots_and_starts_it_once(self, ada: Player) -> None:
        program = Program(ada)
        code = program.post("/tables/", {"game": "fuse", "seats": 3})["code"]
        before = everything()
        assert "2 seats are still free." in program.post(f"/tables/{code}/start/", status=409)["detail"]
        assert everything() == before
        assert kinds(program.post(f"/tables/{code}/bots/")) == ["player", "bot", "bot"]
        started = program.post(f"/tables/{code}/start/")
        assert program.post(f"/tables/{code}/start/")["match"] == started["match"] == Match.objects.get().code

    def test_the_last_to_leave_closes_it_and_the_host_can_close_it_too(self, ada: Player) -> None:
        program = Program(ada)
        for method, path in (("POST", "leave/"), ("DELETE", "")):
            code = program.post("/tables/", {"game": "fuse"})["code"]
            program.ask(method, f"/tables/{code}/{path}", status=204)
            assert program.get(f"/tables/{code}/", 404)["detail"] == NOWHERE

    @pytest.mark.parametrize(
        ("method", "path", "at_table", "status"),
        [
            ("POST", "start/", False, 403),
            ("POST", "start/", True, 403),
            ("POST", "bots/", False, 403),
            ("POST", "bots/", True, 403),
            ("DELETE", "", False, 403),
            ("DELETE", "", True, 403),
            ("POST", "leave/", False, 409),
            ("POST", "invite/", False, 409),
        ],
    )
    def test_no_one_acts_for_someone_else(
        self, ada: Player, ben: Player, method: str, path: str, at_table: bool, status: int
    ) -> None:
        table = lobby_table(ben, *([ada] if at_table else []), seats=4)
        before = everything()
        body = {"name": "cleo"} if path == "invite/" else None
        assert Program(ada).ask(method, f"/tables/{table.code}/{path}", body, status)["detail"]
        assert everything() == before

    def test_joining_has_the_same_refusals_as_the_page(
        self, ada: Player, ben: Player, cleo: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(reliability, "get_reliability_share", lambda _player: 0.5)
        program, browser = Program(ada), Client()
        browser.force_login(ada)
        for table, says in (
            (lobby_table(ben, cleo), "All seats are taken."),
            (lobby_table(ben, wishes=Wishes(friends_only=True)), "This table is for the host’s friends."),
            (lobby_table(ben, wishes=Wishes(least_share=0.9)), "You’re at 50%."),
            (lobby_table(ben, ada, seats=3), "You’re already at this table."),
        ):
            before = everything()
            assert says in program.post(f"/tables/{table.code}/join/", status=409)["detail"]
            assert says in browser.post(f"/tables/{table.code}/join/").content.decode()
            assert everything() == before

    def test_bots_dont_come_to_rated_tables(self, ada: Player) -> None:
        program = Program(ada)
        code = program.post("/tables/", {"game": "fuse", "rated": True})["code"]
        before = everything()
        assert program.post(f"/tables/{code}/bots/", status=409)["detail"] == "Bots can’t join rated tables."
        assert everything() == before

    def test_what_changes_tables_needs_its_scope(self, ada: Player) -> None:
        reader = Program(ada, "read", "play", "tournaments")
        before = everything()
        for method, path in (
            ("POST", "/tables/"),
            ("DELETE", "/tables/x/"),
            *(("POST", f"/tables/x/{act}/") for act in ("join", "leave", "invite", "bots", "start")),
            ("POST", "/quick-match/"),
            ("POST", "/matches/x/rematch/"),
            ("POST", "/me/invitations/x/accept/"),
            ("POST", "/me/invitations/x/decline/"),
        ):
            assert "“tables”" in reader.ask(method, path, {}, 403)["detail"]
        assert everything() == before


class TestQuickMatch:
    def test_two_who_look_for_the_same_meet(self, ada: Player, ben: Player) -> None:
        body = {"game": "fuse", "pace": "daily"}
        first = Program(ada).post("/quick-match/", body)
        assert Program(ada).post("/quick-match/", body)["code"] == first["code"]
        assert Program(ben).post("/quick-match/", body)["code"] == first["code"]
        assert seated(Table.objects.get()) == ["ada", "ben", "free"]

    def test_an_unknown_pace_is_refused(self, ada: Player) -> None:
        before = everything()
        problem = Program(ada).post("/quick-match/", {"game": "fuse", "pace": "nonsense"}, 422)
        assert problem["detail"] == "This game can’t be played at that pace. Choose another one."
        assert everything() == before

    def test_it_has_the_page_s_limit(self, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("apps.lobby.services.quick_match.MAX_SEARCHES_PER_MINUTE", 1)
        body, browser = {"game": "fuse", "pace": "daily"}, Client()
        browser.force_login(ada)
        Program(ada).post("/quick-match/", body)
        before = everything()
        assert "too many times" in Program(ada).post("/quick-match/", body, 429)["detail"]
        assert browser.post("/quick/", body).status_code == 429
        assert everything() == before


class TestRematch:
    def test_the_first_opens_it_and_the_second_starts_it(self, ada: Player, ben: Player, cleo: Player) -> None:
        match = sealed_match("fuse", ada, ben)
        first, second = Program(ada), Program(ben)
        before = everything()
        assert "isn’t over" in first.post(f"/matches/{match.code}/rematch/", status=409)["detail"]
        assert everything() == before
        end_match(match.code, 1, 2, now=clocks.now())
        opened = first.post(f"/matches/{match.code}/rematch/")
        assert first.post(f"/matches/{match.code}/rematch/")["code"] == opened["code"]
        [asked] = second.get("/me/invitations/")
        assert (asked["by"], asked["table"]["code"]) == ("ada", opened["code"])
        before = everything()
        assert Program(cleo).post(f"/matches/{match.code}/rematch/", status=409)["code"] == "table_refused"
        Program(cleo).post("/matches/zzzzzzzz/rematch/", status=404)
        assert everything() == before
        assert second.post(f"/matches/{match.code}/rematch/")["match"]


class TestInvitations:
    def test_an_invitation_is_accepted_or_declined_by_its_player_only(
        self, ada: Player, ben: Player, cleo: Player
    ) -> None:
        host, invited, stranger = Program(ada), Program(ben), Program(cleo)
        for answer, status in (("accept", 200), ("decline", 204)):
            code = host.post("/tables/", {"game": "fuse", "seats": 3})["code"]
            assert host.post(f"/tables/{code}/invite/", {"name": "ben"})["invited"] == ["ben"]
            [asked] = invited.get("/me/invitations/")
            assert (asked["by"], asked["table"]["code"]) == ("ada", code)
            assert stranger.get("/me/invitations/") == host.get("/me/invitations/") == []
            before = everything()
            for act in ("accept", "decline"):
                problem = stranger.post(f"/me/invitations/{asked['token']}/{act}/", status=404)
                assert problem["detail"] == "We can’t find that invitation. The table may have been closed."
            assert everything() == before
            invited.post(f"/me/invitations/{asked['token']}/{answer}/", status=status)
            assert invited.get("/me/invitations/") == []
            assert ("ben" in seated(Table.objects.get(code=code))) == (answer == "accept")
            spent = invited.post(f"/me/invitations/{asked['token']}/{answer}/", status=409)
            assert spent["code"] == "invitation_spent"

    def test_inviting_tells_nothing_about_the_name(self, ada: Player, ben: Player, cleo: Player) -> None:
        relations.block_player(owner=ben, other=ada, now=clocks.now())
        program = Program(ada)
        code = program.post("/tables/", {"game": "fuse", "seats": 4})["code"]
        names = ["ben", "cleo", "nobody"]
        for name in names:
            told = program.post(f"/tables/{code}/invite/", {"name": name})
        assert told["invited"] == names
        assert Program(ben).get("/me/invitations/") == []
        before = everything()
        assert "already been invited" in program.post(f"/tables/{code}/invite/", {"name": "nobody"}, 409)["detail"]
        assert everything() == before

    def test_invitations_have_the_page_s_limit(self, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(invitations, "MAX_NAME_INVITES_PER_DAY", 1)
        program = Program(ada)
        code = program.post("/tables/", {"game": "fuse", "seats": 4})["code"]
        program.post(f"/tables/{code}/invite/", {"name": "ben"})
        before = everything()
        assert program.post(f"/tables/{code}/invite/", {"name": "cleo"}, 429)["code"] == "rate_limited"
        assert everything() == before


class TestWords:
    def test_a_word_goes_into_the_seed_and_is_told_to_nobody_before_the_end(self, ada: Player, ben: Player) -> None:
        first, second = Program(ada), Program(ben)
        table = first.post("/tables/", {"game": "fuse", "seats": 2})
        first.post(f"/tables/{table['code']}/word/", {"word": "canary"})
        told = second.post(f"/tables/{table['code']}/join/")
        assert told["commitment"] == table["commitment"]
        match = told["match"] or first.post(f"/tables/{table['code']}/start/")["match"]
        for path in (f"/tables/{table['code']}/", f"/matches/{match}/seat/", f"/matches/{match}/"):
            assert "canary" not in str(second.get(path))
        words = Seed.objects.get(match__code=match).words
        assert words is not None
        assert words[first.get(f"/matches/{match}/seat/")["seat"]] == "canary"

    def test_only_players_of_the_table_give_words(self, ada: Player, ben: Player) -> None:
        table = Program(ada).post("/tables/", {"game": "fuse"})
        before = everything()
        Program(ben).post(f"/tables/{table['code']}/word/", {"word": "mine"}, 409)
        Program(ada).post(f"/tables/{table['code']}/word/", {"word": "x" * 65}, 422)
        assert everything() == before
