"""Tests of finding a table among many."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.games import load_games
from apps.lobby.models import Chair, Table
from apps.lobby.preferences import Wishes
from apps.lobby.selectors import listing
from apps.lobby.services import invitations, tables
from tests.factories.lobby import NOW, lobby_table
from tests.factories.people import browser
from tests.lobby.test_lobby_pages import HTMX

pytestmark = pytest.mark.django_db


def many(host: Player, count: int) -> list[Table]:
    """Create this number of tables with a free seat, a minute apart."""
    made = Table.objects.bulk_create(
        Table(
            game="fuse", seats=2, options={"deals": 1}, pace={}, pace_name="daily", host=host, vacant=1, usual=True,
            created_at=NOW + n // 2 * timedelta(minutes=1),
        )
        for n in range(count)
    )  # fmt: skip
    Chair.objects.bulk_create(
        Chair(table=table, index=n, player=None if n else host) for table in made for n in range(2)
    )
    return made


def found(player: Player | None = None, **asked: str) -> list[str]:
    page = listing.load_lobby_page(listing.parse_filters(asked), player=player.pk if player else None)
    return [row.code for row in page.rows]


@pytest.mark.parametrize(("pace", "lasts"), [("live", "19 minutes"), ("daily", "19 days")])
def test_a_table_says_about_how_long_a_match_lasts_there(ada: Player, pace: str, lasts: str) -> None:
    lobby_table(ada, pace_name=pace, pace=load_games()["fuse"].meta.paces[pace])
    assert [row.lasts for row in listing.load_lobby_page(listing.parse_filters({}), player=None).rows] == [lasts]


@pytest.fixture
def offered(ada: Player) -> dict[str, str]:
    """Create a table for each filter, and return what is special about it with its code."""
    frogs = load_games()["frogs"]
    opened = {
        "plain": lobby_table(ada),
        "frogs": lobby_table(ada, game="frogs", pace=frogs.meta.paces["daily"], seats=frogs.meta.seats[-1]),
        "live": lobby_table(ada, pace_name="live"),
        "german": lobby_table(ada, wishes=Wishes(language="de")),
        "rated": lobby_table(ada, wishes=Wishes(rated=True)),
        "strict": lobby_table(ada, wishes=Wishes(least_share=0.9)),
        "large": lobby_table(ada, seats=4),
    }
    return {name: table.code for name, table in opened.items()}


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ({"game": "frogs"}, {"frogs"}),
        ({"pace": "live"}, {"live"}),
        ({"language": "fr"}, {"plain", "frogs", "live", "rated", "strict", "large"}),
        ({"rated": "yes"}, {"rated"}),
        ({"rated": "no", "game": "fuse"}, {"plain", "live", "german", "strict", "large"}),
        ({"percent": "90"}, {"strict"}),
        ({"percent": "95"}, set()),
        ({"chairs": "3"}, {"large", "frogs"}),
        ({"game": "ludo", "pace": "hasty", "rated": "perhaps", "chairs": "-1", "percent": "x"}, None),
    ],
)
def test_what_somebody_looks_for_is_what_they_find(
    offered: dict[str, str], asked: dict[str, str], names: set[str] | None
) -> None:
    expected = offered if names is None else {name: offered[name] for name in names}
    assert set(found(None, **asked)) == set(expected.values())


@pytest.mark.parametrize(
    "asked", ["game=frogs", "pace=live&chairs=3", "rated=yes", "rated=no&percent=90", "friends=on"]
)
def test_what_somebody_looks_for_stands_in_the_address_as_it_was_asked(asked: str) -> None:
    assert listing.parse_filters(dict(parse_qsl(asked))).query == asked


def test_tables_of_friends(ada: Player, ben: Player, cleo: Player, dora: Player) -> None:
    theirs = lobby_table(ben, seats=3)
    tables.join_table(code=theirs.code, player=cleo, now=NOW)
    lobby_table(ben)
    relations.add_friend(owner=ada, other=cleo, now=NOW)
    assert found(ada, friends="on") == [theirs.code]
    assert found(dora, friends="on") == []
    assert found(None, friends="on") == []


def test_a_table_for_friends_is_shown_to_friends(ada: Player, ben: Player, cleo: Player) -> None:
    table = lobby_table(ada, wishes=Wishes(friends_only=True))
    relations.add_friend(owner=ada, other=ben, now=NOW)
    assert found(ben) == [table.code]
    assert found(cleo) == []
    assert found(None) == []


def test_full_tables_are_not_offered_but_their_people_find_them(ada: Player, ben: Player, cleo: Player) -> None:
    table = lobby_table(ada)
    tables.join_table(code=table.code, player=ben, now=NOW)
    assert found(cleo) == []
    assert table.get_absolute_url() in browser(ben).get(reverse("lobby:tables")).content.decode()


def test_one_pages_through_all_of_them_once(ada: Player) -> None:
    made = many(ada, 2 * listing.PAGE_SIZE + 5)
    client, seen, address = Client(), [], reverse("lobby:tables") + "?pace=daily"
    for _ in range(5):
        page = client.get(address).content.decode()
        seen += re.findall(r'id="t-(\w+)"', page)
        older = re.search(r'rel="next" href="([^"]+)"', page)
        if not older:
            break
        address = older[1].replace("&amp;", "&")
        assert "pace=daily" in address
    assert seen == [table.code for table in reversed(made)]


@pytest.mark.parametrize("before", ["x", "-", "1-", "9" * 39 + "-1", "1-" + "9" * 30, "²-1"])
def test_a_spoilt_address_is_still_a_page(client: Client, ada: Player, before: str) -> None:
    many(ada, 1)
    assert client.get(reverse("lobby:tables"), {"before": before}).status_code == 200


def test_a_list_that_is_empty_for_a_wish_says_how_to_go_on(client: Client, ada: Player) -> None:
    lobby_table(ada)
    page = client.get(reverse("lobby:tables"), {"game": "frogs"}).content.decode()
    assert gettext("No tables match your filter") in page
    assert f'href="{reverse("lobby:new")}?game=frogs"' in page


def test_it_says_how_many_there_are(client: Client, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    many(ada, 40)
    exact = ngettext("%(count)d table is waiting for players.", "%(count)d tables are waiting for players.", 40)
    more = gettext("More than %(count)d tables are waiting for players.") % {"count": 39}
    for counted, said in ((100, exact % {"count": 40}), (40, exact % {"count": 40}), (39, more)):
        monkeypatch.setattr(listing, "MAX_COUNTED_TABLES", counted)
        page = client.get(reverse("lobby:tables")).content.decode()
        assert f'role="status">{said}<' in page
        assert (more in page) == (counted < 40)


def test_news_of_the_list_cost_nothing_while_nothing_happens(client: Client, ada: Player, ben: Player) -> None:
    table = lobby_table(ada, seats=3)
    page = client.get(reverse("lobby:tables"), {"game": "fuse"}).content.decode()
    ask = re.search(r'hx-get="([^"]+seen=[^"]+)"', page)[1].replace("&amp;", "&")  # type: ignore[index]
    assert "game=fuse" in ask
    assert client.get(ask, headers=HTMX).status_code == 204
    tables.join_table(code=table.code, player=ben, now=NOW)
    news = client.get(ask, headers=HTMX)
    assert "2 of 3" in news.content.decode()
    assert "<html" not in news.content.decode()


@pytest.mark.parametrize("count", [3, 60])
def test_the_page_costs_as_much_with_many_tables_as_with_few(
    ada: Player, ben: Player, cleo: Player, django_assert_max_num_queries: Any, count: int
) -> None:
    many(ada, count)
    mine = lobby_table(ben)
    hers = lobby_table(cleo)
    invitations.ask_by_name(code=hers.code, by=cleo, name="ben", now=timezone.now())
    relations.block_player(owner=ben, other=Player.objects.create_user("nobody"), now=NOW)
    client = browser(ben)
    client.get(reverse("lobby:tables"))
    with django_assert_max_num_queries(8):
        page = client.get(reverse("lobby:tables"), {"friends": "", "pace": "daily"}).content.decode()
    assert mine.code in page
    assert f'id="i-{hers.code}"' in page
