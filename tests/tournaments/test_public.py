"""Tests of the list of tournaments, and of a tournament's page with its buttons in every state."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone
from django.utils.translation import gettext, ngettext, pgettext

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.common.errors import Busy
from apps.matches.models import Chair, MatchFeat
from apps.matches.selectors import history, match_view
from apps.notices.models import Notice
from apps.tournaments.formats.stages import Knockout, Swiss
from apps.tournaments.models import Entry, Guest, Organiser, Tournament
from apps.tournaments.selectors import audit, listing
from apps.tournaments.selectors import snapshot as snapshots
from apps.tournaments.selectors.entrants import Faces
from apps.tournaments.services import entries, lifecycle, rounds, scheduler
from apps.tournaments.views import public
from tests.factories.tournaments import (
    CUT,
    NOON,
    SWISS,
    begun,
    bots,
    decide,
    decide_all,
    decided,
    look,
    people,
    played,
    running,
    tournament,
)
from tests.reading import words
from tests.tournaments.admin_pages import desk, organiser

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
PAGES = (
    "", "standings/", "bracket/", "of/1/", "rules/", "log/", "feed.atom", "calendar.ics", "standings.csv",
    "results.csv", "tournament.json",
)  # fmt: skip


def seen(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status, path
    return re.sub(r"\s+", " ", response.content.decode())


def address(cup: Tournament, rest: str = "") -> str:
    return f"/tournaments/{cup.code}/{rest}"


def at_table(page: str) -> bool:
    """Return whether a page says at which table its reader plays."""
    said = gettext("%(round)s: you’re at table %(number)s.") % {"round": "<round>", "number": "<number>"}
    return bool(re.search(re.escape(said).replace("<round>", r"[^<>]+").replace("<number>", r"\d+"), page))


def test_a_bot_has_the_same_name_in_the_tournament_and_at_its_tables(client: Client, quick: None, player: Any) -> None:
    cup = tournament(SWISS, least=6)
    people(cup, player, 1)
    bots(cup, 5)
    decided(cup)
    snapshot = snapshots.load_snapshot(cup)
    called = {number: audit.format_entrant_name(entry) for number, entry in snapshot.entries.items()}
    assert called == {1: "p000", **{number: gettext("Bot %(number)s") % {"number": number} for number in range(2, 7)}}
    for state in snapshot.published:
        for table in state.pods:
            [match] = table.came
            names = tuple(called[entrant] for entrant in table.seats)
            faces = {face.name: face.face for face in Faces(snapshot, reader=None, apart=()).each(table.seats)}
            seated = match_view.load_match(match.code).seats
            row = history.build_history_row(history.find_listed_matches(code=match.code).get())
            assert tuple(one.name for one in seated) == tuple(each.name for each in row.people) == names
            assert all(faces[each.name] == each.face for each in row.people if not each.person)
            bot = next(chair for chair, name in enumerate(names) if name != "p000")
            assert (
                history.get_feat_player_name(MatchFeat(match=seated[0].chair.match, seat=bot, bot=True)) == names[bot]
            )


def test_a_bot_of_an_old_match_keeps_the_name_it_had(quick: None) -> None:
    begun(SWISS, entrants=3)
    Chair.objects.update(bot_number=None)  # Older bots have no number.
    [row] = history.find_listed_matches()
    assert [each.name for each in history.build_history_row(row).people] == list(match_view.SEAT_BOT_NAMES[:3])


def test_the_list_says_what_one_can_enter_watch_and_look_up(client: Client) -> None:
    made = {
        status: tournament(SWISS, name=f"Cup {status}", starts_at=NOON + timedelta(days=n))
        for n, status in enumerate(Tournament.Status.values)
    }
    for status, cup in made.items():
        Tournament.objects.filter(pk=cup.pk).update(status=status)
    page = seen(client, "/tournaments/")
    order = re.findall(r"Cup (\w+)</a>", page)
    assert order == ["open", "running", "paused", "announced", "closed", "cancelled", "over"]
    assert "Cup draft" not in page
    assert "No tournaments right now" in seen(client, "/tournaments/?game=frogs")
    assert "Cup open" in seen(client, "/tournaments/?game=fuse")
    assert "Cup open" in seen(client, "/tournaments/?game=<script>")


def test_one_tap_in_the_list_registers_where_nothing_else_is_asked(client: Client, at: Browser, ada: Any) -> None:
    cup = tournament(SWISS)
    for other in (
        tournament(SWISS, plan={"team": 2}),
        tournament(SWISS, invited_only=True),
        tournament(SWISS, least_rating=1200),
        tournament(SWISS, least_share=0.9),
        tournament(SWISS, circle="foxes", listed=True),
        tournament(SWISS, most=3),
    ):
        bots(other, 3)
    home = at(ada)
    for page in (seen(client, "/tournaments/"), seen(home, "/tournaments/")):
        assert re.findall(r'formaction="([^"]+)"', page) == [address(cup, "register/")]
    assert home.post(address(cup, "register/")).status_code == 302
    page = seen(home, "/tournaments/")
    assert "formaction" not in page
    assert page.index(gettext("you’re in")) > 0


def test_at_the_end_the_next_tournament_is_named_the_one_of_the_same_game_first(client: Client, quick: None) -> None:
    cup = tournament(Swiss(rounds=1, most=4, least=4))
    bots(cup, 4)
    decided(cup)
    assert gettext("Next tournament") not in seen(client, address(cup))
    later = tournament(SWISS, name="Frogs soon", game="frogs", starts_at=NOON + timedelta(days=1))
    assert f'href="{address(later)}"' in seen(client, address(cup)).partition(gettext("Next tournament"))[2]
    same = tournament(SWISS, name="Fuse later", starts_at=NOON + timedelta(days=9))
    told = seen(client, address(cup)).partition(gettext("Next tournament"))[2]
    assert f'href="{address(same)}"' in told
    assert f'href="{address(later)}"' not in told
    assert 'class="winner-crown"' in seen(client, address(cup))


def test_standings_come_before_the_tables_of_the_round_and_the_facts_say_nothing_twice(
    at: Browser, player: Any, quick: None
) -> None:
    cup = tournament(Swiss(rounds=2, most=4, least=4))
    me = people(cup, player, 1)[0]
    bots(cup, 7)
    before = seen(at(me), address(cup))
    assert before.count("2 Mar 2026") == 1, "when it starts is on top"
    look(cup)
    page = seen(at(me), address(cup))
    assert page.index('id="mine"') < page.index('id="top"') < page.index('id="now"')
    assert page.count(f'href="{address(cup, "standings/")}"') == 2, "a tab and a link"


def test_unlisted_tournaments_are_in_nobodys_list_but_their_entrants(client: Client, at: Browser, ada: Any) -> None:
    cup = tournament(SWISS, name="By link", listed=False)
    entries.register_player(code=cup.code, player=ada, now=NOON)
    assert "By link" not in seen(client, "/tournaments/")
    assert "By link" in seen(at(ada), "/tournaments/")
    page = seen(client, address(cup))
    assert "By link" in page
    assert 'content="noindex"' in page


@pytest.mark.once
def test_who_would_be_refused_is_told_so_beforehand_and_offered_no_button(
    client: Client, at: Browser, ada: Any, ben: Any
) -> None:
    cup = tournament(SWISS, invited_only=True, most_rating=1200, least_share=0.9)
    entries.invite_players(code=cup.code, players=[ada], now=NOON)
    page = seen(client, address(cup))
    below = gettext("Your rating in this game must be %(points)d or lower. Unrated players can register.")
    share = gettext(
        "You can’t register if you played fewer than %(percent)d%% of your turns on time in the last 90 days."
    )
    for wish in (gettext("Only invited players can register."), below % {"points": 1200}, share % {"percent": 90}):
        assert wish in page
    assert 'id="register"' in seen(at(ada), address(cup))
    page = seen(at(ben), address(cup))
    invited = gettext("This tournament is by invitation only.")
    assert invited in page
    assert 'id="register"' not in page
    refused = at(ben).post(address(cup, "register/")).content.decode()
    assert refused.count(invited) == 1


def test_history_goes_page_by_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "TOURNAMENTS_PER_PAGE", 2)
    for n in range(5):
        tournament(SWISS, name=f"Cup {n}", starts_at=NOON + timedelta(days=n))
    Tournament.objects.update(status="over")
    found = [re.findall(r"Cup (\d)</a>", seen(client, f"/tournaments/?page={page}")) for page in (1, 2, 3)]
    assert found == [["4", "3"], ["2", "1"], ["0"]]
    assert re.findall(r"Cup (\d)</a>", seen(client, "/tournaments/?page=x")) == ["4", "3"]


def test_the_list_tells_when_a_tournament_was_and_counts_who_left_it(at: Browser, player: Any) -> None:
    cup = tournament(SWISS, starts_at=NOON + timedelta(days=40), by_itself=False)
    before, during, *_others = people(cup, player, 9)
    entries.leave_tournament(code=cup.code, player=before, now=NOON)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    scheduler.advance_tournaments(now=NOON)
    assert "8 entrants" in seen(at(), "/tournaments/")
    entries.leave_tournament(code=cup.code, player=during, now=NOON)
    assert "8 entrants" in seen(at(), "/tournaments/")
    lifecycle.cancel_tournament(code=cup.code, reason="", by=None, now=NOON + timedelta(days=3))
    page = seen(at(), "/tournaments/")
    assert "8 entrants" in page
    assert "5 Mar 2026" in page
    assert "Apr 2026" not in page


@pytest.mark.once
def test_who_withdrew_is_called_to_no_table(at: Browser, player: Any) -> None:
    cup = tournament(SWISS)
    leaver, *_others = people(cup, player, 8)
    scheduler.advance_tournaments(now=NOON)
    assert at_table(seen(at(leaver), address(cup)))
    entries.leave_tournament(code=cup.code, player=leaver, now=NOON)
    page = seen(at(leaver), address(cup))
    assert gettext("You’ve withdrawn.") in page
    assert not at_table(page)
    assert 'href="/m/' not in re.findall(r'<section id="mine".*?</section>', page)[0]
    at(leaver).post(address(cup, "back/"))
    assert at_table(seen(at(leaver), address(cup)))


@pytest.mark.once
def test_a_draft_is_there_for_its_organisers_and_staff_only(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    cup = tournament(SWISS, CUT, by=ada)
    Organiser.objects.create(tournament=cup, player=cleo, helper=True)
    Tournament.objects.filter(pk=cup.pk).update(status="draft")
    entries.add_entrant(code=cup.code, player=None, by=None, now=NOON)
    for path in PAGES:
        for stranger in (at(), at(ben)):
            assert stranger.get(address(cup, path)).status_code == 404, path
        for runner in (at(ada), at(cleo)):
            assert runner.get(address(cup, path)).status_code == 200, path
    for act in ("register", "leave", "back"):
        assert at(ben).post(address(cup, f"{act}/")).status_code == 404
    Player.objects.filter(pk=ben.pk).update(is_staff=True)
    page = seen(at(ben), address(cup))
    assert gettext("Only the organisers can see this page until the tournament is announced.") in page
    assert 'id="mine"' not in page, "nobody takes part yet"


@pytest.mark.parametrize("path", ["/tournaments/nothere/", "/tournaments/nothere/standings/"])
@pytest.mark.once
def test_what_does_not_exist_is_404(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_numbers_that_do_not_exist_are_404(client: Client) -> None:
    cup = tournament(SWISS)
    for path in ("rounds/1/", "rounds/0/", f"rounds/{10**30}/", "of/1/", f"of/{10**30}/", "bracket/"):
        assert client.get(address(cup, path)).status_code == 404, path


@pytest.mark.once
def test_pages_are_only_looked_at_and_buttons_only_pressed(at: Browser, ada: Any) -> None:
    cup = tournament(SWISS, CUT)
    bots(cup, 1)
    for path in PAGES:
        assert at(ada).head(address(cup, path)).status_code == 200, path
        assert at(ada).post(address(cup, path)).status_code == 405, path
    for act in ("register", "leave", "back"):
        assert at(ada).get(address(cup, f"{act}/")).status_code == 405
    assert at(ada).post("/tournaments/").status_code == 405


def test_one_registers_and_withdraws(at: Browser, ada: Any) -> None:
    cup, home = tournament(SWISS), at(ada)
    page = seen(home, address(cup))
    button = pgettext("for a tournament", "Register")
    assert f'<button class="button primary" id="register"> {button} </button>' in page
    answer = home.post(address(cup, "register/"), follow=True).content.decode()
    assert gettext("You’re in. We’ll let you know when it starts.") in answer
    assert Entry.objects.get().state == Entry.State.IN
    page = seen(home, address(cup))
    assert 'id="register"' not in page
    assert 'id="leave"' in page
    again = home.post(address(cup, "register/"))
    assert again.status_code == 409
    assert gettext("You’ve already joined.") in again.content.decode()
    left = home.post(address(cup, "leave/"), follow=True).content.decode()
    assert gettext("You’ve withdrawn from the tournament.") in left
    assert Entry.objects.get().state == Entry.State.OUT
    assert home.post(address(cup, "leave/")).status_code == 409
    assert home.post(address(cup, "back/")).status_code == 409
    assert 'id="register"' in seen(home, address(cup)), "one may change one's mind again"


def test_who_comes_when_it_is_full_waits(at: Browser, player: Any, ada: Any) -> None:
    cup = tournament(SWISS, most=3)
    people(cup, player, 3)
    page = seen(at(ada), address(cup))
    taken = ngettext("%(count)s of %(most)s entrants", "%(count)s of %(most)s entrants", 3)
    assert taken % {"count": 3, "most": 3} in page
    assert gettext("Join the waiting list") in page
    assert "waiting list" in at(ada).post(address(cup, "register/"), follow=True).content.decode()
    page = seen(at(ada), address(cup))
    assert gettext("You’re on the waiting list.") in page
    assert re.search(r"Waiting list</h2>.*ada", page)


@pytest.mark.once
def test_strangers_and_guests_learn_how_to_come_in(at: Browser, ada: Any) -> None:
    cup = tournament(SWISS)
    assert f"?next=/tournaments/{cup.code}/" in seen(at(), address(cup))
    refused = at().post(address(cup, "register/"))
    assert refused.status_code == 403
    assert "/accounts/signup/" in refused.content.decode()
    Player.objects.filter(pk=ada.pk).update(guest=True)
    ada.refresh_from_db()
    refused = at(ada).post(address(cup, "register/"))
    assert refused.status_code == 409
    assert "Create an account" in refused.content.decode()
    assert not Entry.objects.exists()


@pytest.mark.once
def test_a_refusal_is_a_sentence_on_the_page(at: Browser, ada: Any) -> None:
    closed = tournament(SWISS, invited_only=True)
    refused = at(ada).post(address(closed, "register/"))
    assert refused.status_code == 409
    assert "by invitation only" in refused.content.decode()
    Guest.objects.create(tournament=closed, player=ada, at=NOON)
    assert at(ada).post(address(closed, "register/")).status_code == 302
    Tournament.objects.update(status="closed")
    page = seen(at(), address(closed))
    assert "Registration is closed." in page
    assert 'id="register"' not in page


def test_who_comes_and_goes_all_the_time_is_asked_to_wait(at: Browser, ada: Any) -> None:
    cup, home = tournament(SWISS), at(ada)
    answers = [home.post(address(cup, f"{act}/")).status_code for _ in range(16) for act in ("register", "leave")]
    assert answers[:30] == [302] * 30
    assert answers[30:] == [429] * 2


def test_a_busy_tournament_says_so(ada: Any) -> None:
    cup = tournament(SWISS)

    def busy(**_: Any) -> None:
        raise Busy

    request = RequestFactory().post(address(cup, "register/"))
    request.user, request.htmx = ada, False  # type: ignore[attr-defined]
    answer = public._build_page_button(busy, str)(request, cup.code)
    assert answer.status_code == 503
    assert "Nothing was changed" in answer.content.decode()


@pytest.mark.once
def test_names_and_descriptions_are_only_text(client: Client, ada: Any) -> None:
    nasty = "<script>alert(1)</script>"
    cup = tournament(SWISS, CUT, name=nasty, about=f"{nasty}\n\n<b>bold</b>", by=ada)
    bots(cup, 6)
    scheduler.advance_tournaments(now=NOON)
    lifecycle.cancel_tournament(code=cup.code, reason=nasty, by=ada.pk, now=NOON)
    for path in ("/tournaments/", *(address(cup, path) for path in PAGES[:6])):
        page = client.get(path).content.decode()
        assert nasty not in page, path
        assert "<b>bold" not in page


@pytest.mark.once
def test_the_blocked_stand_there_without_a_way_to_them(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    cup = tournament(SWISS, by=cleo)
    for one in (ada, ben):
        entries.register_player(code=cup.code, player=one, now=NOON)
    relations.block_player(owner=ben, other=ada, now=NOON)
    relations.block_player(owner=ada, other=cleo, now=NOON)
    page = seen(at(ada), address(cup))
    assert "ben" in page
    assert "/p/ben/" not in page
    assert "cleo" not in words(page)
    assert "/p/ada/" not in seen(at(ben), address(cup))
    stranger = seen(at(), address(cup))
    assert "/p/ben/" in stranger
    assert "/p/cleo/" in stranger


@pytest.mark.once
def test_my_table_stands_first_and_then_what_became_of_it(at: Browser, player: Any, quick: None) -> None:
    cup = tournament(SWISS, plan={"drop": True})
    ps = people(cup, player, 1)
    bots(cup, 7)
    scheduler.advance_tournaments(now=NOON)
    page = seen(at(ps[0]), address(cup))
    assert at_table(page)
    assert gettext("Your match starts within a minute.") not in page
    assert re.search(rf'class="button primary" href="/m/\w+/">{gettext("Go to your table")}<', page)
    assert not at_table(seen(at(), address(cup)))
    decided(cup)
    page = seen(at(ps[0]), address(cup))
    finished = gettext("You finished %(place)s of %(count)s.") % {"place": "<place>", "count": 8}
    assert re.search(re.escape(finished).replace("<place>", r"\d(?:st|nd|rd|th)"), page)
    assert 'id="podium"' in page


def plain(html: str) -> str:
    """Return the text of a part of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)).strip()


def _mine(page: str) -> str:
    """Return the page's text about its reader, without markup."""
    [panel] = re.findall(r'<section id="mine".*?</section>', page)
    return plain(panel)


def _place(place: str, count: int) -> str:
    return gettext("%(place)s of %(count)s") % {"place": place, "count": count}


def _decide_own(cup: Tournament, number: int, place: int) -> None:
    [table] = [table for table in running(cup) if number in table.seats]
    others = iter(other for other in range(1, len(table.seats) + 1) if other != place)
    decide(table, *(place if seat == number else next(others) for seat in table.seats))


@pytest.mark.once
def test_an_entrant_finds_on_top_what_is_next_for_them(at: Browser, player: Any, quick: None) -> None:
    cup = tournament(Swiss(rounds=2, most=4, least=4), about="Bring biscuits.")
    me = people(cup, player, 1)[0]
    bots(cup, 7)
    look(cup)
    page = seen(at(me), address(cup))
    assert page.index('id="mine"') < page.index('id="now"') < page.index("Bring biscuits.")
    assert 'id="mine"' not in page[page.index("Bring biscuits.") :]
    assert 'id="mine"' not in seen(at(), address(cup)), "a stranger comes too late"
    assert _place("1st", 8) not in _mine(page), "nobody has a place before a table has ended"
    _decide_own(cup, 1, 2)
    told = _mine(seen(at(me), address(cup)))
    assert gettext("You’re waiting for round %(number)s.") % {"number": 2} in told
    assert _place("2nd", 8) in told
    decide_all(cup)
    look(cup)
    _decide_own(cup, 1, 4)
    told = _mine(seen(at(me), address(cup)))
    assert gettext("You’ve played your last match here.") in told, "no round follows the last"
    assert gettext("You’re waiting for round %(number)s.") % {"number": 3} not in told


@pytest.mark.once
@pytest.mark.parametrize("place", [1, 2])
def test_whose_table_of_a_knockout_has_ended_knows_at_once_whether_they_are_out(
    at: Browser, player: Any, quick: None, place: int
) -> None:
    cup = tournament(Knockout(top=0, most=2, least=2, onward=1))
    me = people(cup, player, 1)[0]
    bots(cup, 3)
    look(cup)
    _decide_own(cup, 1, place)
    assert len(running(cup)) == 1
    told = _mine(seen(at(me), address(cup)))
    assert (gettext("You’re waiting for round %(number)s.") % {"number": 2} in told) is (place == 1)
    assert (gettext("You’ve played your last match here.") in told) is (place == 2)
    assert (gettext("Withdraw from the tournament") in told) is (place != 2), "who is out has nothing to withdraw from"


@pytest.mark.once
def test_nobody_is_promised_a_knockout_before_it_is_known_who_comes(at: Browser, player: Any, quick: None) -> None:
    cup = tournament(Swiss(rounds=1, most=4, least=4), CUT)
    me = people(cup, player, 1)[0]
    bots(cup, 7)
    look(cup)
    _decide_own(cup, 1, 1)
    told = _mine(seen(at(me), address(cup)))
    assert gettext("You’ve finished your matches for this round.") in told
    assert gettext("You’re waiting for round %(number)s.") % {"number": 2} not in told


@pytest.mark.once
def test_the_page_shows_the_best_and_its_reader_under_headings_and_folds_downloads(
    at: Browser, player: Any, quick: None
) -> None:
    cup = tournament(Swiss(rounds=1, most=4, least=4))
    me = people(cup, player, 1)[0]
    bots(cup, 11)
    look(cup)
    _decide_own(cup, 1, 4)
    decide_all(cup)
    page = seen(at(me), address(cup))
    [table] = re.findall(r'<table class="table top">.*?</table>', page)
    assert [plain(head) for head in re.findall(r'<th scope="col"[^>]*>(.*?)</th>', table)] == [
        f"# {gettext('Place')}", gettext("Name"), gettext("Points"),
    ]  # fmt: skip
    assert table.count('<th scope="row">') == public.MAX_TOP_LINES + 1
    assert '<tr class="me">' in table
    assert seen(at(), address(cup)).count('<th scope="row">') == public.MAX_TOP_LINES
    [folded] = re.findall(r"<details[^>]*> <summary>" + gettext("Feeds and downloads") + r".*?</details>", page)
    assert "standings.csv" in folded
    assert page.count("standings.csv") == 1
    assert "results.csv" in folded


@pytest.mark.once
def test_who_did_not_come_may_say_that_they_are_back(at: Browser, player: Any) -> None:
    cup = tournament(SWISS, by_itself=False)
    late, *_others = people(cup, player, 8)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    Entry.objects.filter(player=late).update(state="out", missed=True)
    page = seen(at(late), address(cup))
    assert gettext("You missed a match, so you’re out for now.") in page
    assert 'id="back"' in page
    answer = at(late).post(address(cup, "back/"), follow=True).content.decode()
    assert gettext("You’re back. You’ll play in the next round.") in answer
    assert Entry.objects.get(player=late).state == "in"


@pytest.mark.once
def test_newcomers_see_whether_they_may_still_come(at: Browser, ada: Any, quick: None) -> None:
    early, strict = tournament(SWISS, plan={"late": 1}), tournament(SWISS)
    for cup in (early, strict):
        bots(cup, 6)
    scheduler.advance_tournaments(now=NOON)
    assert gettext("The tournament has started, but you can still join.") in seen(at(ada), address(early))
    assert 'id="mine"' not in seen(at(ada), address(strict))
    assert at(ada).post(address(strict, "register/")).status_code == 409
    assert at(ada).post(address(early, "register/")).status_code == 302


@pytest.mark.parametrize("status", Tournament.Status.values)
@pytest.mark.once
def test_every_page_opens_in_every_state_a_tournament_can_be_in(at: Browser, ada: Any, status: str) -> None:
    cup = tournament(SWISS, CUT, by=ada, opens_at=NOON, round_hours=24)
    bots(cup, 6)
    if status in ("running", "paused", "over"):
        scheduler.advance_tournaments(now=NOON)
    Tournament.objects.filter(pk=cup.pk).update(
        status=status, over_at=NOON if status in ("over", "cancelled") else None, paused_at=None
    )
    for path in PAGES:
        assert at(ada).get(address(cup, path)).status_code == 200, path


@pytest.mark.once
def test_a_match_says_what_it_is_a_part_of(client: Client, quick: None) -> None:
    cup = tournament(SWISS, name="Spring & Cup")
    bots(cup, 4)
    played(cup, step=timedelta(hours=1))
    code = re.findall(r"/m/(\w+)/record/", seen(client, address(cup, "rounds/1/")))[0]
    link = f'Part of <a href="/tournaments/{cup.code}/">Spring &amp; Cup</a>'
    assert link in seen(client, f"/m/{code}/")
    assert link in seen(client, f"/m/{code}/record/")
    assert f'Part of <a class="name" href="/tournaments/{cup.code}/">Spring &amp; Cup</a>' in seen(
        client, "/matches/?among=all"
    )


@pytest.mark.once
def test_the_way_to_tournaments_is_short(client: Client) -> None:
    for path in ("/", "/tables/"):
        assert 'href="/tournaments/"' in client.get(path).content.decode()


@pytest.mark.once
def test_who_looks_after_it_finds_the_desk_from_its_page_and_from_what_they_are_told(
    client: Client, at: Browser, ada: Any
) -> None:
    cup = tournament(SWISS, by_itself=False)
    olga = organiser("olga", cup)
    link = f'href="{desk(cup)}"'
    assert link in seen(at(olga), address(cup))
    assert link not in seen(at(ada), address(cup))
    assert link not in seen(client, address(cup))
    bots(cup, 8)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    notice = Notice.objects.get(player=olga)
    assert notice.words["path"] == desk(cup)


@pytest.mark.once
def test_who_takes_part_sees_their_table_come_without_asking_again(at: Browser, ada: Any) -> None:
    cup, far = (tournament(SWISS, starts_at=timezone.now() + timedelta(hours=hours)) for hours in (0.5, 24))
    for one in (cup, far):
        entries.register_player(code=one.code, player=ada, now=NOON)
        bots(one, 7)

    def looks(one: Tournament) -> bool:
        [panel] = re.findall(r'<section id="mine"[^>]*>', seen(at(ada), address(one)))
        return "every 20s" in panel

    assert not looks(far)
    assert looks(cup)
    lifecycle.start_tournament(code=cup.code, by=None, now=timezone.now())
    assert looks(cup)
    scheduler.advance_tournaments(now=timezone.now())
    assert gettext("Go to your table") in seen(at(ada), address(cup))
    assert not looks(cup), "there it is"


def test_a_tournament_says_how_many_it_takes_until_it_starts_and_then_how_many_play(client: Client) -> None:
    cup = tournament(SWISS, least=6, most=40)
    bots(cup, 9)
    limits = f"<dd>{gettext('%(least)s to %(most)s') % {'least': 6, 'most': 40}}</dd>"
    playing = f"<dt>{gettext('Players')}</dt> <dd>9</dd>"
    page = seen(client, address(cup))
    assert limits in page
    assert playing not in page
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    page = seen(client, address(cup))
    assert limits not in page
    assert playing in page


@pytest.mark.parametrize("by_itself", [True, False])
def test_a_tournament_that_would_be_cancelled_says_how_many_it_lacks(client: Client, *, by_itself: bool) -> None:
    cup = tournament(SWISS, least=6, by_itself=by_itself)
    bots(cup, 4)
    lacking = ngettext(
        "One more must enter before the start, or the tournament is cancelled.",
        "%(lacking)s more must enter before the start, or the tournament is cancelled.",
        2,
    ) % {"lacking": 2}
    assert (lacking in seen(client, address(cup))) is by_itself, "otherwise its organisers decide"
    bots(cup, 2)
    assert "must enter" not in seen(client, address(cup))


def test_a_tournament_without_a_round_says_whom_it_waits_for(client: Client) -> None:
    cup, _ = begun(by_itself=False)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    scheduler.advance_tournaments(now=NOON)
    waits = gettext("The organisers will publish the first round.")
    assert waits in seen(client, address(cup))
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    assert waits not in seen(client, address(cup))
