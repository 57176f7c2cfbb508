"""Tests that the server answers anything sent to any address without an error."""

from __future__ import annotations

from typing import Final

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from apps.accounts.models import Player
from tests.config.random_requests import Walker
from tests.conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

EACH: Final = 300
"""The number of requests by each of the four."""


def test_whatever_is_sent_to_any_address_nothing_breaks(furnished: None) -> None:
    ada, ben, dora = (Player.objects.get(username=name) for name in ("ada", "ben", "dora"))
    Player.objects.filter(pk=ada.pk).update(is_staff=True)
    ada.user_permissions.add(*Permission.objects.filter(content_type__app_label="tournaments"))
    broken = []
    for seed, player in enumerate((None, dora, ada, ben)):
        client = Client(raise_request_exception=False)
        if player is not None:
            client.force_login(player)
            client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
        for errand, answer in Walker(client, seed).walk(EACH):
            if answer.status_code >= 500:
                broken.append((player and player.username, errand, answer.exc_info and answer.exc_info[1]))
    assert broken == []
