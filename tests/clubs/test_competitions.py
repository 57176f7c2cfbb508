"""Leagues, ladders and arenas that a club's organisers make for its members: no other door opens them."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.forms import Field
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.clubs.errors import ClubRefused
from apps.clubs.models import Club
from apps.clubs.services import clubs, competitions, members
from apps.games import load_games
from apps.matches.models import Match
from apps.tournaments.errors import ArenaRefused, LadderRefused, LeagueRefused
from apps.tournaments.models import Arena, Ladder, LadderMember, League, Tournament
from apps.tournaments.services import arenas, hosting, ladders, leagues
from tests.factories.clubs import organiser

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
KINDS: dict[str, Any] = {"league": League, "ladder": Ladder, "arena": Arena}
STARTS = {"league": "starts_at", "arena": "begins_at"}


@pytest.fixture(autouse=True)
def _have_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting.experience, "count_finished_matches", lambda player, *, most: most)


def typed(client: Client, path: str, **words: str) -> dict[str, str]:
    """Return what a browser sends of a form as it opens, with some fields changed."""
    page = client.get(path)
    assert page.status_code == 200, path
    form = page.context["form"]
    fields = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    times = {name: f"{fields[name]:%Y-%m-%dT%H:%M}" for name in fields if name.endswith("s_at")}
    hidden = re.findall(r'<input type="hidden" name="(initial-\w+)" value="([^"]*)"', page.content.decode())
    return {**fields, **times, **{name: html.unescape(value) for name, value in hidden}, **words}


def made(at: Browser, owls: Club, ada: Player, kind: str, **words: str) -> Any:
    path = f"{owls.get_absolute_url()}{kind}s/new/"
    answer = at(ada).post(path, typed(at(ada), path, name=f"Owls’ {kind}", **words))
    assert answer.status_code == 302, answer.context["form"].errors
    row = KINDS[kind].objects.latest("pk")
    assert answer["location"] == row.get_absolute_url() == f"{owls.get_absolute_url()}{kind}s/{row.pk}/"
    return row


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", ["bombe", "frogs", "fuse", "kobolds"])
def test_an_organiser_makes_one_for_the_club_with_a_name_alone(
    at: Browser, owls: Club, ada: Player, kind: str, game: str
) -> None:
    row = made(at, owls, ada, kind, game=game, about="Every *week*.")
    assert (row.circle, row.game, row.about) == (owls.code, game, "Every *week*.")
    assert getattr(row, "rated", False) is False
    if kind in STARTS:
        assert getattr(row, STARTS[kind]) > timezone.now()


@pytest.mark.parametrize("kind", KINDS)
def test_members_find_it_on_the_clubs_page_join_and_leave_and_nobody_else_sees_it(
    at: Browser, owls: Club, ada: Player, ben: Player, cleo: Player, kind: str
) -> None:
    row = made(at, owls, ada, kind)
    path = row.get_absolute_url()
    assert path in at(ben).get(owls.get_absolute_url()).content.decode()
    page = at(ben).get(path).content.decode()
    assert f'action="{path}join/"' in page
    assert f"{path}edit/" not in page
    assert f"{path}edit/" in at(ada).get(path).content.decode()
    assert at(ben).post(f"{path}join/").status_code == 302
    page = at(ben).get(path).content.decode()
    assert f'action="{path}leave/"' in page
    assert gettext("you’re in") in at(ben).get(owls.get_absolute_url()).content.decode()
    assert at(ben).post(f"{path}join/").status_code == 409
    assert at(ben).post(f"{path}leave/").status_code == 302

    assert row.name not in at(ben).get(f"/tournaments/{kind}s/").content.decode()
    for address in (f"/tournaments/{kind}s/{row.pk}/", f"{owls.get_absolute_url()}{kind}s/{row.pk + 1}/"):
        assert at(ben).get(address).status_code == 404, address
    assert at(ben).post(f"/tournaments/{kind}s/{row.pk}/join/").status_code == 404
    assert path not in at(cleo).get(owls.get_absolute_url()).content.decode()
    refused = at(cleo).get(path)
    assert refused.status_code == 403
    assert row.name not in refused.content.decode()
    assert at(cleo).post(f"{path}join/").status_code == 403
    assert at().get(path).status_code == 302


def test_nothing_but_its_club_opens_one(at: Browser, owls: Club, ada: Player, cleo: Player) -> None:
    now = timezone.now()
    for kind, join, refusal in (
        ("league", leagues.join_league, LeagueRefused),
        ("ladder", ladders.join_ladder, LadderRefused),
        ("arena", arenas.join_arena, ArenaRefused),
    ):
        row = made(at, owls, ada, kind)
        with pytest.raises(refusal, match=gettext("Only members of the club can join.")):
            join(pk=row.pk, player=cleo, now=now)


@pytest.mark.parametrize("kind", KINDS)
def test_only_organisers_of_the_club_make_and_change_one(
    at: Browser, owls: Club, ada: Player, ben: Player, cleo: Player, kind: str
) -> None:
    row = made(at, owls, ada, kind)
    new, edit = f"{owls.get_absolute_url()}{kind}s/new/", f"{row.get_absolute_url()}edit/"
    words = typed(at(ada), edit, name="New name")
    assert not {"rated", "initial-rated"} & set(words)
    for person in (ben, cleo):
        for path in (new, edit):
            assert at(person).get(path).status_code == 403
            assert at(person).post(path, words).status_code == 403
    assert new not in at(ben).get(owls.get_absolute_url()).content.decode()
    organiser(owls, ben)
    assert new in at(ben).get(owls.get_absolute_url()).content.decode()
    assert at(ben).post(edit, words).status_code == 302
    row.refresh_from_db()
    assert row.name == "New name"


@pytest.mark.parametrize("kind", KINDS)
def test_a_change_leaves_alone_what_another_organiser_has_changed(
    at: Browser, owls: Club, ada: Player, ben: Player, kind: str
) -> None:
    row = made(at, owls, ada, kind)
    organiser(owls, ben)
    edit = f"{row.get_absolute_url()}edit/"
    mine, theirs = typed(at(ada), edit, name="New name"), typed(at(ben), edit, about="New words")
    before = {field.name: getattr(row, field.name) for field in row._meta.fields}
    assert at(ben).post(edit, theirs).status_code == 302
    assert at(ada).post(edit, mine).status_code == 302
    row.refresh_from_db()
    after = {field.name: getattr(row, field.name) for field in row._meta.fields}
    assert after == before | {"name": "New name", "about": "New words"}


def test_a_change_is_validated_with_what_others_have_changed_since(
    at: Browser, owls: Club, ada: Player, ben: Player
) -> None:
    league = made(at, owls, ada, "league")
    organiser(owls, ben)
    League.objects.update(least=3, most=12, moves=1)
    edit = f"{league.get_absolute_url()}edit/"
    mine, theirs = typed(at(ada), edit, most="6"), typed(at(ben), edit, least="6")
    assert at(ben).post(edit, theirs).status_code == 302
    answer = at(ada).post(edit, mine)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert "most" in form.errors
    assert (form["least"].value(), form["most"].value(), form["active"].value()) == ("6", "6", True)
    league.refresh_from_db()
    assert (league.least, league.most) == (6, 12)


def test_a_change_to_an_arenas_end_is_validated_with_its_start_of_now(at: Browser, owls: Club, ada: Player) -> None:
    arena = made(at, owls, ada, "arena")
    edit, day = f"{arena.get_absolute_url()}edit/", timedelta(days=1)
    words = typed(at(ada), edit, ends_at=f"{timezone.localtime(arena.begins_at + day):%Y-%m-%dT%H:%M}")
    Arena.objects.update(begins_at=arena.begins_at + 2 * day, ends_at=arena.ends_at + 2 * day)
    answer = at(ada).post(edit, words)
    assert answer.status_code == 422
    assert gettext("The end must be after the start.") in answer.context["form"].errors["ends_at"]


def test_what_makes_no_sense_is_said_and_not_kept(at: Browser, owls: Club, ada: Player) -> None:
    league = made(at, owls, ada, "league")
    edit = f"{league.get_absolute_url()}edit/"
    answer = at(ada).post(edit, typed(at(ada), edit, name="Other", moves="9"))
    assert answer.status_code == 422
    assert "moves" in answer.context["form"].errors
    league.refresh_from_db()
    assert league.name != "Other"
    assert at(ada).post(edit, typed(at(ada), edit, rounds="3")).status_code == 302
    league.refresh_from_db()
    assert league.plan["stages"][0]["rounds"] == 3
    new = f"{owls.get_absolute_url()}arenas/new/"
    past = f"{timezone.localtime(timezone.now() - timedelta(days=1)):%Y-%m-%dT%H:%M}"
    for words, said in (
        ({"begins_at": past}, gettext("This time is in the past.")),
        (
            {"name": "a\u202eb"},
            gettext("That contains characters we can’t display. Type the text instead of pasting it."),
        ),
    ):
        answer = at(ada).post(new, typed(at(ada), new, **{"name": "Arena", **words}))
        assert answer.status_code == 422
        assert said in answer.content.decode()
    assert not Arena.objects.exists()


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_of_invisible_characters_is_refused_as_missing(at: Browser, owls: Club, ada: Player, kind: str) -> None:
    row = made(at, owls, ada, kind)
    for path in (f"{owls.get_absolute_url()}{kind}s/new/", f"{row.get_absolute_url()}edit/"):
        answer = at(ada).post(path, typed(at(ada), path, name="\u200b\u200b"))
        assert answer.status_code == 422
        assert answer.context["form"].errors == {"name": [str(Field.default_error_messages["required"])]}
    assert KINDS[kind].objects.get().name == row.name


@pytest.mark.parametrize("far", ["9999-12-31T20:00", "0001-01-01T00:00"])
def test_no_time_is_more_than_two_years_away(at: Browser, owls: Club, ada: Player, far: str) -> None:
    edit = f"{made(at, owls, ada, 'arena').get_absolute_url()}edit/"
    for path, fields in (
        (f"{owls.get_absolute_url()}leagues/new/", ["starts_at"]),
        (f"{owls.get_absolute_url()}arenas/new/", ["begins_at"]),
        (edit, ["begins_at", "ends_at"]),
    ):
        for field in fields:
            answer = at(ada).post(path, typed(at(ada), path, name="Far", **{field: far}))
            assert answer.status_code == 422, path
            assert gettext("This is more than two years away.") in answer.context["form"].errors[field]
    assert not League.objects.exists()
    assert Arena.objects.get().name != "Far"


def test_a_change_cannot_move_an_arenas_start_into_the_past_or_make_it_endless(
    at: Browser, owls: Club, ada: Player
) -> None:
    arena = made(at, owls, ada, "arena")
    edit, now = f"{arena.get_absolute_url()}edit/", timezone.localtime()
    endless = gettext("An arena can last up to %(days)d days.") % {"days": 31}
    for words, said in (
        ({"begins_at": now - timedelta(days=1)}, gettext("This time is in the past.")),
        ({"ends_at": now + timedelta(days=300)}, endless),
    ):
        changed = {name: f"{time:%Y-%m-%dT%H:%M}" for name, time in words.items()}
        answer = at(ada).post(edit, typed(at(ada), edit, name="Other", **changed))
        assert answer.status_code == 422
        assert said in answer.content.decode()
        assert Arena.objects.get(name=arena.name, begins_at=arena.begins_at, ends_at=arena.ends_at) == arena
    long = Arena(name="Long", game="fuse", begins_at=now + timedelta(days=1), ends_at=now + timedelta(days=40))
    with pytest.raises(ClubRefused, match=endless):
        competitions.create_competition(code=owls.code, player=ada, made=long, now=now)


def test_an_arena_that_has_started_is_no_longer_changed(at: Browser, owls: Club, ada: Player) -> None:
    arena = made(at, owls, ada, "arena")
    edit = f"{arena.get_absolute_url()}edit/"
    words = typed(at(ada), edit, name="Late")
    Arena.objects.update(begins_at=timezone.now() - timedelta(hours=1))
    assert at(ada).get(edit).status_code == 409
    assert at(ada).post(edit, words).status_code == 409
    assert edit not in at(ada).get(arena.get_absolute_url()).content.decode()
    arena.refresh_from_db()
    assert arena.name != "Late"


@pytest.mark.parametrize("kind", KINDS)
def test_a_club_has_three_of_a_kind_at_once(at: Browser, owls: Club, ada: Player, kind: str) -> None:
    for _number in range(competitions.MAX_AT_ONCE):
        row = made(at, owls, ada, kind)
    path = f"{owls.get_absolute_url()}{kind}s/new/"
    words = typed(at(ada), path, name="One more")
    full = gettext("A club can have up to %(count)d of these at the same time. End one of them first.") % {"count": 3}
    answer = at(ada).post(path, words)
    assert answer.status_code == 422
    assert full in answer.content.decode()
    if kind == "arena":
        Arena.objects.filter(pk=row.pk).update(
            begins_at=timezone.now() - timedelta(days=2), ends_at=timezone.now() - timedelta(days=1)
        )
    else:
        KINDS[kind].objects.filter(pk=row.pk).update(active=False)
    assert at(ada).post(path, words).status_code == 302


@pytest.mark.parametrize("kind", ["league", "ladder"])
def test_one_that_has_ended_goes_on_only_while_the_club_has_room(
    at: Browser, owls: Club, ada: Player, kind: str
) -> None:
    ended = made(at, owls, ada, kind)
    edit = f"{ended.get_absolute_url()}edit/"
    words = typed(at(ada), edit)
    assert at(ada).post(edit, {name: words[name] for name in words if name != "active"}).status_code == 302
    for _number in range(competitions.MAX_AT_ONCE):
        other = made(at, owls, ada, kind)
    answer = at(ada).post(edit, typed(at(ada), edit, active="on"))
    assert answer.status_code == 422
    full = gettext("A club can have up to %(count)d of these at the same time. End one of them first.") % {"count": 3}
    assert full in answer.content.decode()
    assert not KINDS[kind].objects.get(pk=ended.pk).active
    KINDS[kind].objects.filter(pk=other.pk).update(active=False)
    assert at(ada).post(edit, typed(at(ada), edit, active="on")).status_code == 302
    assert KINDS[kind].objects.get(pk=ended.pk).active


def test_whoever_may_make_no_tournament_makes_none_of_these(
    at: Browser, owls: Club, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting.experience, "count_finished_matches", lambda player, *, most: 0)
    path = f"{owls.get_absolute_url()}ladders/new/"
    answer = at(ada).post(path, typed(at(ada), path, name="Owls"))
    assert answer.status_code == 422
    assert not Ladder.objects.exists()


def test_a_challenge_on_a_clubs_ladder_is_played_out_of_the_public_lists(
    at: Browser, owls: Club, ada: Player, ben: Player, cleo: Player
) -> None:
    ladder = made(at, owls, ada, "ladder", pattern="duels", game="fuse")
    path = ladder.get_absolute_url()
    for one in (ada, ben):
        assert at(one).post(f"{path}join/").status_code == 302
    assert at(cleo).post(f"{path}challenge/", {"whom": str(ada.pk)}).status_code == 403
    assert f'action="{path}challenge/"' in at(ben).get(path).content.decode()
    answer = at(ben).post(f"{path}challenge/", {"whom": str(ada.pk)})
    match = Match.objects.get()
    assert answer["location"] == match.get_absolute_url()
    assert (match.listed, match.rated, match.occasion_path) == (False, False, path)
    assert f"/m/{match.code}/" in at(ada).get(path).content.decode(), "but it's on the ladder's own page"


def test_the_divisions_of_a_clubs_league_are_the_clubs(
    at: Browser, owls: Club, ada: Player, ben: Player, player: Any
) -> None:
    league = made(at, owls, ada, "league")
    League.objects.update(least=3, most=6, moves=1, starts_at=timezone.now() - timedelta(hours=1))
    people = [ada, ben, *(player(f"owl{number}") for number in range(4))]
    for one in people[2:]:
        members.join_club(code=owls.code, player=one, now=timezone.now())
    for one in people:
        competitions.join_competition(code=owls.code, player=one, kind=League, pk=league.pk, now=timezone.now())
    assert leagues.start_season(pk=league.pk, now=timezone.now()) == 1
    [division] = Tournament.objects.all()
    assert (division.circle, division.listed, division.rated) == (owls.code, False, False)
    assert at(ben).get(league.get_absolute_url()).status_code == 200
    assert division.name not in at().get("/tournaments/").content.decode()


def test_who_leaves_the_club_leaves_them_and_a_club_that_closes_ends_them(
    at: Browser, owls: Club, ada: Player, ben: Player
) -> None:
    rows = {kind: made(at, owls, ada, kind) for kind in KINDS}
    for row in rows.values():
        assert at(ben).post(f"{row.get_absolute_url()}join/").status_code == 302
        assert at(ada).post(f"{row.get_absolute_url()}join/").status_code == 302
    members.leave_club(code=owls.code, player=ben, now=timezone.now())
    assert not rows["league"].members.filter(player=ben, left_at=None).exists()
    assert list(LadderMember.objects.values_list("player", flat=True)) == [ada.pk]
    assert list(rows["arena"].players.values_list("player", flat=True)) == [ada.pk]
    clubs.close_club(code=owls.code, by=ada, now=timezone.now())
    assert not League.objects.filter(active=True).exists()
    assert not Ladder.objects.filter(active=True).exists()
    assert not Arena.objects.exists()


def test_a_clubs_page_asks_for_all_of_them_in_three_statements(
    at: Browser, owls: Club, ada: Player, ben: Player, django_assert_max_num_queries: Any
) -> None:
    home = at(ben)
    for kind in KINDS:
        for _number in range(2):
            made(at, owls, ada, kind)
    assert len(load_games()) >= 4
    with django_assert_max_num_queries(15):
        home.get(owls.get_absolute_url())
