"""Tests of playing again with the same people."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.games import load_games
from apps.kernel.table import Seat
from apps.lobby.errors import TableFull, TableRefused
from apps.lobby.models import Invitation, Table
from apps.lobby.preferences import Wishes
from apps.lobby.services import invitations, rematch, tables
from apps.matches.engine import visibility
from apps.matches.engine.deadlines import list_preset_paces
from apps.matches.models import Chair, Match
from apps.matches.selectors import rematch as previous_match
from apps.matches.store import pubsub
from tests.factories.finished_matches import end_match
from tests.factories.lobby import NOW, lobby_table, seated
from tests.factories.people import browser
from tests.reading import words

pytestmark = pytest.mark.django_db
Same = dict[str, Any]


def over(code: str) -> str:
    end_match(code, 1, 2, 3, now=NOW)
    return code


@pytest.fixture
def match(ada: Player, ben: Player, cleo: Player) -> str:
    """Return a finished match of Ada, Ben, a bot and Cleo."""
    table = lobby_table(ada, seats=4, options={"short_fuse": True}, pace_name="weekly", wishes=Wishes(language="de"))
    tables.join_table(code=table.code, player=ben, now=NOW)
    tables.add_bot(code=table.code, host=ada)
    tables.join_table(code=table.code, player=cleo, now=NOW)
    return over(tables.start_table(code=table.code, host=ada, now=NOW))


def again_by(player: Player, match: str, *, now: Any = NOW) -> Table:
    return rematch.open_or_join_rematch(match=match, player=player, now=now)


def test_everybody_finds_their_chair_one_seat_further(match: str, ada: Player, ben: Player, cleo: Player) -> None:
    table = again_by(ben, match)
    assert seated(table) == ["ben", "bot", "for cleo", "for ada"]
    assert (table.host, table.game, table.pace_name, table.language) == (ben, "fuse", "weekly", "de")
    assert table.options["short_fuse"] is True
    assert table.pace == list_preset_paces(load_games()["fuse"].meta)["weekly"]
    assert set(Invitation.objects.values_list("to__username", "by__username")) == {("ada", "ben"), ("cleo", "ben")}


def test_the_second_click_leads_to_the_first_ones_table_and_the_last_begins(
    match: str, ada: Player, ben: Player, cleo: Player
) -> None:
    table = again_by(ben, match)
    assert again_by(ben, match) == table
    assert again_by(cleo, match) == table
    assert seated(table) == ["ben", "bot", "cleo", "for ada"]
    begun = again_by(ada, match)
    assert begun.match_code
    assert previous_match.load_rematch_terms(begun.match_code).seats == (ben.pk, None, cleo.pk, ada.pk)
    assert again_by(ben, match) == begun


def test_nobody_else_takes_a_kept_chair_before_its_time(match: str, ada: Player, ben: Player, dora: Player) -> None:
    table = again_by(ada, match)
    with pytest.raises(TableRefused, match="taken"):
        tables.join_table(code=table.code, player=dora, now=NOW + timedelta(hours=23))
    tables.join_table(code=table.code, player=dora, now=NOW + rematch.RESERVATION_TIME)
    assert "dora" in seated(table)


def test_whose_chair_is_kept_hears_of_it_until_its_time_is_up(match: str, ada: Player, ben: Player) -> None:
    table = again_by(ada, match)
    offer = rematch.find_rematch_offer(
        match=match, player=ben.pk, now=NOW + rematch.RESERVATION_TIME - timedelta(seconds=1)
    )
    assert offer == rematch.Offer(by="ada", mine=False, begun=False, path=table.get_absolute_url())
    assert rematch.find_rematch_offer(match=match, player=ben.pk, now=NOW + rematch.RESERVATION_TIME) is None


@pytest.mark.once
def test_the_pages_of_all_who_are_awaited_hear_that_a_rematch_is_open(
    match: str, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    rung: list[tuple[str, int, str]] = []
    monkeypatch.setattr(pubsub, "ring_observers", lambda code, mask, kind: rung.append((code, mask, kind)))
    again_by(ada, match)
    assert rung == [(match, sum(visibility.get_observer_bit(Seat(seat)) for seat in (0, 1, 3)), "rematch")]


def test_who_declines_frees_their_chair(match: str, ada: Player, ben: Player, dora: Player) -> None:
    table = again_by(ada, match)
    invitations.decline_invitation(token=Invitation.objects.get(to=ben).token, player=ben, now=NOW)
    assert seated(table) == ["free", "bot", "for cleo", "ada"]
    table.refresh_from_db()
    assert table.vacant == 1


def test_a_closed_rematch_may_be_opened_anew(match: str, ada: Player, ben: Player) -> None:
    tables.close_table(code=again_by(ada, match).code, host=ada)
    assert again_by(ben, match).host == ben


def test_only_who_played_and_only_when_it_is_over(match: str, ada: Player, dora: Player) -> None:
    with pytest.raises(TableRefused, match=gettext("Only players from this match can open a rematch.")):
        again_by(dora, match)
    Match.objects.filter(code=match).update(status="playing")
    with pytest.raises(TableRefused, match=gettext("The match isn’t over yet.")):
        again_by(ada, match)
    with pytest.raises(Match.DoesNotExist):
        again_by(ada, "nowhere")
    assert not Table.objects.filter(started_at=None).exists()


def test_who_blocked_each_other_is_left_out(match: str, ada: Player, ben: Player, cleo: Player) -> None:
    relations.block_player(owner=ben, other=ada, now=NOW)
    table = again_by(ada, match)
    assert seated(table) == ["free", "bot", "for cleo", "ada"]
    assert not Invitation.objects.filter(to=ben).exists()
    with pytest.raises(TableFull, match=str(TableFull.sentence)):
        again_by(ben, match)


def test_of_two_others_who_blocked_each_other_only_one_is_expected(
    match: str, ada: Player, ben: Player, cleo: Player
) -> None:
    relations.block_player(owner=cleo, other=ben, now=NOW)
    again_by(ada, match)
    assert Invitation.objects.count() == 1


def test_a_seat_that_was_left_to_a_bot_stays_one_and_counts_for_nobody(ada: Player, ben: Player) -> None:
    table = lobby_table(ada, wishes=Wishes(rated=True))
    tables.join_table(code=table.code, player=ben, now=NOW)
    code = over(tables.start_table(code=table.code, host=ada, now=NOW))
    rated = again_by(ada, code)
    assert rated.rated
    tables.close_table(code=rated.code, host=ada)
    Chair.objects.filter(match__code=code, player=ben).update(player=None, former=ben, bot=True)
    table = again_by(ada, code)
    assert seated(table) == ["bot", "ada"]
    assert not table.rated


def test_a_match_by_link_only_has_such_a_rematch(ada: Player, ben: Player) -> None:
    table = lobby_table(ada, public=False)
    tables.join_table(code=table.code, player=ben, now=NOW)
    code = over(tables.start_table(code=table.code, host=ada, now=NOW))
    assert not again_by(ben, code).public


def test_a_match_without_a_table_knows_its_pace(ada: Player) -> None:
    code = over(tables.play_now(player=ada, now=NOW))
    table = again_by(ada, code)
    assert table.pace_name == "daily"
    assert seated(table) == ["bot", "bot", "ada"]


def test_the_door_takes_a_click_of_somebody_who_is_logged_in(match: str, ada: Player, dora: Player) -> None:
    address = reverse("lobby:rematch", args=[match])
    page = reverse("matches:page", args=[match])
    assert Client().post(address).url == f"{reverse('account_login')}?next={page}"  # type: ignore[attr-defined]
    assert browser(ada).get(address).status_code == 405
    refused = browser(dora).post(address)
    assert refused.url == page  # type: ignore[attr-defined]
    assert not Table.objects.filter(rematch_of=match).exists()
    assert browser(ada).post(address).url == Table.objects.get(rematch_of=match).get_absolute_url()  # type: ignore[attr-defined]
    assert browser(ada).post(reverse("lobby:rematch", args=["nowhere"])).status_code == 404


def test_an_offer_that_a_page_shows_is_not_drawn_again(match: str, ada: Player, ben: Player) -> None:
    def ask(address: str) -> str:
        """Return the address that the page polls next after this one."""
        answer = browser(ben).get(address)
        if answer.status_code == 204:
            return address
        return unescape(answer.content.decode().partition('hx-get="')[2].partition('"')[0])

    shown = [f"{reverse('lobby:offered', args=[match])}?seen=&second"]
    assert ask(shown[-1]) == shown[-1], "there is no offer yet"
    for player in (ada, ben):
        again_by(player, match, now=timezone.now())
        shown.append(ask(shown[-1]))
    assert len(set(shown)) == 3
    assert [ask(each) for each in shown] == [shown[-1]] * len(shown)
    assert all(each.endswith("&second") for each in shown)


def test_only_who_is_awaited_is_told_how_it_stands(
    match: str, ada: Player, ben: Player, cleo: Player, dora: Player
) -> None:
    def told(player: Player | None) -> str:
        client = browser(player) if player else Client()
        answer = client.get(reverse("lobby:offered", args=[match]))
        return answer.content.decode() if answer.status_code == 200 else str(answer.status_code)

    assert (told(None), told(dora)) == ("404", "404")
    assert "Rematch" in told(ben)
    relations.block_player(owner=cleo, other=ada, now=timezone.now())
    table = again_by(ada, match, now=timezone.now())
    assert "ada would like to play again" in told(ben)
    assert table.get_absolute_url() in told(ada)
    assert "Rematch" in told(cleo)
    assert "ada" not in words(told(cleo))
    tables.fill_with_bots(code=table.code, host=ada)
    again_by(ben, match, now=timezone.now())
    assert "The rematch has started." in told(ben)
    assert "Rematch" in told(cleo)


def test_a_rematch_among_bots_begins_at_once_as_strong_as_before(ada: Player) -> None:
    code = over(tables.play_now(player=ada, now=NOW, strength="flint"))
    client = browser(ada)
    address = client.post(reverse("lobby:rematch", args=[code]))["Location"]
    again = Match.objects.exclude(code=code).get()
    assert client.get(address)["Location"] == reverse("matches:page", args=[again.code])
    assert again.opponents == "flint"
    assert again.seats.get(player=ada).index == 2
    assert client.post(reverse("lobby:rematch", args=[code]))["Location"] == address
    assert Match.objects.count() == 2
