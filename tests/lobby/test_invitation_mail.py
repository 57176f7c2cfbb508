"""Tests of invitations by e-mail: their text, their recipients, and that none is lost."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes
from pathlib import Path
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.lobby import tasks
from apps.lobby.models import Invitation, Table, Unwanted
from apps.lobby.preferences import Wishes
from apps.lobby.services import invitation_mail, invitations, suppressed_addresses, tables
from apps.notices.models import Delivery, Notice
from apps.notices.selectors.preferences import Wish
from apps.notices.services import delivery, preferences, sweep
from tests.factories.lobby import NOW, lobby_table, seated
from tests.factories.people import browser
from tests.mail_settings import mail_into
from tests.processes import STOPPING_MAILER, killed_midway, mailing

pytestmark = pytest.mark.django_db
EVA = "eva@example.org"


def asked(table: Table, by: Player, email: str = EVA, language: str = "") -> Invitation:
    return invitations.ask_by_mail(code=table.code, by=by, email=email, now=NOW, language=language)


def sent(now: Any = NOW) -> list[EmailMultiAlternatives]:
    """Return the e-mails in the folder after sending everything that is due."""
    while invitation_mail.send_next(now=now):
        pass
    return [letter for letter in mail.outbox if isinstance(letter, EmailMultiAlternatives)]


def page_of(letter: EmailMultiAlternatives) -> str:
    ((page, kind),) = letter.alternatives
    assert kind == "text/html"
    return str(page)


@pytest.fixture
def eva(player: Callable[[str], Player]) -> Player:
    """Return the player with this confirmed address. She reads German."""
    eva = player("eva")
    Player.objects.filter(pk=eva.pk).update(language="de")
    EmailAddress.objects.create(user=eva, email="Eva@Example.org", verified=True, primary=True)
    return eva


def test_it_says_who_and_what_as_text_and_as_a_page(ada: Player, settings: Any) -> None:
    settings.SLOWFUSE_SITE = "https://fuse.example.org"
    table = lobby_table(ada, public=False)
    token = asked(table, ada).token
    (letter,) = sent()
    assert letter.to == [EVA]
    assert letter.subject == gettext("%(name)s has invited you to play %(game)s") % {"name": "ada", "game": "Fuse"}
    link = "https://fuse.example.org" + reverse("lobby:invitation", args=[token])
    offer = gettext(
        "%(name)s has invited you to a %(game)s table. Seats aren’t reserved, so it’s first come, first served."
    )
    for text in (str(letter.body), page_of(letter)):
        assert link in text
        assert offer % {"name": "ada", "game": "Fuse"} in text
        assert table.code not in text
    assert letter.extra_headers["Auto-Submitted"] == "auto-generated"


def test_what_people_call_themselves_is_no_markup(player: Callable[[str], Player]) -> None:
    host = player("a")
    Player.objects.filter(pk=host.pk).update(username="<b>a</b>")
    host.refresh_from_db()
    asked(lobby_table(host), host)
    assert "<b>a" not in page_of(sent()[0])


def test_it_is_in_the_tables_language_or_else_in_that_of_who_invites(ada: Player) -> None:
    asked(lobby_table(ada, wishes=Wishes(language="fr")), ada, language="de")
    asked(lobby_table(ada), ada, language="de")
    asked(lobby_table(ada), ada)
    assert [re.findall('lang="(..)"', page_of(letter)) for letter in sent()] == [["fr"], ["de"], ["en"]]


def test_the_door_only_writes_it_down_and_the_next_look_sends_it(ada: Player) -> None:
    path = reverse("lobby:invite", args=[lobby_table(ada).code])
    assert browser(ada).post(path, {"email": EVA}).status_code == 302
    assert not mail.outbox
    tasks.send_invitations()
    tasks.send_invitations()
    assert len(mail.outbox) == 1


def test_a_mail_server_that_is_away_is_asked_again_later_and_in_the_end_no_more(
    ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    invitation = asked(lobby_table(ada), ada)
    other = asked(lobby_table(ada), ada, "ida@example.org")

    def away(letter: object) -> None:
        raise SMTPServerDisconnected

    with monkeypatch.context() as patch:
        patch.setattr(EmailMultiAlternatives, "send", away)
        assert not invitation_mail.send_next(now=NOW)
        other.refresh_from_db()
        assert other.mail_tries == 0, "one is enough to see that nobody is there"
    other.delete()
    invitation.refresh_from_db()
    assert invitation.mail_at is not None
    assert timedelta(seconds=20) < invitation.mail_at - NOW < timedelta(seconds=40)
    assert not sent(NOW)
    assert len(sent(NOW + timedelta(minutes=1))) == 1
    assert len(sent(NOW + timedelta(days=9))) == 1
    Invitation.objects.update(mail_at=NOW, mail_tries=delivery.MAX_TRIES - 1)
    with monkeypatch.context() as patch:
        patch.setattr(EmailMultiAlternatives, "send", away)
        invitation_mail.send_next(now=NOW)
    invitation.refresh_from_db()
    assert (invitation.mail_at, invitation.mail_tries) == (None, delivery.MAX_TRIES)


def test_what_was_taken_back_is_not_sent(ada: Player, ben: Player, cleo: Player) -> None:
    begun, blocked = lobby_table(ada), lobby_table(ada)
    closed, left = lobby_table(ada), lobby_table(cleo)
    for table, by in ((begun, ada), (closed, ada), (left, cleo)):
        asked(table, by)
    asked(blocked, ada, "ben@example.org")
    tables.fill_with_bots(code=begun.code, host=ada)
    tables.start_table(code=begun.code, host=ada, now=NOW)
    tables.close_table(code=closed.code, host=ada)
    Player.objects.filter(pk=cleo.pk).update(is_active=False)
    EmailAddress.objects.create(user=ben, email="ben@example.org", verified=True)
    relations.block_player(owner=ben, other=ada, now=NOW)
    assert not sent()
    assert not Invitation.objects.exclude(mail_at=None).exists()


class TestNoMore:
    """Tests that the owner of an address can stop all e-mails to it."""

    def link(self, ada: Player) -> str:
        asked(lobby_table(ada), ada)
        (letter,) = sent()
        assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        link = letter.extra_headers["List-Unsubscribe"].strip("<>")
        assert link in str(letter.body)
        assert link in page_of(letter)
        mail.outbox.clear()
        return str(link)

    def test_looking_changes_nothing_and_one_click_is_enough(self, ada: Player) -> None:
        link = self.link(ada)
        stranger = Client(enforce_csrf_checks=True)
        assert gettext("No more invitations?") in stranger.get(link).content.decode()
        assert not Unwanted.objects.exists()
        for _twice in range(2):
            assert stranger.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
        assert Unwanted.objects.count() == 1

    def test_then_no_mail_goes_there_and_others_get_theirs(self, ada: Player, ben: Player) -> None:
        Client().post(self.link(ada))
        asked(lobby_table(ben), ben, "EVA@example.org")
        asked(lobby_table(ben), ben, "ida@example.org")
        assert [letter.to for letter in sent()] == [["ida@example.org"]]

    def test_one_that_waits_is_not_sent_either(self, ada: Player, ben: Player) -> None:
        link = self.link(ada)
        asked(lobby_table(ben), ben)
        Client().post(link)
        assert not sent()

    def test_neither_the_link_nor_the_row_gives_the_address_away(self, ada: Player) -> None:
        link = self.link(ada)
        Client().post(link)
        for kept in (link, Client().get(link).content.decode(), str(Unwanted.objects.values_list()[0])):
            assert EVA not in kept
            assert b64encode(EVA.encode()).decode()[:12] not in kept

    def test_it_holds_when_the_house_changes_its_key(self, ada: Player, settings: Any) -> None:
        Client().post(self.link(ada))
        settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "a new one " * 6
        assert suppressed_addresses.is_suppressed(EVA)
        assert not suppressed_addresses.is_suppressed("ida@example.org")

    def test_a_link_that_nobody_here_wrote_stops_nothing(self, ada: Player) -> None:
        link = self.link(ada)
        for forged in (link[:-3] + "xx/", reverse("lobby:no_more", args=["x"])):
            assert Client().post(forged).status_code == 404
        assert not Unwanted.objects.exists()


class TestWhoHasAnAccount:
    """Tests that invited players are notified like others, and that no one learns who they are."""

    def test_they_are_told_as_they_wish_and_in_their_language(self, ada: Player, eva: Player) -> None:
        invitation = asked(lobby_table(ada, public=False), ada)
        assert not sent()
        sweep.put_together(now=NOW)
        delivery.deliver_due_messages(now=NOW)
        (letter,) = mail.outbox
        assert letter.to == ["Eva@Example.org"]
        assert "Hallo eva" in str(letter.body)
        link = reverse("lobby:invitation", args=[invitation.token])
        assert link in str(letter.body)
        browser(eva).post(reverse("lobby:accept", args=[invitation.token]))
        assert seated(invitation.table) == ["ada", "eva"]

    def test_who_wants_no_mail_gets_none_and_finds_it_in_the_house(self, ada: Player, eva: Player, ben: Player) -> None:
        preferences.save_wish(player=eva.pk, wish=Wish(mail=()))
        invitation = asked(lobby_table(ada, public=False), ada)
        sweep.put_together(now=NOW)
        delivery.deliver_due_messages(now=NOW)
        assert not sent()
        assert not Delivery.objects.exists()
        link = reverse("lobby:accept", args=[invitation.token])
        assert link in browser(eva).get("/tables/").content.decode()
        assert link not in browser(ben).get("/tables/").content.decode()

    def test_who_sits_there_is_not_asked_again(self, ada: Player, eva: Player) -> None:
        table = lobby_table(ada, seats=3)
        tables.join_table(code=table.code, player=eva, now=NOW)
        asked(table, ada)
        assert not Notice.objects.exists()
        assert not sent()

    def test_an_address_that_is_not_confirmed_belongs_to_nobody(self, ada: Player, eva: Player) -> None:
        EmailAddress.objects.update(verified=False)
        asked(lobby_table(ada), ada)
        assert not Notice.objects.exists()
        assert len(sent()) == 1


def test_who_invites_sees_the_same_whoever_reads_what_is_sent_there(
    ada: Player, eva: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    EmailAddress.objects.create(user=ben, email="ben@example.org", verified=True)
    relations.block_player(owner=ben, other=ada, now=NOW)
    suppressed_addresses.suppress_address(
        suppressed_addresses.parse_refusal_token(
            suppressed_addresses.build_refusal_link("ida@example.org").split("/")[-2]
        )
        or "",
        now=NOW,
    )
    seen = set()
    for name in ("eva", "ben", "ida", "zoe"):
        client, table = browser(ada), lobby_table(ada, seats=3)
        path = reverse("lobby:invite", args=[table.code])
        first = client.post(path, {"email": f"{name}@example.org"}, follow=True).content.decode()
        sent(timezone.now())
        again = client.post(path, {"email": f"{name}@example.org"}).content.decode()
        if name == "eva":  # She joins as anyone can, and not by the invitation.
            tables.join_table(code=table.code, player=eva, now=NOW)
            tables.leave_table(code=table.code, player=eva)
        later = client.get(table.get_absolute_url()).content.decode()
        assert gettext("Your invitation is on its way.") in first
        assert gettext("no reply yet") in later
        seen.add(tuple(_alike(page, table.code, name) for page in (first, again, later)))
    assert len(seen) == 1


def test_an_invitation_to_an_address_is_not_answered_by_who_comes_anyway(ada: Player, eva: Player) -> None:
    table = lobby_table(ada, seats=3)
    asked(table, ada)
    tables.join_table(code=table.code, player=eva, now=NOW)
    page = browser(ada).get(table.get_absolute_url()).content.decode()
    assert EVA in page
    assert gettext("no reply yet") in page


def _alike(page: str, code: str, name: str) -> str:
    """Return a page without anything that always changes."""
    page = re.sub(r"\b[0-9a-f]{64}\b", "", page)  # The commitment of the table's shuffle.
    page = re.sub(r'(value|content|nonce)="[A-Za-z0-9]{64}"', "", page)  # First, as tokens can contain a name.
    page = re.sub(r"seen=\w+|who=\w+", "", page)
    return page.replace(code, "…").replace(name, "NAME")


WORK = """
from apps.accounts.models import Player
from apps.lobby.services import invitation_mail, invitations

invitations.ask_by_mail(code=sys.argv[3], by=Player.objects.get(username="ada"), email="eva@example.org", now=now)
if step == "after the commit":
    stop()
invitation_mail.send_next(now=now)
"""

STEPS = {
    'INTO "lobby_invitation"': 0,
    "after the commit": 0,
    'UPDATE "lobby_invitation" SET "mail_at" = ': 0,
    "before the file": 0,
    "after the file": 1,
}
"""The statements at which the process is killed, with the number of e-mails in the folder by then."""


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("step", list(STEPS))
def test_killed_anywhere_there_is_one_mail_in_the_end(ada: Player, settings: Any, tmp_path: Path, step: str) -> None:
    mail_into(settings, tmp_path / "mail")
    settings.SLOWFUSE_SITE = "https://fuse.example.org"
    table = lobby_table(ada)
    killed_midway(STOPPING_MAILER + WORK, step, NOW.isoformat(), table.code, env=mailing(tmp_path))
    assert len(_files(tmp_path)) == STEPS[step]
    if step.startswith("INTO"):
        assert not Invitation.objects.exists(), "whoever tries again is not told that it was done"
        asked(table, ada)
    for minutes in (1, 6, 12):
        while invitation_mail.send_next(now=NOW + timedelta(minutes=minutes)):
            pass
    (path,) = _files(tmp_path)
    assert message_from_bytes(path.read_bytes())["To"] == EVA
    assert Invitation.objects.get().mail_at is None


def _files(folder: Path) -> list[Path]:
    return list((folder / "mail").glob("[!.]*.eml")) if (folder / "mail").is_dir() else []
