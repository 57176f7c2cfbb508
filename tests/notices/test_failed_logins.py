"""Tests that players are notified once if someone tries to guess their password."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import translation

from apps.accounts.models import Player
from apps.accounts.services import failed_logins
from apps.notices import wording
from apps.notices.models import Notice
from apps.notices.services import sweep
from tests.factories.matches import HOUR, NOW
from tests.notices.conftest import mails, tell

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def wrong(times: int, now: Any) -> None:
    for _ in range(times):
        failed_logins.record_wrong_password(login="ada", now=now)


def test_the_owner_gets_one_mail_a_spell(ada: Player) -> None:
    wrong(failed_logins.REPORTED_WRONG_PASSWORDS - 1, NOW)
    tell(NOW)
    assert not mails()
    for minutes in range(0, 90, 3):
        wrong(3, NOW + minutes * MINUTE)
        tell(NOW + minutes * MINUTE)
    assert [mail.to for mail in mails()] == [ada.email]
    assert mails()[0].subject == "Many failed logins to your account"
    assert wording.NOT_LOCKED % {"time": "Thu 1 Jan, 00:00 UTC"} in " ".join(mails()[0].text.split())
    assert "https://fuse.example.org/me/" in mails()[0].text
    later = NOW + 90 * MINUTE + failed_logins.SPELL_QUIET_TIME
    wrong(1, later)
    tell(later)
    assert len(mails()) == 2


def test_a_worker_that_was_away_still_tells_it(ada: Player) -> None:
    wrong(failed_logins.REPORTED_WRONG_PASSWORDS, NOW)
    sweep.post_new_notices(now=NOW + 5 * HOUR)
    assert not Notice.objects.exists()
    sweep.post_new_notices(now=NOW + 5 * HOUR, all_of_it=True)
    sweep.post_new_notices(now=NOW + 6 * HOUR, all_of_it=True)
    assert Notice.objects.get().player == ada


def test_it_is_told_in_the_language_of_whoever_owns_the_account(ada: Player) -> None:
    Player.objects.filter(pk=ada.pk).update(language="de")
    wrong(failed_logins.REPORTED_WRONG_PASSWORDS, NOW)
    tell(NOW)
    with translation.override("de"):
        assert mails()[0].subject == translation.gettext("Many failed logins to your account")
