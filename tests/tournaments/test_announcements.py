"""Tests of announcements: they're shown on the page, all entrants are notified once, and no one else can post them."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.common import text_rules
from apps.common.errors import TextRefused
from apps.notices.models import Notice
from apps.notices.wording import Words, build_notice_line
from apps.people.services import export
from apps.talk.models import ChatBan
from apps.tournaments import personal_data
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import Announcement, Entry, Tournament
from apps.tournaments.services import announcements, entries, hosting, notify, scheduler
from tests.factories.people import browser, staff
from tests.factories.tournaments import NOON, bots, log, people, told, tournament
from tests.tournaments.admin_pages import ask, desk, do, organiser, text

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
TOO_LONG = gettext("That’s %(length)d characters long, and the maximum is %(most)d. Please shorten it.")
POSTED = gettext("Announcement posted. All entrants and players on the waiting list will be notified.")


@pytest.fixture
def cup(ada: Player) -> Tournament:
    """Return a tournament that Ada created and that starts tomorrow."""
    return tournament(by=ada, starts_at=timezone.now() + DAY, most=4, hosted=True)


def wrote(cup: Tournament, words: str = "Hello, all!", *, by: Player, now: datetime = NOON) -> Announcement:
    return hosting.post_announcement(code=cup.code, player=by, text=words, now=now)


def moved(cup: Tournament, status: str, *, over_at: datetime | None = None) -> None:
    Tournament.objects.filter(pk=cup.pk).update(status=status, over_at=over_at, version=F("version") + 1)
    cup.refresh_from_db()


def page(client: Client, cup: Tournament) -> str:
    return client.get(cup.get_absolute_url()).content.decode()


def test_whoever_made_it_writes_and_everybody_who_takes_part_or_waits_is_told_once(
    at: Browser, cup: Tournament, ada: Player, ben: Player, player: Any
) -> None:
    *playing, waiting = people(cup, player, 5)
    bots(cup, 1)
    gone = playing.pop()
    entries.leave_tournament(code=cup.code, player=gone, now=NOON)
    entries.register_player(code=cup.code, player=gone, now=NOON)
    entries.remove_entrant(code=cup.code, number=cup.entries.get(player=gone).number, reason="", by=None, now=NOON)
    words = "# Round one\n\nBring **your** [bombs](https://example.org)!"
    answer = at(ada).post(f"{cup.get_absolute_url()}announcements/", {"text": words}, follow=True)
    said = gettext("Your announcement is on this page. We’ve notified all entrants and everyone on the waiting list.")
    assert said in answer.content.decode()
    for _ in range(2):
        scheduler.advance_tournaments(now=timezone.now())
    for one in (*playing, waiting):
        assert told(one, notify.WROTE) == [notify.WROTE]
    for other in (ada, ben, gone):
        assert told(other, notify.WROTE) == []
    kept = msgspec.convert(Notice.objects.get(player=waiting, key__contains=":wrote:").words, Words)
    shown = build_notice_line(kept)
    assert (shown.title, shown.text) == (notify.WROTE % {"tournament": "Spring Cup"}, "Round one Bring your bombs!")
    assert kept.path == cup.get_absolute_url()
    assert log(cup)[-1:] == ["wrote"]


def test_what_people_write_is_no_sentence_to_fill_in(cup: Tournament, ada: Player, ben: Player) -> None:
    entries.register_player(code=cup.code, player=ben, now=NOON)
    wrote(cup, "100 %(time)s %s <b>", by=ada)
    kept = msgspec.convert(Notice.objects.get(player=ben, key__contains=":wrote:").words, Words)
    assert build_notice_line(kept).text == "100 %(time)s %s <b>"


def test_the_latest_stands_first_three_are_shown_and_the_rest_is_folded(
    client: Client, cup: Tournament, ada: Player
) -> None:
    assert 'id="announcements"' not in page(client, cup)
    for number in range(5):
        wrote(cup, f"Number *{number}*", by=ada, now=NOON + number * DAY)
    found = page(client, cup)
    places = [found.index(f"<p>Number <em>{number}</em></p>") for number in (4, 3, 2, 1, 0)]
    assert places == sorted(places)
    folded = found.index("Earlier (2)")
    assert places[2] < folded < places[3]
    assert 'id="announcements"' in found
    assert " · ada" in found
    assert "/take-back/" not in found


def test_whoever_wrote_is_not_named_to_people_they_keep_apart_from(
    at: Browser, cup: Tournament, ada: Player, ben: Player
) -> None:
    wrote(cup, by=ada)
    relations.block_player(owner=ben, other=ada, now=NOON)
    found = page(at(ben), cup)
    assert "Hello, all!" in found
    assert " · ada" not in found


@pytest.mark.parametrize("kind", ["stranger", "entrant", "nobody"])
def test_nobody_else_writes_or_takes_back(kind: str, at: Browser, cup: Tournament, ada: Player, ben: Player) -> None:
    written = wrote(cup, by=ada)
    if kind == "entrant":
        entries.register_player(code=cup.code, player=ben, now=NOON)
    visitor = at() if kind == "nobody" else at(ben)
    before, path = log(cup), cup.get_absolute_url()
    for form in ('id="write"', "/take-back/"):
        assert form not in page(visitor, cup)
    for address in (f"{path}announcements/", f"{path}announcements/{written.pk}/take-back/"):
        answer = visitor.post(address, {"text": "Mine"})
        assert answer.status_code == (401 if kind == "nobody" else 409)
        assert visitor.get(address).status_code == 405
    assert [one.text for one in Announcement.objects.all()] == ["Hello, all!"]
    assert log(cup) == before


def test_organisers_of_another_one_may_not(cup: Tournament, ada: Player, ben: Player) -> None:
    other = tournament(by=ben, name="Other Cup", hosted=True)
    written = wrote(cup, by=ada)
    with pytest.raises(TournamentRefused, match=re.escape(gettext("Only the tournament’s creator can do that."))):
        wrote(cup, by=ben)
    unknown = gettext("We can’t find that announcement. It may already have been deleted.")
    with pytest.raises(TournamentRefused, match=re.escape(unknown)):
        hosting.withdraw_announcement(code=other.code, player=ben, key=written.pk, now=NOON)
    assert Announcement.objects.get() == written


def test_whoever_may_not_talk_does_not_write_here_either(cup: Tournament, ada: Player) -> None:
    ChatBan.objects.create(player=ada, since=NOON, until=NOON + DAY)
    barred = gettext("An organiser has banned you from chat until %(until)s. You can still read and play.")
    with pytest.raises(TournamentRefused, match=re.escape(barred % {"until": "3 Mar 2026, 12:00"})):
        wrote(cup, by=ada, now=NOON + HOUR)
    assert wrote(cup, by=ada, now=NOON + DAY)


@pytest.mark.parametrize("count", [1, text_rules.MAX_ANNOUNCEMENT_LENGTH])
def test_a_text_of_so_many_characters_is_kept(cup: Tournament, ada: Player, count: int) -> None:
    assert wrote(cup, "  " + "x" * count + "\n\n", by=ada).text == "x" * count


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", gettext("Write something first.")),
        (" \n\u200b ", gettext("Write something first.")),
        ("x" * 1001, TOO_LONG % {"length": 1001, "most": 1000}),
        ("a\u202eb", gettext("That contains characters we can’t display. Type the text instead of pasting it.")),
        ("e" + "\u0301\u0302\u0303\u0304\u0305", gettext("That has too many accents on one letter.")),
    ],
)
def test_what_cannot_stand_there_is_refused_kept_in_the_form_and_told_to_nobody(
    at: Browser, cup: Tournament, ada: Player, ben: Player, words: str, said: str
) -> None:
    entries.register_player(code=cup.code, player=ben, now=NOON)
    answer = at(ada).post(f"{cup.get_absolute_url()}announcements/", {"text": words})
    assert answer.status_code == 422
    found = answer.content.decode()
    assert said in found
    assert words[:900] in found
    assert not Announcement.objects.exists()
    assert told(ben, notify.WROTE) == log(cup) == []
    with pytest.raises(TextRefused):
        wrote(cup, words, by=ada)


def test_there_are_three_a_day_and_taking_one_back_makes_no_room(at: Browser, cup: Tournament, ada: Player) -> None:
    now = timezone.now()
    for number in range(announcements.MAX_PER_DAY):
        hosting.withdraw_announcement(
            code=cup.code, player=ada, key=wrote(cup, f"{number}", by=ada, now=now).pk, now=now
        )
    answer = at(ada).post(f"{cup.get_absolute_url()}announcements/", {"text": "A fourth"})
    assert answer.status_code == 409
    found = answer.content.decode()
    limit = gettext("You’ve reached the limit of %(count)d announcements a day. Try again tomorrow.")
    assert limit % {"count": 3} in found
    assert ">A fourth</textarea>" in found
    assert wrote(cup, "A fourth", by=ada, now=now + DAY)


def test_a_button_that_is_pressed_twice_tells_once(cup: Tournament, ada: Player, ben: Player) -> None:
    entries.register_player(code=cup.code, player=ben, now=NOON)
    wrote(cup, by=ada)
    with pytest.raises(TournamentRefused, match=re.escape(gettext("This announcement has already been posted."))):
        wrote(cup, by=ada, now=NOON + HOUR)
    assert told(ben, notify.WROTE) == [notify.WROTE]


@pytest.mark.parametrize("status", ["announced", "open", "closed", "running", "paused"])
def test_one_writes_as_long_as_it_goes_on(cup: Tournament, ada: Player, status: str) -> None:
    moved(cup, status)
    assert wrote(cup, by=ada)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("draft", gettext("No one has entered yet. Announce the tournament first.")),
        ("cancelled", gettext("The tournament was cancelled. You can no longer post announcements.")),
    ],
)
def test_drafts_and_what_was_cancelled_have_none(
    at: Browser, cup: Tournament, ada: Player, status: str, said: str
) -> None:
    moved(cup, status, over_at=NOON if status == "cancelled" else None)
    assert 'id="write"' not in page(at(ada), cup)
    with pytest.raises(TournamentRefused, match=re.escape(said)):
        wrote(cup, by=ada)


def test_after_the_end_there_is_one_more_for_a_week(at: Browser, cup: Tournament, ada: Player, ben: Player) -> None:
    entries.register_player(code=cup.code, player=ben, now=NOON)
    end = timezone.now() - 6 * DAY
    wrote(cup, "Before", by=ada, now=end - HOUR)
    moved(cup, "over", over_at=end)
    found = page(at(ada), cup)
    assert gettext("The tournament is over. You can post one last announcement within a week of its end.") in found
    assert 'id="write"' in found
    assert 'id="call-off"' not in found
    late = gettext("The tournament ended more than a week ago. You can no longer post announcements.")
    with pytest.raises(TournamentRefused, match=re.escape(late)):
        wrote(cup, "Late", by=ada, now=end + 7 * DAY + HOUR)
    wrote(cup, "Thanks", by=ada, now=end + 7 * DAY)
    again = gettext("You can post only one announcement after the end, and one has already been posted.")
    with pytest.raises(TournamentRefused, match=re.escape(again)):
        wrote(cup, "And again", by=ada, now=end + 7 * DAY)
    assert len(told(ben, notify.WROTE)) == 2
    moved(cup, "over", over_at=end - 2 * DAY)
    assert 'id="write"' not in page(at(ada), cup)


def test_whoever_made_it_takes_one_back_also_when_all_is_over(at: Browser, cup: Tournament, ada: Player) -> None:
    first, second = wrote(cup, "First", by=ada), wrote(cup, "Second", by=ada)
    home, path = at(ada), cup.get_absolute_url()
    assert home.post(f"{path}announcements/{second.pk}/take-back/").status_code == 302
    moved(cup, "cancelled", over_at=NOON)
    assert f"announcements/{first.pk}/take-back/" in page(home, cup)
    assert home.post(f"{path}announcements/{first.pk}/take-back/").status_code == 302
    assert 'id="announcements"' not in page(home, cup)
    assert home.post(f"{path}announcements/{first.pk}/take-back/").status_code == 409
    assert home.post(f"{path}announcements/{10**30}/take-back/").status_code == 409
    assert log(cup) == ["wrote", "wrote", "took-back", "took-back"]


def test_what_was_taken_back_is_in_nobody_s_inbox(cup: Tournament, ada: Player, ben: Player) -> None:
    entries.register_player(code=cup.code, player=ben, now=NOON)
    first, other = (wrote(cup, text, by=ada, now=NOON) for text in ("A mistake.", "The truth."))
    assert Notice.objects.filter(key=f"{cup.code}:wrote:{first.pk}").exists()
    hosting.withdraw_announcement(code=cup.code, player=ada, key=first.pk, now=NOON)
    assert not Notice.objects.filter(key=f"{cup.code}:wrote:{first.pk}").exists()
    assert Notice.objects.filter(key=f"{cup.code}:wrote:{other.pk}").exists()


def test_staff_write_and_take_back_at_the_desk(cup: Tournament, ben: Player) -> None:
    host = browser(organiser("olga", cup))
    assert gettext("Up to %(count)s announcements a day.") % {"count": 3} in text(ask(host, cup, "write"))
    entries.register_player(code=cup.code, player=ben, now=NOON)
    told_once = ngettext(
        "%(n)d entrant or player on the waiting list will get a notification showing the first few words.",
        "%(n)d entrants and players on the waiting list will get a notification showing the first few words.",
        1,
    )
    assert told_once % {"n": 1} in text(ask(host, cup, "write"))
    assert gettext("Write something first.") in do(host, cup, "write", text="\u200b")
    assert TOO_LONG % {"length": 1001, "most": 1000} in do(host, cup, "write", text="x" * 1001)
    assert POSTED in do(host, cup, "write", text="From *us*")
    assert told(ben, notify.WROTE) == [notify.WROTE]
    written = Announcement.objects.get()
    assert (written.text, written.by and written.by.username) == ("From *us*", "olga")
    query = f"?announcement={written.pk}"
    found = text(host.get(desk(cup)))
    assert "From <em>us</em>" in found
    assert desk(cup, "take-back", query) in found
    gone = gettext("“%(opening)s” will be removed from the page.") % {"opening": "From us"}
    assert gone in text(ask(host, cup, "take-back", query))
    assert gettext("The announcement has been withdrawn.") in do(host, cup, "take-back", query)
    assert not Announcement.objects.exists()
    assert gettext("Choose an announcement.") in text(host.get(desk(cup, "take-back", query), follow=True))


def test_keepers_write_too_and_helpers_do_not(cup: Tournament) -> None:
    keeper = browser(staff("kim", "change_tournament"))
    assert POSTED in do(keeper, cup, "write", text="The house speaks")
    helper = browser(organiser("hans", cup, helper=True))
    for deed in ("write", "take-back"):
        assert ask(helper, cup, deed).status_code == 403
    found = text(helper.get(desk(cup)))
    assert "The house speaks" in found
    assert "desk/write/" not in found
    assert "desk/take-back/" not in found


def test_there_is_no_button_where_nothing_may_be_written(cup: Tournament) -> None:
    host = browser(organiser("olga", cup))
    for status, over_at, offered in (
        ("draft", None, False),
        ("open", None, True),
        ("over", timezone.now(), True),
        ("over", timezone.now() - 8 * DAY, False),
        ("cancelled", timezone.now(), False),
    ):
        moved(cup, status, over_at=over_at)
        assert ("desk/write/" in text(host.get(desk(cup)))) is offered, status
        asked = host.get(desk(cup, "write"))
        assert asked.status_code == (200 if offered else 302)


def test_what_one_wrote_is_ones_own_to_take_along_and_stays_without_a_name(
    client: Client, cup: Tournament, ada: Player, ben: Player
) -> None:
    written = wrote(cup, by=ada)
    assert list(personal_data.export_announcements(player=ada.pk)) == [
        {"address": cup.get_absolute_url(), "at": NOON, "text": "Hello, all!"}
    ]
    assert list(personal_data.export_announcements(player=ben.pk)) == []
    assert dict(export.PARTS)["tournament-announcements"] is personal_data.export_announcements
    Player.objects.get(pk=ada.pk).delete()
    written.refresh_from_db()
    assert (written.text, written.by) == ("Hello, all!", None)
    found = page(client, cup)
    assert "Hello, all!" in found
    assert " · someone who left" in found


def test_a_page_of_many_announcements_takes_one_statement_more(
    client: Client, cup: Tournament, ada: Player, django_assert_max_num_queries: Any
) -> None:
    entries.register_player(code=cup.code, player=ada, now=NOON)
    Announcement.objects.bulk_create(
        Announcement(tournament=cup, by=ada, text=f"Number {number}", at=NOON) for number in range(80)
    )
    with django_assert_max_num_queries(12):
        found = page(client, cup)
    assert found.count("<p>Number ") == 50
    assert Entry.objects.get().player == ada
