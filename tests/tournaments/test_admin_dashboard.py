"""The desk: every deed says first what will happen, looking changes nothing, and what no longer holds is not done."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.matches.services import play
from apps.notices.models import Notice
from apps.tournaments.admin.actions import DEEDS
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


@pytest.fixture
def cup() -> Tournament:
    return tournament(starts_at=timezone.now() + timedelta(days=1), by_itself=False, round_hours=48, most=12)


@pytest.fixture
def host(cup: Tournament) -> Client:
    return browser(organiser("olga", cup))


def begun(cup: Tournament, count: int = 9) -> Tournament:
    """Its first round waits for being published."""
    bots(cup, count)
    lifecycle.start(code=cup.code, by=None, now=timezone.now())
    return cup


def published(cup: Tournament, count: int = 9) -> Tournament:
    """Its first round is dealt."""
    begun(cup, count)
    rounds.publish(code=cup.code, number=0, by=None, now=timezone.now())
    matches.deal_owed(now=timezone.now())
    return cup


def everything() -> list[Any]:
    tables = (Tournament, Entry, Round, Pod, PodMatch, Correction, AuditEntry, Guest, Notice, LogEntry)
    return [list(table.objects.order_by("pk").values()) for table in tables]


def said(client: Client, cup: Tournament, deed: str, query: str = "") -> str:
    """What a deed says beforehand; looking changed nothing."""
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
    lifecycle.pause(code=cup.code, by=None, now=timezone.now())
    assert offered() == set()
    lifecycle.resume(code=cup.code, by=None, now=timezone.now())
    rounds.publish(code=cup.code, number=0, by=None, now=timezone.now())
    matches.deal_owed(now=timezone.now())
    assert offered() == {"extend", "extend-table", "correct"}
    lifecycle.pause(code=cup.code, by=None, now=timezone.now())
    assert offered() == {"correct"}
    lifecycle.cancel(code=cup.code, reason="", by=None, now=timezone.now())
    assert offered() == set()


def refused(client: Client, cup: Tournament, deed: str, query: str = "") -> str:
    """Why a deed does not fit; asking changed nothing."""
    before = everything()
    answer = client.get(desk(cup, deed, query), follow=True)
    assert everything() == before
    assert answer.redirect_chain == [(desk(cup), 302)]
    return " ".join(str(message) for message in answer.context["messages"])


# -- before it begins ------------------------------------------------------------------


@pytest.mark.once
def test_announcing_opening_and_closing_say_what_follows(host: Client, cup: Tournament, player: Any) -> None:
    Tournament.objects.update(status=Status.DRAFT, invited_only=True)
    Guest.objects.create(tournament=cup, player=player("gus"), at=timezone.now())
    assert "Nobody can register before you open registration." in said(host, cup, "announce")
    assert "was announced" in do(host, cup, "announce")
    told = said(host, cup, "open")
    assert "Only who is invited may come: 1 person." in told
    assert "At most 12 take part" in told
    assert "It begins when you start it" in told
    do(host, cup, "open")
    bots(cup, 2)
    assert "2 take part, 0 on the waiting list." in said(host, cup, "close")
    do(host, cup, "close")
    assert cup.status == Status.CLOSED
    assert [act.what for act in AuditEntry.objects.order_by("pk")] == ["announced", "opened", "closed"]
    assert LogEntry.objects.count() == 3


@pytest.mark.once
def test_until_it_begins_the_desk_says_with_how_many_somebody_must_wait() -> None:
    cup = tournament(GROUPS, by_itself=False, least=8, starts_at=timezone.now() + timedelta(days=1))
    host = browser(organiser("olaf", cup))
    assert "the last ones to come must wait" in text(host.get(desk(cup)))
    bots(cup, 8)
    lifecycle.start(code=cup.code, by=None, now=timezone.now())
    assert "must wait" not in text(host.get(desk(cup)))


@pytest.mark.once
def test_starting_says_who_plays_and_who_waits(host: Client) -> None:
    cup = tournament(GROUPS, by_itself=False, least=8, starts_at=timezone.now() + timedelta(days=1))
    host = browser(organiser("olaf", cup))
    bots(cup, 7)
    assert "It takes at least 8 entrants; there are 7." in refused(host, cup, "start")
    bots(cup, 4)
    told = said(host, cup, "start")
    expected = lifecycle.fitting(cup, 11)
    assert f"It begins now, with {expected} entrants." in told
    assert ("must wait" in told) == (expected != 11)
    assert "nobody sees it until you publish it" in told
    assert "has begun" in do(host, cup, "start")
    assert cup.entries.filter(state=Entry.State.IN).count() == expected


def test_people_are_added_invited_and_removed(host: Client, cup: Tournament, player: Any) -> None:
    for name in ("ada", "ben", "cleo"):
        player(name)
    assert "12 places are free." in said(host, cup, "add")
    assert "Added: ada, ben." in do(host, cup, "add", players="Ada, ben")
    assert "ada: They take part already." in do(host, cup, "add", players="cleo\nada")
    assert cup.entries.count() == 2  # Cleo is not in, either: all or nobody.
    assert "There is no player called “zoe”." in do(host, cup, "add", players="zoe")
    assert "Invited: cleo." in do(host, cup, "invite", players="cleo")
    assert Notice.objects.filter(player__username="cleo").count() == 1
    assert "1 person is invited so far." in said(host, cup, "invite")
    assert "ada takes part no more." in said(host, cup, "remove", "?entry=1")
    assert "ada was taken out." in do(host, cup, "remove", "?entry=1", reason="Asked for it.")
    assert "They do not take part in it." in refused(host, cup, "remove", "?entry=1")


@pytest.mark.once
def test_guests_cannot_be_added(host: Client, cup: Tournament, player: Any) -> None:
    guest = player("gast")
    guest.guest = True
    guest.save()
    assert "is a guest" in do(host, cup, "add", players="gast")
    assert not cup.entries.exists()


@pytest.mark.once
def test_bots_come_as_far_as_there_are_places(host: Client, cup: Tournament) -> None:
    assert "There are not so many places." in do(host, cup, "bots", count=13)
    assert "12 bots take part." in do(host, cup, "bots", count=12)
    assert "All places are taken." in refused(host, cup, "bots")
    assert cup.entries.filter(bot=True, state=Entry.State.IN).count() == 12


def test_whoever_is_added_to_a_full_tournament_waits(host: Client, cup: Tournament, player: Any) -> None:
    player("ada")
    bots(cup, 12)
    assert "they come to the waiting list" in said(host, cup, "add")
    do(host, cup, "add", players="ada")
    assert "Waiting list" in text(host.get(desk(cup)))
    do(host, cup, "remove", "?entry=3", reason="Bots make room.")
    assert cup.entries.get(player__username="ada").state == Entry.State.IN


# -- while it runs ---------------------------------------------------------------------


@pytest.mark.once
def test_publishing_says_what_becomes_of_the_round(host: Client, cup: Tournament) -> None:
    begun(cup, 10)
    told = said(host, cup, "publish")
    assert "Round 1 becomes everybody’s: 3 tables." in told
    assert "0 people are told." in told
    assert "The round ends after 48 hours at the latest." in told
    assert "Round 1 was published." in do(host, cup, "publish")
    assert Pod.objects.count() == 3
    assert "No round waits for being published." in refused(host, cup, "publish")


@pytest.mark.once
def test_a_swap_shows_its_cost_before_and_after_and_is_written_down(host: Client, cup: Tournament, player: Any) -> None:
    for number in range(1, 7):
        entries.add(code=cup.code, player=player(f"p{number}"), by=None, now=timezone.now())
    begun(cup, 0)
    here, there = (pod.seats for pod in seen(cup).proposed.proposal.pods)  # type: ignore[union-attr]
    one, mate, other = here[0], here[1], there[0]
    apart = {number: Player.objects.get(username=f"p{number}") for number in (one, other)}
    relations.block(owner=apart[one], other=apart[other], now=timezone.now())
    query = f"?one={mate}&other={other}"
    told = said(host, cup, "swap", query)
    assert f"p{mate} (table 1) and p{other} (table 2) change places. Before: nothing to find fault with." in told
    assert re.search(rf"Table 1: [^.]*p{other}", told)
    assert "After: 1 pair that should not meet" in told
    assert "should not meet." in told
    assert "have changed places" in do(host, cup, "swap", query)
    after = seen(cup).proposed.proposal  # type: ignore[union-attr]
    assert any({one, other} <= set(pod.seats) for pod in after.pods)
    assert AuditEntry.objects.filter(what="swapped").count() == 1
    first, second = sorted((one, other))
    assert f"p{first} and p{second} should not meet." in text(host.get(desk(cup)))


@pytest.mark.once
def test_in_groups_a_swap_names_table_and_group_and_no_two_choices_read_alike() -> None:
    cup = tournament(Groups(groups=2, rounds=3, most=3, least=3), by_itself=False, least=6)
    host = browser(organiser("olga", cup))
    begun(cup, 12)
    page = host.get(desk(cup)).content.decode()
    choices = re.findall(r'<option value="(\d+-\d+)">([^<]+)</option>', page.partition('id="other"')[0])
    proposal = seen(cup).proposed.proposal  # type: ignore[union-attr]
    assert len(choices) == sum(len(pod.seats) for pod in proposal.pods) == 36
    assert len({words for _spot, words in choices}) == 36
    assert {words.partition(", ")[0].partition(" (")[2] for _spot, words in choices} == {"group A", "group B"}
    assert "Part " not in text(host.get(desk(cup)))
    last = max(index for index, pod in enumerate(proposal.pods) if pod.sheet == proposal.pods[0].sheet)
    one, other = proposal.pods[0].seats[0], proposal.pods[last].seats[0]
    query = f"?one={one}-1&other={other}-{last + 1}"
    told = said(host, cup, "swap", query)
    assert re.match(
        rf"Bot {one} \(group ., table 1\) and Bot {other} \(group ., table {last + 1}\) change places\.", told
    )
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
    assert "24 h more" in do(host, cup, "extend", hours=24)
    assert {p.index: p.ends_at for p in Pod.objects.all()} == {
        i: t and t + timedelta(hours=24) for i, t in ends.items()
    }
    query = "?round=0&table=1"
    assert "Round 1, table 2 gets more time" in said(host, cup, "extend-table", query)
    do(host, cup, "extend-table", query, hours=5)
    assert Pod.objects.get(index=1).ends_at == (ends[1] or NOON) + timedelta(hours=29)
    assert "Choose a table." in refused(host, cup, "extend-table", "?round=0&table=9")
    assert "Has time until" in text(host.get(desk(cup)))


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
    assert "It counts as played so far; your places count instead." in said(host, cup, "correct", query)
    assert "Places are 1, 2, 3" in do(host, cup, "correct", query, place0=2, place1=2, place2=2, reason="A slip.")
    assert "Nothing was changed." in do(host, cup, "correct", query, place0=1, place1=2, place2=3)
    assert not Correction.objects.exists()
    do(host, cup, "correct", query, place0=3, place1=1, place2=2, missing=[], reason="A slip.")
    assert Correction.objects.get().places == [3, 1, 2]
    assert "It was corrected before: A slip." in said(host, cup, "correct", query)
    assert "Corrected: A slip." in text(host.get(desk(cup)))


def test_a_substitute_takes_the_seat_and_not_the_points(host: Client, cup: Tournament, player: Any) -> None:
    entries.add(code=cup.code, player=player("ada"), by=None, now=timezone.now())
    player("ben")
    published(cup, 5)
    told = said(host, cup, "replace", "?entry=1")
    assert "takes over 1 running seat of ada" in told
    assert "The points stay with ada, who is out." in told
    assert "ben sits in for ada." in do(host, cup, "replace", "?entry=1", player="ben")
    assert cup.entries.get(player__username="ada").state == Entry.State.OUT
    assert "There is no player called" in do(host, cup, "replace", "?entry=2", player="nobody-here")


@pytest.mark.once
def test_removing_somebody_who_plays_says_who_plays_on(host: Client, cup: Tournament, player: Any) -> None:
    entries.add(code=cup.code, player=player("ada"), by=None, now=timezone.now())
    published(cup, 5)
    assert "A bot plays on for them at 1 table." in said(host, cup, "remove", "?entry=1")
    do(host, cup, "remove", "?entry=1", reason="Away.")
    assert "ada was taken out by the organisers. Away." in text(host.get(desk(cup)))


@pytest.mark.once
def test_it_stands_still_and_goes_on(host: Client, cup: Tournament) -> None:
    published(cup)
    assert "3 running matches stand still." in said(host, cup, "pause")
    do(host, cup, "pause")
    assert cup.status == Status.PAUSED
    assert "Resume it" in text(host.get(desk(cup)))
    assert "The tournament does not run." in refused(host, cup, "extend-table", "?round=0&table=0")
    assert "3 matches go on." in said(host, cup, "resume")
    do(host, cup, "resume")
    assert cup.status == Status.RUNNING


@pytest.mark.usefixtures("quick")
def test_it_is_finished_between_rounds_and_not_before(host: Client, cup: Tournament) -> None:
    published(cup)
    assert "Tables are still playing." in refused(host, cup, "finish")
    while play.settle_due(now=timezone.now(), limit=1000):
        pass
    scheduler.look(now=timezone.now())
    told = said(host, cup, "finish")
    first = next(line.entrant for line in seen(cup).ranking)
    assert f"It is won by Bot {first}." in told
    do(host, cup, "finish")
    assert cup.status == Status.OVER
    assert "The tournament is over." in refused(host, cup, "cancel")


@pytest.mark.once
def test_cancelling_says_who_is_told_and_what_plays_on(host: Client, cup: Tournament, player: Any) -> None:
    entries.add(code=cup.code, player=player("ada"), by=None, now=timezone.now())
    published(cup, 5)
    told = said(host, cup, "cancel")
    assert "1 person is told." in told
    assert "2 running matches may be played on; they count for nothing here." in told
    assert "Nothing was changed." in do(host, cup, "cancel")
    assert cup.status == Status.RUNNING
    do(host, cup, "cancel", reason="Rain.")
    assert cup.status == Status.CANCELLED
    assert "The tournament was cancelled. Rain." in text(host.get(desk(cup)))


# -- two people at once ----------------------------------------------------------------


def test_what_changed_meanwhile_is_read_again_before_it_is_done(host: Client, cup: Tournament) -> None:
    bots(cup, 9)
    mark = ask(host, cup, "start").context["mark"]
    bots(cup, 1)
    answer = host.post(desk(cup, "start"), {"mark": mark})
    assert "Meanwhile something has changed. Nothing was done" in text(answer)
    assert "It begins now, with 10 entrants." in text(answer)
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
    assert "No round waits for being published." in text(answer)
    assert Round.objects.filter(state=Round.State.PUBLISHED).count() == 1
    mark = ask(host, cup, "extend").context["mark"]
    ends = Round.objects.get(number=0).ends_at
    for _press in range(2):
        answer = host.post(desk(cup, "extend"), {"mark": mark, "hours": 3}, follow=True)
    assert "Meanwhile something has changed." in text(answer)
    assert Round.objects.get(number=0).ends_at == (ends or NOON) + timedelta(hours=3)


def test_another_pairing_of_the_same_cost_is_looked_at_again(host: Client, cup: Tournament) -> None:
    begun(cup)
    asked = ask(host, cup, "publish")
    number, row = seen(cup).proposed.proposal.pods[0].seats[0], Round.objects.get()  # type: ignore[union-attr]
    mates = seen(cup).proposed.proposal.pods[1].seats  # type: ignore[union-attr]
    rounds.swap(code=cup.code, one=number, other=mates[0], by=None, now=timezone.now())
    answer = host.post(desk(cup, "publish"), {"mark": asked.context["mark"]})
    assert answer.context["said"] == asked.context["said"]
    assert "Meanwhile something has changed." in text(answer)
    row.refresh_from_db()
    assert row.state == Round.State.PROPOSED


@pytest.mark.once
def test_what_was_typed_survives_a_second_look(host: Client, cup: Tournament) -> None:
    answer = host.post(desk(cup, "bots"), {"mark": "old", "count": "7"})
    assert answer.context["form"]["count"].value() == "7"
    assert not cup.entries.exists()


JUNK = ("", "-1", "0", "9" * 11, "1.5", "x", "\0", "<b>", "ada,,\n,", "1" * 3000)
"""Each deed is told every second one, its neighbours the others: that many pages take their time."""


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
    for words in ("Round 1, proposed", "Look at round 1 and publish it", "Its cost:", "The tournament began with 9"):
        assert words in page
    assert snapshot.read(Tournament.objects.get(pk=cup.pk)).seed.hex() not in page


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
