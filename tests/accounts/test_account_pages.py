"""Tests of signing up, logging in and passwords: allauth's views in our pages."""

from __future__ import annotations

import re
import socket
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import NoReverseMatch, get_resolver, reverse
from django.utils.translation import gettext, gettext_noop

from apps.accounts.models import Player
from tests.mail_settings import mail_by
from tests.ports import free_port

PASSWORD = "slow and steady"

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def in_the_house(page: str) -> bool:
    """Return whether the page has our frame and style."""
    return 'class="bar-site"' in page and "site.css" in page and "<title>" in page and "· Slow Fuse" in page


def test_a_name_and_a_password_are_enough_to_sign_up(client: Client) -> None:
    response = client.post(reverse("account_signup"), {"username": "Eva", "password1": "a match in the dark"})
    assert response.status_code == 302
    eva = get_user(client)
    assert isinstance(eva, Player)
    assert (eva.username, eva.email, eva.guest) == ("Eva", "", False)


def test_a_new_player_is_at_home_where_their_browser_is(client: Client) -> None:
    client.cookies["time_zone"] = "America/Bogota"
    client.post(reverse("account_signup"), {"username": "Eva", "password1": "a match in the dark"})
    assert Player.objects.get().time_zone == "America/Bogota"


@pytest.mark.parametrize("name", ["ada", "ADA", "ＡＤＡ", "house", "e", "eva eva", "eva<b>", "x" * 25, ""])
def test_a_name_that_does_not_fit_is_refused(client: Client, ada: Player, name: str) -> None:
    response = client.post(reverse("account_signup"), {"username": name, "password1": "a match in the dark"})
    assert response.status_code == 200
    assert "errorlist" in response.content.decode()
    assert Player.objects.count() == 1


@pytest.mark.parametrize("login", ["ada", "ADA", "ada@example.org"])
def test_one_logs_in_with_name_or_address(client: Client, ada: Player, login: str) -> None:
    client.post(reverse("account_login"), {"login": login, "password": PASSWORD})
    assert get_user(client) == ada


def test_the_field_for_a_name_or_an_address_is_filled_in_and_left_alone_by_phones(client: Client) -> None:
    for page in ("account_login", "account_signup"):
        field = re.search(r'<input[^>]* name="(?:login|username)"[^>]*>', client.get(reverse(page)).content.decode())
        assert field is not None
        for attribute in ('autocomplete="username"', 'autocapitalize="none"', 'spellcheck="false"'):
            assert attribute in field[0], page


def test_signing_up_does_not_tell_who_has_an_account(client: Client, ada: Player) -> None:
    seen = []
    for name, email in (("eva", "ada@example.org"), ("ida", "nobody@example.org")):
        words = {"username": name, "email": email, "password1": "a match in the dark"}
        page = client.post(reverse("account_signup"), words)
        mail.outbox.pop()
        seen.append((page.status_code, page.headers["Location"], Player.objects.get(username=name).email == email))
        client.logout()
    assert seen[0] == seen[1]
    assert EmailAddress.objects.get(user__username="eva").verified is False


def test_a_wrong_password_is_refused_and_guessing_stopped(client: Client, ada: Player) -> None:
    for _ in range(5):
        response = client.post(reverse("account_login"), {"login": "ada", "password": "guess"})
    assert "errorlist" in response.content.decode()
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    assert not get_user(client).is_authenticated, "even the right one has to wait now"


def test_too_many_requests_get_a_page_of_the_house(client: Client) -> None:
    for _ in range(21):
        response = client.post(reverse("account_signup"), {})
    assert response.status_code == 429
    assert in_the_house(response.content.decode())
    assert "Wait a minute" in response.content.decode()


def test_logging_out_is_asked_once_more(client: Client, ada: Player) -> None:
    client.force_login(ada)
    client.get(reverse("account_logout"))
    assert get_user(client) == ada
    response = client.post(reverse("account_logout"), follow=True)
    assert not get_user(client).is_authenticated
    assert gettext("You’ve logged out. See you soon.") in response.content.decode()


def test_a_password_is_changed_and_the_session_stays(client: Client, ada: Player) -> None:
    client.force_login(ada)
    words = {"oldpassword": PASSWORD, "password1": "the match is out", "password2": "the match is out"}
    assert client.post(reverse("account_change_password"), words).status_code == 302
    ada.refresh_from_db()
    assert ada.check_password("the match is out")
    assert get_user(client) == ada


def test_a_forgotten_password_is_set_anew_by_mail(client: Client, ada: Player, mailoutbox: list) -> None:
    EmailAddress.objects.create(user=ada, email=ada.email, primary=True, verified=True)
    sent = client.post(reverse("account_reset_password"), {"email": ada.email}, follow=True)
    assert in_the_house(sent.content.decode())
    link = re.search(r"/accounts/password/reset/key/\S+", mailoutbox[0].body)
    assert link
    page = client.get(link[0], follow=True)
    assert in_the_house(page.content.decode())
    action = page.redirect_chain[-1][0]
    words = {"password1": "the match is out", "password2": "the match is out"}
    assert in_the_house(client.post(action, words, follow=True).content.decode())
    ada.refresh_from_db()
    assert ada.check_password("the match is out")
    assert "This link no longer works" in Client().get(link[0], follow=True).content.decode()


@pytest.fixture
def _mail_is_down(settings: Any) -> None:
    """Make the mail server unreachable."""
    mail_by(settings, f"smtp://127.0.0.1:{free_port()}")


UNSENT = gettext_noop(
    "We couldn’t send the confirmation e-mail. You can resend it from your account in a few minutes, under “E-mail”."
)


@pytest.mark.usefixtures("_mail_is_down")
def test_one_signs_up_while_the_mail_server_is_down_and_hears_of_the_mail_that_did_not_go(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    words = {"username": "Eva", "password1": "a match in the dark", "email": "eva@example.org"}
    page = client.post(reverse("account_signup"), words, follow=True)
    assert page.status_code == 200
    eva = get_user(client)
    assert isinstance(eva, Player)
    assert (eva.username, eva.email) == ("Eva", "eva@example.org")
    assert not EmailAddress.objects.get(user=eva).verified
    html = page.content.decode()
    assert UNSENT in html
    assert "Confirmation email sent" not in html
    assert "Could not send an e-mail" in caplog.text
    assert "ConnectionRefusedError" in caplog.text


@pytest.mark.usefixtures("_mail_is_down")
@pytest.mark.parametrize("address", ["ada@example.org", "nobody@example.org"])
def test_who_forgot_the_password_while_the_mail_server_is_down_is_asked_to_try_again(
    client: Client, ada: Player, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    page = client.post(reverse("account_reset_password"), {"email": address})
    assert page.status_code == 503
    html = page.content.decode()
    assert "We couldn’t send the e-mail. Please try again in a few minutes." in html
    assert f'value="{address}"' in html, "the form is there to be sent again"
    assert "ConnectionRefusedError" in caplog.text


def test_a_mail_server_that_says_nothing_is_not_waited_for_long(client: Client, ada: Player, settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        mail_by(settings, f"smtp://127.0.0.1:{listener.getsockname()[1]}", patience=0.2)
        assert client.post(reverse("account_reset_password"), {"email": ada.email}).status_code == 503


def test_who_signs_up_while_the_mail_server_runs_hears_that_the_mail_went(client: Client, mailoutbox: list) -> None:
    words = {"username": "Eva", "password1": "a match in the dark", "email": "eva@example.org"}
    html = client.post(reverse("account_signup"), words, follow=True).content.decode()
    assert mailoutbox[0].to == ["eva@example.org"]
    assert "eva@example.org" in html
    assert UNSENT not in html


def test_a_mail_that_could_not_be_sent_can_be_sent_again_from_the_account(
    client: Client, ada: Player, mailoutbox: list, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(ada)
    url, address = reverse("account_email"), "ada@example.com"
    with monkeypatch.context() as patched:
        patched.setattr(EmailMessage, "send", _refuse)
        assert UNSENT in client.post(url, {"action_add": "", "email": address}, follow=True).content.decode()
    assert EmailAddress.objects.filter(user=ada, email=address, verified=False).exists()
    cache.clear()  # After a few minutes; allauth limits e-mails to one address.
    client.post(url, {"action_send": "", "email": address})
    assert [mail.to for mail in mailoutbox] == [[address]]


def _refuse(*_args: object, **_options: object) -> None:
    raise SMTPServerDisconnected("Connection unexpectedly closed")


def _pages() -> list[str]:
    """Return the address of every account page without parameters."""
    names = [name for name in get_resolver().reverse_dict if isinstance(name, str) and name.startswith("account_")]
    found = ["/me/", "/keep/"]
    for name in names:
        try:
            found.append(reverse(name))
        except NoReverseMatch:
            continue
    return sorted(found)


@pytest.mark.parametrize("path", _pages())
@pytest.mark.parametrize("who", ["nobody", "guest", "member"])
def test_every_page_about_accounts_stands_in_the_house(client: Client, ada: Player, who: str, path: str) -> None:
    if who == "guest":
        client.post(reverse("accounts:guest"))
    elif who == "member":
        client.force_login(ada)
    response: Any = client.get(path)
    while response.status_code == 302 and response.url.startswith(("/accounts/", "/me/", "/keep/")):
        response = client.get(response.url)
    if response.status_code == 302:
        assert response.url in (reverse("front"), reverse("matches:mine")), "nothing to do there for this reader"
        return
    assert response.status_code == 200
    page = response.content.decode()
    assert in_the_house(page)
    assert "style=" not in page
    assert not re.search(r"<script(?![^>]* src=)", page), "a script in the page would be stopped by the CSP"


def test_a_member_whose_password_was_taken_away_sets_a_new_one(client: Client, ada: Player) -> None:
    ada.set_unusable_password()
    ada.save()
    client.force_login(ada)
    page = client.get(reverse("account_change_password"), follow=True)
    assert in_the_house(page.content.decode())
    words = {"password1": "the match is out", "password2": "the match is out"}
    assert client.post(page.redirect_chain[-1][0], words).status_code == 302
    ada.refresh_from_db()
    assert ada.check_password("the match is out")


def test_pages_for_links_from_mails_stand_in_the_house_when_the_link_is_old(client: Client) -> None:
    used = gettext("This link has expired or already been used. You can get a new one on your account page.")
    gone = gettext("It has expired or was already used. We can send you a new one.")
    for path, said in (
        (reverse("account_confirm_email", args=["old"]), used),
        ("/accounts/password/reset/key/1-old/", gone),
    ):
        page = client.get(path, follow=True).content.decode()
        assert in_the_house(page)
        assert said in page


def test_addresses_can_be_added_confirmed_again_and_removed(client: Client, ada: Player, mailoutbox: list) -> None:
    client.force_login(ada)
    url = reverse("account_email")
    client.post(url, {"action_add": "", "email": "ada@example.com"})
    assert mailoutbox[-1].to == ["ada@example.com"]
    page = client.get(url).content.decode()
    assert "ada@example.com" in page
    assert "not confirmed" in page
    client.post(url, {"action_remove": "", "email": "ada@example.com"})
    assert not EmailAddress.objects.filter(email="ada@example.com").exists()


def test_the_name_and_the_time_zone_can_be_changed(client: Client, ada: Player) -> None:
    client.force_login(ada)
    response = client.post(reverse("accounts:me"), {"username": "Ada2", "time_zone": "Europe/Paris"})
    assert response.status_code == 302
    ada.refresh_from_db()
    assert (ada.username, ada.time_zone) == ("Ada2", "Europe/Paris")


@pytest.mark.parametrize(
    "wrong",
    [{"username": "BEN"}, {"username": "no way"}, {"time_zone": "Mars/Olympus"}, {"time_zone": "../etc/passwd"}],
)
def test_a_name_or_zone_that_does_not_fit_is_refused(
    client: Client, ada: Player, ben: Player, wrong: dict[str, str]
) -> None:
    client.force_login(ada)
    response = client.post(reverse("accounts:me"), {"username": "ada", "time_zone": "UTC", **wrong})
    assert response.status_code == 400
    assert "errorlist" in response.content.decode()
    ada.refresh_from_db()
    assert (ada.username, ada.time_zone) == ("ada", "UTC")


def test_a_zone_that_is_not_in_the_list_is_still_offered_to_whoever_lives_there(client: Client, ada: Player) -> None:
    Player.objects.filter(pk=ada.pk).update(time_zone="Etc/GMT+5")
    client.force_login(ada)
    assert '<option value="Etc/GMT+5" selected>' in client.get(reverse("accounts:me")).content.decode()


def test_the_banner_is_for_guests_only(client: Client, ada: Player) -> None:

    assert "Create an account" not in render_to_string("account/guest_banner.html", {"request": _asking(ada)})
    ada.guest = True
    assert "Create an account" in render_to_string("account/guest_banner.html", {"request": _asking(ada)})


def _asking(player: Player) -> object:

    request = RequestFactory().get("/")
    request.user = player
    return request
