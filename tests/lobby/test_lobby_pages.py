"""Tests of the pages of the lobby."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from apps.accounts.models import Player
from apps.accounts.services import guests
from apps.games import load_games
from apps.lobby.errors import NotHost, TableFull
from apps.lobby.models import Chair, Table
from apps.lobby.services import chairs, tables
from apps.matches.models import Match, Reliability
from tests.factories.lobby import NOW, lobby_table
from tests.factories.people import browser

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SENT = {"game": "fuse", "seats": "3", "pace": "daily", "public": "yes", "option-deals": "1", "option-open_totals": "on"}
ONLY_HOST = str(NotHost.sentence)
FROM_TO = gettext_noop("Choose a number from %(low)s to %(high)s.")
HTMX = {"HX-Request": "true"}


def open_table(client: Client, **other: str) -> Table:
    response = client.post(reverse("lobby:new"), SENT | other)
    assert response.status_code == 302, response.content.decode()
    return Table.objects.latest("pk")


def act(client: Client, table: Table, name: str, *more: Any, **fields: str) -> Any:
    return client.post(reverse(f"lobby:{name}", args=[table.code, *more]), fields)


class TestTheList:
    """Tests of the list of tables looking for players."""

    def test_an_empty_one_invites(self, client: Client) -> None:
        page = client.get(reverse("lobby:tables")).content.decode()
        assert gettext("No tables are open right now") in page
        assert reverse("lobby:new") in page
        assert f'href="{reverse("lobby:play_now")}"' in page

    def test_open_tables_stand_in_it(self, client: Client, ada: Player) -> None:
        table = open_table(browser(ada), **{"option-short_fuse": "on"})
        page = client.get(reverse("lobby:tables")).content.decode()
        assert "Fuse with ada" in page
        assert "Daily" in page
        assert "Short fuse" in page
        assert "1 of 3" in page
        assert table.get_absolute_url() in page

    def test_a_table_by_link_is_shown_to_those_who_sit_there_only(
        self, client: Client, ada: Player, ben: Player
    ) -> None:
        table = open_table(browser(ada), public="no")
        link = table.get_absolute_url()
        assert link not in client.get(reverse("lobby:tables")).content.decode()
        assert link not in browser(ben).get(reverse("lobby:tables")).content.decode()
        assert link in browser(ada).get(reverse("lobby:tables")).content.decode()
        act(browser(ben), table, "join")
        assert link in browser(ben).get(reverse("lobby:tables")).content.decode()

    def test_started_tables_are_gone_from_it(self, client: Client, ada: Player) -> None:
        table = open_table(browser(ada))
        act(browser(ada), table, "bot", all="yes")
        act(browser(ada), table, "start")
        assert table.code not in browser(ada).get(reverse("lobby:tables")).content.decode()

    def test_tables_of_a_game_that_left_the_house_are_not_shown(self, client: Client, ada: Player) -> None:
        table = open_table(browser(ada))
        Table.objects.update(game="gone")
        assert client.get(reverse("lobby:tables")).status_code == 200
        assert client.get(table.get_absolute_url()).status_code == 404

    def test_it_takes_few_queries_however_many_tables_there_are(
        self, ada: Player, ben: Player, django_assert_max_num_queries: Any
    ) -> None:
        mine, his = browser(ada), browser(ben)
        for number in range(6):
            table = open_table(mine, public="yes" if number % 2 else "no", seats="6")
            act(his, table, "join")
        his.get(reverse("lobby:tables"))
        with django_assert_max_num_queries(5):
            his.get(reverse("lobby:tables"))
        with django_assert_max_num_queries(6):
            his.get(table.get_absolute_url())


class TestOpening:
    """Tests of creating a table."""

    def test_the_form_shows_what_the_game_offers(self, client: Client) -> None:
        page = client.get(reverse("lobby:new"), {"game": "fuse"}).content.decode()
        for said in (
            "Short fuse",
            "Extinguisher",
            "Matchman",
            "Live",
            "Daily",
            "Weekly",
            "1 minute",
            "Custom times",
        ):
            assert said in page
        assert re.search(r'name="option-deals"[^>]*min="1"[^>]*max="10"', page)

    def test_a_preset_is_one_tap(self, ada: Player) -> None:
        page = browser(ada).get(reverse("lobby:new"), {"game": "fuse"}).content.decode()
        assert "Half the fuse cards, so it’s over in half the time." in page
        assert re.search(r'id="preset-classic"[^>]*checked', page)
        browser(ada).post(reverse("lobby:new"), {"game": "fuse", "seats": "3", "pace": "daily", "preset": "quick"})
        assert Table.objects.get().options["short_fuse"] is True

    def test_wishes_are_folded_up_until_somebody_has_some(self, client: Client) -> None:
        assert "<details >" in client.get(reverse("lobby:new"), {"game": "fuse"}).content.decode()
        page = client.post(reverse("lobby:new"), SENT | {"seats": "7", "language": "de", "by_itself": "on"})
        assert "<details open>" in page.content.decode()

    def test_choices_of_numbers_show_what_is_usual(self, client: Client) -> None:
        """Check the selected choices. Without any, browsers showed the first one, a patience of 2."""
        page = client.get(reverse("lobby:new"), {"game": "kobolds"}).content.decode()
        assert '<option value="4" selected>' in page
        assert '<option value="5" selected>' in page

    def test_the_chosen_game_is_marked_in_the_list(self, client: Client) -> None:
        page = client.get(reverse("lobby:new"), {"game": "bombe"}).content.decode()
        marked = re.findall(r'<a href="([^"]+)"\s+aria-current="true"', page)
        assert marked == [f"{reverse('lobby:new')}?game=bombe"]
        assert 'aria-current="true">Die Bombe' in page
        assert 'aria-current="true">Die Bombe' not in client.get(reverse("lobby:new")).content.decode()

    def test_what_is_sent_in_is_what_is_agreed(self, ada: Player) -> None:
        own = {"time-turn": "2", "unit-turn": "hours", "time-matchman": "90", "unit-matchman": "seconds"}
        table = open_table(browser(ada), seats="5", pace="custom", public="no", **{"option-matchman": "on"}, **own)
        assert (table.seats, table.pace_name, table.public, table.host) == (5, "custom", False, ada)
        assert table.pace == {"turn": 7200, "matchman": 90, "reserve": 0, "refill": 0}
        assert table.options["matchman"] is True

    def test_the_page_is_the_table_then(self, ada: Player) -> None:
        response = browser(ada).post(reverse("lobby:new"), SENT)
        assert response.url == Table.objects.get().get_absolute_url()  # type: ignore[attr-defined]

    def test_nobody_needs_an_account_for_it(self, client: Client) -> None:
        table = open_table(client)
        assert table.host == get_user(client)
        assert table.host.guest

    @pytest.mark.parametrize(
        ("wrong", "status", "said"),
        [
            ({"game": "ludo"}, 404, ""),
            ({"seats": "7"}, 400, FROM_TO % {"low": 2, "high": 6}),
            ({"seats": "9" * 4000}, 400, "Enter a whole number."),
            ({"option-deals": "0"}, 400, FROM_TO % {"low": 1, "high": 10}),
            ({"option-turbo": "on"}, 400, "Fuse has no option “turbo”."),
            ({"option-<b>": "on"}, 400, "Fuse has no option “&lt;b&gt;”."),
            ({"pace": "hasty"}, 400, "Choose a pace from the list."),
            ({"pace": "custom", "time-turn": "5", "unit-turn": "seconds"}, 400, "between 10 seconds and 30 days"),
        ],
    )
    def test_what_does_not_fit_opens_nothing(
        self, client: Client, wrong: dict[str, str], status: int, said: str
    ) -> None:
        response = client.post(reverse("lobby:new"), SENT | wrong)
        assert response.status_code == status
        assert said in response.content.decode()
        assert not Table.objects.exists()
        assert not Player.objects.exists(), "nobody became a guest for nothing"

    def test_what_was_typed_is_still_there(self, ada: Player) -> None:
        page = browser(ada).post(reverse("lobby:new"), SENT | {"seats": "7", "option-matchman": "on", "pace": "weekly"})
        text = page.content.decode()
        assert re.search(r'name="seats"[^>]*value="7"', text)
        assert re.search(r'id="option-matchman"[^>]*checked', text)
        assert re.search(r'id="pace-weekly"[^>]*checked', text)

    def test_who_sits_at_too_many_tables_hears_it(self, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(chairs, "MAX_OPEN_TABLES", 1)
        open_table(browser(ada))
        response = browser(ada).post(reverse("lobby:new"), SENT)
        assert response.status_code == 409
        said = gettext("You’re already at %(count)d open tables. Leave one, or wait for one to start.")
        assert said % {"count": 1} in response.content.decode()
        assert Table.objects.count() == 1

    def test_an_unknown_game_has_no_form(self, client: Client) -> None:
        assert client.get(reverse("lobby:new"), {"game": "ludo"}).status_code == 404


class TestTheTable:
    """Tests of a table's page and its actions."""

    def test_it_says_who_sits_there_what_is_agreed_and_how_to_invite(self, client: Client, ada: Player) -> None:
        table = open_table(browser(ada), **{"option-penalty": "on"})
        act(browser(ada), table, "bot")
        page = client.get(table.get_absolute_url()).content.decode()
        for said in ("ada", "House bot", "One seat is free.", "Daily", "4 hours", "Slow-fuse penalty"):
            assert said in page
        assert f'value="http://testserver{table.get_absolute_url()}"' in page
        assert gettext("Join as a guest") in page
        for name in ("start", "leave"):
            assert reverse(f"lobby:{name}", args=[table.code]) not in page

    def test_one_click_on_a_link_from_a_friend_and_one_sits(self, client: Client, ada: Player) -> None:
        table = open_table(browser(ada), public="no")
        response = act(client, table, "join")
        assert response.url == table.get_absolute_url()
        guest = get_user(client)
        assert isinstance(guest, Player)
        assert guest.guest
        assert Chair.objects.get(table=table, player=guest).index == 1

    def test_a_visitor_who_cannot_sit_down_does_not_become_a_guest(self, client: Client, ada: Player) -> None:
        table = open_table(browser(ada))
        act(browser(ada), table, "bot", all="yes")
        response = act(client, table, "join")
        assert response.status_code == 409
        assert str(TableFull.sentence) in response.content.decode()
        assert not Player.objects.filter(guest=True).exists()
        assert not get_user(client).is_authenticated
        assert client.post("/tables/nowhere/join/").status_code == 404

    def test_guests_cannot_flood_a_table(self, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(guests, "MAX_GUESTS_PER_HOUR", 1)
        table = open_table(browser(ada))
        assert act(Client(), table, "join").status_code == 302
        assert act(Client(), table, "join").status_code == 429
        assert Chair.objects.filter(table=table, player=None).count() == 1

    def test_the_whole_way_to_a_match(self, ada: Player, ben: Player) -> None:
        mine, his = browser(ada), browser(ben)
        table = open_table(mine)
        leave, start = (reverse(f"lobby:{name}", args=[table.code]) for name in ("leave", "start"))
        assert leave not in mine.get(table.get_absolute_url()).content.decode(), "alone, one calls it off"
        act(his, table, "join")
        assert leave in mine.get(table.get_absolute_url()).content.decode()
        act(mine, table, "bot")
        assert start in mine.get(table.get_absolute_url()).content.decode()
        assert start not in his.get(table.get_absolute_url()).content.decode()
        act(mine, table, "start")
        match = reverse("matches:page", args=[Match.objects.get().code])
        for visitor in (mine, his, Client()):
            assert visitor.get(table.get_absolute_url()).url == match  # type: ignore[attr-defined]

    @pytest.mark.parametrize(
        ("name", "more", "status", "said"),
        [
            ("join", (), 409, gettext_noop("You’re already at this table.")),
            ("bot", (), 403, ONLY_HOST),
            ("no_bot", (2,), 403, ONLY_HOST),
            ("start", (), 403, ONLY_HOST),
            ("close", (), 403, ONLY_HOST),
        ],
    )
    def test_what_is_not_allowed_is_said_on_the_table_as_it_stands(
        self, ada: Player, ben: Player, name: str, more: tuple[int, ...], status: int, said: str
    ) -> None:
        table = open_table(browser(ada))
        act(browser(ben), table, "join")
        before = list(Chair.objects.filter(table=table).values_list("index", "player", "bot"))
        response = act(browser(ben), table, name, *more)
        assert response.status_code == status
        page = response.content.decode()
        assert said in page
        assert 'id="seats"' in page
        assert list(Chair.objects.filter(table=table).values_list("index", "player", "bot")) == before
        assert not Match.objects.exists()

    def test_a_table_with_free_chairs_does_not_start(self, ada: Player) -> None:
        table = open_table(browser(ada))
        response = act(browser(ada), table, "start")
        assert response.status_code == 409
        assert str(chairs.too_few(2)) in response.content.decode()

    @pytest.mark.parametrize("name", ["leave", "bot", "start", "close"])
    def test_who_is_not_logged_in_is_asked_to_and_comes_back_to_the_table(
        self, client: Client, ada: Player, name: str
    ) -> None:
        table = open_table(browser(ada))
        response = act(client, table, name)
        assert response.url == f"{reverse('account_login')}?next={table.get_absolute_url()}"

    @pytest.mark.parametrize("name", ["join", "leave", "bot", "start", "close"])
    def test_looking_changes_nothing(self, ada: Player, name: str) -> None:
        table = open_table(browser(ada))
        assert browser(ada).get(reverse(f"lobby:{name}", args=[table.code])).status_code == 405

    @pytest.mark.parametrize("name", ["leave", "bot", "start", "close", "join"])
    def test_a_table_nobody_opened_is_not_there(self, ada: Player, name: str) -> None:
        assert browser(ada).post(reverse(f"lobby:{name}", args=["nowhere"])).status_code == 404
        assert browser(ada).get("/tables/nowhere/").status_code == 404

    def test_leaving_and_calling_off(self, ada: Player, ben: Player) -> None:
        table = open_table(browser(ada))
        act(browser(ben), table, "join")
        assert act(browser(ben), table, "leave").url == table.get_absolute_url()
        response = browser(ada).post(reverse("lobby:close", args=[table.code]), follow=True)
        assert gettext("The table has been closed.") in response.content.decode()
        assert not Table.objects.exists()

    def test_names_are_never_markup(self, ada: Player) -> None:
        table = open_table(browser(ada))
        Player.objects.filter(pk=ada.pk).update(username="<i>ada</i>")
        for path in (table.get_absolute_url(), reverse("lobby:tables")):
            assert "<i>ada" not in browser(ada).get(path).content.decode()


class TestNews:
    """Tests that the seats refresh themselves."""

    def asked(self, client: Client) -> str:
        page = client.get(Table.objects.get().get_absolute_url()).content.decode()
        found = re.search(r'hx-get="([^"]+)"', page)
        assert found
        return found[1]

    def test_nothing_new_costs_nothing(self, client: Client, ada: Player, django_assert_max_num_queries: Any) -> None:
        open_table(browser(ada))
        ask = self.asked(client)
        with django_assert_max_num_queries(3):
            response = client.get(ask, headers=HTMX)
        assert response.status_code == 204

    def test_who_came_is_shown_without_the_rest_of_the_page(self, client: Client, ada: Player, ben: Player) -> None:
        table = open_table(browser(ada))
        ask = self.asked(client)
        act(browser(ben), table, "join")
        news = client.get(ask, headers=HTMX)
        assert news.status_code == 200
        text = news.content.decode()
        assert "ben" in text
        assert "<html" not in text
        assert text.count('id="seats"') == 1
        assert self.asked(client) != ask

    def test_a_new_host_and_a_bot_are_news_too(self, client: Client, ada: Player, ben: Player) -> None:
        table = open_table(browser(ada))
        asked = [self.asked(client)]
        act(browser(ada), table, "bot")
        asked.append(self.asked(client))
        act(browser(ben), table, "join")
        act(browser(ada), table, "leave")
        asked.append(self.asked(client))
        assert len(set(asked)) == 3

    def test_the_page_is_sent_to_the_match_when_it_begins(self, client: Client, ada: Player) -> None:
        table = open_table(browser(ada))
        ask = self.asked(client)
        act(browser(ada), table, "bot", all="yes")
        act(browser(ada), table, "start")
        match = reverse("matches:page", args=[Match.objects.get().code])
        assert client.get(ask, headers=HTMX)["HX-Redirect"] == match

    def test_the_page_is_sent_away_when_the_table_is_closed(self, client: Client, ada: Player) -> None:
        table = open_table(browser(ada))
        ask = self.asked(client)
        act(browser(ada), table, "close")
        assert client.get(ask, headers=HTMX)["HX-Redirect"] == reverse("lobby:tables")
        assert gettext("That table has been closed.") in client.get(reverse("lobby:tables")).content.decode()


class TestPlayNow:
    """Tests of playing with one click."""

    def test_a_newcomer_is_in_a_match_at_once(self, client: Client) -> None:
        response = client.post(reverse("lobby:play_now"))
        match = Match.objects.get()
        assert response.url == reverse("matches:page", args=[match.code])  # type: ignore[attr-defined]
        guest = get_user(client)
        assert isinstance(guest, Player)
        assert guest.guest
        seats = [(seat.player, seat.bot) for seat in match.seats.order_by("index")]
        assert seats == [(guest, False), (None, True), (None, True)]
        assert '"short_fuse":true' in match.setup
        assert match.pace["turn"] == 24 * 3600
        assert not Table.objects.exists()

    @pytest.mark.parametrize("slug", load_games())
    def test_the_rules_of_a_game_offer_that_game(self, client: Client, slug: str) -> None:
        page = client.get(reverse("matches:rules", args=[slug])).content.decode()
        form = re.search(rf'<form method="post" action="{reverse("lobby:play_now")}".*?</form>', page, re.DOTALL)
        assert form
        assert f'name="game" value="{slug}"' in form[0]
        assert f'href="{reverse("lobby:new")}?game={slug}"' in form[0]

    @pytest.mark.parametrize("path", ["/play-now/", "/", "/games/"])
    def test_every_game_is_one_tap_away_against_bots_of_each_strength(self, client: Client, path: str) -> None:
        page = client.get(path).content.decode()
        forms = re.findall(r'<form method="post" action="/play-now/">.*?</form>', page, re.DOTALL)
        assert [re.search(r'name="game" value="(\w+)"', form)[1] for form in forms] == [*load_games()]  # type: ignore[index]
        for form in forms:
            assert re.findall(r'name="strength" value="(\w+)"', form) == ["spark", "cinder", "flint"]
            assert re.search(r'value="spark" aria-current="true"', form)

    @pytest.mark.parametrize("strength", ["spark", "cinder", "flint"])
    def test_the_bots_are_as_strong_as_chosen_and_remembered(self, ada: Player, strength: str) -> None:
        client = browser(ada)
        client.post(reverse("lobby:play_now"), {"game": "bombe", "strength": strength})
        assert Match.objects.get().opponents == strength
        page = client.get(reverse("lobby:play_now")).content.decode()
        assert re.findall(r'value="(\w+)" aria-current="true"', page) == [strength] * len(load_games())

    def test_a_strength_that_nobody_has_starts_nothing(self, client: Client) -> None:
        answer = client.post(reverse("lobby:play_now"), {"game": "fuse", "strength": "blaze"})
        assert answer.status_code == 404
        assert not Match.objects.exists()

    def test_whoever_is_logged_in_plays_as_themselves(self, ada: Player) -> None:
        browser(ada).post(reverse("lobby:play_now"))
        assert Match.objects.get().seats.filter(player=ada).exists()
        assert not Player.objects.filter(guest=True).exists()

    def test_the_newcomer_keeps_the_match_when_they_keep_the_account(self, client: Client) -> None:
        client.post(reverse("lobby:play_now"))
        client.post(reverse("accounts:keep"), {"username": "Eva", "password1": "a match in the dark", "email": ""})
        assert Match.objects.get().seats.filter(player__username="Eva", player__guest=False).exists()

    def test_ten_in_a_minute_are_enough(self, ada: Player) -> None:
        client = browser(ada)
        for _ in range(10):
            assert client.post(reverse("lobby:play_now")).status_code == 302
        refused = client.post(reverse("lobby:play_now"))
        assert refused.status_code == 429
        said = gettext("You’ve started too many matches in the last minute. Play one of them first, or wait a moment.")
        assert said in refused.content.decode()
        assert Match.objects.count() == 10

    def test_it_takes_a_click(self, client: Client) -> None:
        assert client.get(reverse("lobby:play_now")).status_code == 200
        strict = Client(enforce_csrf_checks=True)
        assert strict.post(reverse("lobby:play_now")).status_code == 403
        assert not Match.objects.exists()


def test_the_admin_finds_the_match_of_a_table_that_has_begun(admin_client: Client, ada: Player, ben: Player) -> None:
    waiting, begun = lobby_table(ada), lobby_table(ada, ben)
    code = tables.start_table(code=begun.code, host=ada, now=NOW)
    link = f'<a href="/m/{code}/">{code}</a>'
    pages = [
        admin_client.get(reverse("admin:lobby_table_change", args=[table.pk])).content.decode()
        for table in (waiting, begun)
    ]
    assert [link in page for page in pages] == [False, True]


def test_the_admin_sees_tables_and_may_only_clear_them_away(admin_client: Client, ada: Player) -> None:
    table = open_table(browser(ada))
    listed = admin_client.get(reverse("admin:lobby_table_changelist"), {"q": "ada"})
    assert table.code in listed.content.decode()
    page = admin_client.get(reverse("admin:lobby_table_change", args=[table.pk]))
    assert page.status_code == 200
    assert 'name="_save"' not in page.content.decode()
    for words in ("standard", "Daily", "Opened by", "Seat 1"):
        assert words in page.content.decode()
    assert admin_client.get(reverse("admin:lobby_table_add")).status_code == 403
    filtered = [admin_client.get(reverse("admin:lobby_table_changelist"), {"pace": name}) for name in ("live", "daily")]
    assert [table.code in listed.content.decode() for listed in filtered] == [False, True]
    asked = admin_client.get(reverse("admin:lobby_table_delete", args=[table.pk])).content.decode()
    assert table.code in asked
    assert "Seat 1" not in asked
    admin_client.post(reverse("admin:lobby_table_delete", args=[table.pk]), {"post": "yes"})
    assert not Table.objects.exists()


def test_a_table_shows_how_reliably_its_people_answer(ada: Player, ben: Player) -> None:
    table = open_table(browser(ada))
    on_time, usually = gettext("%(percent)s%% on time"), gettext("usually plays within %(time)s")
    page = browser(ben).get(table.get_absolute_url()).content.decode()
    assert on_time % {"percent": ""} not in page, "nobody can say yet"
    Reliability.objects.create(player=ada, answered=19, missed=1, share=0.95, median=10860, counted_at=timezone.now())
    page = " ".join(browser(ben).get(table.get_absolute_url()).content.decode().split())
    assert f"{on_time % {'percent': 95}}, {usually % {'time': '3 hours 1 minute'}}</span>" in page
    Reliability.objects.update(median=None)
    page = browser(ben).get(table.get_absolute_url()).content.decode()
    assert f"{on_time % {'percent': 95}}</span>" in page, "all they did was missed long ago"
    Reliability.objects.update(share=None, median=60)
    page = browser(ben).get(table.get_absolute_url()).content.decode()
    assert usually % {"time": ""} not in page, "too few to say"
