"""Tests that a player with a match in front of them leaves a mark, and a page in the background doesn't."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from apps.matches.store import presence
from apps.matches.views import stream as stream_view
from apps.notices import wording
from apps.notices.selectors.preferences import Wish
from apps.notices.services import preferences
from tests.factories.matches import MatchDriver, new_match
from tests.matches.test_stream import Stream
from tests.notices.conftest import mails, tell

VISIBLE = {"X-Visible": "yes"}
MINUTE = timedelta(minutes=1)


@pytest.mark.django_db
def test_asking_for_news_in_front_of_somebody_is_being_there(at: Callable[..., Client], ada: Any, ben: Any) -> None:
    table, other = new_match(ada, ben, now=timezone.now()), new_match(ada, ben, now=timezone.now())
    at(ada).get(f"/m/{table.code}/news/?heard=1", headers=VISIBLE)
    at().get(f"/m/{other.code}/news/?heard=1", headers=VISIBLE)
    assert presence.filter_viewed_matches(player=ada.pk, codes={table.code, other.code}) == {table.code}
    assert not presence.filter_viewed_matches(player=ben.pk, codes={table.code, other.code})


@pytest.mark.django_db
def test_a_page_in_the_background_asks_for_news_and_is_nobody(at: Callable[..., Client], ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, now=timezone.now())
    assert at(ada).get(f"/m/{table.code}/news/?heard=0").status_code == 200
    assert not presence.filter_viewed_matches(player=ada.pk, codes={table.code})


def test_listening_alone_is_not_being_there(
    live_site: str, ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_view, "HEARTBEAT_SECONDS", 0.2)
    table = new_match(ada, ben, now=timezone.now())
    stream = Stream(live_site, table.code, ada)
    try:
        stream.next(": still here")
        assert not presence.filter_viewed_matches(player=ada.pk, codes={table.code})
    finally:
        stream.close()


@pytest.fixture
def ended(ada: Any, ben: Any) -> MatchDriver:
    """Return a finished match, about which Ada wants to be notified."""
    preferences.save_wish(player=ada.pk, wish=Wish(mail=("over",)))
    return new_match(ada, ben, short_fuse=True, now=timezone.now()).finish()


@pytest.mark.django_db
@pytest.mark.parametrize("heard", ["0", "all"])
def test_whoever_sees_the_end_is_not_told(at: Callable[..., Client], ada: Any, ended: MatchDriver, heard: str) -> None:
    heard = str(ended.look(ada).heard) if heard == "all" else heard
    at(ada).get(f"/m/{ended.code}/news/?heard={heard}", headers=VISIBLE)
    for minutes in range(1, 5):
        tell(ended.now + minutes * MINUTE)
    assert not mails(ada)


@pytest.mark.django_db
def test_a_page_in_the_background_does_not_keep_the_end_from_anybody(
    at: Callable[..., Client], ada: Any, ended: MatchDriver
) -> None:
    presence.mark_viewing(player=ada.pk, code=ended.code)  # They turned away a moment ago.
    at(ada).get(f"/m/{ended.code}/news/?heard=0")
    tell(ended.now + MINUTE)
    assert not mails(ada), "their page may be about to show it"
    caches["shared"].clear()  # A minute later, an earlier look no longer counts.
    tell(ended.now + 3 * MINUTE)
    assert [mail.subject for mail in mails(ada)] == [wording.OVER % {"game": "Fuse", "people": "ben"}]
