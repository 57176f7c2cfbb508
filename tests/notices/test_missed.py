"""Tests that an e-mail about a match says what its reader has missed since their last look, in their language."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.notices.selectors import missed
from apps.notices.selectors.preferences import CHOOSABLE_KINDS, Wish
from apps.notices.services import preferences
from tests.factories.matches import MatchDriver, new_match
from tests.notices.conftest import mails, tell

pytestmark = pytest.mark.django_db


@pytest.fixture
def bombed(ada: Any, ben: Any) -> MatchDriver:
    """Return a match in which Ada is asked, and Ben has bombed since she played."""
    table = new_match(ada, ben, now=timezone.now())
    while table.ask.seat != 0:
        table.lay()
    table.lay()
    table.bomb()
    table.match.seats.filter(index=0).update(seen=table.look(ada).heard - 3)
    return table


@pytest.mark.parametrize(
    ("language", "since", "boom"),
    [
        ("en", "Since your last visit:", "- Boom! ben took"),
        ("de", "Seit deinem letzten Besuch:", "- Bumm! ben"),
        ("fr", "Depuis votre dernier passage\u00a0:", "- Boum"),
    ],
)
def test_a_mail_tells_of_the_bomb(bombed: MatchDriver, ada: Any, language: str, since: str, boom: str) -> None:
    ada.language = language
    ada.save()
    preferences.save_wish(player=ada.pk, wish=Wish(mail=CHOOSABLE_KINDS))
    tell(bombed.now + timedelta(minutes=2))
    [letter] = mails(ada)
    assert since in letter.text
    assert boom in letter.text


def test_what_is_drawn_on_the_page_is_said_in_a_mail(ada: Any, ben: Any, player: Any) -> None:
    pace = dict.fromkeys(("bid", "choice", "bomb"), 3600)
    table = new_match(ada, ben, player("cleo"), game="bombe", now=timezone.now(), pace=pace)
    for _ in range(40):
        table.step()
        for line in missed.load_missed_lines(table.code, ada.pk):
            assert "<" not in line.text
            assert "svg" not in line.html
            assert "span" not in line.html


def test_who_has_seen_everything_is_told_nothing_again(bombed: MatchDriver, ada: Any, ben: Any) -> None:
    assert missed.load_missed_lines(bombed.code, ada.pk)
    bombed.match.seats.filter(index=0).update(seen=bombed.look(ada).heard)
    assert missed.load_missed_lines(bombed.code, ada.pk) == ()
    assert missed.load_missed_lines("nowhere", ada.pk) == ()
