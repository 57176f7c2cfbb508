"""Tests that the inbox lists the latest notices, and that the bell on every page counts the new ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop, ngettext, override

from apps.accounts.services import failed_logins, relations
from apps.kernel.table import Seat
from apps.lobby.models import Invitation
from apps.lobby.services import invitations
from apps.matches.services import proposals
from apps.matches.store import presence
from apps.notices import wording
from apps.notices.migrations._renamed_messages import RENAMED
from apps.notices.models import Kind, Notice
from apps.notices.selectors import inbox
from apps.notices.services import outbox, sweep
from apps.notices.wording import Words
from apps.people.services import account_deletion
from apps.talk.services import mutes, nudges
from apps.tournaments.models import Ladder, LadderTable
from tests.factories.lobby import lobby_table
from tests.factories.matches import HOUR, new_match
from tests.factories.people import guest
from tests.notices.conftest import mails, tell

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
SAID = gettext_noop("News from %(tournament)s")
DAILY = {"turn": 86400, "matchman": 43200}
NEW = 'class="unread"'


def post(
    player: Any, name: str, *, kind: Kind = Kind.TOURNAMENT, path: str = "/tournaments/x/", ago: float = 0
) -> None:
    """Put a notice into a player's outbox, as the apps do."""
    said = Words(title=SAID, path=path, names={"tournament": name})
    outbox.post_notice(player=player.pk, kind=kind, key=name, words=said, now=timezone.now() - timedelta(hours=ago))


def bell(client: Client, *, page: str = "", hidden: bool = False) -> str:
    """Return the bell's label after a page has requested the numbers of its bar."""
    headers = {"HX-Request": "true"} | ({} if hidden else {"X-Visible": "yes"})
    headers |= {"HX-Current-URL": f"http://testserver{page}"} if page else {}
    html = client.get("/notices/bar/", headers=headers).content.decode()
    [found] = re.findall(r'<a id="bell".*?</a>', html, re.DOTALL)
    return " ".join(re.findall(r'class="sr-only">(.*?)<', found))


def unread(number: int) -> str:
    return f"Notifications, {number} unread" if number else "Notifications"


def listed(client: Client) -> list[str]:
    """Return the titles in the inbox, from top to bottom."""
    html = client.get("/notices/").content.decode()
    return re.findall(r'<div class="row-main">\s*<a href="[^"]*">(.*?)</a>', html)


def test_the_latest_notices_are_listed_in_the_reader_s_language_with_what_they_are_about(at: Browser, ada: Any) -> None:
    ada.language = "de"
    ada.save()
    post(ada, "Spring Cup", ago=2)
    post(ada, "Summer Cup", ago=1)
    html = at(ada).get("/notices/").content.decode()
    with override("de"):
        said = [gettext(SAID) % {"tournament": name} for name in ("Summer Cup", "Spring Cup")]
    assert listed(at(ada)) == said
    assert html.count('href="/tournaments/x/"') == 2


def test_a_notice_of_a_game_shows_its_emblem_and_one_of_a_game_that_is_gone_the_site_s(at: Browser, ada: Any) -> None:
    for game in ("fuse", "gone"):
        said = Words(title=wording.OVER, game=game, names={"people": "ben"})
        outbox.post_notice(player=ada.pk, kind=Kind.OVER, key=game, words=said, now=timezone.now())
    html = at(ada).get("/notices/").content.decode()
    assert html.count('class="emblem"') == 2
    assert html.count('class="emblem" viewBox="0 0 32 32"') == 1


def test_the_list_marks_what_is_new_in_words_and_has_been_read_when_it_was_shown(at: Browser, ada: Any) -> None:
    client = at(ada)
    post(ada, "one")
    assert bell(client) == unread(1)
    post(ada, "two")
    assert bell(client) == unread(2)
    html = client.get("/notices/").content.decode()
    assert html.count(NEW) == 2
    assert html.count(">New<") == 2
    assert bell(client) == unread(0)
    assert NEW not in client.get("/notices/").content.decode()
    post(ada, "three")
    assert bell(client) == unread(1)
    assert client.get("/notices/").content.decode().count(NEW) == 1


def test_there_are_fifty_and_reading_them_reads_older_ones_too(at: Browser, ada: Any) -> None:
    for number in range(60):
        post(ada, f"n{number}", ago=number)
    client = at(ada)
    assert bell(client) == unread(50)
    shown = listed(client)
    assert (len(shown), "n0" in shown[0], "n49" in shown[-1]) == (50, True, True)
    assert bell(client) == unread(0)
    assert not Notice.objects.filter(read_at=None).exists()


def test_an_old_one_below_fifty_that_were_read_elsewhere_leaves_the_bell(at: Browser, ada: Any) -> None:
    for number in range(51):
        post(ada, f"n{number}", ago=number)
    newest = Notice.objects.order_by("-created_at").values("pk")[:50]
    Notice.objects.filter(pk__in=list(newest.values_list("pk", flat=True))).update(read_at=timezone.now())
    client = at(ada)
    assert bell(client) == unread(1)
    assert len(listed(client)) == 50
    assert bell(client) == unread(0)


def test_what_came_while_the_list_was_drawn_stays_new(at: Browser, ada: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    post(ada, "before")
    drawn = inbox.load_inbox_rows

    def rows(player: int) -> list[inbox.Row]:
        found = drawn(player)
        post(ada, "meanwhile")
        return found

    monkeypatch.setattr(inbox, "load_inbox_rows", rows)
    at(ada).get("/notices/")
    assert bell(at(ada)) == unread(1)


def test_a_page_in_front_reads_what_leads_to_it_and_one_in_the_background_does_not(at: Browser, ada: Any) -> None:
    client = at(ada)
    post(ada, "this", path="/tournaments/x/?view=all#news")
    post(ada, "other", path="/tournaments/y/")
    assert bell(client, page="/tournaments/x/", hidden=True) == unread(2)
    assert bell(client, page="/tournaments/") == unread(2)
    assert bell(client, page="/tournaments/x/?from=mail") == unread(1)
    assert "other" in [notice.words["names"]["tournament"] for notice in inbox.find_unread_notices(ada.pk)]


def test_a_strange_address_of_a_page_reads_nothing(at: Browser, ada: Any) -> None:
    post(ada, "this")
    strange = {"HX-Request": "true", "X-Visible": "yes", "HX-Current-URL": "http://[x/"}
    assert at(ada).get("/notices/bar/", headers=strange).status_code == 200
    assert bell(at(ada)) == unread(1)


def test_opening_a_match_reads_that_it_is_over_and_whoever_saw_it_end_is_told_nothing_new(
    at: Browser, ada: Any, ben: Any
) -> None:
    table = new_match(ada, ben, pace=DAILY, now=timezone.now())
    table.finish()
    tell(timezone.now())
    assert bell(at(ada)) == bell(at(ben)) == unread(1)
    assert bell(at(ada), page=f"/m/{table.code}/") == unread(0)
    presence.mark_viewing(player=ben.pk, code=table.code, over=True)
    assert NEW not in at(ben).get("/notices/").content.decode()
    assert bell(at(ben)) == unread(0)


def test_turns_and_deadlines_are_no_notices_there_for_they_are_counted_beside_it(
    at: Browser, ada: Any, ben: Any
) -> None:
    table = new_match(ada, ben, pace=DAILY, now=timezone.now())
    tell(timezone.now() + 20 * HOUR)
    asked = (ada, ben)[table.ask.seat]
    assert set(Notice.objects.filter(player=asked).values_list("kind", flat=True)) == {Kind.TURN, Kind.CALL}
    client = at(asked)
    assert bell(client) == unread(0)
    assert listed(client) == []
    assert gettext("Invitations, results and news will appear here.") in client.get("/notices/").content.decode()
    assert client.get("/notices/").content.decode().count("is waiting for you") == 1, "the bar alone says it"
    assert 'data-waiting="1"' in client.get("/notices/bar/").content.decode()


def test_notices_stand_under_their_day_in_the_reader_s_time_zone(at: Browser, ada: Any) -> None:
    ada.time_zone = "Pacific/Kiritimati"  # 14 hours ahead
    ada.save()
    here = timezone.localtime(timezone.now(), ada.zone)
    midnight = here.replace(hour=0, minute=0, second=0, microsecond=0)
    for number, at_ in enumerate((here, midnight - timedelta(minutes=1), midnight - timedelta(days=9))):
        post(ada, f"n{number}", ago=(here - at_).total_seconds() / 3600)
    html = at(ada).get("/notices/").content.decode()
    days = [re.sub(r"<[^>]*>", "", day) for day in re.findall(r'class="inbox-day">(.*?)</h2>', html)]
    assert days == ["Today", "Yesterday", f"{midnight - timedelta(days=9):%a %-d %b}"]
    assert [part.count('class="row-main"') for part in html.split('class="inbox-day"')] == [0, 1, 1, 1]


def test_whoever_caused_a_notice_shows_their_face_until_they_left(at: Browser, ada: Any, ben: Any) -> None:
    invitations.ask_by_name(code=lobby_table(ben, public=False).code, by=ben, name="ada", now=timezone.now())
    post(ada, "nobody's")
    face = f'src="{reverse("accounts:face", args=[ben.face_seed])}"'
    html = at(ada).get("/notices/").content.decode().partition('class="inbox-day"')[2]
    assert (html.count(face), html.count('class="face"')) == (1, 1)
    said = Words(title=wording.PROPOSED["end"], path="/m/x/", game="fuse", names={"by": "ben"}, players={"ben": ben.pk})
    outbox.post_notice(player=ada.pk, kind=Kind.NUDGE, key="x", words=said, now=timezone.now())
    account_deletion.delete_account(player=ben, now=timezone.now())
    assert 'class="face"' not in at(ada).get("/notices/").content.decode().partition('class="inbox-day"')[2]


def test_a_withdrawn_invitation_has_no_buttons(at: Browser, ada: Any, ben: Any) -> None:
    table = lobby_table(ben, public=False)
    invitations.ask_by_name(code=table.code, by=ben, name="ada", now=timezone.now())
    assert ">Accept<" not in at(ben).get("/notices/").content.decode()
    assert re.search(r'<button class="button primary"[^>]*>Accept<', at(ada).get("/notices/").content.decode())
    Invitation.objects.update(answered_at=timezone.now(), answer=Invitation.Answer.WITHDRAWN)
    assert not re.search(r"<button[^>]*>Accept<", at(ada).get("/notices/").content.decode())


def test_a_challenge_leads_to_its_table_as_long_as_that_plays(at: Browser, ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=timezone.now())
    ladder = Ladder.objects.create(name="Up", game="fuse", created_at=timezone.now())
    challenge = LadderTable.objects.create(ladder=ladder, match=table.match, by=ben, at=timezone.now())
    said = Words(
        title="%(name)s has challenged you: %(ladder)s", path="/ladders/1/", names={"name": "ben", "ladder": "Up"}
    )
    key = f"ladder:{ladder.pk}:challenge:{challenge.pk}"
    outbox.post_notice(player=ada.pk, kind=Kind.TOURNAMENT, key=key, words=said, now=timezone.now())
    button = f'href="/m/{table.code}/">{gettext("Go to your table")}<'
    assert button in at(ada).get("/notices/").content.decode()
    table.finish()
    assert button not in at(ada).get("/notices/").content.decode()


def test_an_end_in_an_old_wording_leads_to_the_result_and_to_no_standings(at: Browser, ada: Any) -> None:
    [old] = [was for was, now in RENAMED.items() if now == wording.OVER]
    said = Words(title=old, path="/m/somewhere/", game="fuse", names={"people": "ben"})
    outbox.post_notice(player=ada.pk, kind=Kind.OVER, key="somewhere:over", words=said, now=timezone.now())
    html = at(ada).get("/notices/").content.decode()
    assert gettext("See the result") in html
    assert gettext("See the standings") not in html


def test_nobody_sees_or_reads_what_somebody_else_was_told(at: Browser, ada: Any, ben: Any) -> None:
    post(ada, "secret")
    assert "secret" not in at(ben).get("/notices/").content.decode()
    assert bell(at(ben), page="/tournaments/x/") == unread(0)
    assert bell(at(ada)) == unread(1)
    assert at().get("/notices/").status_code == 302
    assert bell(at()) == unread(0)


def test_a_guest_has_a_bell_and_whoever_is_not_logged_in_has_none(at: Browser) -> None:
    someone = guest()
    post(someone, "guests, too")
    assert bell(at(someone)) == unread(1)
    assert len(listed(at(someone))) == 1
    page = at(someone).get("/games/").content.decode()
    assert page.count('id="bell"') == 1
    assert 'hx-get="/notices/bar/"' in page
    nobody = at().get("/games/").content.decode()
    assert 'id="bell"' not in nobody
    assert "/notices/" not in nobody


def test_what_is_from_a_blocked_player_is_neither_listed_nor_counted_as_in_e_mails(
    at: Browser, ada: Any, ben: Any
) -> None:
    table = lobby_table(ben, public=False)
    invitations.ask_by_name(code=table.code, by=ben, name="ada", now=timezone.now())
    assert bell(at(ada)) == unread(1)
    relations.block_player(owner=ada, other=ben, now=timezone.now())
    assert bell(at(ada)) == unread(0)
    assert listed(at(ada)) == []
    tell(timezone.now() + HOUR)
    assert mails(ada) == []


def test_a_nudge_from_a_muted_player_arrives_nowhere(at: Browser, ada: Any, ben: Any) -> None:
    now = timezone.now()
    table = new_match(ada, ben, pace=DAILY, now=now)
    asked, other = (ada, ben) if table.ask.seat == 0 else (ben, ada)
    mutes.mute_player(owner=asked.pk, other=other.pk, now=now)
    nudges.nudge_players(code=table.code, player=other.pk, now=now)
    assert bell(at(asked)) == unread(0)
    assert listed(at(asked)) == []


def test_a_proposal_is_listed_as_long_as_it_needs_an_answer(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    now = timezone.now()
    table = new_match(ada, ben, cleo, pace=DAILY, now=now)
    proposals.agree_to_proposal(code=table.code, seat=Seat(0), what="pause", about=3, now=now)
    sweep.post_new_notices(now=now, all_of_it=True)
    assert listed(at(ben)) == [wording.PROPOSED["pause"] % {"by": "ada", "game": "Fuse"}]
    assert bell(at(cleo)) == unread(1)
    proposals.decline_proposal(code=table.code, seat=Seat(1), what="pause", about=3, now=now)
    assert listed(at(ben)) == []
    assert bell(at(cleo)) == unread(0)


def test_the_latest_fifty_outlive_the_cleaning_and_everything_else_goes(ada: Any, ben: Any, settings: Any) -> None:
    age = 24 * (settings.NOTICES_KEPT_DAYS + 1)
    for number in range(55):
        post(ada, f"n{number}", ago=age + number)
    post(ada, "young")
    post(ada, "turn", kind=Kind.TURN, ago=age)
    post(ben, "lonely", ago=age)
    sweep.delete_old_notices(now=timezone.now())
    left = set(Notice.objects.values_list("key", flat=True))
    assert left == {"young", "lonely", *(f"n{number}" for number in range(49))}


def test_an_inbox_goes_with_its_account(ada: Any, ben: Any) -> None:
    post(ada, "mine")
    post(ben, "ben's")
    account_deletion.delete_account(player=ada, now=timezone.now())
    assert list(Notice.objects.values_list("key", flat=True)) == ["ben's"]


def test_whoever_left_is_named_in_nobody_s_inbox(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    invitations.ask_by_name(code=lobby_table(ben, public=False).code, by=ben, name="ada", now=timezone.now())
    over = Words(title=wording.OVER, game="fuse", names={"people": "ben, cleo, Wick, Bot 2"})
    outbox.post_notice(player=ada.pk, kind=Kind.OVER, key="over", words=over, now=timezone.now() + timedelta(seconds=1))
    account_deletion.delete_account(player=ben, now=timezone.now())
    said = listed(at(ada))
    assert said[0] == wording.OVER % {"game": "Fuse", "people": "someone who left, cleo, Wick, Bot 2"}
    assert not [each for each in said if "ben" in each]


def rename(player: Any, name: str) -> None:
    player.username = name
    player.save(update_fields=["username"])


def test_whoever_has_another_name_by_now_is_called_by_it_and_nobody_who_took_the_old_one_is(
    at: Browser, ada: Any, ben: Any, cleo: Any
) -> None:
    table = new_match(ada, ben, pace=DAILY, now=timezone.now())
    invitations.ask_by_name(code=lobby_table(ben, public=False).code, by=ben, name="ada", now=timezone.now())
    table.finish()
    tell(timezone.now())
    rename(ben, "benno")
    assert listed(at(ada)) == [
        wording.OVER % {"game": "Fuse", "people": "benno"},
        invitations.INVITED_TITLE % {"by": "benno", "game": "Fuse"},
    ]
    rename(cleo, "ben")
    account_deletion.delete_account(player=ben, now=timezone.now())
    assert wording.OVER % {"game": "Fuse", "people": "someone who left"} in listed(at(ada))


def test_a_blocked_player_who_took_another_name_is_not_listed_either(at: Browser, ada: Any, ben: Any) -> None:
    invitations.ask_by_name(code=lobby_table(ben, public=False).code, by=ben, name="ada", now=timezone.now())
    relations.block_player(owner=ada, other=ben, now=timezone.now())
    rename(ben, "benno")
    assert listed(at(ada)) == []


def test_a_notice_of_an_older_version_knows_players_by_their_names(at: Browser, ada: Any, ben: Any) -> None:
    for name in ("ben", "zoe"):
        said = Words(title=wording.OVER, game="fuse", names={"people": name})
        outbox.post_notice(player=ada.pk, kind=Kind.OVER, key=name, words=said, now=timezone.now())
        Notice.objects.filter(key=name).update(words={"title": said.title, "game": "fuse", "names": said.names})
    assert sorted(listed(at(ada))) == [
        wording.OVER % {"game": "Fuse", "people": name} for name in ("ben", "someone who left")
    ]


def test_a_proposal_names_players_as_they_are_called_today(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    now = timezone.now()
    table = new_match(ada, ben, cleo, pace=DAILY, now=now)
    proposals.agree_to_proposal(code=table.code, seat=Seat(0), what="pause", about=3, now=now)
    sweep.post_new_notices(now=now, all_of_it=True)
    rename(ada, "adele")
    assert listed(at(ben)) == [wording.PROPOSED["pause"] % {"by": "adele", "game": "Fuse"}]


def test_a_warning_of_failed_logins_is_read_where_it_is_listed_not_on_the_account_s_page(at: Browser, ada: Any) -> None:
    for _ in range(failed_logins.REPORTED_WRONG_PASSWORDS):
        failed_logins.record_wrong_password(login="ada", now=timezone.now())
    sweep.post_new_notices(now=timezone.now())
    client = at(ada)
    assert bell(client, page="/me/") == unread(1)
    assert listed(client) == [wording.GUESSING]
    assert bell(client) == unread(0)


def test_the_cleaning_costs_the_same_however_many_inboxes_are_overfull(ada: Any, ben: Any, settings: Any) -> None:
    age = 24 * (settings.NOTICES_KEPT_DAYS + 1)

    def cost(*players: Any) -> int:
        for player in players:
            for number in range(51):
                post(player, f"{player} {number}", ago=age + number)
        with CaptureQueriesContext(connection) as asked:
            sweep.delete_old_notices(now=timezone.now())
        assert {Notice.objects.filter(player=player).count() for player in players} == {50}
        Notice.objects.all().delete()
        return len(asked)

    assert cost(ada) == cost(ada, ben)


def test_the_bar_costs_the_same_however_many_notices_were_read_and_the_list_however_long_it_is(
    at: Browser, ada: Any
) -> None:
    client = at(ada)

    def cost(path: str) -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(path).status_code == 200
        return len(asked)

    post(ada, "first")
    client.get("/notices/")
    bar, page = cost("/notices/bar/"), cost("/notices/")
    for number in range(40):
        post(ada, f"n{number}")
    client.get("/notices/")
    assert (cost("/notices/bar/"), cost("/notices/")) == (bar, page)
    Notice.objects.all().delete()
    assert cost("/notices/bar/") == cost("/mine/waiting/") + 1, "the bell costs one statement"


def test_a_page_asks_nothing_more_for_its_bell(at: Browser, ada: Any) -> None:
    client = at(ada)
    post(ada, "new")
    client.get("/games/")
    with CaptureQueriesContext(connection) as asked:
        client.get("/games/")
    assert not [each["sql"] for each in asked if "notices_notice" in each["sql"]]


def post_round(player: Any, cup: str, number: int, *, ago: float = 0) -> None:
    """Tell a player that their table of a round is ready."""
    said = Words(
        title="Round %(round)s of %(tournament)s: your table is ready",
        path=f"/tournaments/{cup}/",
        names={"tournament": cup, "round": number},
    )
    at = timezone.now() - timedelta(hours=ago)
    outbox.post_notice(player=player.pk, kind=Kind.TOURNAMENT, key=f"{cup}:paired:{number}", words=said, now=at)


def test_the_rounds_of_a_tournament_share_a_row_and_count_once(at: Browser, ada: Any) -> None:
    client = at(ada)
    for ago, number in ((9, 1), (6, 2), (3, 3)):
        post_round(ada, "spring", number, ago=ago)
    post_round(ada, "autumn", 3, ago=5)
    post_round(ada, "autumn", 5, ago=1)
    post(ada, "spring", path="/tournaments/spring/", ago=2)
    assert bell(client) == unread(3)
    html = client.get("/notices/").content.decode()
    rounds = gettext("%(tournament)s: rounds %(rounds)s")
    assert re.findall(r'<div class="row-main">\s*<a href="[^"]*">(.*?)</a>', html) == [
        rounds % {"tournament": "autumn", "rounds": f"3 {gettext('and')} 5"},
        gettext(SAID) % {"tournament": "spring"},
        rounds % {"tournament": "spring", "rounds": "1–3"},
    ]
    earlier = ngettext("%(count)s earlier notification", "%(count)s earlier notifications", 2) % {"count": 2}
    assert earlier in html
    assert "Round 1 of spring" in html
    assert html.count(NEW) == 3
    assert bell(client) == unread(0)
    assert not Notice.objects.filter(read_at=None).exists(), "those that are folded have been read, too"
    post_round(ada, "spring", 4)
    assert bell(client) == unread(1)
    assert client.get("/notices/").content.decode().count(NEW) == 1


def test_a_round_s_notices_share_a_row_that_is_called_like_the_latest(at: Browser, ada: Any) -> None:
    post_round(ada, "spring", 2, ago=2)
    said = Words(title="Round 2 ends soon", path="/tournaments/spring/", names={"tournament": "spring", "round": 2})
    outbox.post_notice(player=ada.pk, kind=Kind.TOURNAMENT, key="spring:call:2", words=said, now=timezone.now())
    assert listed(at(ada)) == ["Round 2 ends soon"]


def test_what_happened_in_a_match_leads_to_it_with_a_button(at: Browser, ada: Any) -> None:
    for title, deed in wording.DEEDS.items():
        Notice.objects.all().delete()
        said = Words(title=title, path="/m/somewhere/", game="fuse", names={"people": "ben", "by": "ben", "days": 1})
        outbox.post_notice(player=ada.pk, kind=Kind.OVER, key="x:over", words=said, now=timezone.now())
        html = at(ada).get("/notices/").content.decode()
        assert f'<a class="button" href="/m/somewhere/">{gettext(deed)}<' in html
