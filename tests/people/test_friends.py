"""Friends can be added by players with an account and without a chat ban."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.accounts.services import relations
from apps.talk.models import ChatBan
from tests.factories.people import browser, guest

pytestmark = pytest.mark.django_db


def test_the_button_is_for_accounts(ben: Any, ada: Any) -> None:
    someone, address = guest(), reverse("people:befriend", args=["ben"])
    assert address in browser(ada).get("/p/ben/").content.decode()
    assert address not in browser(someone).get("/p/ben/").content.decode()
    refused = browser(someone).post(address)
    assert refused.status_code == 409
    assert "You need an account to add friends." in refused.content.decode()
    assert address not in Client().get("/p/ben/").content.decode()


def test_nobody_with_a_chat_ban_adds_friends(ada: Any, ben: Any) -> None:
    now = timezone.now()
    ChatBan.objects.create(player=ada, since=now, until=now + timedelta(days=1))
    refused = browser(ada).post(reverse("people:befriend", args=["ben"]))
    assert refused.status_code == 403
    assert relations.find_friends(ada.pk) == []
