"""Tests of the admin's first page: exactly what is waiting for its reader, each item with its action."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from apps.accounts.services import online
from apps.games import load_games
from apps.matches.models import Question
from apps.matches.services import organiser as match_organiser
from apps.notices.models import Notice
from apps.talk.models import Board
from apps.talk.services import post_reports, posts
from apps.tournaments.admin import waiting as lines
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.models import Pod, Round, Tournament
from apps.tournaments.selectors import waiting
from apps.tournaments.services import corrections, lifecycle, matches, rounds, scheduler
from tests.factories.matches import MatchDriver
from tests.factories.people import browser, staff, superuser
from tests.factories.tournaments import bots, decide, decide_all, log, people, running, tournament
from tests.tournaments.admin_pages import at_once, desk, do, organiser, text

pytestmark = pytest.mark.django_db
TABLES = Swiss(rounds=2, most=3, least=3)
HOUR = timedelta(hours=1)


@pytest.fixture
def now() -> datetime:
    return timezone.now()


def section(client: Client) -> str:
    """Return what the first page lists as waiting, with its links."""
    page = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", " ".join(text(client.get("/admin/")).split()))
    [found] = re.findall(r'<section class="waiting".*?</section>', page)
    return found


def running_events(client: Client) -> str:
    """Return what the first page shows of the tournaments in play; empty if there is nothing."""
    page = " ".join(text(client.get("/admin/")).split())
    return "".join(re.findall(r'<section class="running".*?</section>', page))


def deeds(client: Client) -> list[str]:
    return re.findall(r'(?:<a class="button" href|<form method="post" action)="([^"]+)"', section(client))


def click(client: Client, address: str, *, on: str = "") -> str:
    """Press the button with this address on the first page, as it is now or was, and return what the next page says."""
    found = re.findall(rf'action="{re.escape(address)}">.*?name="version" value="([^"]*)"', on or section(client))
    answer = client.post(address, {"version": found[0]}, follow=True)
    assert answer.redirect_chain[-1][0] == "/admin/", "back at the first page"
    return " ".join(str(message) for message in answer.context["messages"])


def both(cup: Tournament) -> list[str]:
    """Return the addresses of what can be done about the first table of the first round."""
    return [at_once(cup, deed, "?round=0&table=0") for deed in ("remind-table", "extend-table")]


def cup_of(player: Any, count: int, now: datetime, *, name: str = "Spring Cup", **more: Any) -> Tournament:
    """Return a tournament of people at tables of three whose first round is waiting for its organiser."""
    cup = tournament(TABLES, name=name, starts_at=now + 2 * HOUR, by_itself=False, round_hours=20, **more)
    people(cup, player, count)
    lifecycle.start_tournament(code=cup.code, by=None, now=now)
    return cup


def published(cup: Tournament, now: datetime) -> Tournament:
    rounds.publish_round(code=cup.code, number=cup.rounds.count() - 1, by=None, now=now)
    matches.deal_owed(now=now)
    Pod.objects.filter(round__tournament=cup).update(ends_at=now + HOUR)
    return cup


def test_a_calm_sentence_says_that_nothing_is_waiting(now: datetime) -> None:
    far = tournament(starts_at=now + timedelta(days=3))
    for reader in (superuser(), organiser("olga", far), staff("uma", "view_player")):
        assert gettext("Nothing is waiting for you.") in section(browser(reader))
        assert deeds(browser(reader)) == []


def test_a_round_waits_for_being_published_until_it_is(player: Any, now: datetime) -> None:
    cup = cup_of(player, 6, now)
    host = browser(organiser("olga", cup))
    publish = at_once(cup, "publish")
    assert deeds(host) == [publish]
    before = section(host)
    assert gettext("%(name)s: round %(round)d") % {"name": "Spring Cup", "round": 1} in before
    assert gettext("Round %(round)d has been published.") % {"round": 1} in click(host, publish)
    assert publish not in deeds(host)
    assert cup.acts.filter(what="published", by__username="olga").exists()
    assert gettext("No round is waiting to be published.") in click(host, publish, on=before), "a second click"


def test_a_round_that_is_published_by_itself_waits_for_nobody(player: Any, now: datetime) -> None:
    cup = cup_of(player, 6, now)
    Tournament.objects.update(by_itself=True)
    assert deeds(browser(organiser("olga", cup))) == []


def test_a_table_near_its_time_limit_names_who_holds_it_up(player: Any, now: datetime) -> None:
    cup = published(cup_of(player, 3, now, game="bombe"), now)
    [table] = running(cup)
    match = MatchDriver(table.came[0].code, game=load_games()["bombe"])
    host = browser(organiser("olga", cup))
    assert deeds(host) == [*both(cup)]
    everybody = section(host)
    assert all(f"p{number:03}" in everybody for number in range(3))
    seat = match.ask.seat
    match.says(seat, match.as_bot(seat))
    assert section(host) == everybody, "who has bid unseen is nobody's business"
    Pod.objects.update(ends_at=now + waiting.TASK_LEAD_TIME - HOUR)
    assert deeds(host) == [], "of a short round it is not late yet"
    Tournament.objects.update(round_hours=waiting.LONG_ROUND_HOURS)
    assert deeds(host) == [*both(cup)]
    Pod.objects.update(ends_at=now + waiting.TASK_LEAD_TIME + HOUR)
    assert deeds(host) == []
    Pod.objects.update(ends_at=now + HOUR)
    decide(table)
    scheduler.advance_tournaments(now=now)
    assert not set(both(cup)) & set(deeds(host))


def test_only_those_are_named_for_whom_a_table_waits(
    player: Any, now: datetime, django_assert_num_queries: Any
) -> None:
    cup = published(cup_of(player, 3, now, game="fuse"), now)
    [table] = running(cup)
    [pod] = Pod.objects.all()
    match = MatchDriver(table.came[0].code)
    seat = match.ask.seat
    sitting = {entry.number: entry.player.username for entry in cup.entries.select_related("player") if entry.player}
    waiting.find_delays([pod])
    with django_assert_num_queries(2):  # The log isn't folded again.
        found = waiting.find_delays([pod])[pod.pk]
    assert [name for name, _face in found.people] == [sitting[table.seats[seat]]]
    assert found.since == now
    assert waiting.find_delays([]) == {}


def test_a_start_within_a_day_waits_for_entrants(player: Any, now: datetime) -> None:
    soon = tournament(TABLES, name="Soon", starts_at=now + 5 * HOUR, least=6)
    full = tournament(TABLES, name="Full", starts_at=now + 5 * HOUR, least=6)
    far = tournament(TABLES, name="Far", starts_at=now + 30 * HOUR, least=6)
    bots(soon, 4)
    bots(full, 6)
    host = browser(organiser("olga", soon, full, far))
    assert deeds(host) == [desk(soon, "add", "?from=index")]
    lacking = gettext("The tournament needs at least %(least)d entrants. It has %(count)d so far.")
    assert lacking % {"least": 6, "count": 4} in section(host)
    bots(soon, 2)
    assert deeds(host) == []


def test_what_nobody_can_enter_yet_waits_for_being_opened_by_those_who_may(now: datetime) -> None:
    cup = tournament(TABLES, starts_at=now + 5 * HOUR)
    Tournament.objects.update(status="announced")
    host = browser(organiser("olga", cup))
    before = section(host)
    assert deeds(host) == [at_once(cup, "open")]
    helper = browser(organiser("hal", cup, helper=True))
    assert deeds(helper) == [desk(cup)], "a helper may look, and ask an organiser"
    assert helper.post(at_once(cup, "open"), {"version": "announced"}).status_code == 403
    assert gettext("Registration is open.") in click(host, at_once(cup, "open"))
    assert deeds(host) == [desk(cup, "add", "?from=index")]
    cup.refresh_from_db()
    assert cup.status == Tournament.Status.OPEN
    click(host, at_once(cup, "open"), on=before)
    assert cup.acts.filter(what="opened").count() == 1


def test_times_have_one_unit_and_numbers_agree_with_their_words(player: Any, now: datetime) -> None:
    published(cup_of(player, 3, now, game="bombe"), now)
    for rows in (Pod.objects, Round.objects):
        rows.update(ends_at=now + 18 * HOUR + timedelta(minutes=22, seconds=30))
    Question.objects.update(opened_at=now - 5 * HOUR - timedelta(minutes=7))
    Tournament.objects.update(round_hours=waiting.LONG_ROUND_HOURS)
    tournament(TABLES, name="Autumn Cup", starts_at=now + timedelta(days=2, hours=3, minutes=1))
    host = browser(superuser())
    online.mark_player_online(player=1, now=now)
    page = re.sub(r"\s+", " ", text(host.get("/admin/")))
    assert "18 hours left" in section(host)
    assert "(5 hours)" in section(host)
    assert "18 hours left" in running_events(host)
    assert "starts in 2 days<" in running_events(host)
    assert "minute" not in section(host) + running_events(host)
    assert "<dt>Player online</dt><dd>1</dd>" in page
    assert "<dt>Match in progress</dt><dd>1</dd>" in page
    online.mark_player_online(player=2, now=now)
    assert "<dt>Players online</dt><dd>2</dd>" in text(host.get("/admin/"))


def test_a_start_whose_time_has_passed_waits_for_its_organiser(now: datetime) -> None:
    cup = tournament(TABLES, starts_at=now - HOUR, by_itself=False)
    bots(cup, 6)
    host = browser(organiser("olga", cup))
    assert deeds(host) == [desk(cup, "start", "?from=index")]
    assert gettext("The announced time has passed.") in section(host)


def test_a_table_without_a_result_waits_for_a_correction(player: Any, now: datetime) -> None:
    cup = published(cup_of(player, 6, now), now)
    Pod.objects.update(ends_at=now + timedelta(days=3))
    first = running(cup)[0]
    match_organiser.end_match(code=first.came[0].code, now=now)
    host = browser(organiser("olga", cup))
    deed = desk(cup, "correct", f"?round=0&table={first.pod.index}&from=index")
    assert deeds(host) == [deed]
    corrections.correct_result(
        code=cup.code, number=0, index=first.pod.index, places=[1, 2, 3], reason="Told.", by=None, now=now
    )
    assert deeds(host) == []


def test_an_old_round_waits_for_nothing_any_more(player: Any, now: datetime) -> None:
    cup = published(cup_of(player, 6, now), now)
    match_organiser.end_match(code=running(cup)[0].came[0].code, now=now)
    decide_all(cup, now=now)
    scheduler.advance_tournaments(now=now)
    host = browser(organiser("olga", cup))
    assert len(deeds(host)) == 2, "a result, and the next round"
    published(cup, now)
    Pod.objects.update(ends_at=now + timedelta(days=3))
    assert deeds(host) == []


def test_nobody_finds_what_they_may_not_change(player: Any, now: datetime) -> None:
    cup, other = cup_of(player, 6, now), tournament(TABLES, name="Other", starts_at=now + HOUR)
    shown = {
        name: deeds(browser(reader))
        for name, reader in {
            "keeper": staff("kim", "change_tournament"),
            "organiser": organiser("olga", cup),
            "helper": organiser("hal", cup, helper=True),
            "onlooker": staff("vic", "view_tournament"),
        }.items()
    }
    publish, add = at_once(cup, "publish"), desk(other, "add", "?from=index")
    assert shown == {"keeper": [publish, add], "organiser": [publish], "helper": [publish], "onlooker": []}


def test_tournaments_that_players_made_wait_for_them_but_their_results_for_the_house(
    player: Any, now: datetime
) -> None:
    cup = cup_of(player, 6, now)
    Tournament.objects.update(hosted=True)
    keeper = browser(staff("kim", "change_tournament"))
    assert deeds(keeper) == []
    published(cup, now)
    match_organiser.end_match(code=running(cup)[0].came[0].code, now=now)
    assert [deed.split("?")[0] for deed in deeds(keeper)] == [desk(cup, "correct")]


def test_reports_wait_for_those_who_may_decide_them(ada: Any, ben: Any, now: datetime) -> None:
    said = posts.add_post(board=Board.objects.create().pk, author=ben.pk, text="Buy!", now=now)
    post_reports.report_post(post=said, reporter=ada.pk, reason="spam", about="", now=now)
    moderator = browser(staff("mo", "change_postreport", "view_postreport"))
    sentence = ngettext("%(n)d reported message in clubs and tournaments",
                        "%(n)d reported messages in clubs and tournaments", 1)  # fmt: skip
    assert sentence % {"n": 1} in section(moderator)
    assert deeds(moderator) == ["/admin/talk/postreport/"]
    assert deeds(browser(staff("vic", "change_report"))) == []
    assert deeds(browser(staff("vera", "view_postreport"))) == []


def test_the_list_counts_the_same(player: Any, now: datetime) -> None:
    cup = published(cup_of(player, 6, now), now)
    cup_of(lambda name: player(f"x{name}"), 6, now, name="Other")
    tournament(TABLES, name="Calm", starts_at=now + timedelta(days=3))
    keeper = staff("kim", "change_tournament", "view_tournament")
    page = " ".join(text(browser(keeper).get("/admin/tournaments/tournament/")).split())
    shown = dict(re.findall(r'/desk/">([^<]+)</a>.*?class="field-waits">(.*?)</td>', page))
    near, publish = gettext("Tables near their time limit"), gettext("Rounds to publish")
    assert shown == {"Spring Cup": f"<div>{near}: 2</div>", "Other": f"<div>{publish}: 1</div>", "Calm": "–"}
    found = lines.count_open_tasks(keeper, [cup.pk], now=now)
    assert found == {cup.pk: {near: 2}}
    onlooker = browser(staff("vic", "view_tournament"))
    page = text(onlooker.get("/admin/tournaments/tournament/"))
    assert set(re.findall(r'class="field-waits">([^<]+)<', page)) == {"–"}


def test_the_list_says_how_many_tables_are_playing(player: Any, now: datetime) -> None:
    cup = published(cup_of(player, 6, now), now)
    tournament(TABLES, name="Calm", starts_at=now + timedelta(days=3))
    decide(running(cup)[0])
    page = " ".join(text(browser(superuser()).get("/admin/tournaments/tournament/")).split())
    shown = dict(re.findall(r'/desk/">([^<]+)</a>.*?class="field-tables">(.*?)</td>', page))
    assert shown == {"Spring Cup": gettext("%(playing)d of %(all)d") % {"playing": 1, "all": 2}, "Calm": "–"}


def test_the_first_page_shows_what_is_in_play_even_if_nothing_waits(player: Any, now: datetime) -> None:
    cup = published(cup_of(player, 6, now), now)
    Pod.objects.update(ends_at=now + timedelta(days=3))
    Tournament.objects.update(by_itself=True)
    cup.rounds.update(ends_at=now + timedelta(days=3, minutes=1))
    host = browser(organiser("olga", cup))
    assert gettext("Nothing is waiting for you.") in section(host)
    shown = running_events(host)
    assert f'href="{desk(cup)}"' in shown
    finished = ngettext("%(done)s of %(tables)s table finished", "%(done)s of %(tables)s tables finished", 2)
    assert finished % {"done": 0, "tables": 2} in shown
    assert '<progress max="2" value="0"' in shown
    assert gettext("%(left)s left") % {"left": "3 days"} in shown
    cup.rounds.update(ends_at=now - HOUR)
    assert gettext("overdue") in running_events(host)
    decide_all(cup, now=now)
    assert gettext("Round %(number)s finished") % {"number": 1} in running_events(host)
    Tournament.objects.update(status="paused")
    assert gettext("paused") in running_events(host)
    assert running_events(browser(staff("uma", "view_player"))) == ""


def test_the_bar_of_a_tournament_to_come_is_full_with_the_entrants_it_needs(now: datetime) -> None:
    soon = tournament(TABLES, name="Soon", starts_at=now + 30 * HOUR, least=6, most=64)
    bots(soon, 4)
    assert '<progress max="6" value="4"' in running_events(browser(organiser("olga", soon)))


def test_the_list_of_all_tables_stays_folded(now: datetime) -> None:
    page = text(browser(superuser()).get("/admin/"))
    assert '<details class="drawers">' in page


def test_a_table_that_is_held_up_shows_the_face_and_how_long(player: Any, now: datetime) -> None:
    cup = published(cup_of(player, 3, now, game="fuse"), now)
    [table] = running(cup)
    Question.objects.update(opened_at=now - 5 * HOUR)
    seat = MatchDriver(table.came[0].code).ask.seat
    late = cup.entries.get(number=table.seats[seat]).player
    assert late is not None
    shown = section(browser(organiser("olga", cup)))
    said = gettext("Waiting for %(names)s (%(span)s)") % {"names": late.username, "span": "5 hours"}
    assert said in shown
    assert '<img class="face"' in shown


def test_of_many_tournaments_in_play_the_first_page_shows_those_that_end_first(
    player: Any, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MAX_RUNNING_EVENTS", 2)
    keeper, counts = browser(superuser()), []
    for number in range(4):
        cup = cup_of(lambda name, at=f"{number}": player(f"{name}{at}"), 3, now, name=f"Cup {number}")
        published(cup, now)
        cup.rounds.update(ends_at=now + (9 - number) * HOUR)
        with CaptureQueriesContext(connection) as queries:
            shown = running_events(keeper)
        counts.append(len(queries))
    assert re.findall(r'translate="no">([^<]+)</a>', shown) == ["Cup 3", "Cup 2"]
    assert ngettext("and %(more)s more", "and %(more)s more", 2) % {"more": 2} in shown
    assert counts[3] <= counts[1] + 1


def test_the_first_page_asks_as_little_for_many_as_for_few_and_says_how_many_more(
    player: Any, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MAX_LINES_PER_KIND", 2)
    keeper, counts = superuser(), []
    for number in range(2):
        for each in range(1 if number == 0 else 3):
            cup = cup_of(lambda name, at=f"{number}{each}": player(f"{name}{at}"), 3, now, name=f"Cup {number}{each}")
            tournament(TABLES, name=f"Soon {number}{each}", starts_at=now + HOUR)
            published(cup, now)
            cup_of(lambda name, at=f"{number}{each}": player(f"y{name}{at}"), 3, now, name=f"New {number}{each}")
        host = browser(keeper)
        with CaptureQueriesContext(connection) as queries:
            page = section(host)
        counts.append(len(queries))
    assert counts[1] <= counts[0] + 2, "two more count those that are not shown"
    assert counts[0] < 25
    more = ngettext("and %(more)s more", "and %(more)s more", 6) % {"more": 6}
    assert more in page


def test_more_time_is_given_with_one_click_and_once(player: Any, now: datetime) -> None:
    cup = published(cup_of(player, 3, now), now)
    host = browser(organiser("olga", cup))
    _remind, extend = both(cup)
    before = section(host)
    assert "Spring Cup" in click(host, extend)
    assert Pod.objects.get().ends_at == now + 25 * HOUR
    assert deeds(host) == []
    said = click(host, extend, on=before)
    assert gettext("Something changed in the meantime, so nothing was done. Please check again.") in said
    assert Pod.objects.get().ends_at == now + 25 * HOUR


def test_a_table_is_reminded_with_one_click_once_a_day(player: Any, now: datetime) -> None:
    cup = published(cup_of(player, 3, now), now)
    [table] = running(cup)
    late = cup.entries.get(number=table.seats[MatchDriver(table.came[0].code).ask.seat]).player
    assert late is not None
    host, (remind, extend) = browser(organiser("olga", cup)), both(cup)
    before = section(host)
    assert gettext("Round %(round)d, table %(table)d has been reminded.") % {"round": 1, "table": 1} in click(
        host, remind
    )
    [notice] = Notice.objects.filter(key__contains=":remind:")
    assert notice.player_id == late.pk
    assert notice.words["path"] == f"/m/{table.came[0].code}/"
    assert deeds(host) == [extend], "the button is gone"
    assert gettext("Reminded.") in section(host)
    assert gettext("This table was already reminded in the last 24 hours. Give it time.") in click(
        host, remind, on=before
    )
    assert Notice.objects.filter(key__contains=":remind:").count() == 1
    assert log(cup)[-1] == "reminded"


def test_nobody_learns_from_a_reminder_who_has_answered_unseen(player: Any, now: datetime) -> None:
    cup = published(cup_of(player, 3, now, game="bombe"), now)
    [table] = running(cup)
    match = MatchDriver(table.came[0].code, game=load_games()["bombe"])
    seat = match.ask.seat
    match.says(seat, match.as_bot(seat))
    click(browser(organiser("olga", cup)), both(cup)[0])
    reached = set(Notice.objects.filter(key__contains=":remind:").values_list("player", flat=True))
    answered = cup.entries.get(number=table.seats[seat]).player_id
    assert len(reached) == 2
    assert answered not in reached


def test_what_needs_more_than_a_click_comes_back_to_the_first_page(player: Any, now: datetime) -> None:
    cup = tournament(TABLES, starts_at=now - HOUR, by_itself=False)
    bots(cup, 6)
    host = browser(organiser("olga", cup))
    asked = host.get(desk(cup, "start", "?from=index"))
    assert '<a class="closelink" href="/admin/">' in text(asked)
    answer = host.post(desk(cup, "start", "?from=index"), {"mark": asked.context["mark"]})
    assert answer.headers["Location"] == "/admin/"
    do(host, cup, "publish")
    assert '<a class="closelink" href="/admin/">' not in text(host.get(desk(cup, "pause")))


def test_what_is_not_offered_with_one_click_is_not_done_by_one(now: datetime) -> None:
    cup = tournament(TABLES, starts_at=now - HOUR, by_itself=False)
    bots(cup, 6)
    host = browser(organiser("olga", cup))
    assert host.post(at_once(cup, "start"), {"version": ""}).status_code == 404
    assert host.get(at_once(cup, "publish")).status_code == 405


def test_the_most_urgent_comes_first_whatever_it_is(ada: Any, ben: Any, player: Any, now: datetime) -> None:
    near = published(cup_of(player, 3, now, name="Near"), now)
    cup_of(lambda name: player(f"x{name}"), 3, now, name="Proposed")
    tournament(TABLES, name="Soon", starts_at=now + timedelta(minutes=30))
    said = posts.add_post(board=Board.objects.create().pk, author=ben.pk, text="Buy!", now=now - 5 * HOUR)
    post_reports.report_post(post=said, reporter=ada.pk, reason="spam", about="", now=now - 5 * HOUR)
    page = section(browser(superuser()))
    reported = ngettext("%(n)d reported message in clubs and tournaments",
                        "%(n)d reported messages in clubs and tournaments", 1) % {"n": 1}  # fmt: skip
    at = [page.index(f">{name}") for name in (reported, "Proposed", "Soon", near.name)]
    assert at == sorted(at)
