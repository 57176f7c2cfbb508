"""Tests of access to the admin, and of what organisers do with accounts there."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user
from django.contrib.auth.models import Group, Permission
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, gettext_noop

from apps.accounts.admin.forms import find_offered_permissions
from apps.accounts.models import Player
from tests.conftest import PASSWORD
from tests.factories.people import superuser
from tests.reading import words

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PEOPLE = reverse("admin:accounts_player_changelist")
NEW = "a match in the dark"


def page(player: Player, name: str = "change") -> str:
    return reverse(f"admin:accounts_player_{name}", args=[player.pk])


def unlock(organiser: Client, player: Player) -> str:
    """Read the question, confirm, and return the next page's text."""
    assert player.username in organiser.get(page(player, "unlock")).content.decode()
    return organiser.post(page(player, "unlock"), follow=True).content.decode()


def locked(player: Player) -> Player:
    totp.TOTP.activate(player, totp.generate_totp_secret())
    RecoveryCodes.activate(player)
    return player


def comes_in(player: Player) -> bool:
    visitor = Client()
    visitor.post(reverse("account_login"), {"login": player.username, "password": PASSWORD})
    return get_user(visitor).is_authenticated


def test_it_is_entered_through_the_same_door(client: Client) -> None:
    response = client.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0].startswith(reverse("account_login"))


def test_it_has_the_name_of_the_house(admin_client: Client) -> None:
    html = admin_client.get("/admin/").content.decode()
    assert "Slow Fuse admin" in html
    assert "The back room | Slow Fuse" in html
    assert "Django" not in html


@pytest.mark.parametrize(("language", "said"), [("en", "Yes"), ("de", "Ja"), ("fr", "Oui")])
def test_its_pictures_are_called_by_their_names_in_each_language(
    admin_client: Client, ada: Player, language: str, said: str
) -> None:
    html = admin_client.get(PEOPLE, headers={"accept-language": language}).content.decode()
    assert f'alt="{said}"' in html
    assert not [word for word in ("True", "False", "None") if f'alt="{word}"' in html]
    with translation.override(language):
        assert html.count(f'alt="{translation.gettext("Search")}"') == 1


# -- Accounts ----------------------------------------------------------------------------------------------------------


def test_people_are_listed_and_made(admin_client: Client, ada: Player) -> None:
    assert "ada@example.org" in admin_client.get(PEOPLE, {"q": "ada"}).content.decode()
    assert admin_client.get(page(ada)).status_code == 200
    new = {"username": "eva", "password1": NEW, "password2": NEW}
    assert admin_client.post(reverse("admin:accounts_player_add"), new).status_code == 302
    assert Player.objects.get(username="eva").check_password(NEW)


def test_what_people_choose_for_themselves_is_only_read(admin_client: Client, ada: Player) -> None:
    Player.objects.filter(pk=ada.pk).update(time_zone="Etc/GMT+5", language="fr")
    EmailAddress.objects.create(user=ada, email="ada@example.net", verified=False)
    html = admin_client.get(page(ada)).content.decode()
    assert "ada@example.net (not confirmed)" in html
    assert "Etc/GMT+5" in html
    said = {"username": "ada", "is_active": "on", "time_zone": "UTC", "language": "de", "email": "x@example.org"}
    assert admin_client.post(page(ada), said).status_code == 302
    ada.refresh_from_db()
    assert (ada.time_zone, ada.language, ada.email) == ("Etc/GMT+5", "fr", "ada@example.org")


def test_nothing_is_told_of_a_password_but_that_there_is_one(admin_client: Client, ada: Player) -> None:
    html = admin_client.get(page(ada)).content.decode()
    assert "A password is set. It can’t be displayed." in html
    assert not set(ada.password.split("$")) & words(html)
    assert "*****" not in html
    for kept, said in (
        ("!", gettext_noop("No password is set.")),
        ("pbkdf2_sha256$x", gettext_noop("A password is set. It can’t be displayed.")),
    ):
        Player.objects.filter(pk=ada.pk).update(password=kept)
        assert said in admin_client.get(page(ada)).content.decode()


def test_a_password_can_be_set_but_not_taken_away(admin_client: Client, ada: Player) -> None:
    client = Client()
    client.force_login(ada)
    address = reverse("admin:auth_user_password_change", args=[ada.pk])
    assert 'name="usable_password"' not in admin_client.get(address).content.decode()
    admin_client.post(address, {"usable_password": "false", "password1": "", "password2": ""})
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)
    assert admin_client.post(address, {"password1": NEW, "password2": NEW}).status_code == 302
    ada.refresh_from_db()
    assert ada.check_password(NEW)
    assert not get_user(client).is_authenticated


def test_a_guest_who_is_given_a_password_is_none_any_more(admin_client: Client, ada: Player) -> None:
    Player.objects.filter(pk=ada.pk).update(guest=True, password="!")
    address = reverse("admin:auth_user_password_change", args=[ada.pk])
    assert admin_client.post(address, {"password1": NEW, "password2": NEW}).status_code == 302
    ada.refresh_from_db()
    assert not ada.guest
    assert ada.check_password(NEW)


# -- Lost two-step login -----------------------------------------------------------------------------------------------


def test_who_has_lost_their_keys_comes_in_with_the_password_again(admin_client: Client, ada: Player) -> None:
    assert not comes_in(locked(ada))
    assert admin_client.get(page(ada, "unlock")).status_code == 200
    assert not comes_in(ada), "looking takes nothing away"
    assert "Two-step login is off. Only the password is needed to log in now." in unlock(admin_client, ada)
    assert not Authenticator.objects.exists()
    assert LogEntry.objects.get().object_id == str(ada.pk)
    assert comes_in(ada)


def test_they_are_told_in_their_own_language_at_addresses_they_confirmed(admin_client: Client, ada: Player) -> None:
    Player.objects.filter(pk=locked(ada).pk).update(language="de")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True)
    EmailAddress.objects.create(user=ada, email="ada@example.net", verified=False)
    unlock(admin_client, ada)
    [letter] = mail.outbox
    assert letter.to == ["ada@example.org"]
    assert "Die Anmeldung in zwei Schritten wurde ausgeschaltet" in letter.subject
    assert "Passkeys" in letter.body
    assert "An organiser" not in letter.body


def test_who_has_no_keys_keeps_none_and_is_told_nothing(admin_client: Client, ada: Player) -> None:
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True)
    said = gettext("This account has no passkeys or codes, only a password. Nothing was removed.")
    assert said in unlock(admin_client, ada)
    assert mail.outbox == []
    assert not LogEntry.objects.exists()


def test_who_has_no_password_keeps_the_keys_that_open_the_account(admin_client: Client, ada: Player) -> None:
    Player.objects.filter(pk=locked(ada).pk).update(password="!")
    said = gettext(
        "This account has no password. Without its passkeys and codes, no one could log in. Set a password first."
    )
    assert said in unlock(admin_client, ada)
    assert Authenticator.objects.filter(user=ada).exists()


def test_a_mail_server_that_is_away_stops_nobody(
    admin_client: Client, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_given: Any, **_named: Any) -> None:
        raise ConnectionRefusedError

    EmailAddress.objects.create(user=locked(ada), email="ada@example.org", verified=True)
    monkeypatch.setattr(mail.EmailMessage, "send", away)
    assert gettext("Two-step login is off. Only the password is needed to log in now.") in unlock(admin_client, ada)
    assert not Authenticator.objects.exists()


def test_the_page_of_somebody_says_what_keys_they_have(admin_client: Client, ada: Player) -> None:
    assert "Authenticator app" not in admin_client.get(page(ada)).content.decode()
    assert "Recovery codes, Authenticator app" in admin_client.get(page(locked(ada))).content.decode()


# -- Rights ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def helper(client: Client, cleo: Player) -> Client:
    """Return the browser of Cleo with all rights that helpers can be given."""
    Player.objects.filter(pk=cleo.pk).update(is_staff=True)
    cleo.user_permissions.set(find_offered_permissions())
    client.force_login(cleo)
    return client


def test_only_rights_to_what_has_pages_are_given_and_in_words(admin_client: Client, ada: Player) -> None:
    for address in (page(ada), reverse("admin:auth_group_add")):
        html = admin_client.get(address, headers={"accept-language": "de"}).content.decode()
        found = set(re.findall(r">\s+([^<:]+: [^<:]+)</label>", html))
        assert {"Partie: ändern", "Partie: ansehen", "Turnier: anlegen", "Tisch: löschen"} <= found
        assert not {"Partie: löschen", "Partie: anlegen", "Tisch: ändern", "Gruppe: ändern"} & found
        assert len(found) < 40
        assert "Can change" not in html


def test_rights_are_given(admin_client: Client, ada: Player) -> None:
    right = Permission.objects.get(codename="change_match")
    group = {"name": "Helpers", "permissions": [right.pk]}
    assert admin_client.post(reverse("admin:auth_group_add"), group).status_code == 302
    assert list(Group.objects.get().permissions.all()) == [right]
    hidden = Permission.objects.get(codename="change_seed")
    again = {"name": "Others", "permissions": [hidden.pk]}
    assert admin_client.post(reverse("admin:auth_group_add"), again).status_code == 200


def test_helpers_cannot_make_themselves_mighty(helper: Client, ada: Player, ben: Player, cleo: Player) -> None:
    """Check that no helper can gain more rights, even with all that can be given."""
    Player.objects.filter(pk=ben.pk).update(is_staff=True)
    boss = superuser("boss")
    for one in (ben, boss, cleo):
        assert 'name="username"' not in helper.get(page(one)).content.decode()
        assert "Set a new password" not in helper.get(page(one)).content.decode()
        address = reverse("admin:auth_user_password_change", args=[one.pk])
        doors = [address, page(one, "unlock"), page(one, "delete")]
        assert [helper.get(door).status_code for door in doors] == [403] * 3
        assert helper.post(address, {"password1": NEW, "password2": NEW}).status_code == 403
    grabbed = {"username": "ada", "is_active": "on", "is_staff": "on", "is_superuser": "on", "user_permissions": ["1"]}
    assert helper.post(page(ada), grabbed).status_code == 302
    ada.refresh_from_db()
    assert [ada.is_staff, ada.is_superuser, ada.user_permissions.exists()] == [False] * 3
    assert helper.get(reverse("admin:auth_group_add")).status_code == 403
    assert helper.get("/admin/account/emailaddress/").status_code == 404


def test_who_may_only_look_reads_no_english_and_finds_no_dead_button(client: Client, ada: Player, cleo: Player) -> None:
    Player.objects.filter(pk=cleo.pk).update(is_staff=True)
    cleo.user_permissions.add(Permission.objects.get(codename="view_player"))
    client.force_login(cleo)
    html = client.get(page(ada), headers={"accept-language": "de"}).content.decode()
    assert "Can change" not in html
    assert "Ein neues Passwort setzen" not in html
    assert "Anmeldung in zwei Schritten entfernen" not in html
    assert f'href="{page(ada, "unlock")}"' not in html
    assert client.get(page(ada, "unlock")).status_code == 403
