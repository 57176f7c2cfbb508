"""Tests that no notice reveals a card of a hand, a sealed answer, a standing order or an address, on any channel."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext

from apps.matches.models import Match
from apps.notices import wording
from apps.notices.channels import web_push
from apps.notices.models import Kind, Notice
from apps.notices.selectors.preferences import CHOOSABLE_KINDS, Wish
from apps.notices.services import browsers, delivery, preferences, webhooks
from tests.factories.matches import MatchDriver, in_window, sealed_match
from tests.matches import canaries
from tests.notices.conftest import tell
from tests.notices.listener import Listener
from tests.notices.test_channels import Chromium

pytestmark = pytest.mark.django_db


@pytest.fixture
def everywhere(ada: Any, ben: Any, ear: Listener, tmp_path: Path, monkeypatch: Any) -> Callable[[], str]:
    """Return a function that gives all messages to Ada and Ben on every channel as one text, push before encryption."""
    pushed: list[bytes] = []
    encrypted = web_push.encrypt_push_message

    def listen(ring: web_push.Ring) -> bytes:
        pushed.append(ring.payload)
        return encrypted(ring)

    monkeypatch.setattr(web_push, "encrypt_push_message", listen)
    for player in (ada, ben):
        preferences.save_wish(player=player.pk, wish=Wish(mail=CHOOSABLE_KINDS, push=CHOOSABLE_KINDS))
        webhooks.add_webhook(player=player, url=f"{ear.url}/{player}", kinds=list(Kind.values), now=timezone.now())
        words = Chromium().words(f"{ear.url}/push/{player}")
        address = browsers.Address(words["endpoint"], words["p256dh"], words["auth"])
        client = Client()
        client.force_login(player)
        session = str(client.session.session_key)
        browsers.subscribe_browser(player=player, address=address, name="x", session=session, now=timezone.now())

    def read() -> str:
        texts = [path.read_text() for path in sorted((tmp_path / "mail").glob("*.eml"))]
        texts += [
            repr(heard.headers) + heard.body.decode(errors="ignore") for heard in ear.heard if "push" not in heard.path
        ]
        texts += [said.decode() for said in pushed]
        for player in (ada, ben):
            token = preferences.get_or_create_wishes(player.pk).feed
            texts += [Client().get(f"/feed/{token}.{kind}").content.decode() for kind in ("atom", "ics")]
        texts += [repr(row) for row in Notice.objects.values_list()]
        return "\n".join(texts)

    return read


def test_no_card_of_a_whole_match_is_told_that_does_not_lie_open(
    ada: Any, ben: Any, everywhere: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    canaries.renumber(monkeypatch)
    table: MatchDriver = in_window(ada, ben)
    for hours in range(12):
        tell(table.now + timedelta(minutes=20 * hours))
        known = Client().get(f"/m/{table.code}/record.jsonl?as=public").content.decode()
        assert canaries.named(everywhere()) <= canaries.named(known), "more than whoever only watches was told"
        if table.match.status == Match.Status.PLAYING:
            table.step()
    assert gettext("Since your last visit:") in everywhere()
    table.finish()
    tell(table.now + timedelta(hours=5))
    told = everywhere()
    assert table.code in told
    assert wording.OVER % {"game": "Fuse", "people": "ben"} in told


def test_a_sealed_answer_of_somebody_else_changes_nothing_that_is_told(
    ada: Any, ben: Any, cleo: Any, everywhere: Callable[[], str]
) -> None:
    table = sealed_match("bombe", ada, ben, cleo)
    asked = [ask.seat for ask in table.asks()]
    assert len(asked) == 3
    seat = next(seat for seat in asked if table.people[seat].pk == cleo.pk)
    began = table.now
    tell(began + timedelta(minutes=1))
    before = everywhere()
    table.says(seat, table.as_bot(seat))
    tell(began + timedelta(minutes=2))
    delivery.deliver_due_messages(now=began + timedelta(minutes=12))
    assert everywhere() == before


def test_nobody_else_s_address_is_told(ada: Any, ben: Any, everywhere: Callable[[], str]) -> None:
    table = in_window(ada, ben)
    tell(table.now + timedelta(minutes=5))
    told = everywhere()
    assert "@example.org" in told
    for part in told.split("Content-Type: multipart/alternative"):
        assert not (ada.email in part and ben.email in part)
