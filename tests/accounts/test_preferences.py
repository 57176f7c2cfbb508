"""Tests of page preferences, stored with the account, also a guest's, and before that in a visitor's browser."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.accounts import preferences
from apps.accounts.models import Player
from apps.accounts.preferences import DEFAULT_PREFERENCES, Preferences
from apps.lobby.services import tables
from apps.matches.models import Match, Question
from tests.factories.matches import new_match

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PASSWORD = "slow and steady"
PAGE = "/me/preferences/"
HTMX = {"HX-Request": "true"}


def root(client: Client, path: str = "/tables/") -> str:
    """Return the first tag of a page."""
    html = client.get(path).content.decode()
    return html[html.index("<html") : html.index(">", html.index("<html"))]


def test_a_page_that_nobody_changed_says_nothing_of_it(client: Client) -> None:
    assert root(client).replace(' data-zone="UTC"', "") == '<html lang="en"'


def test_what_was_chosen_stands_on_every_page_and_what_is_usual_does_not(ada: Player, client: Client) -> None:
    client.force_login(ada)
    chosen = {"theme": "dark", "cards": "large", "motion": "auto", "confirm": "confirm", "enter": "line", "keys": "off"}
    assert client.post(PAGE, chosen | {"sound": "on"}).status_code == 302
    for path in ("/", "/mine/", PAGE):
        said = root(client, path)
        for told in ("theme=dark", "cards=large", "confirm=confirm", "enter=line", "keys=off", "sound=on"):
            assert 'data-{}="{}"'.format(*told.split("=")) in said
        assert "data-motion" not in said
    ada.refresh_from_db()
    assert "motion" not in ada.preferences


def test_the_browser_paints_itself_in_the_chosen_theme(ada: Player, client: Client) -> None:
    client.force_login(ada)
    client.post(PAGE, {"theme": "light"})
    html = client.get("/").content.decode()
    assert '<meta name="color-scheme" content="light">' in html
    assert html.count("theme-color") == 1


def test_a_visitor_keeps_them_in_the_browser_and_takes_them_along_into_an_account(ada: Player, client: Client) -> None:
    client.post(PAGE, {"theme": "dark", "cards": "large"})
    assert client.cookies["preferences"].value == "theme:dark.cards:large"
    assert 'data-theme="dark"' in root(client)
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    ada.refresh_from_db()
    assert ada.preferences == {"theme": "dark", "cards": "large"}
    assert not client.cookies["preferences"].value, "from now on the account says it"


def test_what_somebody_chose_in_their_account_is_not_changed_by_a_browser(ada: Player, client: Client) -> None:
    Player.objects.filter(pk=ada.pk).update(preferences={"theme": "light"})
    client.post(PAGE, {"theme": "dark", "keys": "off"})
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    ada.refresh_from_db()
    assert ada.preferences == {"theme": "light", "keys": "off"}


def test_guests_have_them_too_and_take_over_what_they_chose_before_they_came(client: Client) -> None:
    client.post(PAGE, {"theme": "dark"})
    client.post(reverse("accounts:guest"))
    assert Player.objects.get(guest=True).preferences == {"theme": "dark"}
    client.post(PAGE, {"theme": "auto"})
    assert "data-theme" not in root(client)


def test_no_statement_more_is_asked_for_them(ada: Player, client: Client, django_assert_num_queries: Any) -> None:
    client.force_login(ada)
    client.get(PAGE)
    cache.clear()
    with django_assert_num_queries(2):  # These read the session and its player.
        client.get(PAGE)


def test_a_choice_that_there_is_not_is_refused_and_changes_nothing(ada: Player, client: Client) -> None:
    client.force_login(ada)
    client.post(PAGE, {"theme": "dark"})
    for headers in ({}, HTMX):
        response = client.post(PAGE, {"theme": "pink"}, headers=headers)
        assert response.status_code == 400
        assert "<strong>This can’t be chosen. Your earlier choice still counts.</strong>" in response.content.decode()
        ada.refresh_from_db()
        assert ada.preferences == {"theme": "dark"}


def test_a_refusal_is_beside_its_preference_which_shows_what_counts(client: Client) -> None:
    client.post(PAGE, {"theme": "dark"})
    html = client.post(PAGE, {"theme": "pink", "keys": "off"}).content.decode()
    field = html[html.index("prefer-theme") : html.index("prefer-cards")]
    assert "can’t be chosen" in field
    assert html.count("can’t be chosen") == 1
    assert 'value="dark" checked' in field


@pytest.mark.parametrize("cookie", ["", "x", "theme", "theme:pink", "::::....", "theme:dark:er", "nope:1", "a" * 9000])
def test_a_cookie_that_cannot_be_read_is_as_none(cookie: str) -> None:
    assert preferences.from_cookie(cookie) == DEFAULT_PREFERENCES


def test_a_cookie_says_what_it_was_told() -> None:
    chosen = Preferences(theme="light", motion="full", confirm="undo")
    assert preferences.from_cookie(preferences.as_cookie(chosen)) == chosen


def test_a_value_that_is_gone_is_as_usual_and_the_others_stay() -> None:
    assert preferences.decode_preferences({"theme": "sepia", "cards": "large", "later": [1]}) == Preferences(
        cards="large"
    )


def test_the_list_of_keys_is_a_page_of_its_own(client: Client) -> None:
    assert "<kbd>J</kbd>" in client.get("/shortcuts/").content.decode()


# -- One at a time ---------------------------------------------------------------------------


def test_a_choice_that_comes_alone_is_saved_and_leaves_the_rest(ada: Player, client: Client) -> None:
    client.force_login(ada)
    client.post(PAGE, {"theme": "dark", "keys": "off"})
    answer = client.post(PAGE, {"sound": "on", "motion": "less"}, headers=HTMX)
    assert (answer.status_code, answer.content) == (200, b"Saved.")
    ada.refresh_from_db()
    assert ada.preferences == {"theme": "dark", "keys": "off", "sound": "on", "motion": "less"}
    client.post(PAGE, {"sound": "off", "motion": "less"}, headers=HTMX)
    ada.refresh_from_db()
    assert "sound" not in ada.preferences
    assert client.post(PAGE, {"sound": "loud"}, headers=HTMX).status_code == 400


@pytest.mark.parametrize(
    ("name", "values"), [each for each in preferences.PREFERENCE_CHOICES.items() if each[0] != "volume"]
)
def test_every_preference_can_be_saved_alone(ada: Player, client: Client, name: str, values: tuple[str, ...]) -> None:
    client.force_login(ada)
    for value in reversed(values):
        assert client.post(PAGE, {name: value}, headers=HTMX).status_code == 200
        ada.refresh_from_db()
        assert ada.preferences == ({} if value == values[0] else {name: value})
        html = client.get(PAGE).content.decode()
        field = html[html.index(f"prefer-{name}") :]
        assert f'name="{name}" value="{value}" checked' in field[: field.index("</fieldset>")]


def test_the_volume_is_saved_with_the_sound(ada: Player, client: Client) -> None:
    client.force_login(ada)
    assert client.post(PAGE, {"sound": "on", "volume": "2"}, headers=HTMX).status_code == 200
    ada.refresh_from_db()
    assert ada.preferences == {"sound": "on", "volume": "2"}
    html = client.get(PAGE).content.decode()
    field = html[html.index("prefer-sound") :]
    assert 'name="volume" min="1" max="4" value="2"' in field[: field.index("</fieldset>")]
    assert 'data-volume="2"' in root(client)
    assert client.post(PAGE, {"volume": "5"}, headers=HTMX).status_code == 400


def test_a_visitor_keeps_a_choice_that_comes_alone_in_the_browser(client: Client) -> None:
    client.post(PAGE, {"theme": "dark"})
    assert client.post(PAGE, {"cards": "large"}, headers=HTMX).status_code == 200
    assert client.cookies["preferences"].value == "theme:dark.cards:large"


# -- At the table ----------------------------------------------------------------------------


def menu(client: Client, code: str) -> str:
    """Return the menu of a match."""
    html = client.get(f"/m/{code}/").content.decode()
    return html[html.index('id="foot"') : html.index("</footer>")]


def test_the_menu_of_a_match_shows_what_is_chosen(ada: Player, ben: Player, client: Client) -> None:
    client.force_login(ada)
    client.post(PAGE, {"motion": "less"})
    shown = menu(client, new_match(ada, ben, now=timezone.now()).code)
    assert 'value="less" checked' in shown
    assert 'name="bots"' not in shown, "others play here, too"
    assert f'href="{PAGE}"' in shown


def test_a_choice_at_a_table_is_sent_alone_so_that_it_takes_no_other_back(
    ada: Player, ben: Player, client: Client
) -> None:
    client.force_login(ada)
    shown = menu(client, new_match(ada, ben, now=timezone.now()).code)
    form = shown[shown.index("<form") : shown.index("</form>")]
    assert "hx-post" not in form[: form.index(">")]
    for name in ("theme", "sound,volume", "motion", "cards", "confirm"):
        assert f'hx-params="{name},match"' in form


def test_only_players_choose_at_the_table_how_moves_are_confirmed(ada: Player, ben: Player, client: Client) -> None:
    table = new_match(ada, ben, now=timezone.now())
    assert 'name="confirm"' not in menu(client, table.code)
    client.force_login(ada)
    assert 'name="confirm"' in menu(client, table.code)
    table.finish()
    assert 'name="confirm"' not in menu(client, table.code)


def test_the_menu_shows_the_speed_of_bots_at_this_table_and_not_at_the_next_one(ada: Player, client: Client) -> None:
    client.force_login(ada)
    code = tables.play_now(player=ada, now=timezone.now(), game="fuse")
    client.post(PAGE, {"bots": "slow"})
    assert 'value="slow" checked' not in menu(client, code)
    Match.objects.filter(code=code).update(bot_pause=0)
    assert 'value="quick" checked' in menu(client, code)
    Match.objects.filter(code=code).update(bot_pause=9)
    assert 'value="slow" checked' in menu(client, code), "a pause that has no name"


def test_bots_play_as_fast_as_their_only_opponent_likes(ada: Player, client: Client) -> None:
    client.force_login(ada)
    client.post(PAGE, {"bots": "slow"})
    ada.refresh_from_db()
    code = tables.play_now(player=ada, now=timezone.now(), game="fuse")
    assert 'name="bots"' in menu(client, code)
    assert Match.objects.get(code=code).bot_pause == 4
    client.post(PAGE, {"bots": "quick", "match": code}, headers=HTMX)
    assert Match.objects.get(code=code).bot_pause == 0


def test_the_clock_gives_bots_the_pause_of_their_match(ada: Player) -> None:
    for pause in (0, 1, 4):
        table = new_match(ada, bots=2, now=timezone.now())
        Match.objects.filter(code=table.code).update(bot_pause=pause)
        if table.ask.seat == 0:
            table.lay()
        question = Question.objects.get(match__code=table.code, answered=False, due_at__isnull=False)
        assert (question.seat, question.due_at - question.opened_at) == (1, timedelta(seconds=pause))


def test_nobody_else_changes_how_fast_bots_play(ada: Player, ben: Player, client: Client) -> None:
    alone = new_match(ada, bots=2, now=timezone.now()).code
    shared = new_match(ada, ben, bots=1, now=timezone.now()).code
    for player, code in ((ben, alone), (ada, shared)):
        client.force_login(player)
        assert client.post(PAGE, {"bots": "quick", "match": code}, headers=HTMX).status_code == 200
        assert Match.objects.get(code=code).bot_pause == 1
    assert client.post(PAGE, {"bots": "quick", "match": "nowhere"}, headers=HTMX).status_code == 200
