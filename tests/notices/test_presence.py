"""Who has a match open leaves a mark, whichever way their page looks for news."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.matches import live, presence
from tests.matches.table import deal
from tests.matches.test_live import Stream


@pytest.mark.django_db
def test_asking_for_news_is_being_there(at: Callable[..., Client], ada: Any, ben: Any) -> None:
    table, other = deal(ada, ben, now=timezone.now()), deal(ada, ben, now=timezone.now())
    at(ada).get(f"/m/{table.code}/news/?heard=1")
    at().get(f"/m/{other.code}/news/?heard=1")
    assert presence.present(player=ada.pk, codes={table.code, other.code}) == {table.code}
    assert not presence.present(player=ben.pk, codes={table.code, other.code})


def test_listening_is_being_there(live_site: str, ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.2)
    table = deal(ada, ben, now=timezone.now())
    stream = Stream(live_site, table.code, ada)
    try:
        stream.next(": still here")
        assert presence.present(player=ada.pk, codes={table.code}) == {table.code}
    finally:
        stream.close()
