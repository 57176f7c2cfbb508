"""Tests of the e-mails about an account: our words in the requester's language, each with one link."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from apps.accounts.models import Player

pytestmark = [pytest.mark.django_db, pytest.mark.once]
HELLO = {"en": "Hello!", "de": "Hallo!", "fr": "Bonjour\u00a0!"}
O_NEIL = "o'neil@example.org"


def sent(path: str, words: dict[str, str], mailoutbox: list[Any], *, language: str, who: Player | None = None) -> Any:
    """Return the one e-mail that a form sends."""
    client = Client(headers={"accept-language": language})
    if who is not None:
        client.force_login(who)
    client.post(path, words)
    [mail] = mailoutbox
    assert mail.body.startswith(HELLO[language]), "in the reader's language"
    assert len(re.findall(r"https?://", mail.body)) == 1
    assert "&#" not in mail.body
    assert "testserver" not in mail.subject
    return mail


@pytest.mark.parametrize("language", HELLO)
def test_an_address_is_confirmed(ada: Player, mailoutbox: list[Any], language: str) -> None:
    EmailAddress.objects.filter(user=ada).delete()
    Player.objects.filter(pk=ada.pk).update(email="")
    mail = sent("/accounts/email/", {"action_add": "", "email": O_NEIL}, mailoutbox, language=language, who=ada)
    assert "ada" in mail.body
    assert "/accounts/confirm-email/" in mail.body


@pytest.mark.parametrize("language", HELLO)
def test_a_new_password_is_chosen(ada: Player, mailoutbox: list[Any], language: str) -> None:
    EmailAddress.objects.update_or_create(user=ada, defaults={"email": O_NEIL, "verified": True, "primary": True})
    Player.objects.filter(pk=ada.pk).update(email=O_NEIL)
    mail = sent(reverse("account_reset_password"), {"email": O_NEIL}, mailoutbox, language=language)
    assert "ada" in mail.body
    assert "/accounts/password/reset/key/" in mail.body


@pytest.mark.parametrize("language", HELLO)
def test_who_has_no_account_learns_so_by_mail_only(db: None, mailoutbox: list[Any], language: str) -> None:
    mail = sent(reverse("account_reset_password"), {"email": O_NEIL}, mailoutbox, language=language)
    assert O_NEIL in mail.body
    assert mail.body.split("http")[1].split()[0].endswith("/accounts/signup/")
