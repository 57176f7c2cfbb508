"""Tests that people who blocked each other never meet in any way, and that no one learns why."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.lobby.errors import TableFull, TableRefused
from apps.lobby.models import Invitation, Table
from apps.lobby.preferences import Wishes
from apps.lobby.selectors import listing
from apps.lobby.services import invitation_mail, invitations, quick_match, scheduler, tables
from apps.matches.models import Match
from apps.notices.services import delivery, sweep
from tests.factories.lobby import NOW, lobby_table, seated
from tests.factories.people import browser
from tests.reading import words

pytestmark = pytest.mark.django_db
Blocks = Callable[[Player, Player], None]


def _forth(one: Player, other: Player) -> None:
    relations.block_player(owner=one, other=other, now=NOW)


def _back(one: Player, other: Player) -> None:
    relations.block_player(owner=other, other=one, now=NOW)


@pytest.fixture(params=[_forth, _back], ids=["the host blocked", "the host is blocked"])
def apart(request: pytest.FixtureRequest) -> Blocks:
    return request.param


def test_the_list_does_not_show_them(apart: Blocks, ada: Player, ben: Player, cleo: Player) -> None:
    lobby_table(ada)
    of_cleo = lobby_table(cleo, seats=3)
    tables.join_table(code=of_cleo.code, player=ada, now=NOW)
    apart(ada, ben)
    assert listing.load_lobby_page(listing.Wanted(), player=ben.pk).rows == []
    assert len(listing.load_lobby_page(listing.Wanted(), player=None).rows) == 2


def test_joining_is_as_if_all_chairs_were_taken(apart: Blocks, ada: Player, ben: Player) -> None:
    table = lobby_table(ada, wishes=Wishes(friends_only=True))
    apart(ada, ben)
    page = browser(ben).get(table.get_absolute_url()).content.decode()
    assert str(TableFull.sentence) in page
    assert reverse("lobby:join", args=[table.code]) not in page
    refused = browser(ben).post(reverse("lobby:join", args=[table.code]))
    assert refused.status_code == 409
    assert str(TableFull.sentence) in refused.content.decode()
    assert seated(table) == ["ada", "free"]


def test_an_old_invitation_leads_nowhere(apart: Blocks, ada: Player, ben: Player, cleo: Player) -> None:
    of_ada, of_cleo = lobby_table(ada), lobby_table(cleo, seats=3)
    tables.join_table(code=of_cleo.code, player=ada, now=NOW)
    for table, by in ((of_ada, ada), (of_cleo, cleo)):
        invitations.ask_by_name(code=table.code, by=by, name="ben", now=NOW)
    apart(ada, ben)
    assert listing.load_lobby_page(listing.Wanted(), player=ben.pk).asked == []
    for token in Invitation.objects.values_list("token", flat=True):
        with pytest.raises(TableFull, match=str(TableFull.sentence)):
            invitations.accept_invitation(token=token, player=ben, now=NOW)


def test_no_link_of_a_mail_helps(apart: Blocks, ada: Player, ben: Player) -> None:
    sent = invitations.ask_by_mail(code=lobby_table(ada).code, by=ada, email="ben@example.org", now=NOW)
    apart(ada, ben)
    with pytest.raises(TableFull, match=str(TableFull.sentence)):
        invitations.accept_invitation(token=sent.token, player=ben, now=NOW)
    assert Invitation.objects.get().to is None


def test_a_chair_kept_for_somebody_counts(apart: Blocks, ada: Player, ben: Player, cleo: Player) -> None:
    places = [tables.Place(player=cleo.pk), tables.Place(kept_for=ada.pk), tables.Place()]
    table = lobby_table(cleo, seats=3, places=places, kept_until=NOW.replace(year=2027))
    apart(ada, ben)
    with pytest.raises(TableFull, match=str(TableFull.sentence)):
        tables.join_table(code=table.code, player=ben, now=NOW)
    assert listing.load_lobby_page(listing.Wanted(), player=ben.pk).rows == []
    assert quick_match.join_quick_match(player=ben, game="fuse", pace_name="daily", now=NOW) != table


def begin(table: Table, host: Player) -> None:
    with pytest.raises(TableRefused, match="still free"):
        tables.start_table(code=table.code, host=host, now=NOW)


def test_at_their_own_table_the_host_stays_and_the_other_one_goes(apart: Blocks, ada: Player, ben: Player) -> None:
    table = lobby_table(ada)
    tables.join_table(code=table.code, player=ben, now=NOW)
    apart(ada, ben)
    begin(table, ada)
    assert seated(table) == ["ada", "free"]
    assert not Match.objects.exists()


def test_at_the_table_of_somebody_else_it_is_who_blocked_that_goes(ada: Player, ben: Player, cleo: Player) -> None:
    table = lobby_table(ada, seats=3)
    for player in (ben, cleo):
        tables.join_table(code=table.code, player=player, now=NOW)
    relations.block_player(owner=cleo, other=ben, now=NOW)
    begin(table, ada)
    assert seated(table) == ["ada", "ben", "free"]


def test_a_match_that_begins_by_itself_does_not_begin_with_them(
    apart: Blocks, ada: Player, ben: Player, cleo: Player
) -> None:
    table = lobby_table(ada, seats=3, wishes=Wishes(by_itself=True))
    tables.join_table(code=table.code, player=ben, now=NOW)
    apart(ada, ben)
    tables.join_table(code=table.code, player=cleo, now=NOW)
    assert seated(table) == ["ada", "free", "cleo"]
    assert not Match.objects.exists()


def test_nor_one_that_bots_fill(apart: Blocks, ada: Player, ben: Player) -> None:
    table = lobby_table(ada, seats=3, wishes=Wishes(bots_after=1))
    tables.join_table(code=table.code, player=ben, now=NOW)
    apart(ada, ben)
    assert scheduler.begin_due(now=NOW.replace(month=4)) == 1
    assert seated(table) == ["ada", "bot", "bot"]


def test_no_mail_goes_to_them_and_who_sends_it_hears_the_same(apart: Blocks, ada: Player, ben: Player) -> None:
    EmailAddress.objects.create(user=ada, email="Ada@example.org", verified=True, primary=True)
    apart(ada, ben)
    table = lobby_table(ben)
    path = reverse("lobby:invite", args=[table.code])
    pages = [
        browser(ben).post(path, {"email": f"{name}@example.org"}, follow=True).content.decode()
        for name in ("ada", "nobody")
    ]
    assert all(gettext("Your invitation is on its way.") in page for page in pages)
    while invitation_mail.send_next(now=timezone.now()):
        pass
    sweep.put_together(now=timezone.now())
    delivery.deliver_due_messages(now=timezone.now())
    assert [sent.to for sent in mail.outbox] == [["nobody@example.org"]]


def test_an_invitation_on_its_way_is_not_told_any_more(apart: Blocks, ada: Player, ben: Player, cleo: Player) -> None:
    EmailAddress.objects.create(user=ben, email=ben.email, verified=True, primary=True)
    for host in (ada, cleo):
        invitations.ask_by_name(code=lobby_table(host).code, by=host, name="ben", now=NOW)
    sweep.put_together(now=NOW)
    apart(ada, ben)
    delivery.deliver_due_messages(now=NOW)
    (letter,) = mail.outbox
    assert letter.subject == invitations.INVITED_TITLE % {"by": "cleo", "game": "Fuse"}
    assert "ada" not in words(str(letter.body))
