"""Tests that rows with an old wording are read with the new one, before and after the migration."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest
from django.utils import timezone, translation

from apps.accounts.models import Player
from apps.notices import wording
from apps.notices.channels import webhook
from apps.notices.migrations._renamed_messages import RENAMED
from apps.notices.models import Kind, Notice, Webhook, Wishes
from apps.notices.wording import Words
from tests import data_migrations
from tests.config.catalogues import GAPS, folders, messages

OLD_TITLE, OLD_TEXT = "Last call: %(game)s with %(people)s", "You came in at place %(place)s of %(seats)s."
OLD_TROUBLE = "Your mail server did not take our mails."


def write_notice(player: Player, **words: object) -> Notice:
    """Store a notice as the version before wrote it."""
    now = timezone.now()
    written = {"title": OLD_TITLE, "text": OLD_TEXT, "path": "/", "game": "fuse", **words}
    written["names"] = {"people": "Ben", "place": 2, "seats": 4}
    return Notice.objects.create(
        player=player, kind=Kind.OVER, key="match:x", words=written, created_at=now, due_at=now + timedelta(days=1)
    )


def read_title(notice: Notice) -> str:
    return wording.build_notice_line(msgspec.convert(notice.words, Words)).title


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_an_old_notice_reads_the_same_before_and_after_the_migration(ada: Player, language: str) -> None:
    notice = write_notice(ada)
    with translation.override(language):
        before = wording.build_notice_line(msgspec.convert(notice.words, Words))
        data_migrations.run("notices", "0002_renamed_messages", "rename")
        notice.refresh_from_db()
        after = wording.build_notice_line(msgspec.convert(notice.words, Words))
    assert (before.title, before.text) == (after.title, after.text)
    assert after.title != OLD_TITLE % {"game": "Fuse", "people": "Ben"}
    assert notice.words["text"] == RENAMED[OLD_TEXT]
    assert notice.words["names"] == {"people": "Ben", "place": 2, "seats": 4}


def test_a_notice_without_an_old_message_stays_as_it_is(ada: Player) -> None:
    notice = write_notice(ada, title=wording.TURN, text="")
    before = notice.words
    data_migrations.run("notices", "0002_renamed_messages", "rename")
    notice.refresh_from_db()
    assert notice.words == before


def test_stored_trouble_is_renamed_too(ada: Player) -> None:
    Wishes.objects.update_or_create(player=ada, defaults={"trouble": OLD_TROUBLE})
    slow = Webhook.objects.create(
        player=ada, url="https://example.org/", created_at=timezone.now(), trouble="It did not answer in time."
    )
    refused = Webhook.objects.create(
        player=ada, url="https://example.org/2", created_at=timezone.now(), trouble="HTTP 500"
    )
    before = webhook.in_words(slow.trouble)
    data_migrations.run("notices", "0002_renamed_messages", "rename")
    for row in (slow, refused):
        row.refresh_from_db()
    assert Wishes.objects.get(player=ada).trouble == RENAMED[OLD_TROUBLE]
    assert slow.trouble == RENAMED["It did not answer in time."]
    assert webhook.in_words(slow.trouble) == before
    assert refused.trouble == "HTTP 500"


@pytest.mark.once
def test_every_new_wording_is_translated_and_keeps_the_gaps() -> None:
    held = {message.source for folder in folders() for message in messages(folder / "de" / "LC_MESSAGES" / "django.po")}
    for old, new in RENAMED.items():
        assert new in held, new
        assert set(GAPS.findall(old)) == set(GAPS.findall(new)), old
    assert not set(RENAMED) & held, "an old wording that is still in use would be renamed"
