"""Tests that people can play without an account."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.core.mail import EmailMessage
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from apps.accounts.errors import NameTaken, NoGuestAccount
from apps.accounts.guest_names import friendly_name
from apps.accounts.models import Player
from apps.accounts.services import guests
from apps.common import rate_limits
from apps.common.errors import RateLimited

pytestmark = pytest.mark.django_db


def come_in(client: Client, **fields: str) -> Player:
    client.post(reverse("accounts:guest"), fields)
    player = get_user(client)
    assert isinstance(player, Player)
    return player


def test_one_click_makes_a_guest_with_a_friendly_name_and_logs_them_in(client: Client) -> None:
    response = client.post(reverse("accounts:guest"))
    player = Player.objects.get()
    assert player.guest
    assert not player.has_usable_password()
    assert re.fullmatch(r"[a-z]+-[a-z]+-[0-9]+", player.username)
    player.full_clean(exclude=["password"])
    assert get_user(client) == player
    assert response.url == reverse("front")  # type: ignore[attr-defined]


def test_whoever_is_logged_in_stays_who_they_are(client: Client, ada: Player) -> None:
    client.force_login(ada)
    assert come_in(client) == ada
    assert Player.objects.count() == 1


def test_a_guest_can_log_in_to_another_account_and_is_told_what_stays_behind(client: Client, ada: Player) -> None:
    guest = come_in(client)
    login = reverse("account_login")
    page = client.get(login, {"next": "/tables/"}).content.decode()
    assert gettext("Your guest seats won’t come with you.") in page
    assert guest.username in page, "they are still logged in"
    assert f'action="{reverse("accounts:guest")}"' not in page, "they are a guest already"
    assert f'href="{login}"' in client.get(reverse("accounts:keep")).content.decode()
    wrong = client.post(login, {"login": "ada", "password": "not hers"})
    assert (wrong.status_code, get_user(client)) == (200, guest)
    assert guest.username in wrong.content.decode()
    right = client.post(login, {"login": "ada", "password": "slow and steady", "next": "/tables/"})
    assert (right["Location"], get_user(client)) == ("/tables/", ada)
    assert Player.objects.filter(pk=guest.pk).exists(), "their seats stay theirs"


def test_whoever_has_an_account_is_led_away_from_the_login(client: Client, ada: Player) -> None:
    client.force_login(ada)
    assert client.get(reverse("account_login")).status_code == 302


def test_a_guest_gets_to_the_page_they_wanted(client: Client) -> None:
    response = client.post(reverse("accounts:guest"), {"next": "/tables/new/?game=fuse"})
    assert response.url == "/tables/new/?game=fuse"  # type: ignore[attr-defined]


@pytest.mark.parametrize("target", ["https://example.com/", "//example.com/", "javascript:alert(1)", "\\\\example.com"])
def test_nobody_is_sent_to_another_site(client: Client, target: str) -> None:
    response = client.post(reverse("accounts:guest"), {"next": target})
    assert response.url == reverse("front")  # type: ignore[attr-defined]


def test_looking_makes_no_guest(client: Client) -> None:
    assert client.get(reverse("accounts:guest")).status_code == 405
    assert not Player.objects.exists()


def test_an_address_may_bring_many_guests_but_no_flood(client: Client) -> None:
    for _ in range(guests.MAX_GUESTS_PER_HOUR):
        assert Client().post(reverse("accounts:guest")).status_code == 302
    refused = Client().post(reverse("accounts:guest"))
    assert refused.status_code == 429
    said = gettext("There have been too many guests from your network in the last hour. Sign up, or try again later.")
    assert said in refused.content.decode()
    assert Player.objects.count() == guests.MAX_GUESTS_PER_HOUR
    elsewhere = Client().post(reverse("accounts:guest"), REMOTE_ADDR="203.0.113.7")
    assert elsewhere.status_code == 302


def test_a_household_counts_as_one_address(client: Client) -> None:
    for number in range(guests.MAX_GUESTS_PER_HOUR):
        Client().post(reverse("accounts:guest"), REMOTE_ADDR=f"2001:db8:0:7::{number:x}")
    assert Client().post(reverse("accounts:guest"), REMOTE_ADDR="2001:db8:0:7:ffff::1").status_code == 429
    assert Client().post(reverse("accounts:guest"), REMOTE_ADDR="2001:db8:0:8::1").status_code == 302


def test_a_limit_ends_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("time.time", lambda: now)

    def knock() -> None:
        rate_limits.enforce_rate_limit(what="door", who="ada", most=2, seconds=60, sentence="Enough.")

    knock()
    knock()
    with pytest.raises(RateLimited, match="Enough"):
        knock()
    now += 61
    knock()


def test_friendly_names_fit_and_seldom_meet() -> None:
    names = [friendly_name() for _ in range(500)]
    assert max(map(len, names)) <= 24
    assert len(set(names)) > 480


def test_a_guest_never_gets_a_name_that_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = iter(["calm-otter-7", "Calm-Otter-7", "calm-otter-7", "wise-wren-2"])
    monkeypatch.setattr(guests, "friendly_name", lambda: next(offered))
    assert guests.create_guest().username == "calm-otter-7"
    assert guests.create_guest().username == "wise-wren-2"


def test_names_differ_by_more_than_their_capitals(ada: Player) -> None:
    with pytest.raises(IntegrityError):
        Player.objects.create_user("ADA")


class TestKeeping:
    """Tests of a guest's account that becomes a full one."""

    CHOSEN = {"username": "Eva", "password1": "a match in the dark", "email": ""}

    def test_everything_stays_and_one_can_log_in_from_elsewhere(self, client: Client) -> None:
        guest = come_in(client)
        session = client.session
        session["half"] = "typed"
        session.save()
        response = client.post(reverse("accounts:keep"), self.CHOSEN, follow=True)
        said = gettext("Your account is ready, %(name)s. Everything is where you left it.") % {"name": "Eva"}
        assert said in response.content.decode()
        kept = get_user(client)
        assert kept.pk == guest.pk
        assert isinstance(kept, Player)
        assert (kept.username, kept.guest) == ("Eva", False)
        assert client.session["half"] == "typed"
        elsewhere = Client()
        elsewhere.post(reverse("account_login"), {"login": "eva", "password": self.CHOSEN["password1"]})
        assert get_user(elsewhere) == guest

    def test_the_friendly_name_may_be_kept_too(self, client: Client) -> None:
        guest = come_in(client)
        assert client.post(reverse("accounts:keep"), {**self.CHOSEN, "username": guest.username}).status_code == 302
        assert not Player.objects.get().guest

    def test_an_address_gets_a_mail_that_confirms_it(self, client: Client, mailoutbox: list) -> None:
        come_in(client)
        client.post(reverse("accounts:keep"), {**self.CHOSEN, "email": "Eva@Example.org"})
        assert Player.objects.get().email == "eva@example.org"
        assert mailoutbox[0].to == ["eva@example.org"]
        link = re.search(r"/accounts/confirm-email/\S+", mailoutbox[0].body)
        assert link
        assert "Does <strong>eva@example.org</strong> belong to Eva?" in client.get(link[0]).content.decode()
        client.post(link[0])
        assert EmailAddress.objects.get(user__username="Eva").verified

    def test_it_is_kept_while_the_mail_server_is_down(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_args: object, **_options: object) -> None:
            raise ConnectionRefusedError

        monkeypatch.setattr(EmailMessage, "send", refuse)
        come_in(client)
        page = client.post(reverse("accounts:keep"), {**self.CHOSEN, "email": "eva@example.org"}, follow=True)
        html = page.content.decode()
        assert gettext("Your account is ready, %(name)s. Everything is where you left it.") % {"name": "Eva"} in html
        unsent = gettext(
            "We couldn’t send the confirmation e-mail. You can resend it from your account in a few minutes, "
            "under “E-mail”."
        )
        assert unsent in html
        assert not Player.objects.get().guest

    @pytest.mark.parametrize(
        ("wrong", "said"),
        [
            ({"username": "ADA"}, gettext_noop("This name is already taken.")),
            ({"username": "ＡＤＡ"}, gettext_noop("This name is already taken.")),
            ({"username": "House"}, gettext_noop("This name is reserved. Choose another one.")),
            (
                {"username": "a b"},
                gettext_noop("Use at least 2 characters: letters, digits, dots, dashes or underscores."),
            ),
            ({"username": "x" * 25}, "at most 24"),
            ({"password1": "1234567"}, "too short"),
            ({"password1": "password"}, "too common"),
            ({"username": "evangeline", "password1": "evangeline"}, "too similar"),
            ({"email": "nowhere"}, "valid email"),
        ],
    )
    def test_what_does_not_fit_is_said_and_nothing_changes(
        self, client: Client, ada: Player, wrong: dict[str, str], said: str
    ) -> None:
        guest = come_in(client)
        response = client.post(reverse("accounts:keep"), {**self.CHOSEN, **wrong})
        assert response.status_code == 400
        page = response.content.decode()
        assert said in page
        assert guest.username in page, "the bar still shows the old name"
        guest.refresh_from_db()
        assert guest.guest
        assert not guest.has_usable_password()
        assert get_user(client) == guest

    def test_that_an_address_is_taken_is_nobodys_business(self, client: Client, ada: Player) -> None:
        guest = come_in(client)
        page = client.post(reverse("accounts:keep"), {**self.CHOSEN, "email": "ada@example.org"})
        assert (page.status_code, page.headers["Location"]) == (302, reverse("accounts:me"))
        guest.refresh_from_db()
        assert (guest.guest, guest.email) == (False, "ada@example.org")

    def test_a_second_click_does_not_set_another_password(self, client: Client) -> None:
        guest = come_in(client)
        guests.upgrade_guest(player=guest, username="Eva", password="a match in the dark")
        with pytest.raises(NoGuestAccount):
            guests.upgrade_guest(player=guest, username="Eve", password="another match")
        guest.refresh_from_db()
        assert guest.username == "Eva"
        assert guest.check_password("a match in the dark")

    def test_who_loses_the_race_for_a_name_hears_it(self, ada: Player) -> None:
        guest = guests.create_guest()
        with pytest.raises(NameTaken):
            guests.upgrade_guest(player=guest, username="Ada", password="a match in the dark")
        guest.refresh_from_db()
        assert guest.guest

    def test_it_is_for_guests(self, client: Client, ada: Player) -> None:
        assert client.get(reverse("accounts:keep")).url.startswith(reverse("account_login"))  # type: ignore[attr-defined]
        client.force_login(ada)
        assert client.get(reverse("accounts:keep")).url == reverse("accounts:me")  # type: ignore[attr-defined]
        assert client.post(reverse("accounts:keep"), self.CHOSEN).status_code == 302
        ada.refresh_from_db()
        assert ada.username == "ada"

    @pytest.mark.parametrize(
        "page",
        [
            "account_signup",
            "account_email",
            "account_set_password",
            "account_change_password",
            "account_reauthenticate",
        ],
    )
    def test_pages_about_accounts_lead_a_guest_here(self, client: Client, page: str) -> None:
        come_in(client)
        assert client.get(reverse(page)).url == reverse("accounts:keep")  # type: ignore[attr-defined]
        assert client.post(reverse(page), {"email": "x@example.org"}).status_code == 302
        assert not EmailAddress.objects.exists()

    def test_a_guest_is_told_what_logging_out_means(self, client: Client) -> None:
        come_in(client)
        html = client.get(reverse("account_logout")).content.decode()
        assert "is a guest account without a password. If you log out, you can’t come back to it" in html
        assert f'class="button primary" href="{reverse("accounts:keep")}"' in html


def test_whoever_keeps_their_account_finds_this_browser_in_their_list(client: Client) -> None:
    come_in(client)
    said = {"username": "ada_lovelace", "password1": "another long one", "password2": "another long one"}
    assert client.post(reverse("accounts:keep"), said).status_code == 302
    html = client.get("/accounts/sessions/").content.decode()
    assert html.count(gettext("this browser")) == 1
