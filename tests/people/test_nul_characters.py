"""Tests that characters no database can store are the client's error, not the server's."""

from __future__ import annotations

import pytest
from django.test import Client

from apps.accounts.models import Player

pytestmark = pytest.mark.django_db


@pytest.mark.postgres
@pytest.mark.parametrize("path", ["/p/%00/", "/leaders/fuse/?after=%00", "/feed/%00.atom", "/me/people/?name=%00"])
def test_a_nul_in_an_address_is_refused(client: Client, ada: Player, path: str) -> None:
    client.force_login(ada)
    client.raise_request_exception = False
    assert client.get(path).status_code == 400
