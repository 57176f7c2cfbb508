"""Tests of inviting people to a table, and of their answers."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.common.errors import RateLimited
from apps.lobby.errors import InvitationSpent, NotHost, TableFull, TableRefused
from apps.lobby.models import Chair, Invitation, Table
from apps.lobby.preferences import Wishes
from apps.lobby.services import invitations, scheduler, tables
from apps.notices.services import outbox
from tests.factories.lobby import NOW, lobby_table, seated
from tests.factories.people import browser

pytestmark = pytest.mark.django_db


def ask(table: Table, by: Player, name: str) -> Invitation:
    invitations.ask_by_name(code=table.code, by=by, name=name, now=NOW)
    return Invitation.objects.latest("pk")


def posted(client: Client, table: Table, **fields: str) -> Any:
    return client.post(reverse("lobby:invite", args=[table.code]), fields)


def test_who_is_asked_finds_it_on_top_and_sits_down(ada: Player, ben: Player) -> None:
    table = lobby_table(ada, public=False)
    posted(browser(ada), table, name="Ben")
    invitation = Invitation.objects.get()
    assert (invitation.to, invitation.by) == (ben, ada)
    page = browser(ben).get(reverse("lobby:tables")).content.decode()
    assert f'id="i-{table.code}"' in page
    response = browser(ben).post(reverse("lobby:accept", args=[invitation.token]))
    assert response.url == table.get_absolute_url()  # type: ignore[attr-defined]
    assert seated(table) == ["ada", "ben"]
    invitation.refresh_from_db()
    assert invitation.answer == "accepted"
    assert f'id="i-{table.code}"' not in browser(ben).get(reverse("lobby:tables")).content.decode()


@pytest.mark.parametrize("path", ["/mine/", "/tables/", "/", "/notices/", "invitation"])
def test_an_invitation_is_accepted_and_declined_in_the_same_words_everywhere(
    path: str, ada: Player, ben: Player
) -> None:
    ask(lobby_table(ada, seats=3, public=False), ada, "ben")
    token = Invitation.objects.get().token
    page = browser(ben).get(reverse("lobby:invitation", args=[token]) if path == "invitation" else path)
    for name, text in (("accept", "Accept"), ("decline", "Decline")):
        address = reverse(f"lobby:{name}", args=[token])
        form = re.search(
            rf'<form method="post"\s+action="{address}"[^>]*>(.*?)</form>', page.content.decode(), re.DOTALL
        )
        assert form, (path, name)
        assert re.search(r"<button[^>]*>(.*?)</button>", form[1], re.DOTALL)[1].strip() == text  # type: ignore[index]


def test_ones_own_matches_name_what_one_is_asked_to_and_where_one_sits(ada: Player, ben: Player, cleo: Player) -> None:
    table = lobby_table(ada, seats=3, public=False)
    ask(table, ada, "ben")
    assert f'id="i-{table.code}"' in browser(ben).get("/mine/").content.decode()
    ada_reads, cleo_reads = (browser(one).get("/mine/").content.decode() for one in (ada, cleo))
    assert gettext("Your tables") in ada_reads
    assert table.get_absolute_url() in ada_reads
    assert table.code not in cleo_reads
    relations.block_player(owner=ben, other=ada, now=NOW)
    assert table.code not in browser(ben).get("/mine/").content.decode()


def test_my_matches_reads_invitations_once_for_the_page_and_its_bar(ada: Player, ben: Player) -> None:
    table = lobby_table(ada, seats=3)
    ask(table, ada, "ben")
    client = browser(ben)
    with CaptureQueriesContext(connection) as found:
        page = client.get("/mine/").content.decode()
    assert 'data-invited="1"' in page
    assert page.count("data-invited") == 2, "in the bar and on the page"
    assert sum('FROM "lobby_table"' in each["sql"] for each in found) == 1
    assert sum("lobby_invitation" in each["sql"] for each in found) == 1


def test_who_is_asked_is_told_once_and_nobody_else(
    ada: Player, ben: Player, cleo: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(outbox, "post_notice", lambda **said: told.append(said))
    table = lobby_table(ada, seats=4)
    relations.block_player(owner=cleo, other=ada, now=NOW)
    for name in ("ben", "cleo", "nobody"):
        ask(table, ada, name)
    assert [(said["player"], said["kind"], said["words"].path) for said in told] == [
        (ben.pk, "invitation", table.get_absolute_url())
    ]
    assert (told[0]["words"].game, told[0]["words"].names) == ("fuse", {"by": "ada"})


def test_who_asks_hears_the_same_whether_there_is_such_a_person_or_not(
    ada: Player, ben: Player, cleo: Player, dora: Player
) -> None:
    relations.block_player(owner=ben, other=ada, now=NOW)
    relations.block_player(owner=ada, other=cleo, now=NOW)
    heard = set()
    for name in ("ben", "cleo", "nobody", "dora"):
        table = lobby_table(ada)
        client = browser(ada)
        first = posted(client, table, name=name)
        page = client.get(table.get_absolute_url()).content.decode()
        assert gettext("no reply yet") in page
        client.get(table.get_absolute_url())
        again = posted(client, table, name=name)
        bodies = [_words(body, table.code, name) for body in (page, again.content.decode())]
        heard.add((first.status_code, again.status_code, *bodies))
    assert len(heard) == 1
    assert set(Invitation.objects.exclude(to=None).values_list("to__username", flat=True)) == {"dora"}


def _words(page: str, code: str, name: str) -> str:
    """Return a page without anything that always changes, tokens first because they can contain a short name."""
    page = re.sub(r"\b[0-9a-f]{64}\b", "", page)  # The commitment of the table's shuffle.
    page = re.sub(r'(value|content|nonce)="[A-Za-z0-9]{64}"', "", page)
    return re.sub(r"seen=\w+|who=\w+", "", page).replace(code, "…").replace(name, "NAME")


def test_declining_says_so_and_frees_nothing_else(ada: Player, ben: Player) -> None:
    table = lobby_table(ada)
    invitation = ask(table, ada, "ben")
    response = browser(ben).post(reverse("lobby:decline", args=[invitation.token]), follow=True)
    assert gettext("You’ve declined the invitation. No one is waiting for you.") in response.content.decode()
    assert gettext("declined") in browser(ada).get(table.get_absolute_url()).content.decode()
    with pytest.raises(InvitationSpent):
        invitations.accept_invitation(token=invitation.token, player=ben, now=NOW)
    tables.join_table(code=table.code, player=ben, now=NOW)


def test_nobody_answers_for_somebody_else(ada: Player, ben: Player, cleo: Player) -> None:
    invitation = ask(lobby_table(ada), ada, "ben")
    for client in (browser(cleo), Client()):
        for name in ("invitation", "accept", "decline"):
            send = client.get if name == "invitation" else client.post
            assert send(reverse(f"lobby:{name}", args=[invitation.token])).status_code == 404
    invitation.refresh_from_db()
    assert invitation.answered_at is None


@pytest.mark.parametrize("name", ["accept", "decline"])
def test_looking_at_an_invitation_answers_nothing(ada: Player, ben: Player, name: str) -> None:
    invitation = ask(lobby_table(ada), ada, "ben")
    client = browser(ben)
    assert client.get(reverse("lobby:invitation", args=[invitation.token])).status_code == 200
    assert client.get(reverse(f"lobby:{name}", args=[invitation.token])).status_code == 405
    invitation.refresh_from_db()
    assert invitation.answered_at is None


def test_it_is_taken_back_when_the_match_begins_and_goes_with_the_table(ada: Player, ben: Player) -> None:
    table = lobby_table(ada)
    invitation = ask(table, ada, "ben")
    tables.add_bot(code=table.code, host=ada)
    tables.start_table(code=table.code, host=ada, now=NOW)
    invitation.refresh_from_db()
    assert invitation.answer == "withdrawn"
    assert browser(ben).post(reverse("lobby:accept", args=[invitation.token])).status_code == 409
    closed = lobby_table(ada)
    token = ask(closed, ada, "ben").token
    tables.close_table(code=closed.code, host=ada)
    assert browser(ben).get(reverse("lobby:invitation", args=[token])).status_code == 404


def test_only_who_sits_there_invites_and_nobody_twice(ada: Player, ben: Player, cleo: Player) -> None:
    table = lobby_table(ada, seats=3)
    for by, name, said in (
        (cleo, "ben", gettext("Only players at the table can invite others.")),
        (ada, " ", gettext("Enter a player’s name.")),
        (ada, "ADA", gettext("%(name)s is already at this table.") % {"name": "ADA"}),
    ):
        with pytest.raises(TableRefused, match=said):
            ask(table, by, name)
    ask(table, ada, "ben")
    with pytest.raises(TableRefused, match=gettext("%(name)s has already been invited.") % {"name": "BEN"}):
        ask(table, ada, "BEN")
    tables.fill_with_bots(code=table.code, host=ada)
    with pytest.raises(TableFull, match=str(TableFull.sentence)):
        ask(table, ada, "cleo")
    assert Invitation.objects.count() == 1


def test_so_many_a_day_and_not_more(ada: Player, guest: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "MAX_NAME_INVITES_PER_DAY", 3)
    monkeypatch.setattr(invitations, "MAX_GUEST_INVITES_PER_DAY", 1)
    for player, most in ((ada, 3), (guest, 1)):
        table = lobby_table(player)
        for number in range(most):
            ask(table, player, f"somebody{number}")
        with pytest.raises(RateLimited):
            ask(table, player, "one-more")
        tables.close_table(code=table.code, host=player)
        with pytest.raises(RateLimited):
            ask(lobby_table(player), player, "one-more")
        invitations.ask_by_name(code=lobby_table(player).code, by=player, name="tomorrow", now=NOW + timedelta(days=1))


def test_friends_are_asked_with_one_click(ada: Player, ben: Player, cleo: Player, dora: Player) -> None:
    table = lobby_table(ada, seats=4)
    for friend in (ben, cleo, dora):
        relations.add_friend(owner=ada, other=friend, now=NOW)
    ask(table, ada, "ben")
    tables.join_table(code=table.code, player=cleo, now=NOW)
    page = browser(ada).get(table.get_absolute_url()).content.decode()
    offered = [name for name in ("ben", "cleo", "dora") if f'aria-label="Invite {name}"' in page]
    assert offered == ["dora"]


class TestByMail:
    """Tests of inviting people who possibly have no account."""

    def sent(self, ada: Player) -> tuple[Table, str]:
        table = lobby_table(ada, public=False)
        response = posted(browser(ada), table, email=" Eva@Example.org ")
        assert response.status_code == 302
        return table, Invitation.objects.get().token

    def test_the_mail_leads_to_a_page(self, ada: Player) -> None:
        _table, token = self.sent(ada)
        link = reverse("lobby:invitation", args=[token])
        page = Client().get(link).content.decode()
        assert gettext("%(by)s has invited you to play %(game)s") % {"by": "ada", "game": "Fuse"} in page
        assert gettext("Join as a guest") in page

    def test_looking_sits_nobody_down_and_clicking_does_once(self, ada: Player, ben: Player) -> None:
        table, token = self.sent(ada)
        Client().get(reverse("lobby:invitation", args=[token]))
        assert seated(table) == ["ada", "free"]
        assert Client().post(reverse("lobby:accept", args=[token])).status_code == 302
        assert Chair.objects.filter(table=table, player__guest=True).count() == 1
        assert browser(ben).post(reverse("lobby:accept", args=[token])).status_code == 404, "it is somebody's now"

    def test_it_can_be_declined_without_an_account(self, ada: Player) -> None:
        _table, token = self.sent(ada)
        assert Client().post(reverse("lobby:decline", args=[token])).status_code == 302
        assert Invitation.objects.get().answer == "declined"
        assert not Player.objects.filter(guest=True).exists()

    def test_only_who_sent_it_sees_the_address(self, ada: Player, ben: Player, admin_client: Client) -> None:
        table = lobby_table(ada, seats=3)
        posted(browser(ada), table, email="eva@example.org")
        tables.join_table(code=table.code, player=ben, now=NOW)
        assert "eva@example.org" in browser(ada).get(table.get_absolute_url()).content.decode()
        page = browser(ben).get(table.get_absolute_url()).content.decode()
        assert "eva@" not in page
        assert gettext("someone invited by %(by)s") % {"by": "ada"} in page
        assert "eva@" not in admin_client.get(reverse("admin:lobby_table_change", args=[table.pk])).content.decode()

    def test_guests_send_no_mail_and_nobody_sends_many(
        self, ada: Player, guest: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        response = posted(browser(guest), lobby_table(guest), email="eva@example.org")
        assert response.status_code == 409
        assert response.context["keep"]
        assert gettext("You need an account to invite people by e-mail. Create one first.") in response.content.decode()
        monkeypatch.setattr(invitations, "MAX_MAIL_INVITES_PER_DAY", 1)
        table = lobby_table(ada)
        posted(browser(ada), table, email="eva@example.org")
        assert posted(browser(ada), table, email="ida@example.org").status_code == 429
        assert [one.email for one in Invitation.objects.all()] == ["eva@example.org"]

    @pytest.mark.parametrize("email", ["eva", "eva@example.org\nBcc: all@example.org", "@"])
    def test_what_is_no_address_is_refused(self, ada: Player, email: str) -> None:
        assert posted(browser(ada), lobby_table(ada), email=email).status_code == 409
        assert not Invitation.objects.exists()

    def test_the_host_who_writes_lets_in(self, ada: Player, ben: Player) -> None:
        table = lobby_table(ada, wishes=Wishes(friends_only=True))
        sent = invitations.ask_by_mail(code=table.code, by=ada, email="b@example.org", now=NOW)
        invitations.accept_invitation(token=sent.token, player=ben, now=NOW)
        assert seated(table) == ["ada", "ben"]


def test_a_kept_chair_is_free_again_when_its_time_is_over(ada: Player, ben: Player, cleo: Player) -> None:
    until = NOW + timedelta(hours=24)
    places = [tables.Place(player=ada.pk), tables.Place(kept_for=ben.pk)]
    table = lobby_table(ada, places=places, kept_until=until)
    with pytest.raises(TableRefused, match="taken"):
        tables.join_table(code=table.code, player=cleo, now=until - timedelta(seconds=1))
    assert scheduler.release_due(now=until - timedelta(seconds=1)) == 0
    assert scheduler.release_due(now=until) == 1
    assert scheduler.release_due(now=until) == 0
    assert seated(table) == ["ada", "free"]
    table.refresh_from_db()
    assert table.vacant == 1
    tables.join_table(code=table.code, player=cleo, now=until)


def test_a_chair_kept_too_long_does_not_wait_for_the_sweep(ada: Player, ben: Player, cleo: Player) -> None:
    places = [tables.Place(player=ada.pk), tables.Place(kept_for=ben.pk)]
    table = lobby_table(ada, places=places, kept_until=NOW)
    tables.join_table(code=table.code, player=cleo, now=NOW)
    assert seated(table) == ["ada", "cleo"]


def test_the_host_keeps_a_chair_no_longer(ada: Player, ben: Player, cleo: Player) -> None:
    places = [tables.Place(player=ada.pk), tables.Place(kept_for=ben.pk)]
    table = lobby_table(ada, places=places, kept_until=NOW + timedelta(days=1))
    assert (
        gettext("reserved for %(name)s") % {"name": "ben"}
        in browser(ada).get(table.get_absolute_url()).content.decode()
    )
    page = browser(cleo).get(table.get_absolute_url()).content.decode()
    assert f'<span class="quiet">{gettext("reserved")}</span>' in page
    with pytest.raises(NotHost):
        tables.release_seat(code=table.code, host=cleo, index=1)
    assert browser(ada).post(reverse("lobby:release", args=[table.code, 1])).status_code == 302
    assert seated(table) == ["ada", "free"]


def test_an_address_longer_than_any_is_none(ada: Player) -> None:
    table = lobby_table(ada)
    response = posted(browser(ada), table, email=f"{'a' * 250}@b.de")
    assert response.status_code == 409
    assert gettext("That isn’t a valid e-mail address. Please check it.") in response.content.decode()
    assert not Invitation.objects.exists()
