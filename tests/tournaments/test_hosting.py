"""Tests that anyone can create a small tournament, manage it until the start, and cancel it, but no one else can."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.games import load_games
from apps.talk.models import ChatBan
from apps.tournaments import account_deletion
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.formats.length import compute_length
from apps.tournaments.forms.hosting import HostForm
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.presets import PATTERNS
from apps.tournaments.services import hosting, notify
from tests.factories.tournaments import SWISS, played, told, tournament
from tests.tournaments.test_public import seen

pytestmark = pytest.mark.django_db
NEW = "/tournaments/new/"
Browser = Callable[..., Client]
LASTS = gettext("With %(people)d entrants: %(rounds)s, %(matches)s each, done within %(time)s.")


@pytest.fixture
def host(ada: Player, monkeypatch: pytest.MonkeyPatch) -> Player:
    """Return a player who has played here before."""
    monkeypatch.setattr(hosting.experience, "count_finished_matches", lambda player, *, most: most)
    return ada


def typed(**words: Any) -> dict[str, Any]:
    """Return what a browser sends if only these fields were changed."""
    start = timezone.localtime(timezone.now() + timedelta(days=2))
    usual = {
        "game": "fuse", "name": "Small cup", "pattern": "knockout", "starts_at": f"{start:%Y-%m-%dT%H:%M}",
        "most": "16", "public": "yes", "takes_part": "on",
    }  # fmt: skip
    return usual | words


def made(at: Browser, host: Player, **words: Any) -> Tournament:
    answer = at(host).post(NEW, typed(**words))
    assert answer.status_code == 302, answer.context["form"].errors
    return Tournament.objects.get(code=answer["location"].split("/")[-2])


@pytest.mark.parametrize(("slug", "pattern"), [(slug, name) for slug in load_games() for name in PATTERNS])
def test_what_the_form_offers_can_be_made(slug: str, pattern: str) -> None:
    form = HostForm(load_games()[slug], now=timezone.now())
    if pattern not in form.patterns:
        return
    data = {name: form[name].value() for name in form.fields} | {"pattern": pattern}
    sent = HostForm(load_games()[slug], data, now=timezone.now())
    assert sent.is_valid(), sent.errors
    assert Tournament(game=slug, **sent.terms.values()).by_itself


@pytest.mark.parametrize(
    ("pattern", "pace", "hours"),
    [
        ("groups", "", 336),
        ("groups", "daily", 336),
        ("groups", "live", 3),
        ("evening", "daily", 120),
        ("month", "live", 1),
    ],
)
def test_rounds_are_as_long_as_their_pace_needs(at: Browser, host: Player, pattern: str, pace: str, hours: int) -> None:
    cup = made(at, host, pattern=pattern, pace_name=pace)
    assert cup.round_hours == hours
    words = {"pattern": pattern, "pace_name": pace, "game": "fuse"}
    thought, said = (
        at(host).get(NEW, words | more, headers={"hx-request": "true"}).context["lasts"]
        for more in ({}, {"round_hours": str(hours)})
    )
    assert thought == said


@pytest.mark.parametrize("slug", load_games())
def test_how_long_it_lasts_is_said_for_as_many_as_may_come(at: Browser, host: Player, slug: str) -> None:
    page = at(host).get(NEW, {"game": slug, "pattern": "knockout", "most": "8"}, headers={"hx-request": "true"})
    said = page.content.decode()
    plan = PATTERNS["knockout"].plan(load_games()[slug].meta.seats)
    start, _, end = LASTS.partition("%(matches)s")
    for people in (6, 8):
        count = compute_length(plan.stages, people).rounds
        rounds = ngettext("%(count)d round", "%(count)d rounds", count) % {"count": count}
        assert start % {"people": people, "rounds": rounds} in said
    assert end.partition("%(time)s")[0] in said


def test_it_is_open_at_once_runs_by_itself_and_whoever_made_it_takes_part(at: Browser, host: Player) -> None:
    cup = made(at, host)
    assert (cup.status, cup.by_itself, cup.rated, cup.listed) == ("open", True, True, True)
    assert cup.commitment
    assert list(cup.entries.values_list("player", flat=True)) == [host.pk]
    assert cup.name in seen(at(), "/tournaments/")


def test_by_link_it_stands_in_no_list_and_is_not_rated(at: Browser, host: Player, ben: Player) -> None:
    cup = made(at, host, public="no", takes_part="")
    assert (cup.rated, cup.listed, cup.entries.count()) == (False, False, 0)
    assert cup.name not in seen(at(), "/tournaments/")
    at(ben).post(f"{cup.get_absolute_url()}register/")
    assert cup.entries.get().player_id == ben.pk


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "a\u202eb"}, ""),
        ({"most": "5"}, "greater than or equal to 6"),
        ({"most": "33"}, "less than or equal to 32"),
        ({"starts_at": "2001-01-01T20:00"}, gettext("This time is in the past.")),
        ({"starts_at": "9999-01-01T20:00"}, gettext("This is more than two years away.")),
        ({"pattern": "league"}, "Select a valid choice"),
        ({"pace_name": "lightning"}, "Select a valid choice"),
        ({"least": "20"}, gettext("The maximum can’t be lower than the minimum.")),
        ({"points": "none"}, "Select a valid choice"),
        ({"opponents": "embers"}, "Select a valid choice"),
        ({"round_hours": "0"}, "greater than or equal to 1"),
    ],
)
def test_what_does_not_fit_is_said_and_nothing_is_made(at: Browser, host: Player, words: Any, said: str) -> None:
    answer = at(host).post(NEW, typed(**words))
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("chosen", "paid"), [("even", ["1", "0.5", "0"]), ("double", ["2", "0.5", "0"]), ("first", ["1", "0", "0"])]
)
def test_points_are_chosen_not_typed(at: Browser, host: Player, chosen: str, paid: list[str]) -> None:
    cup = made(at, host, pattern="evening", pace_name="", points=chosen)
    page = seen(at(), f"{cup.get_absolute_url()}rules/")
    table = page.split("<tbody>")[1].split("</tbody>")[0]
    assert re.findall(r"<td[^>]*>\s*([\d.]+)\s*</td>", table)[:3] == paid


def test_whom_bots_play_like_is_chosen_and_said(at: Browser, host: Player) -> None:
    assert made(at, host).opponents == "cinder"
    cup = made(at, host, opponents="flint")
    assert cup.opponents == "flint"
    level = gettext("Bots in the tournament play like %(name)s.") % {"name": "Flint"}
    assert level in seen(at(), f"{cup.get_absolute_url()}rules/")


def test_strangers_and_guests_and_whoever_has_not_played_are_told_why_not(
    at: Browser, ada: Player, ben: Player
) -> None:
    assert at().get(NEW).status_code == 302
    unplayed = gettext("Finish %(count)d matches first, so you know what you’re inviting people to.") % {"count": 3}
    assert unplayed in at(ada).get(NEW).content.decode()
    assert at(ada).post(NEW, typed()).status_code == 400
    Player.objects.filter(pk=ben.pk).update(guest=True)
    guest = gettext("You need an account to join or create tournaments. Choose a name and a password first.")
    assert guest in at(ben).get(NEW).content.decode()
    assert not Tournament.objects.exists()


def test_nobody_makes_more_than_three_at_once_or_within_a_day(at: Browser, host: Player) -> None:
    cups = [made(at, host) for _ in range(3)]
    in_a_day = gettext("You’ve created %(count)d tournaments in a day. Try again tomorrow.") % {"count": 3}
    assert in_a_day in at(host).get(NEW).content.decode()
    Tournament.objects.update(created_at=timezone.now() - timedelta(days=2))
    at_once = gettext("You already have %(count)d tournaments that haven’t ended. Wait for one of them to end.")
    assert at_once % {"count": 3} in at(host).get(NEW).content.decode()
    at(host).post(f"{cups[0].get_absolute_url()}call-off/")
    assert made(at, host)


@pytest.mark.django_db(transaction=True)
def test_of_two_at_the_same_moment_one_is_the_last(host: Player) -> None:
    game = load_games()["fuse"]
    form = HostForm(game, typed(), now=timezone.now())
    assert form.is_valid()
    values = form.terms.values()

    def make(_number: int) -> bool:
        try:
            hosting.host_tournament(player=host, game="fuse", values=values, takes_part=True, now=timezone.now())
        except Exception:  # noqa: BLE001
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(6) as pool:
        done = list(pool.map(make, range(6)))
    assert 1 <= sum(done) <= hosting.MAX_CREATED_PER_DAY
    assert Tournament.objects.count() == sum(done)


def test_bots_are_added_people_are_taken_out_and_it_begins(at: Browser, host: Player, ben: Player) -> None:
    cup = made(at, host, most="6")
    path, me = cup.get_absolute_url(), at(host)
    at(ben).post(f"{path}register/")
    page = me.get(path).content.decode()
    assert 'id="host"' in page
    number = cup.entries.get(player=ben).number
    assert me.post(f"{path}out/{number}/").status_code == 302
    assert cup.entries.get(player=ben).state == Entry.State.OUT
    assert told(ben, notify.TAKEN_OUT)
    refused = me.post(f"{path}begin/")
    assert refused.status_code == 409
    too_few = gettext("The tournament needs at least %(least)d entrants. It has %(count)d so far.")
    assert too_few % {"least": 6, "count": 1} in refused.content.decode()
    for _ in range(5):
        me.post(f"{path}bot/")
    assert me.post(f"{path}bot/").status_code == 409
    added = gettext("%(one)s was added.").partition("%(one)s")[2]
    assert at().get(f"{path}log/").content.decode().count(added) == 5
    assert me.post(f"{path}begin/").status_code == 302
    played(cup, now=timezone.now(), step=timedelta(hours=12))
    cup.refresh_from_db()
    assert cup.status == "over", "nobody need be there"


def test_whoever_made_it_calls_it_off(at: Browser, host: Player, ben: Player) -> None:
    cup = made(at, host)
    at(ben).post(f"{cup.get_absolute_url()}register/")
    assert at(host).post(f"{cup.get_absolute_url()}call-off/").status_code == 302
    cup.refresh_from_db()
    assert cup.status == "cancelled"
    assert told(ben, notify.CANCELLED)
    assert at(host).post(f"{cup.get_absolute_url()}call-off/").status_code == 409


@pytest.mark.parametrize("deed", ["begin/", "bot/", "out/1/", "call-off/"])
def test_nobody_else_may(at: Browser, host: Player, ben: Player, deed: str) -> None:
    cup = made(at, host)
    path = cup.get_absolute_url()
    assert 'id="host"' not in at(ben).get(path).content.decode()
    assert at(ben).post(path + deed).status_code == 409
    assert at().post(path + deed).status_code == 401
    assert at(host).get(path + deed).status_code == 405
    before = (cup.status, list(cup.entries.values_list("player", "state")))
    cup.refresh_from_db()
    assert (cup.status, list(cup.entries.values_list("player", "state"))) == before


def test_once_it_has_begun_nobody_is_taken_out_or_added(at: Browser, host: Player) -> None:
    cup = made(at, host, most="6")
    for _ in range(5):
        at(host).post(f"{cup.get_absolute_url()}bot/")
    at(host).post(f"{cup.get_absolute_url()}begin/")
    begun = gettext("The tournament has already started or ended. You can no longer change it.")
    for deed in ("bot/", "out/1/"):
        answer = at(host).post(cup.get_absolute_url() + deed)
        assert answer.status_code == 409
        assert begun in answer.content.decode()
    with pytest.raises(TournamentRefused):
        hosting.start_tournament_early(code=cup.code, player=host, now=timezone.now())


def test_a_number_beyond_all_bounds_is_thought_of_as_the_bound(at: Browser, host: Player) -> None:
    page = at(host).get(NEW, {"game": "fuse", "pattern": "knockout", "most": "99999", "least": "1"}).content.decode()
    for people in (32, 6):
        assert LASTS.partition("%(rounds)s")[0] % {"people": people} in page


def test_whoever_may_not_talk_makes_none(at: Browser, host: Player) -> None:
    now = timezone.now()
    ChatBan.objects.create(player=host, since=now, until=now + timedelta(days=1))
    assert at(host).post(NEW, typed()).status_code == 400
    assert not Tournament.objects.exists()


def test_an_organiser_of_a_tournament_of_the_house_runs_it_at_the_desk_alone(at: Browser, host: Player) -> None:
    cup = tournament(SWISS, by=host)
    assert 'id="host"' not in at(host).get(cup.get_absolute_url()).content.decode()
    assert at(host).post(f"{cup.get_absolute_url()}call-off/").status_code == 409
    cup.refresh_from_db()
    assert cup.status != "cancelled"
    assert hosting.describe_hosting_objection(host, now=timezone.now()) == "", "and it is none of those they made"


def test_when_its_host_leaves_the_house_one_that_has_not_begun_is_called_off(
    at: Browser, host: Player, ben: Player
) -> None:
    cup = made(at, host)
    at(ben).post(f"{cup.get_absolute_url()}register/")
    account_deletion.leave_all(player=host, now=timezone.now())
    cup.refresh_from_db()
    assert cup.status == "cancelled"
    assert told(ben, notify.CANCELLED)
    assert host.username not in cup.name


@pytest.mark.slow
def test_nobody_presses_buttons_without_end(at: Browser, host: Player) -> None:
    cup = made(at, host)
    answers = [at(host).post(f"{cup.get_absolute_url()}out/99/").status_code for _ in range(62)]
    assert answers[:60] == [409] * 60
    assert answers[-1] == 429


def test_whose_session_is_over_keeps_what_they_wrote(at: Browser, host: Player) -> None:
    cup = made(at, host)
    answer = at().post(f"{cup.get_absolute_url()}announcements/", {"text": "Bring cake."})
    assert answer.status_code == 401
    assert gettext("You’ve been logged out, so nothing was changed. Log in, then try again.") in answer.content.decode()
    assert "Bring cake." in answer.content.decode()


# -- co-organisers ---------------------------------------------------------------------------


def test_a_co_organiser_may_do_what_the_creator_may_but_name_nobody(
    at: Browser, host: Player, ben: Player, cleo: Player, player: Any
) -> None:
    cup = made(at, host, takes_part="")
    root = f"/tournaments/{cup.code}/"
    panel = f'<h2 id="host">{gettext("Manage tournament")}</h2>'
    assert panel not in seen(at(ben), root)
    assert at(ben).post(f"{root}bot/").status_code == 409
    said = at(host).post(f"{root}organisers/", {"name": " BEN "}, follow=True).content.decode()
    assert gettext("%(name)s is now a co-organiser. We’ve let them know.") % {"name": "ben"} in said
    assert told(ben) == [notify.APPOINTED]
    page = seen(at(ben), root)
    assert panel in page
    assert 'id="appoint"' not in page
    assert 'id="stop-organising"' in page
    assert at(ben).post(f"{root}bot/").status_code == 302
    assert at(ben).post(f"{root}announcements/", {"text": "Hello."}).status_code == 302
    assert at(ben).post(f"{root}organisers/", {"name": "cleo"}).status_code == 409, "only the creator names others"
    assert at(host).post(f"{root}organisers/", {"name": "cleo"}).status_code == 302
    assert at(ben).post(f"{root}organisers/{cleo.pk}/dismiss/").status_code == 409
    assert at(ben).post(f"{root}organisers/{host.pk}/dismiss/").status_code == 409
    assert at(cleo).post(f"{root}organisers/{cleo.pk}/dismiss/").status_code == 302, "whoever wants to may stop"
    assert panel not in seen(at(cleo), root)
    assert at(host).post(f"{root}organisers/{ben.pk}/dismiss/").status_code == 302
    assert at(ben).post(f"{root}bot/").status_code == 409
    assert at(ben).get("/admin/").status_code == 302, "the admin stays closed"


def test_a_co_organiser_needs_an_account_that_the_creator_meets(
    at: Browser, host: Player, ben: Player, cleo: Player, player: Any
) -> None:
    cup = made(at, host, takes_part="")
    root = f"/tournaments/{cup.code}/organisers/"
    relations.block_player(owner=ben, other=host, now=timezone.now())
    Player.objects.filter(pk=cleo.pk).update(guest=True)
    unknown = gettext("We can’t find a player called “%(name)s”.")
    for name in ("ben", "cleo", "nobody"):
        answer = at(host).post(root, {"name": name})
        assert (answer.status_code, unknown % {"name": name} in answer.content.decode()) == (409, True), name
    already = gettext("%(name)s is already an organiser.")
    assert already % {"name": host.username} in at(host).post(root, {"name": host.username}).content.decode()
    for number in range(hosting.MAX_CO_ORGANISERS):
        assert at(host).post(root, {"name": player(f"helper{number}").username}).status_code == 302
    full = gettext("A tournament can have up to %(count)d co-organisers. Remove one first.")
    answer = at(host).post(root, {"name": player("another").username})
    assert full % {"count": hosting.MAX_CO_ORGANISERS} in answer.content.decode()


def test_being_a_co_organiser_takes_nobody_one_of_their_own_tournaments(at: Browser, host: Player, ben: Player) -> None:
    cup = made(at, host, takes_part="")
    assert at(host).post(f"/tournaments/{cup.code}/organisers/", {"name": "ben"}).status_code == 302
    assert hosting.describe_hosting_objection(ben, now=timezone.now()) == ""
    assert sum(made(at, ben, name=f"Own {n}", takes_part="") is not None for n in range(hosting.MAX_UNFINISHED)) == 3


def test_nobody_is_named_for_a_tournament_that_the_house_runs(at: Browser, host: Player, ben: Player) -> None:
    cup = tournament(SWISS, by=host)
    assert at(host).post(f"/tournaments/{cup.code}/organisers/", {"name": "ben"}).status_code == 409
    assert cup.organisers.count() == 1


# -- changes before the start ----------------------------------------------------------------


def edited(client: Client, cup: Tournament, **changes: Any) -> Any:
    """Send the form as the page shows it, with some fields changed."""
    path = f"/tournaments/{cup.code}/edit/"
    form = client.get(path).context["form"]
    fields = {name: form[name].value() for name in form.fields}
    fields["starts_at"] = f"{fields['starts_at']:%Y-%m-%dT%H:%M}"
    sent = {name: value for name, value in (fields | changes).items() if value is not False}
    answer = client.post(path, sent)
    cup.refresh_from_db()
    return answer


@pytest.mark.parametrize("pattern", ["knockout", "evening", "teams"])
def test_before_the_start_its_creator_may_change_it_and_nothing_else_changes(
    at: Browser, host: Player, pattern: str
) -> None:
    cup = made(at, host, pattern=pattern, takes_part="")
    kept = {name: getattr(cup, name) for name in ("plan", "pace", "options", "listed", "rated", "hosted", "by_itself")}
    assert edited(at(host), cup).status_code == 302
    acts = cup.acts.count()
    later = cup.starts_at + timedelta(days=1)
    answer = edited(at(host), cup, name="Big cup", most="24", starts_at=f"{timezone.localtime(later):%Y-%m-%dT%H:%M}")
    assert answer.status_code == 302
    assert (cup.name, cup.most, cup.starts_at) == ("Big cup", 24, later)
    assert kept == {name: getattr(cup, name) for name in kept}
    assert cup.acts.count() == acts + 1, "everybody can read that it was changed"
    assert 'href="/tournaments/' + cup.code + '/edit/"' in seen(at(host), f"/tournaments/{cup.code}/")


def test_what_makes_no_sense_is_not_saved(at: Browser, host: Player) -> None:
    cup = made(at, host, takes_part="")
    past = f"{timezone.localtime(timezone.now() - timedelta(days=1)):%Y-%m-%dT%H:%M}"
    for changes, field in (({"least": "20", "most": "10"}, "most"), ({"starts_at": past}, "starts_at")):
        answer = edited(at(host), cup, **changes)
        assert answer.status_code == 422
        assert field in answer.context["form"].errors
    assert cup.most == 16


def test_nobody_else_changes_it_and_nobody_once_it_has_begun(at: Browser, host: Player, ben: Player) -> None:
    cup = made(at, host, takes_part="")
    path = f"/tournaments/{cup.code}/edit/"
    for method in (at(ben).get, at(ben).post):
        assert method(path, {"name": "Mine"}).status_code == 409
    assert at().get(path).status_code == 302
    Tournament.objects.update(status="running", started_at=timezone.now())
    assert at(host).get(path).status_code == 409
    assert at(host).post(path, {"name": "Late"}).status_code == 409
    cup.refresh_from_db()
    assert cup.name == "Small cup"


def opened(client: Client, cup: Tournament) -> dict[str, str]:
    """Return the form's data as a browser has it that has just opened it, hidden fields included."""
    page = client.get(f"/tournaments/{cup.code}/edit/")
    form = page.context["form"]
    fields = {name: form[name].value() for name in form.fields if form[name].value() is not False}
    fields["starts_at"] = f"{fields['starts_at']:%Y-%m-%dT%H:%M}"
    hidden = re.findall(r'<input type="hidden" name="(initial-\w+)"(?: value="([^"]*)")?', page.content.decode())
    assert len(hidden) == len(form.fields)
    return fields | {name: html.unescape(value) for name, value in hidden}


def test_of_two_organisers_at_once_neither_puts_back_what_the_other_has_changed(
    at: Browser, host: Player, ben: Player
) -> None:
    cup = made(at, host, takes_part="", about="Bring *tea*.\r\n\r\nAnd cake.")
    path = f"/tournaments/{cup.code}/edit/"
    assert at(host).post(f"/tournaments/{cup.code}/organisers/", {"name": "ben"}).status_code == 302
    mine, theirs = opened(at(host), cup), opened(at(ben), cup)
    later = f"{timezone.localtime(cup.starts_at + timedelta(days=1)):%Y-%m-%dT%H:%M}"
    assert at(ben).post(path, theirs | {"most": "24", "about": "No cake.", "check_in": "on"}).status_code == 302
    assert at(host).post(path, mine | {"name": "Big cup", "starts_at": later}).status_code == 302
    cup.refresh_from_db()
    assert (cup.name, cup.most, cup.about, cup.check_in) == ("Big cup", 24, "No cake.", True)
    assert f"{timezone.localtime(cup.starts_at):%Y-%m-%dT%H:%M}" == later
    acts = cup.acts.count()
    assert at(host).post(path, mine).status_code == 302
    assert cup.acts.count() == acts, "nothing was changed"


def test_who_changes_the_same_field_hears_of_it_before_anything_is_replaced(
    at: Browser, host: Player, ben: Player
) -> None:
    cup = made(at, host, takes_part="")
    path = f"/tournaments/{cup.code}/edit/"
    assert at(host).post(f"/tournaments/{cup.code}/organisers/", {"name": "ben"}).status_code == 302
    mine, theirs = opened(at(host), cup), opened(at(ben), cup)
    assert at(ben).post(path, theirs | {"most": "24", "name": "Night cup"}).status_code == 302
    answer = at(host).post(path, mine | {"most": "20", "name": "Night cup", "least": "8"})
    assert answer.status_code == 422
    said = gettext("Someone else has just changed this. Save again to replace their change, or reload to see it.")
    assert answer.context["form"].errors == {"most": [said]}, "the same name is no quarrel"
    cup.refresh_from_db()
    assert (cup.most, cup.least) == (24, 6)
    again = dict(re.findall(r'<input type="hidden" name="(initial-\w+)" value="([^"]*)"', answer.content.decode()))
    assert at(host).post(path, mine | again | {"most": "20", "name": "Night cup", "least": "8"}).status_code == 302
    cup.refresh_from_db()
    assert (cup.most, cup.least, cup.name) == (20, 8, "Night cup")


def test_who_is_named_again_is_not_told_again(at: Browser, host: Player, ben: Player) -> None:
    cup, other = made(at, host, takes_part=""), made(at, host, takes_part="")
    for _time in range(2):
        assert at(host).post(f"/tournaments/{cup.code}/organisers/", {"name": "ben"}).status_code == 302
        assert at(host).post(f"/tournaments/{cup.code}/organisers/{ben.pk}/dismiss/").status_code == 302
    assert told(ben) == [notify.APPOINTED]
    assert at(host).post(f"/tournaments/{other.code}/organisers/", {"name": "ben"}).status_code == 302
    assert told(ben) == [notify.APPOINTED] * 2


# -- invitations -----------------------------------------------------------------------------


def invited(client: Client, cup: Tournament, names: str) -> Any:
    return client.post(f"/tournaments/{cup.code}/invite/", {"players": names}, follow=True)


def test_a_list_of_names_is_invited_and_each_of_them_decides(
    at: Browser, host: Player, ben: Player, cleo: Player, player: Any, django_assert_max_num_queries: Any
) -> None:
    cup = made(at, host)
    page = at(host).get(f"/tournaments/{cup.code}/").content.decode()
    assert gettext("They’re notified, and decide whether to register.") in page
    more = [player(f"player{number}") for number in range(10)]
    names = "Ben, CLEO,\r\n\r\n  ada\n" + "\n".join(each.username for each in more)
    with django_assert_max_num_queries(50):
        answer = invited(at(host), cup, names).content.decode()
    assert ngettext("We’ve invited %(count)d player.", "We’ve invited %(count)d players.", 13) % {"count": 13} in answer
    assert cup.entries.count() == 1, "nobody was entered"
    assert all(told(each) == [notify.INVITED] for each in (ben, cleo, *more))
    assert told(host) == [notify.REGISTERED], "who is in needs no invitation"
    invited(at(host), cup, "ben")
    assert told(ben) == [notify.INVITED], "nobody is invited twice"


@pytest.mark.parametrize("names", ["ben, nobody, cleo, none", "ben\nguest", " , \n"])
def test_a_list_with_a_name_that_fits_nobody_invites_nobody(
    at: Browser, host: Player, ben: Player, player: Any, names: str
) -> None:
    Player.objects.filter(pk=player("guest").pk).update(guest=True)
    cup = made(at, host, takes_part="")
    answer = invited(at(host), cup, names)
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 422
    for name in ("nobody", "none", "guest"):
        unknown = (
            gettext("“%(name)s” is a guest and has no account yet.")
            if name == "guest"
            else gettext("We can’t find a player called “%(name)s”.")
        )
        assert (unknown % {"name": name} in page) == (name in names), name
    assert names.strip() in page, "what was typed is kept"
    assert cup.guests.count() == 0
    assert told(ben) == []


def test_whom_one_never_meets_is_not_invited_and_nobody_can_tell(at: Browser, host: Player, ben: Player) -> None:
    cup = made(at, host, takes_part="")
    relations.block_player(owner=ben, other=host, now=timezone.now())
    said = ngettext("We’ve invited %(count)d player.", "We’ve invited %(count)d players.", 1) % {"count": 1}
    assert said in invited(at(host), cup, "ben").content.decode()
    assert told(ben) == []
    assert cup.guests.count() == 0


def test_invitations_have_an_end_and_come_from_whoever_runs_it_before_the_start(
    at: Browser, host: Player, ben: Player, cleo: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = made(at, host, takes_part="")
    assert invited(at(ben), cup, "cleo").status_code == 409
    monkeypatch.setattr(hosting, "MAX_INVITED", 1)
    assert invited(at(host), cup, "ben, cleo").status_code == 409
    assert cup.guests.count() == 0
    assert invited(at(host), cup, "ben").status_code == 200
    assert invited(at(host), cup, "ben").status_code == 200
    assert invited(at(host), cup, "cleo").status_code == 409
    Tournament.objects.update(status="running", started_at=timezone.now())
    assert invited(at(host), cup, "ben").status_code == 409
