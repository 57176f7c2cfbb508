"""Tests of an organiser's settings form: templates, one form, and a sentence for each bad value."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext

from apps.games import load_games
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Groups, Knockout, Swiss
from apps.tournaments.forms import point_tables
from apps.tournaments.forms.initial import build_tournament_values
from apps.tournaments.models import AuditEntry, Organiser, Tournament
from apps.tournaments.presets import PATTERNS
from tests.factories.people import browser, staff
from tests.factories.tournaments import CUT, GROUPS, KNOCKOUT, SWISS, bots, tournament
from tests.tournaments.admin_pages import ADD, create, do, filled, organiser, shown, text, typed

pytestmark = pytest.mark.django_db
FORMS: dict[str, dict[str, Any]] = {}
"""Empty forms by address, as they were shown; they're the same for everyone."""
NO_TABLE = gettext(
    "“%(line)s” isn’t a point table. Write the number of seats, a colon and the points for each place, for example "
    "4: 5 3 1 0"
)
NO_DIVIDING = gettext("This number of entrants can’t be divided into tables of these sizes.")
NEAREST = gettext("%(why)s The nearest number to %(count)d that works is %(better)d.")


def nearest(count: int, better: int) -> str:
    return NEAREST % {"count": count, "why": NO_DIVIDING, "better": better}


@pytest.fixture
def host() -> Client:
    return browser(staff("olga", "add_tournament"))


def refused(client: Client, pattern: str = "evening", game: str = "fuse", **changes: Any) -> dict[str, list[str]]:
    """Return the errors beside the fields, after checking that nothing was created."""
    address = f"{ADD}?game={game}&pattern={pattern}"
    if address not in FORMS:
        FORMS[address] = shown(client, address)
    own = {"points": "own"} if "tables" in changes else {}
    answer = client.post(address, typed({**FORMS[address], "name": "Spring Cup", **own, **changes}))
    assert answer.status_code == 200
    assert not Tournament.objects.exists()
    return dict(answer.context["form"].errors)


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("slug", ["fuse", "bombe", "frogs", "kobolds"])
@pytest.mark.once
def test_every_pattern_makes_a_tournament_as_it_is(name: str, slug: str, host: Client) -> None:
    meta = load_games()[slug].meta
    if not PATTERNS[name].suits(meta.seats):
        why = gettext("“%(pattern)s” doesn’t suit %(game)s, which is for %(least)d–%(most)d players.")
        words = {"pattern": PATTERNS[name].title, "game": meta.title, "least": meta.seats[0], "most": meta.seats[-1]}
        assert why % words in text(host.get(f"{ADD}?game={slug}&pattern={name}"))
        return
    cup = create(host, name, slug)
    assert cup.status == Tournament.Status.DRAFT
    assert (cup.game, cup.pace_name) == (slug, PATTERNS[name].pace_name)
    assert msgspec.convert(cup.plan, Plan) == PATTERNS[name].plan(meta.seats)
    assert Organiser.objects.get(tournament=cup).player.username == "olga"
    assert cup.commitment


def test_everything_that_is_typed_is_agreed(host: Client) -> None:
    start = timezone.now().replace(second=0, microsecond=0) + timedelta(days=3)
    cup = create(
        host, "month", about="Bring cake.", prizes="**Cake**", table_least=3, table_most=5, rounds=4, pods=2,
        best_of=2, aims="equal", cut=4, cut_most=4, cut_least=4, cut_onward=1, cut_best_of=3, points="own",
        tables="4: 5 3 1 0\n3: 3 1.5 0", win_bonus="0.5", bye="2", autopilot="place", missing="last", drop=False,
        tie1="opponents", tie2="lot", tie3="", tie4="", tie5="", tie6="", seeding="rating", late=2, least=9, most=100,
        invited_only=True, least_rating=900, most_rating=1700, least_percent=80, opens_at=start - timedelta(days=2),
        starts_at=start, round_hours=48, fixed=True, break_hours=6, by_itself=False, rated=False, listed=False,
        vacations=True, opponents="flint",
    )  # fmt: skip
    plan = msgspec.convert(cup.plan, Plan)
    assert plan.stages == (Swiss(4, 5, 3, 2, 2, ("spread", "repeats")), Knockout(4, 4, 4, 1, 3))
    assert plan.scoring.tables == (
        (Decimal(5), Decimal(3), Decimal(1), Decimal(0)),
        (Decimal(3), Decimal("1.5"), Decimal(0)),
    )
    assert (plan.scoring.win_bonus, plan.scoring.bye) == (Decimal("0.5"), Decimal(2))
    assert (plan.scoring.autopilot, plan.scoring.missing, plan.drop) == ("place", "last", False)
    assert (plan.ties, plan.seeding, plan.late) == (("opponents", "lot"), "rating", 2)
    assert (cup.least, cup.most, cup.invited_only) == (9, 100, True)
    assert (cup.least_rating, cup.most_rating, cup.least_share) == (900, 1700, 0.8)
    assert (cup.opens_at, cup.starts_at) == (start - timedelta(days=2), start)
    assert (cup.round_hours, cup.fixed, cup.break_hours, cup.by_itself) == (48, True, 6, False)
    assert (cup.rated, cup.listed, cup.vacations, cup.about) == (False, False, True, "Bring cake.")
    assert cup.prizes == "**Cake**"
    assert "<strong>Cake</strong>" in text(host.get(cup.get_absolute_url()))
    assert cup.opponents == "flint"
    again = host.get(f"/admin/tournaments/tournament/{cup.pk}/change/").context["form"]
    assert (again["tables"].value(), again["least_percent"].value()) == ("4: 5 3 1 0\n3: 3 1.5 0", 80)


@pytest.mark.parametrize(
    ("pattern", "game", "changes", "field", "said"),
    [
        ("evening", "fuse", {"table_most": 7}, "table_most", "Fuse is for 2 to 6 players."),
        ("evening", "fuse", {"table_least": 4, "table_most": 3}, "table_least",
         gettext("The smallest table can’t have more seats than the largest.")),
        ("evening", "fuse", {"tables": "4: 5 3 1"}, "tables",
         gettext("“%(line)s” is for a table of %(size)s. Give points for that many places, not %(count)d.")
         % {"line": "4: 5 3 1", "size": 4, "count": 3}),
        ("evening", "fuse", {"tables": "four points"}, "tables", NO_TABLE % {"line": "four points"}),
        ("evening", "fuse", {"tables": "2: NaN 0"}, "tables", NO_TABLE % {"line": "2: NaN 0"}),
        ("evening", "fuse", {"tables": "3: 1 2 3"}, "tables",
         gettext("A lower place can’t earn more points than a higher one.")),
        ("evening", "fuse", {"tables": "2: 1 0\n2: 2 0"}, "tables", "Two points tables"),
        ("evening", "fuse", {"tie2": "wins"}, "tie1", "twice"),
        ("evening", "fuse", {"least": 40}, "most", gettext("The maximum can’t be lower than the minimum.")),
        ("evening", "fuse", {"starts_at": "2020-01-01T12:00"}, "starts_at", "in the past"),
        ("evening", "fuse", {"starts_at": "9999-12-31T23:59"}, "starts_at", "two years"),
        ("evening", "fuse", {"tables": "2: 1e-9 0"}, "tables", NO_TABLE % {"line": "2: 1e-9 0"}),
        ("evening", "fuse", {"tables": "2: 1e99 0"}, "tables", NO_TABLE % {"line": "2: 1e99 0"}),
        ("evening", "fuse", {"name": "\0"}, "name", "Null"),
        ("evening", "fuse", {"starts_at": "2020-01-01T12:00", "opens_at": "2021-01-01T12:00"}, "opens_at", "before"),
        ("evening", "fuse", {"starts_at": "soon"}, "starts_at", "valid"),
        ("evening", "fuse", {"opens_at": "2099-01-01T12:00"}, "opens_at", "before the start"),
        ("evening", "fuse", {"fixed": True, "round_hours": ""}, "round_hours",
         gettext("If rounds have fixed times, set the hours per round.")),
        ("evening", "fuse", {"most": 513}, "most", "512"),
        ("evening", "fuse", {"format": "chess"}, "format", "valid choice"),
        ("evening", "fuse", {"pace_name": "never"}, "pace_name", "valid choice"),
        ("evening", "fuse", {"option-deals": 99}, "option-deals", "10"),
        ("evening", "fuse", {"least_rating": 1500, "most_rating": 1000}, "most_rating",
         gettext("The maximum rating can’t be lower than the minimum.")),
        ("evening", "fuse", {"table_least": 4, "rounds": 6, "least": 7, "most": 7}, "format", NO_DIVIDING),
        ("evening", "fuse", {"table_least": 4, "rounds": 6, "least": 7}, "least", nearest(7, 8)),
        ("evening", "fuse", {"table_least": 4, "rounds": 6, "least": 8, "most": 11}, "most", nearest(11, 9)),
        ("knockout", "fuse", {"onward": 4}, "format", NO_DIVIDING),
        ("groups", "fuse", {"most": 512}, "most", nearest(512, 48)),
        ("evening", "fuse", {"name": ""}, "name", "required"),
    ],
)  # fmt: skip
@pytest.mark.once
def test_what_does_not_fit_is_said_beside_the_field(
    pattern: str, game: str, changes: dict[str, Any], field: str, said: str, host: Client
) -> None:
    errors = refused(host, pattern, game, **changes)
    assert said in " ".join(errors[field]), errors


@pytest.mark.once
@pytest.mark.parametrize(
    ("pattern", "changes"),
    [
        ("knockout", {"cut": 4, "late": 1, "rounds": 99, "groups": "many", "points": "own", "tables": "nonsense"}),
        ("groups", {"pods": 9, "onward": -1, "late": 3}),
        ("evening", {"cut_most": 99, "cut_onward": "some", "tables": "nonsense", "win_bonus": "-1"}),
    ],
)
def test_what_does_not_apply_is_neither_shown_nor_a_mistake(
    pattern: str, changes: dict[str, Any], host: Client
) -> None:
    cup = create(host, pattern, **changes)
    assert msgspec.convert(cup.plan, Plan) == PATTERNS[pattern].plan(load_games()["fuse"].meta.seats)


@pytest.mark.once
def test_every_field_stands_in_one_section(host: Client) -> None:
    form = host.get(f"{ADD}?game=fuse&pattern=evening").context["form"]
    rows = [row.field.name for section in form.sections() for row in (*section.usual, *section.advanced)]
    assert sorted(rows) == sorted(form.fields)


@pytest.mark.once
@pytest.mark.parametrize("choice", point_tables.POINT_CHOICES)
def test_points_that_are_chosen_are_found_again(choice: str, host: Client) -> None:
    cup = create(host, "evening", points=choice, tables="4: 9 8 7 6")
    form = host.get(f"/admin/tournaments/tournament/{cup.pk}/change/").context["form"]
    assert form["points"].value() == choice


@pytest.mark.once
def test_what_rewards_being_awake_is_only_for_live_tables(host: Client) -> None:
    why = gettext("This is only for live tables. At a slower pace, it would favour players who happen to be awake.")
    for slug, game in load_games().items():
        for name, values in game.meta.live_options.items():
            errors = refused(host, "month", slug, **{f"option-{name}": values[0]})
            assert why in " ".join(errors[f"option-{name}"])


@pytest.mark.once
def test_bad_choices_on_the_first_page_are_told(host: Client) -> None:
    assert "Choose a game and a template." in text(host.get(f"{ADD}?game=chess&pattern=evening"))
    assert "Choose a game and a template." in text(host.get(f"{ADD}?game=fuse&pattern=nothing"))
    assert "We can’t find that tournament." in text(host.get(f"{ADD}?like=abcdefg"))


@pytest.mark.parametrize("stages", [(SWISS,), (SWISS, CUT), (GROUPS, CUT), (KNOCKOUT,)])
def test_one_like_an_earlier_one_is_the_same(stages: Any) -> None:
    old = tournament(*stages, least=12, most=16, round_hours=30)
    old.refresh_from_db()
    client = browser(staff("keeper", "add_tournament", "change_tournament"))
    address = f"{ADD}?like={old.code}"
    start = timezone.now() + timedelta(days=3)
    answer = client.post(address, filled(client, address, name="Again", starts_at=start))
    assert answer.status_code == 302, answer.context["form"].errors
    new = Tournament.objects.latest("pk")
    for name in ("game", "options", "pace", "pace_name", "plan", "rated", "least", "most", "round_hours", "by_itself"):
        assert getattr(new, name) == getattr(old, name), name
    assert new.commitment != old.commitment


@pytest.mark.once
def test_nobody_copies_what_they_may_not_see(host: Client) -> None:
    secret = tournament(name="Secret")
    assert "We can’t find that tournament." in text(host.get(f"{ADD}?like={secret.code}"))
    assert "Secret" not in text(host.get(ADD))


def test_what_was_agreed_changes_until_the_beginning_and_then_only_its_name() -> None:
    cup = tournament(starts_at=timezone.now() + timedelta(days=1), least=6, most=12)
    client = browser(organiser("otto", cup))
    address = f"/admin/tournaments/tournament/{cup.pk}/change/"
    assert client.post(address, filled(client, address, most=20, rounds=4)).status_code == 302
    cup.refresh_from_db()
    assert (cup.most, cup.plan["stages"][0]["rounds"]) == (20, 4)
    assert AuditEntry.objects.get().what == "changed"
    before = filled(client, address, most=30, name="Summer Cup")
    bots(cup, 6)
    do(client, cup, "start")
    assert client.post(address, before).status_code == 302
    cup.refresh_from_db()
    assert (cup.name, cup.most) == ("Summer Cup", 20)
    assert AuditEntry.objects.filter(what="changed").count() == 1


@pytest.mark.once
def test_saving_it_as_it_was_changes_nothing() -> None:
    cup = tournament(SWISS, CUT, starts_at=(timezone.now() + timedelta(days=1)).replace(second=0, microsecond=0))
    client = browser(organiser("otto", cup))
    address = f"/admin/tournaments/tournament/{cup.pk}/change/"
    assert client.post(address, filled(client, address)).status_code == 302
    assert not AuditEntry.objects.exists()


@pytest.mark.once
def test_point_tables_are_written_as_they_are_read() -> None:
    for written in ("", "4: 5 3 1 0", "2: 1 0\n3: 10 0.5 0"):
        assert point_tables.format_point_tables(point_tables.parse_point_tables(written)) == written
    assert point_tables.parse_point_tables("2: 1,5 0\n\n") == ((Decimal("1.5"), Decimal(0)),)


@pytest.mark.once
def test_what_was_agreed_under_a_name_of_old_is_shown_under_its_names_of_today() -> None:
    """Check that opening and saving such a form keeps the tournament's cards."""
    cup = tournament(SWISS)
    cup.options = {"deals": 2, "specials": True}
    shown = build_tournament_values(cup)
    assert (shown["option-deals"], shown["option-extinguisher"], shown["option-matchman"]) == (2, True, True)


def test_groups_are_typed_as_groups(host: Client) -> None:
    cup = create(host, "groups", groups=3, rounds=2, least=12, most=24, cut=6, cut_onward=2)
    plan = msgspec.convert(cup.plan, Plan)
    assert plan.stages == (Groups(3, 2, 4, 3), Knockout(6, 4, 3, 2))


def test_at_another_pace_hours_that_nobody_changed_are_those_of_the_new_pace(host: Client) -> None:
    cup = create(host, "month", pace_name="weekly")
    address = f"/admin/tournaments/tournament/{cup.pk}/change/"

    def agreed(**changes: Any) -> tuple[str, int | None, int]:
        if changes:
            assert host.post(address, filled(host, address, **changes)).status_code == 302
        cup.refresh_from_db()
        return cup.pace_name, cup.round_hours, cup.break_hours

    assert agreed() == ("weekly", 28 * 24, 67), "as the form for everybody makes it"
    assert agreed(pace_name="daily") == ("daily", 5 * 24, 12)
    assert agreed(pace_name="relaxed", round_hours=100) == ("relaxed", 100, 34), "those that were typed stay"
    assert agreed(round_hours="") == ("relaxed", None, 34)
    assert agreed(pace_name="daily") == ("daily", None, 12), "where nothing ends a round, nothing does"
    assert agreed(pace_name="live", round_hours=1) == ("live", 1, 0)
