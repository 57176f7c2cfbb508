"""The back room: who comes in, and what organisers do with accounts there."""

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

from apps.accounts.models import Player
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
PEOPLE = reverse("admin:accounts_player_changelist")
NEW = "a match in the dark"


def page(player: Player, name: str = "change") -> str:
    return reverse(f"admin:accounts_player_{name}", args=[player.pk])


def unlock(organiser: Client, *people: Player) -> str:
    chosen = [str(one.pk) for one in people]
    return organiser.post(PEOPLE, {"action": "unlock", "_selected_action": chosen}, follow=True).content.decode()


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
    assert "Slow Fuse for organisers" in html
    assert "The back room | Slow Fuse" in html
    assert "Django" not in html


# -- Accounts ----------------------------------------------------------------------------------------------------------


def test_people_are_listed_and_made(admin_client: Client, ada: Player) -> None:
    assert "ada@example.org" in admin_client.get(PEOPLE, {"q": "ada"}).content.decode()
    assert admin_client.get(page(ada)).status_code == 200
    new = {"username": "eva", "email": "eva@example.org", "password1": NEW, "password2": NEW}
    assert admin_client.post(reverse("admin:accounts_player_add"), new).status_code == 302
    eva = Player.objects.get(username="eva")
    assert eva.check_password(NEW)
    assert eva.email == "eva@example.org"


def test_nothing_is_told_of_a_password_but_that_there_is_one(admin_client: Client, ada: Player) -> None:
    html = admin_client.get(page(ada)).content.decode()
    assert "There is a password; nobody can read it." in html
    algorithm, salt, digest = ada.password.split("$")
    assert not [part for part in (algorithm, salt[:6], digest[:6]) if part in html]
    Player.objects.filter(pk=ada.pk).update(password="!")
    assert "There is no password." in admin_client.get(page(ada)).content.decode()


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


# -- Lost keys ---------------------------------------------------------------------------------------------------------


def test_who_has_lost_their_keys_comes_in_with_the_password_again(admin_client: Client, ada: Player) -> None:
    assert not comes_in(locked(ada))
    assert "From now on ada logs in with the password alone." in unlock(admin_client, ada)
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
    assert "Dein zweiter Schritt wurde weggenommen" in letter.subject
    assert "Passkeys" in letter.body
    assert "An organiser" not in letter.body


def test_who_has_no_keys_keeps_none_and_is_told_nothing(admin_client: Client, ada: Player, ben: Player) -> None:
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True)
    said = unlock(admin_client, ada, locked(ben))
    assert "ada has no key but the password." in said
    assert "From now on ben logs in with the password alone." in said
    assert mail.outbox == []
    assert LogEntry.objects.count() == 1


def test_a_mail_server_that_is_away_stops_nobody(
    admin_client: Client, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_given: Any, **_named: Any) -> None:
        raise ConnectionRefusedError

    EmailAddress.objects.create(user=locked(ada), email="ada@example.org", verified=True)
    monkeypatch.setattr(mail.EmailMessage, "send", away)
    assert "From now on ada logs in with the password alone." in unlock(admin_client, ada)


def test_the_page_of_somebody_says_what_keys_they_have(admin_client: Client, ada: Player) -> None:
    assert "Authenticator app" not in admin_client.get(page(ada)).content.decode()
    assert "Recovery codes, Authenticator app" in admin_client.get(page(locked(ada))).content.decode()


def test_only_who_may_change_accounts_takes_keys_away(client: Client, ada: Player, ben: Player) -> None:
    ben.is_staff = True
    ben.save()
    ben.user_permissions.add(Permission.objects.get(codename="view_player"))
    client.force_login(ben)
    assert "Take the second step away" not in client.get(PEOPLE).content.decode()
    unlock(client, locked(ada))
    assert Authenticator.objects.filter(user=ada).exists()


# -- Rights ------------------------------------------------------------------------------------------------------------


def test_only_rights_to_what_has_pages_are_given_and_in_words(admin_client: Client, ada: Player) -> None:
    for address in (page(ada), reverse("admin:auth_group_add")):
        html = admin_client.get(address, headers={"accept-language": "de"}).content.decode()
        offered = set(re.findall(r">\s+([^<:]+: [^<:]+)</label>", html))
        assert {"Partie: ändern", "Partie: ansehen", "Turnier: anlegen", "Tisch: löschen"} <= offered
        assert not {"Partie: löschen", "Partie: anlegen", "Tisch: ändern", "Meldung: anlegen"} & offered
        assert len(offered) < 40
        assert "Can change" not in html


def test_rights_are_given(admin_client: Client, ada: Player) -> None:
    right = Permission.objects.get(codename="change_match")
    group = {"name": "Helpers", "permissions": [right.pk]}
    assert admin_client.post(reverse("admin:auth_group_add"), group).status_code == 302
    assert list(Group.objects.get().permissions.all()) == [right]
    hidden = Permission.objects.get(codename="change_seed")
    again = {"name": "Others", "permissions": [hidden.pk]}
    assert admin_client.post(reverse("admin:auth_group_add"), again).status_code == 200
