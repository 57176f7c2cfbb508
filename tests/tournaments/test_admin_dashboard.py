"""Tests of the dashboard: actions announce their effect, looking changes nothing, and outdated actions aren't done."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django import urls
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.matches.services import play
from apps.notices.models import Notice
from apps.tournaments.admin.actions import DEEDS
from apps.tournaments.admin.wording import format_moment
from apps.tournaments.formats.stages import Groups
from apps.tournaments.models import AuditEntry, Correction, Entry, Guest, Organiser, Pod, PodMatch, Round, Tournament
from apps.tournaments.selectors import snapshot
from apps.tournaments.services import entries, lifecycle, matches, rounds, scheduler
from tests.factories import tournaments as factory
from tests.factories.people import browser
from tests.factories.tournaments import GROUPS, NOON, SWISS, bots, decide_all, look, seen, tournament
from tests.tournaments.admin_pages import ask, desk, do, organiser, text

pytestmark = pytest.mark.django_db
Status = Tournament.Status
ABOUT = "?entry=1&round=0&table=1&one=1&other=2"
WAITING = gettext(
    "If there are %(gaps)s entrants, the last to register will have to wait so that the rest can be split into tables."
)
TOO_FEW = gettext("The tournament needs at least %(least)d entrants. It has %(count)d so far.")
CHANGED = gettext("Something changed in the meantime, so nothing was done. Please check again.")
UNKNOWN = gettext("We can’t find a player called “%(name)s”.")


def starting(count: int) -> str:
    sentence = ngettext(
        "The tournament starts now, with %(n)d entrant.", "The tournament starts now, with %(n)d entrants.", count
    )
    return sentence % {"n": count}


def notified(count: int) -> str:
    return ngettext("%(n)d player will be notified.", "%(n)d players will be notified.", count) % {"n": count}


@pytest.fixture
def cup() -> Tournament:
    return tournament(starts_at=timezone.now() + timedelta(days=1), by_itself=False, round_hours=48, most=12)


@pytest.fixture
def host(cup: Tournament) -> Client:
    return browser(organiser("olga", cup))


def begun(cup: Tournament, count: int = 9) -> Tournament:
    """Start the tournament, so that its first round is waiting to be published."""
    bots(cup, count)
    lifecycle.start_tournament(code=cup.code, by=None, now=timezone.now())
    return cup


def published(cup: Tournament, count: int = 9) -> Tournament:
    """Start the tournament and deal its first round."""
    begun(cup, count)
    rounds.publish_round(code=cup.code, number=0, by=None, now=timezone.now())
    matches.deal_owed(now=timezone.now())
    return cup


def test_the_first_page_leads_to_a_new_tournament(admin_client: Client, host: Client) -> None:
    home, new = urls.reverse("admin:index"), urls.reverse("admin:tournaments_tournament_add")
    assert f'<a class="button" href="{new}">' in admin_client.get(home).content.decode()
    assert new not in host.get(home).content.decode()


def everything() -> list[Any]:
    tables = (Tournament, Entry, Round, Pod, PodMatch, Correction, AuditEntry, Guest, Notice, LogEntry)
    return [list(table.objects.order_by("pk").values()) for table in tables]


def said(client: Client, cup: Tournament, deed: str, query: str = "") -> str:
    """Return the announcement of an action, after checking that looking changed nothing."""
    before = everything()
    answer = ask(client, cup, deed, query)
    assert everything() == before
    assert answer.status_code == 200, answer.headers.get("Location")
    return " ".join(answer.context["said"])


@pytest.mark.once
def test_what_is_waited_for_stands_out_and_nothing_else(host: Client, cup: Tournament) -> None:
    def wanted() -> list[str]:
        return re.findall(r'class="button wanted"[^>]*>([^<]+)<', text(host.get(desk(cup))))

    Tournament.objects.filter(pk=cup.pk).update(status=Status.DRAFT)
    assert wanted() == ["Announce"]
    do(host, cup, "announce")
    assert wanted() == ["Open registration"]
    do(host, cup, "open")
    assert wanted() == [], "too few have come"
    bots(cup, 9)
    assert wanted() == ["Start"]
    do(host, cup, "start")
    assert wanted() == ["Publish the round"]
    do(host, cup, "publish")
    assert wanted() == []
    do(host, cup, "pause")
    assert wanted() == ["Resume"]


@pytest.mark.once
def test_what_can_be_done_with_a_round_is_offered_while_it_can(host: Client, cup: Tournament) -> None:
    def offered() -> set[str]:
        shown = set(re.findall(r"/desk/([\w-]+)/", text(host.get(desk(cup)))))
        return shown & {"publish", "swap", "extend", "extend-table", "correct"}

    assert offered() == set()
    begun(cup)
    assert offered() == {"publish", "swap"}
    lifecycle.pause_tournament(code=cup.code, by=None, now=timezone.now())
    assert offered() == set()
    lifecycle.resume_tournament(code=cup.code, by=None, now=timezone.now())
    rounds.publish_round(code=cup.code, number=0, by=None, now=timezone.now())
    matches.deal_owed(now=timezone.now())
    assert offered() == {"extend", "extend-table", "correct"}
    lifecycle.pause_tournament(code=cup.code, by=None, now=timezone.now())
    assert offered() == {"correct"}
    lifecycle.cancel_tournament(code=cup.code, reason="", by=None, now=timezone.now())
    assert offered() == set()


def refused(client: Client, cup: Tournament, deed: str, query: str = "") -> str:
    """Return why an action is refused, after checking that asking changed nothing."""
    before = everything()
    answer = client.get(desk(cup, deed, query), follow=True)
    assert everything() == before
    assert answer.redirect_chain == [(desk(cup), 302)]
    return " ".join(str(message) for message in answer.context["messages"])


# -- before the start ----------------------------------------------------------------------


@pytest.mark.once
def test_announcing_opening_and_closing_say_what_follows(host: Client, cup: Tournament, player: Any) -> None:
    Tournament.objects.update(status=Status.DRAFT, invited_only=True)
    Guest.objects.create(tournament=cup, player=player("gus"), at=timezone.now())
    assert gettext("No one can register until you open registration.") in said(host, cup, "announce")
    assert gettext("The tournament was announced.") in do(host, cup, "announce")
    told = said(host, cup, "open")
    invited = ngettext(
        "Only invited players can enter (%(n)d so far).", "Only invited players can enter (%(n)d so far).", 1
    )
    assert invited % {"n": 1} in told
    assert gettext("Up to %(most)d entrants. Anyone after that joins the waiting list.") % {"most": 12} in told
    starts = gettext("You start the tournament yourself. The announced time is %(time)s.")
    assert starts % {"time": format_moment(cup.starts_at)} in told
    do(host, cup, "open")
    bots(cup, 2)
    entered = ngettext(
        "%(n)d entrant, %(waiting)d on the waiting list.", "%(n)d entrants, %(waiting)d on the waiting list.", 2
    )
    assert entered % {"n": 2, "waiting": 0} in said(host, cup, "close")
    do(host, cup, "close")
    assert cup.status == Status.CLOSED
    assert [act.what for act in AuditEntry.objects.order_by("pk")] == ["announced", "opened", "closed"]
    assert LogEntry.objects.count() == 3


@pytest.mark.once
def test_until_it_begins_the_desk_says_with_how_many_somebody_must_wait() -> None:
    cup = tournament(GROUPS, by_itself=False, least=8, starts_at=timezone.now() + timedelta(days=1))
    host = browser(organiser("olaf", cup))
    before = host.get(desk(cup))
    assert before.context["gaps"]
    assert WAITING % {"gaps": before.context["gaps"]} in text(before)
    bots(cup, 8)
    lifecycle.start_tournament(code=cup.code, by=None, now=timezone.now())
    assert WAITING.partition("%(gaps)s")[2] not in text(host.get(desk(cup)))


@pytest.mark.once
def test_starting_says_who_plays_and_who_waits(host: Client) -> None:
    cup = tournament(GROUPS, by_itself=False, least=8, starts_at=timezone.now() + timedelta(days=1))
    host = browser(organiser("olaf", cup))
    bots(cup, 7)
    assert TOO_FEW % {"least": 8, "count": 7} in refused(host, cup, "start")
    bots(cup, 4)
    told = said(host, cup, "start")
    expected = lifecycle.count_fitting_entrants(cup, 11)
    assert expected is not None
    assert starting(expected) in told
    waiting = ngettext(
        "%(n)d entrant, the last to register, has to wait so that the rest can be divided into tables.",
        "%(n)d entrants, the last to register, have to wait so that the rest can be divided into tables.",
        11 - expected,
    )
    assert (waiting.partition(", ")[2] in told) == (expected != 11)
    assert gettext("The first round is paired but stays hidden until you publish it.") in told
    assert gettext("The tournament has started.") in do(host, cup, "start")
    assert cup.entries.filter(state=Entry.State.IN).count() == expected


def test_people_are_added_invited_and_removed(host: Client, cup: Tournament, player: Any) -> None:
    for name in ("ada", "ben", "cleo"):
        player(name)
    assert "12 places are free." in said(host, cup, "add")
    assert "Added: ada, ben." in do(host, cup, "add", players="Ada, ben")
    assert "ada: This player has already joined." in do(host, cup, "add", players="cleo\nada")
    assert cup.entries.count() == 2  # Cleo hasn't been added either, because it's all or no one.
    assert UNKNOWN % {"name": "zoe"} in do(host, cup, "add", players="zoe")
    assert "Invited: cleo." in do(host, cup, "invite", players="cleo")
    assert Notice.objects.filter(player__username="cleo").count() == 1
    invited = ngettext("%(n)d player has been invited so far.", "%(n)d players have been invited so far.", 1) % {"n": 1}
    assert invited in said(host, cup, "invite")
    removed = gettext("%(name)s will be removed from the tournament.") % {"name": "ada"}
    assert removed in said(host, cup, "remove", "?entry=1")
    gone = gettext("%(name)s has been removed.") % {"name": "ada"}
    assert gone in do(host, cup, "remove", "?entry=1", reason="Asked for it.")
    assert "This player isn’t taking part." in refused(host, cup, "remove", "?entry=1")


@pytest.mark.once
def test_guests_cannot_be_added(host: Client, cup: Tournament, player: Any) -> None:
    guest = player("gast")
    guest.guest = True
    guest.save()
    assert "is a guest" in do(host, cup, "add", players="gast")
    assert not cup.entries.exists()


@pytest.mark.once
def test_bots_come_as_far_as_there_are_places(host: Client, cup: Tournament) -> None:
    assert "There aren’t that many places left." in do(host, cup, "bots", count=13)
    added = ngettext("%(n)d bot added.", "%(n)d bots added.", 12) % {"n": 12}
    assert added in do(host, cup, "bots", count=12)
    assert "All places are taken." in refused(host, cup, "bots")
    assert cup.entries.filter(bot=True, state=Entry.State.IN).count() == 12


def test_whoever_is_added_to_a_full_tournament_waits(host: Client, cup: Tournament, player: Any) -> None:
    player("ada")
    bots(cup, 12)
    assert gettext("All places are taken, so they go on the waiting list.") in said(host, cup, "add")
    do(host, cup, "add", players="ada")
    assert "Waiting list" in text(host.get(desk(cup)))
    do(host, cup, "remove", "?entry=3", reason="Bots make room.")
    assert cup.entries.get(player__username="ada").state == Entry.State.IN


# -- during the tournament -------------------------------------------------------------


@pytest.mark.once
def test_publishing_says_what_becomes_of_the_round(host: Client, cup: Tournament) -> None:
    begun(cup, 10)
    told = said(host, cup, "publish")
    visible = ngettext(
        "Round %(round)d becomes visible to everyone, with %(n)d table.",
        "Round %(round)d becomes visible to everyone, with %(n)d tables.",
        3,
    )
    assert visible % {"round": 1, "n": 3} in told
    assert notified(0) in told
    assert "The round lasts at most 48 hours." in told
    assert gettext("Round %(round)d has been published.") % {"round": 1} in do(host, cup, "publish")
    assert Pod.objects.count() == 3
    assert "No round is waiting to be published." in refused(host, cup, "publish")


@pytest.mark.once
def test_a_swap_shows_its_cost_before_and_after_and_is_written_down(host: Client, cup: Tournament, player: Any) -> None:
    for number in range(1, 7):
        entries.add_entrant(code=cup.code, player=player(f"p{number}"), by=None, now=timezone.now())
    begun(cup, 0)
    here, there = (pod.seats for pod in seen(cup).proposed.proposal.pods)  # type: ignore[union-attr]
    one, mate, other = here[0], here[1], there[0]
    apart = {number: Player.objects.get(username=f"p{number}") for number in (one, other)}
    relations.block_player(owner=apart[one], other=apart[other], now=timezone.now())
    query = f"?one={mate}&other={other}"
    told = said(host, cup, "swap", query)
    places = {"one": f"p{mate} (table 1)", "other": f"p{other} (table 2)"}
    before = gettext("Compromises before: %(cost)s.") % {"cost": gettext("none")}
    assert f"{gettext('%(one)s and %(other)s swap places.') % places} {before}" in told
    assert re.search(rf"Table 1: [^.]*p{other}", told)
    unwanted = ngettext("%(n)s unwanted pairing", "%(n)s unwanted pairings", 1) % {"n": 1}
    after = gettext("Compromises after: %(cost)s.").partition("%(cost)s")[0] + unwanted
    assert after in told
    first, second = sorted((one, other))
    blocked = gettext("%(one)s and %(other)s shouldn’t meet.") % {"one": f"p{first}", "other": f"p{second}"}
    assert blocked in told
    swapped = gettext("%(one)s and %(other)s have swapped places.") % {"one": f"p{mate}", "other": f"p{other}"}
    assert swapped in do(host, cup, "swap", query)
    pods = seen(cup).proposed.proposal.pods  # type: ignore[union-attr]
    assert any({one, other} <= set(pod.seats) for pod in pods)
    assert AuditEntry.objects.filter(what="swapped").count() == 1
    assert blocked in text(host.get(desk(cup)))


@pytest.mark.once
def test_in_groups_a_swap_names_table_and_group_and_no_two_choices_read_alike() -> None:
    cup = tournament(Groups(groups=2, rounds=3, most=3, least=3), by_itself=False, least=6)
    host = browser(organiser("olga", cup))
    begun(cup, 12)
    page = host.get(desk(cup)).content.decode()
    choices = re.findall(r'<option value="(\d+-\d+)" translate="no">([^<]+)</option>', page.partition('id="other"')[0])
    proposal = seen(cup).proposed.proposal  # type: ignore[union-attr]
    assert len(choices) == sum(len(pod.seats) for pod in proposal.pods) == 36
    assert len({words for _spot, words in choices}) == 36
    assert {words.partition(", ")[0].partition(" (")[2] for _spot, words in choices} == {"group A", "group B"}
    assert gettext("Table set %(sheet)s").partition("%(sheet)s")[0] not in text(host.get(desk(cup)))
    last = max(index for index, pod in enumerate(proposal.pods) if pod.sheet == proposal.pods[0].sheet)
    one, other = proposal.pods[0].seats[0], proposal.pods[last].seats[0]
    query = f"?one={one}-1&other={other}-{last + 1}"
    told = said(host, cup, "swap", query)
    places = {"one": f"Bot {one} (group A, table 1)", "other": f"Bot {other} (group B, table {last + 1})"}
    assert told.startswith(gettext("%(one)s and %(other)s swap places.") % places)
    do(host, cup, "swap", query)
    after = seen(cup).proposed.proposal  # type: ignore[union-attr]
    assert (other in after.pods[0].seats, one in after.pods[last].seats) == (True, True)


@pytest.mark.once
def test_who_cannot_swap_is_told_so(host: Client, cup: Tournament) -> None:
    begun(cup)
    for query in ("?one=1&other=1", "?one=1&other=99", "?one=&other=x", "", "?one=1-7&other=2", "?one=1-x&other=2-0"):
        assert refused(host, cup, "swap", query)


def test_time_is_given_to_a_round_and_to_a_table(host: Client, cup: Tournament) -> None:
    published(cup)
    ends = {pod.index: pod.ends_at for pod in Pod.objects.all()}
    assert "3 tables are still playing" in said(host, cup, "extend")
    extended = gettext("Round %(round)d has been extended by %(time)s.") % {"round": 1, "time": "1 day"}
    assert extended in do(host, cup, "extend", hours=24)
    assert {p.index: p.ends_at for p in Pod.objects.all()} == {
        i: t and t + timedelta(hours=24) for i, t in ends.items()
    }
    query = "?round=0&table=1"
    assert "Round 1, table 2 gets more time" in said(host, cup, "extend-table", query)
    do(host, cup, "extend-table", query, hours=5)
    limit = (ends[1] or NOON) + timedelta(hours=29)
    assert Pod.objects.get(index=1).ends_at == limit
    assert "Choose a table." in refused(host, cup, "extend-table", "?round=0&table=9")
    assert gettext("Time limit: %(time)s.") % {"time": format_moment(limit)} in text(host.get(desk(cup)))


@pytest.mark.parametrize("hours", ["", "0", "-3", "2000", "many"])
@pytest.mark.once
def test_so_many_hours_are_not_given(hours: str, host: Client, cup: Tournament) -> None:
    published(cup)
    before = everything()
    assert "Nothing was changed." in do(host, cup, "extend", hours=hours)
    assert everything() == before


@pytest.mark.usefixtures("quick")
def test_a_result_is_corrected_with_a_reason(host: Client, cup: Tournament) -> None:
    published(cup, 3)
    while play.settle_due(now=timezone.now(), limit=1000):
        pass
    query = "?round=0&table=0"
    assert "The result as played counts for now. The places you enter replace it." in said(host, cup, "correct", query)
    wrong = gettext("Use places 1, 2, 3 and so on. Players who share a place get the better one: 1, 1, 3.")
    assert wrong in do(host, cup, "correct", query, place0=2, place1=2, place2=2, reason="A slip.")
    assert "Nothing was changed." in do(host, cup, "correct", query, place0=1, place1=2, place2=3)
    assert not Correction.objects.exists()
    do(host, cup, "correct", query, place0=3, place1=1, place2=2, missing=[], reason="A slip.")
    assert Correction.objects.get().places == [3, 1, 2]
    before = gettext("Already corrected: %(reason)s The latest correction counts.") % {"reason": "A slip."}
    assert before in said(host, cup, "correct", query)
    assert "Corrected: A slip." in text(host.get(desk(cup)))


def test_a_substitute_takes_the_seat_and_not_the_points(host: Client, cup: Tournament, player: Any) -> None:
    entries.add_entrant(code=cup.code, player=player("ada"), by=None, now=timezone.now())
    player("ben")
    published(cup, 5)
    told = said(host, cup, "replace", "?entry=1")
    takes_over = ngettext(
        "A substitute takes over from %(name)s at %(n)d table and sees everything they could see.",
        "A substitute takes over from %(name)s at %(n)d tables and sees everything they could see.",
        1,
    )
    assert takes_over % {"n": 1, "name": "ada"} in told
    assert gettext("%(name)s keeps their points but is out of the tournament.") % {"name": "ada"} in told
    assert "ben has replaced ada." in do(host, cup, "replace", "?entry=1", player="ben")
    assert cup.entries.get(player__username="ada").state == Entry.State.OUT
    assert UNKNOWN % {"name": "nobody-here"} in do(host, cup, "replace", "?entry=2", player="nobody-here")


@pytest.mark.once
def test_removing_somebody_who_plays_says_who_plays_on(host: Client, cup: Tournament, player: Any) -> None:
    entries.add_entrant(code=cup.code, player=player("ada"), by=None, now=timezone.now())
    published(cup, 5)
    takes_over = ngettext("A bot takes over for them at %(n)d table.", "A bot takes over for them at %(n)d tables.", 1)
    assert takes_over % {"n": 1} in said(host, cup, "remove", "?entry=1")
    do(host, cup, "remove", "?entry=1", reason="Away.")
    removed = gettext("%(one)s was removed by the organisers. %(reason)s") % {"one": "ada", "reason": "Away."}
    assert removed in text(host.get(desk(cup)))


@pytest.mark.once
def test_it_stands_still_and_goes_on(host: Client, cup: Tournament) -> None:
    published(cup)
    paused = ngettext("%(n)d running match will be paused.", "%(n)d running matches will be paused.", 3) % {"n": 3}
    assert paused in said(host, cup, "pause")
    do(host, cup, "pause")
    assert cup.status == Status.PAUSED
    assert gettext("Everything is paused. Resume the tournament when it can continue.") in text(host.get(desk(cup)))
    assert "The tournament isn’t running." in refused(host, cup, "extend-table", "?round=0&table=0")
    resumed = ngettext("%(n)d match resumes.", "%(n)d matches resume.", 3) % {"n": 3}
    assert resumed in said(host, cup, "resume")
    do(host, cup, "resume")
    assert cup.status == Status.RUNNING


@pytest.mark.usefixtures("quick")
def test_it_is_finished_between_rounds_and_not_before(host: Client, cup: Tournament) -> None:
    published(cup)
    playing = gettext("Some tables are still playing. Wait for them or cancel the tournament.")
    assert playing in refused(host, cup, "finish")
    while play.settle_due(now=timezone.now(), limit=1000):
        pass
    scheduler.advance_tournaments(now=timezone.now())
    told = said(host, cup, "finish")
    first = next(line.entrant for line in seen(cup).ranking)
    assert gettext("Won by %(names)s.") % {"names": f"Bot {first}"} in told
    do(host, cup, "finish")
    assert cup.status == Status.OVER
    assert "The tournament is over." in refused(host, cup, "cancel")


@pytest.mark.once
def test_cancelling_says_who_is_told_and_what_plays_on(host: Client, cup: Tournament, player: Any) -> None:
    entries.add_entrant(code=cup.code, player=player("ada"), by=None, now=timezone.now())
    published(cup, 5)
    told = said(host, cup, "cancel")
    assert notified(1) in told
    running = ngettext(
        "%(n)d running match can be finished, but won’t count.",
        "%(n)d running matches can be finished, but won’t count.",
        2,
    )
    assert running % {"n": 2} in told
    assert "Nothing was changed." in do(host, cup, "cancel")
    assert cup.status == Status.RUNNING
    do(host, cup, "cancel", reason="Rain.")
    assert cup.status == Status.CANCELLED
    assert "The tournament was cancelled. Rain." in text(host.get(desk(cup)))


# -- two organisers at once ------------------------------------------------------------


def test_what_changed_meanwhile_is_read_again_before_it_is_done(host: Client, cup: Tournament) -> None:
    bots(cup, 9)
    mark = ask(host, cup, "start").context["mark"]
    bots(cup, 1)
    answer = host.post(desk(cup, "start"), {"mark": mark})
    assert CHANGED in text(answer)
    assert starting(10) in text(answer)
    cup.refresh_from_db()
    assert cup.status == Status.OPEN
    host.post(desk(cup, "start"), {"mark": answer.context["mark"]})
    cup.refresh_from_db()
    assert cup.status == Status.RUNNING


def test_pressing_a_button_twice_does_it_once(host: Client, cup: Tournament) -> None:
    begun(cup)
    mark = ask(host, cup, "publish").context["mark"]
    for _press in range(2):
        answer = host.post(desk(cup, "publish"), {"mark": mark}, follow=True)
    assert "No round is waiting to be published." in text(answer)
    assert Round.objects.filter(state=Round.State.PUBLISHED).count() == 1
    mark = ask(host, cup, "extend").context["mark"]
    ends = Round.objects.get(number=0).ends_at
    for _press in range(2):
        answer = host.post(desk(cup, "extend"), {"mark": mark, "hours": 3}, follow=True)
    assert CHANGED in text(answer)
    assert Round.objects.get(number=0).ends_at == (ends or NOON) + timedelta(hours=3)


def test_another_pairing_of_the_same_cost_is_looked_at_again(host: Client, cup: Tournament) -> None:
    begun(cup)
    asked = ask(host, cup, "publish")
    number, row = seen(cup).proposed.proposal.pods[0].seats[0], Round.objects.get()  # type: ignore[union-attr]
    mates = seen(cup).proposed.proposal.pods[1].seats  # type: ignore[union-attr]
    rounds.swap_in_proposed_round(code=cup.code, one=number, other=mates[0], by=None, now=timezone.now())
    answer = host.post(desk(cup, "publish"), {"mark": asked.context["mark"]})
    assert answer.context["said"] == asked.context["said"]
    assert CHANGED in text(answer)
    row.refresh_from_db()
    assert row.state == Round.State.PROPOSED


@pytest.mark.once
def test_what_was_typed_survives_a_second_look(host: Client, cup: Tournament) -> None:
    answer = host.post(desk(cup, "bots"), {"mark": "old", "count": "7"})
    assert answer.context["form"]["count"].value() == "7"
    assert not cup.entries.exists()


JUNK = ("", "-1", "0", "9" * 11, "1.5", "x", "\0", "<b>", "ada,,\n,", "1" * 3000)
"""Bad values, of which each action gets every second one and its neighbours the others, to save time."""


@pytest.mark.slow
def test_junk_in_a_form_changes_nothing(host: Client, cup: Tournament) -> None:
    published(cup)
    names = ("hours", "count", "players", "player", "role", "place0", "missing", "every", "nth", "ahead")
    before, reached = everything(), set()
    for number, (name, deed) in enumerate(DEEDS.items()):
        asked = host.get(address := desk(cup, name, ABOUT))
        if not deed.form or asked.status_code != 200:
            continue
        for junk in JUNK[number % 2 :: 2]:
            typed = {**dict.fromkeys(names, junk), "reason": ""}
            answer = host.post(address, {"mark": asked.context["mark"], **typed})
            assert answer.context["form"].errors, (name, junk)
            reached.add(name)
    assert everything() == before
    assert reached == {name for name, deed in DEEDS.items() if deed.form}


@pytest.mark.slow
@pytest.mark.once
def test_junk_in_an_address_changes_nothing(host: Client, cup: Tournament) -> None:
    published(cup)
    before = everything()
    for number, (name, deed) in enumerate(DEEDS.items()):
        for junk in JUNK[number % 2 :: 2] if deed.about else JUNK[-1:]:
            short = quote(junk[:20])
            address = desk(cup, name, f"?entry={short}&round=0&table={short}&one={short}&other=2-{short}")
            assert host.get(address).status_code in (200, 302)
            assert host.post(address, {"mark": junk, "reason": ""}).status_code in (200, 302)
    assert everything() == before


@pytest.mark.once
def test_there_are_no_other_deeds(host: Client, cup: Tournament) -> None:
    assert host.get(desk(cup, "destroy")).status_code == 404
    assert host.get("/admin/tournaments/tournament/999999/desk/").status_code == 404
    assert host.put(desk(cup, "start")).status_code == 405


@pytest.mark.slow
@pytest.mark.parametrize("status", Status.values)
@pytest.mark.once
def test_every_deed_fits_or_says_why_not(status: str, host: Client, cup: Tournament) -> None:
    Tournament.objects.update(status=status, paused_at=timezone.now() if status == Status.PAUSED else None)
    before = everything()
    page = host.get(desk(cup))
    buttons = {one.name for one in page.context["desk"].buttons}
    for name, deed in DEEDS.items():
        answer = ask(host, cup, name)
        assert answer.status_code in (200, 302)
        if answer.status_code == 200:
            assert name in buttons or deed.about, name
            assert answer.context["said"]
    assert everything() == before


@pytest.mark.once
def test_reading_a_tournament_is_enough_for_its_words(host: Client, cup: Tournament) -> None:
    begun(cup)
    page = text(host.get(desk(cup)))
    for words in (
        gettext("Round %(number)s (proposed)") % {"number": 1},
        gettext("Check round %(round)d and publish it.") % {"round": 1},
        gettext("Compromises: %(cost)s.").partition("%(cost)s")[0],
        gettext("The tournament started with %(count)s entrants.") % {"count": 9},
    ):
        assert words in page
    assert snapshot.load_snapshot(Tournament.objects.get(pk=cup.pk)).seed.hex() not in page


def test_tables_of_rounds_that_are_over_are_shown_if_they_are_asked_for(host: Client, quick: None) -> None:
    cup, _ = factory.begun(SWISS, entrants=8)
    Organiser.objects.create(tournament=cup, player_id=host.session["_auth_user_id"])
    for _round in range(2):
        decide_all(cup)
        look(cup)
    numbers = [round_.number for round_ in host.get(desk(cup)).context["desk"].rounds if round_.lines]
    asked = [round_.number for round_ in host.get(desk(cup) + "?round=1").context["desk"].rounds if round_.lines]
    assert 1 not in numbers
    assert asked == sorted({*numbers, 1}, reverse=True)


def test_the_list_writes_the_beginning_as_every_page_does(admin_client: Client) -> None:
    cup = tournament()
    page = admin_client.get(urls.reverse("admin:tournaments_tournament_changelist")).content.decode()
    assert f'<td class="field-begins">{format_moment(cup.begins_at)}</td>' in page
