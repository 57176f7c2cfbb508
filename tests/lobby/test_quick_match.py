"""Tests that quick match brings people with the same wishes together."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.games import load_games
from apps.kernel.game import Illegal
from apps.lobby import table_form
from apps.lobby.models import Table
from apps.lobby.preferences import Wishes
from apps.lobby.services import quick_match, tables
from apps.matches.models import Chair, Match, Question, Reliability
from tests import luck
from tests.factories.finished_matches import finished_match
from tests.factories.lobby import NOW, lobby_table, seated
from tests.factories.people import browser
from tests.reading import forms_of

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def sit(player: Player, **other: Any) -> Table:
    usual: dict[str, Any] = {"game": "fuse", "pace_name": "daily", "now": NOW, "language": "en"}
    return quick_match.join_quick_match(player=player, **(usual | other))


def test_the_first_opens_a_table_the_last_begins_its_match(ada: Player, ben: Player, cleo: Player) -> None:
    table = sit(ada)
    assert seated(table) == ["ada", "free", "free"]
    assert table.public
    assert sit(ben) == table
    assert not Match.objects.exists()
    begun = sit(cleo)
    assert begun == table
    assert Match.objects.get().code == begun.match_code


def test_a_second_click_is_the_same_table(ada: Player) -> None:
    assert sit(ada) == sit(ada)
    assert Table.objects.count() == 1


def test_the_fullest_then_oldest_table_is_first(ada: Player, ben: Player, cleo: Player, dora: Player) -> None:
    lobby_table(ada, seats=3, now=NOW - 3 * HOUR)
    fuller = lobby_table(ben, seats=4, now=NOW - HOUR)
    tables.join_table(code=fuller.code, player=cleo, now=NOW)
    younger = lobby_table(ben, seats=4)
    tables.join_table(code=younger.code, player=cleo, now=NOW)
    assert sit(dora) == fuller


@pytest.mark.parametrize(
    "unfit",
    [
        {"public": False},
        {"pace_name": "weekly"},
        {"options": {"short_fuse": True}},
        {"wishes": Wishes(rated=True)},
        {"wishes": Wishes(friends_only=True)},
        {"wishes": Wishes(language="fr")},
        {"wishes": Wishes(least_share=0.9)},
        {"pace_name": "live", "now": NOW - HOUR},
    ],
    ids=str,
)
def test_what_does_not_fit_is_left_alone(ada: Player, ben: Player, unfit: dict[str, Any]) -> None:
    Reliability.objects.create(player=ben, answered=8, missed=2, share=0.8, counted_at=NOW)
    table = lobby_table(ada, **unfit)
    pace_name = "live" if unfit.get("pace_name") == "live" else "daily"
    assert sit(ben, pace_name=pace_name) != table
    assert seated(table) == ["ada", "free"]


@pytest.mark.parametrize(
    "fits",
    [
        {"wishes": Wishes(language="en")},
        {"wishes": Wishes(least_share=0.8)},
        {"pace_name": "live", "now": NOW - quick_match.MAX_LIVE_TABLE_AGE},
    ],
    ids=str,
)
def test_what_fits_is_joined(ada: Player, ben: Player, fits: dict[str, Any]) -> None:
    Reliability.objects.create(player=ben, answered=8, missed=2, share=0.8, counted_at=NOW)
    table = lobby_table(ada, **fits)
    assert sit(ben, pace_name=fits.get("pace_name", "daily")) == table


def test_who_wants_a_rated_match_meets_those_who_do(ada: Player, ben: Player, cleo: Player, guest: Player) -> None:
    plain, rated = sit(ada), sit(ben, rated=True)
    assert plain != rated
    assert sit(cleo, rated=True) == rated
    assert sit(guest) == plain
    with pytest.raises(AccountNeeded):
        sit(guest, rated=True)


def test_nobody_is_led_to_those_they_blocked_or_who_blocked_them(ada: Player, ben: Player, cleo: Player) -> None:
    first = sit(ada)
    relations.block_player(owner=ada, other=ben, now=NOW)
    relations.block_player(owner=cleo, other=ada, now=NOW)
    second = sit(ben)
    assert second != first
    assert sit(cleo) == second


def test_bots_come_after_a_day_where_that_harms_nobody(ada: Player) -> None:
    assert sit(ada).bots_at == NOW + 24 * HOUR
    assert sit(ada, pace_name="live").bots_at is None
    assert sit(ada, rated=True).bots_at is None


@pytest.mark.parametrize("wrong", [{"game": "ludo"}, {"pace_name": "hasty"}, {"pace_name": table_form.CUSTOM}])
def test_what_there_is_not_is_refused(ada: Player, wrong: dict[str, str]) -> None:
    with pytest.raises(Illegal):
        sit(ada, **wrong)
    assert not Table.objects.exists()


@pytest.mark.parametrize("slug", load_games())
def test_every_game_has_a_quick_match(ada: Player, ben: Player, slug: str) -> None:
    assert sit(ada, game=slug) == sit(ben, game=slug)


class TestThePage:
    """Tests of the page `/quick/`."""

    def test_a_newcomer_sits_at_a_table_after_one_click(self, client: Client, ada: Player) -> None:
        table = sit(ada)
        page = client.get(reverse("lobby:quick")).content.decode()
        assert "as a guest" in page
        assert 'name="rated"' not in page
        response = client.post(reverse("lobby:quick"), {"game": "fuse", "pace": "daily"})
        assert response.url == table.get_absolute_url()  # type: ignore[attr-defined]
        assert seated(table)[1] == str(get_user(client))

    def test_every_pace_is_offered_but_one_s_own_times(self, client: Client) -> None:
        [form] = [form for form in forms_of(client.get(reverse("lobby:quick")).content.decode()) if form.choices]
        paces = dict.fromkeys(pace for game in load_games().values() for pace in game.meta.paces)
        assert form.choices["pace"] == list(paces)

    def test_what_does_not_fit_is_said(self, ada: Player, client: Client) -> None:
        response = client.post(reverse("lobby:quick"), {"game": "fuse", "pace": "hasty"})
        assert response.status_code == 400
        assert gettext("This game can’t be played at that pace. Choose another one.") in response.content.decode()
        response = client.post(reverse("lobby:quick"), {"game": "fuse", "pace": "daily", "rated": "on"})
        assert response.status_code == 409
        assert reverse("account_signup") in response.content.decode()
        assert not Player.objects.filter(guest=True).exists()
        assert not Table.objects.exists()

    def test_ten_clicks_a_minute_are_enough(self, ada: Player) -> None:
        client = browser(ada)
        sent = {"game": "fuse", "pace": "daily"}
        assert {client.post(reverse("lobby:quick"), sent).status_code for _ in range(10)} == {302}
        assert client.post(reverse("lobby:quick"), sent).status_code == 429


@pytest.mark.parametrize(("pace_name", "gold"), [("live", 10), ("daily", 5)])
def test_a_quick_table_agrees_on_what_is_usual_at_its_pace(ada: Player, ben: Player, pace_name: str, gold: int) -> None:
    table = sit(ada, game="kobolds", pace_name=pace_name)
    assert (table.options["gold"], table.usual) == (gold, True)
    assert sit(ben, game="kobolds", pace_name=pace_name) == table


def test_who_plays_now_meets_spark_first_and_cinder_if_they_have_played_among_people(ada: Player, ben: Player) -> None:
    assert Match.objects.get(code=tables.play_now(player=ada, now=NOW)).opponents == "spark"
    finished_match([ada, ben])
    assert Match.objects.get(code=tables.play_now(player=ada, now=NOW)).opponents == "cinder"


def test_a_newcomer_to_frogs_never_begins_with_the_dice_and_the_others_do_as_often_as_luck_has_it(
    ada: Player, ben: Player, cleo: Player
) -> None:
    assert {_asked_first(ada, seed) for seed in range(12)} == {"throw"}
    finished_match([ada, ben, cleo], game="frogs")
    assert {_asked_first(ada, seed) for seed in range(12)} == {"throw", "dice"}


def _asked_first(player: Player, seed: int) -> str:
    """Return the first question for a player who plays Frogs now, among bots in random seats."""
    with luck.dealt(seed):
        code = tables.play_now(player=player, now=NOW, game="frogs")
    chairs = Chair.objects.filter(match__code=code).order_by("index")
    assert sorted(chair.player_id or 0 for chair in chairs) == [0, 0, 0, player.pk]
    mine = chairs.get(player=player)
    about: str = Question.objects.get(match=mine.match, seat=mine.index).about
    return about
