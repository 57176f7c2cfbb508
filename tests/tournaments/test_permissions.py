"""Tests of rights in the admin: keepers have all, organisers those for their own, helpers only a few."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin import site
from django.test import RequestFactory
from django.utils import timezone
from django.utils.translation import gettext

from apps.tournaments.admin.actions import DEEDS
from apps.tournaments.models import AuditEntry, Entry, Organiser, Series, Tournament
from apps.tournaments.permissions import Right
from tests.factories.people import browser, staff
from tests.factories.tournaments import bots, tournament
from tests.tournaments.admin_pages import ADD, ask, desk, do, organiser, text

pytestmark = pytest.mark.django_db
LIST = "/admin/tournaments/tournament/"
HELP = {
    "publish", "swap", "extend", "extend-table", "remind-table", "correct", "add", "bots", "invite", "remove",
    "replace",
}  # fmt: skip


@pytest.fixture
def cup() -> Tournament:
    return tournament(starts_at=timezone.now() + timedelta(days=1))


class People(dict[str, Any]):
    """One player of each kind, created on first use."""

    def __init__(self, player: Callable[[str], Any], cup: Tournament, other: Tournament) -> None:
        self._made: dict[str, Callable[[], Any]] = {
            "nobody": lambda: None,
            "player": lambda: player("pia"),
            "stranger": lambda: staff("sam"),
            "elsewhere": lambda: organiser("else", other),
            "looker": lambda: staff("lou", "view_tournament"),
            "helper": lambda: organiser("hans", cup, helper=True),
            "organiser": lambda: organiser("olga", cup),
            "keeper": lambda: staff("kim", "change_tournament"),
        }

    def __missing__(self, kind: str) -> Any:
        self[kind] = made = self._made[kind]()
        return made


@pytest.fixture
def people(player: Callable[[str], Any], cup: Tournament) -> People:
    return People(player, cup, tournament(name="Other Cup"))


MAY = {
    "nobody": None,
    "player": None,
    "stranger": Right.NONE,
    "elsewhere": Right.NONE,
    "looker": Right.LOOK,
    "helper": Right.HELP,
    "organiser": Right.RUN,
    "keeper": Right.RUN,
}


@pytest.mark.once
def test_helpers_may_do_just_what_helps() -> None:
    assert {name for name, deed in DEEDS.items() if deed.right == Right.HELP} == HELP
    assert all(deed.right == Right.RUN for name, deed in DEEDS.items() if name not in HELP)


@pytest.mark.parametrize("kind", MAY)
@pytest.mark.once
def test_everybody_may_do_what_is_theirs_and_nothing_else(kind: str, people: People, cup: Tournament) -> None:
    client, right = browser(people[kind]), MAY[kind]
    for path in (desk(cup), f"{LIST}{cup.pk}/change/"):
        assert client.get(path).status_code == (302 if right is None else 403 if right == Right.NONE else 200)
    for name, deed in DEEDS.items():
        for method in (client.get, client.post):
            answer = method(desk(cup, name, "?entry=1&one=1&other=2&round=0&table=0"))
            if right is None:
                assert "login" in answer["Location"]
            elif right < deed.right:
                assert answer.status_code == 403, name
            else:
                assert answer.status_code in (200, 302), name
    assert not AuditEntry.objects.exists()
    assert Tournament.objects.get(pk=cup.pk).status == Tournament.Status.OPEN


@pytest.mark.parametrize(("kind", "right"), [(kind, right) for kind, right in MAY.items() if right is not None])
@pytest.mark.once
def test_what_comes_with_the_admin_asks_for_the_same_rights(
    kind: str, right: Right, people: People, cup: Tournament
) -> None:
    request, admin = RequestFactory().get(LIST), site.get_model_admin(Tournament)
    request.user = people[kind]
    assert admin.has_view_permission(request, cup) is (right >= Right.LOOK)
    assert admin.has_change_permission(request, cup) is (right >= Right.RUN)


@pytest.mark.parametrize(
    ("kind", "seen"),
    [("elsewhere", {"Other Cup"}), ("helper", {"Spring Cup"}), ("organiser", {"Spring Cup"}),
     ("looker", {"Spring Cup", "Other Cup"}), ("keeper", {"Spring Cup", "Other Cup"})],
)  # fmt: skip
def test_lists_show_ones_own(kind: str, seen: set[str], people: People) -> None:
    page = text(browser(people[kind]).get(LIST))
    assert {name for name in ("Spring Cup", "Other Cup") if f">{name}<" in page} == seen
    assert "Tournaments" in text(browser(people[kind]).get("/admin/"))


@pytest.mark.once
def test_a_stranger_to_tournaments_finds_none(people: People) -> None:
    client = browser(people["stranger"])
    assert client.get(LIST).status_code == 403
    assert LIST not in text(client.get("/admin/"))


@pytest.mark.once
def test_only_who_may_add_makes_a_tournament_and_organises_it_then(people: People) -> None:
    for kind in ("stranger", "looker", "helper", "organiser"):
        assert browser(people[kind]).get(ADD).status_code == 403
        assert browser(people[kind]).post(f"{ADD}?game=fuse&pattern=evening").status_code == 403
    assert browser(staff("adda", "add_tournament")).get(ADD).status_code == 200


@pytest.mark.once
def test_what_was_agreed_is_changed_by_organisers_only(people: People, cup: Tournament) -> None:
    for kind in ("helper", "looker"):
        client = browser(people[kind])
        assert client.post(f"{LIST}{cup.pk}/change/", {"name": "Mine"}).status_code == 403
        assert 'class="submit-row"' not in text(client.get(f"{LIST}{cup.pk}/change/"))
    assert 'class="submit-row"' in text(browser(people["organiser"]).get(f"{LIST}{cup.pk}/change/"))
    cup.refresh_from_db()
    assert cup.name == "Spring Cup"


@pytest.mark.once
def test_buttons_are_those_somebody_may_press(people: People, cup: Tournament) -> None:
    bots(cup, 3)
    shown = {kind: text(browser(people[kind]).get(desk(cup))) for kind in ("looker", "helper", "organiser")}
    assert {kind for kind, page in shown.items() if "desk/bots/" in page} == {"helper", "organiser"}
    assert {kind for kind, page in shown.items() if "desk/remove/?entry=2" in page} == {"helper", "organiser"}
    assert {kind for kind, page in shown.items() if "desk/cancel/" in page} == {"organiser"}


@pytest.mark.once
def test_who_only_looks_cannot_swap(people: People, cup: Tournament) -> None:
    bots(cup, 6)
    do(browser(people["organiser"]), cup, "start")
    assert "/desk/swap/" in text(browser(people["helper"]).get(desk(cup)))
    assert "/desk/swap/" not in text(browser(people["looker"]).get(desk(cup)))


def test_one_that_has_begun_is_not_deleted(cup: Tournament) -> None:
    client = browser(staff("root", "change_tournament", "delete_tournament", "view_tournament"))
    bots(cup, 6)
    assert client.get(f"{LIST}{cup.pk}/delete/").status_code == 200
    do(client, cup, "start")
    assert client.post(f"{LIST}{cup.pk}/delete/", {"post": "yes"}).status_code == 403
    other = tournament(name="Never")
    assert client.post(f"{LIST}{other.pk}/delete/", {"post": "yes"}).status_code == 302
    assert [one.name for one in Tournament.objects.all()] == ["Spring Cup"]


@pytest.mark.once
def test_nobody_deletes_many_at_once(cup: Tournament) -> None:
    client = browser(staff("root", "change_tournament", "delete_tournament", "view_tournament"))
    client.post(LIST, {"action": "delete_selected", "_selected_action": [cup.pk], "post": "yes"})
    assert Tournament.objects.filter(pk=cup.pk).exists()


def test_organisers_name_others_who_are_staff(people: People, cup: Tournament) -> None:
    client = browser(people["organiser"])
    assert people["player"].username == "pia"
    assert people["stranger"].username == "sam"
    staff_first = gettext("%(name)s can’t use the admin site. An administrator must give them staff status first.")
    assert staff_first % {"name": "pia"} in do(client, cup, "name", player="pia", role="organiser")
    helper = gettext("%(name)s is now a helper.") % {"name": "sam"}
    assert helper in do(client, cup, "name", player="Sam", role="helper")
    another = gettext("%(name)s is now an organiser too.") % {"name": "sam"}
    assert another in do(client, cup, "name", player="sam", role="organiser")
    nothing = gettext("%(name)s no longer has a role.") % {"name": "olga"}
    assert nothing in do(client, cup, "name", player="olga", role="nothing")
    assert ask(client, cup, "name").status_code == 403
    other = browser(people["stranger"])
    last = gettext("A tournament needs an organiser. Name another one first.")
    assert last in do(other, cup, "name", player="sam", role="nothing")
    assert last in do(other, cup, "name", player="sam", role="helper")
    assert Organiser.objects.get(tournament=cup, helper=False).player == people["stranger"]


def test_a_series_is_its_organisers(people: People, cup: Tournament) -> None:
    client = browser(people["organiser"])
    founded = gettext("This tournament is now part of a series.")
    assert founded in do(client, cup, "series", every="month", nth="-1", ahead="10")
    series = Series.objects.get()
    assert (series.every, series.nth, series.ahead, series.active) == ("month", -1, 10, True)
    address = f"/admin/tournaments/series/{series.pk}/change/"
    assert "Spring Cup" in text(client.get(address))
    rule = {
        "name": "Last Monday",
        "every": "week",
        "nth": "1",
        "time_zone": "UTC",
        "ahead": 5,
        "best": 8,
        "active": "on",
    }
    client.post(address, rule)
    series.refresh_from_db()
    assert (series.name, series.every, series.best) == ("Last Monday", "week", 8)
    for kind in ("helper", "stranger", "elsewhere"):
        assert browser(people[kind]).get(address).status_code in (302, 403)
        assert browser(people[kind]).get("/admin/tournaments/series/").status_code == 403
    assert "The series has ended" in do(client, cup, "end-series")
    series.refresh_from_db()
    assert not series.active


@pytest.mark.once
def test_only_entrants_of_this_tournament_can_be_meant(people: People, cup: Tournament) -> None:
    other = tournament(name="Another")
    bots(other, 5)
    client = browser(people["organiser"])
    answer = client.get(desk(cup, "remove", "?entry=4"), follow=True)
    assert "Choose an entrant." in text(answer)
    assert Entry.objects.filter(state=Entry.State.IN).count() == 5


def test_every_page_of_the_list_opens(people: People, cup: Tournament) -> None:
    bots(cup, 6)
    client = browser(people["organiser"])
    do(client, cup, "start")
    do(client, cup, "publish")
    for address in (
        f"{LIST}?q=Spring", f"{LIST}?q=pia", f"{LIST}?game=fuse&status__exact=running", f"{LIST}{cup.pk}/history/",
        f"{LIST}{cup.pk}/change/", desk(cup),
    ):  # fmt: skip
        assert client.get(address).status_code == 200, address
    page = text(client.get(LIST))
    cells = re.findall(r'class="field-(field|round)">([^<]+)<', page)
    assert sorted(cells) == [("field", "6/64"), ("round", "1")]
    assert '<div class="help">Fuse</div>' in page
    assert "The tournament has started." in text(client.get(f"{LIST}{cup.pk}/history/"))
