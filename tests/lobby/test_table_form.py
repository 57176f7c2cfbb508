"""Tests that a table's form is built from what the game declares."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Annotated, Literal

import msgspec
import pytest
from django.utils.translation import gettext, gettext_noop

from apps.games import load_games
from apps.kernel.game import AnyGame, Illegal
from apps.lobby import table_form
from apps.matches.engine.deadlines import check_pace, list_preset_paces
from apps.matches.selectors.options import Field, build_option_fields, describe_all_options, describe_unusual_options
from apps.matches.selectors.wording import DAY, HOUR, format_duration

pytestmark = pytest.mark.once

FROM_TO = gettext_noop("Choose a number from %(low)s to %(high)s.")
FUSE = load_games()["fuse"]
PACES = list_preset_paces(FUSE.meta)
SENT = {"seats": "4", "pace": "live", "public": "yes", "option-deals": "2", "option-open_totals": "on"}


def field(form: table_form.Form, name: str) -> Field:
    return next(option for option in form.options if option.name == name)


@pytest.mark.parametrize("game", load_games().values(), ids=lambda game: game.meta.slug)
def test_every_game_has_a_form_and_what_it_proposes_is_accepted(game: AnyGame) -> None:
    form = table_form.build_blank_form(game)
    assert form.sound
    setup = game.setup(form.seats.value, form.chosen())
    assert setup.options == game.options(**game.meta.slow_options), "it proposes the daily pace"
    assert form.pace(list_preset_paces(game.meta)) in list_preset_paces(game.meta).values()


@pytest.mark.parametrize(
    ("seats", "usual"),
    [(range(2, 7), 3), (range(3, 7), 3), (range(2, 4), 3), (range(2, 3), 2), (range(4, 9), 4)],
    ids=str,
)
def test_three_sit_down_where_nobody_has_a_wish_or_as_many_as_the_game_is_for(seats: range, usual: int) -> None:
    assert table_form.usual_seats(replace(FUSE.meta, seats=seats)) == usual


def test_words_and_bounds_come_from_the_options_of_the_game() -> None:
    form = table_form.build_blank_form(FUSE)
    deals = field(form, "deals")
    assert (deals.kind, deals.title, deals.value, deals.least, deals.most) == ("number", "Deals", 1, 1, 10)
    short = field(form, "short_fuse")
    assert (short.kind, short.title, short.value) == ("flag", "Short fuse", False)
    assert short.description == gettext("Uses half the fuse cards, so a deal takes half as long.")
    assert field(form, "open_totals").value is True


def test_a_game_may_let_people_choose_one_of_several() -> None:
    class Options(msgspec.Struct, frozen=True):
        map: Annotated[Literal["moor", "river"], msgspec.Meta(title="Map")] = "moor"

    (drawn,) = build_option_fields(Options)
    choices = (("moor", "moor"), ("river", "river"))
    assert (drawn.kind, drawn.title, drawn.value, drawn.choices) == ("choice", "Map", "moor", choices)


def test_an_option_nobody_can_draw_is_found_out() -> None:
    class Options(msgspec.Struct, frozen=True):
        weights: tuple[float, ...] = ()

    with pytest.raises(TypeError, match="weights"):
        build_option_fields(Options)


def test_what_was_sent_in_is_read() -> None:
    form = table_form.parse_table_form(FUSE, SENT | {"option-short_fuse": "on", "public": "no"})
    assert form.sound
    assert form.seats.value == 4
    assert not form.public
    assert form.chosen()["deals"] == 2
    assert form.chosen()["short_fuse"] is True
    assert form.pace(PACES) == PACES["live"]


def test_a_box_that_is_not_ticked_is_off_even_if_it_is_usually_on() -> None:
    sent = {name: value for name, value in SENT.items() if name != "option-open_totals"}
    assert table_form.parse_table_form(FUSE, sent).chosen()["open_totals"] is False


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"seats": "1"}, FROM_TO % {"low": 2, "high": 6}),
        ({"seats": "7"}, FROM_TO % {"low": 2, "high": 6}),
        ({"seats": "-3"}, "whole number"),
        ({"seats": "two"}, "whole number"),
        ({"seats": ""}, "whole number"),
        ({"seats": "3.5"}, "whole number"),
        ({"seats": "9" * 5000}, "whole number"),
        ({"seats": "٣"}, "whole number"),
        ({"option-deals": "0"}, FROM_TO % {"low": 1, "high": 10}),
        ({"option-deals": "11"}, FROM_TO % {"low": 1, "high": 10}),
        ({"option-short_fuse": "maybe"}, gettext_noop("Tick this or leave it unticked.")),
        ({"option-turbo": "on"}, "no option “turbo”"),
        ({"pace": "hasty"}, gettext_noop("Choose a pace from the list.")),
        ({"public": "perhaps"}, gettext_noop("Choose who can find the table.")),
    ],
)
def test_what_does_not_fit_is_said(sent: dict[str, str], said: str) -> None:
    form = table_form.parse_table_form(FUSE, SENT | sent)
    assert not form.sound
    complaints = [*form.errors, form.seats.error, *(option.error for option in form.options)]
    assert [complaint for complaint in complaints if complaint == "" or said in complaint] == complaints
    assert any(complaints)


class TestPresets:
    """Tests of named sets of options."""

    @pytest.mark.parametrize("game", load_games().values(), ids=lambda game: game.meta.slug)
    def test_each_is_allowed_at_every_number_of_seats_and_every_pace(self, game: AnyGame) -> None:
        names = [preset.name for preset in game.meta.presets]
        assert len(names) == len(set(names))
        assert table_form.CUSTOM not in names
        for name, pace, seats in product(names, list_preset_paces(game.meta), game.meta.seats):
            form = table_form.parse_table_form(game, {"preset": name, "pace": pace, "seats": str(seats)})
            assert form.sound
            setup = game.setup(seats, form.chosen())
            check_pace(game.meta, form.pace(list_preset_paces(game.meta)), setup.options)

    @pytest.mark.parametrize(("slug", "first"), [("fuse", "classic"), ("kobolds", "quick")])
    def test_the_one_that_is_usual_is_proposed(self, slug: str, first: str) -> None:
        assert table_form.build_blank_form(load_games()[slug]).preset_name == first

    def test_it_is_what_counts_whatever_else_was_sent(self) -> None:
        form = table_form.parse_table_form(FUSE, SENT | {"preset": "chaos"})
        assert (form.chosen()["matchman"], form.chosen()["deals"], form.chosen()["short_fuse"]) == (True, 1, False)

    def test_options_of_ones_own_count_where_none_is_chosen(self) -> None:
        assert table_form.parse_table_form(FUSE, SENT | {"preset": "custom"}).chosen()["deals"] == 2
        assert table_form.parse_table_form(FUSE, SENT).preset_name == "custom", "who names none has chosen each option"

    def test_one_that_is_not_there_is_refused(self) -> None:
        form = table_form.parse_table_form(FUSE, SENT | {"preset": "turbo"})
        assert form.errors == (gettext("Choose a set of rules from the list."),)

    def test_a_game_may_have_none(self) -> None:
        bare = replace(FUSE, meta=replace(FUSE.meta, presets=()))
        assert table_form.build_blank_form(bare).preset_name == "custom"
        assert table_form.parse_table_form(bare, SENT).sound


class TestPace:
    """Tests of custom times."""

    def own(self, **times: str) -> table_form.Form:
        sent = {"time-turn": "2", "unit-turn": "hours", "time-matchman": "90", "unit-matchman": "seconds"}
        renamed = {name.replace("_", "-"): value for name, value in times.items()}
        return table_form.parse_table_form(FUSE, SENT | {"pace": "custom"} | sent | renamed)

    def test_each_kind_of_question_has_its_own(self) -> None:
        form = self.own()
        assert form.sound
        assert form.pace(PACES) == {"turn": 2 * HOUR, "matchman": 90, "reserve": 0, "refill": 0}

    @pytest.mark.parametrize(("time", "unit"), [("10", "seconds"), ("30", "days"), ("720", "hours")])
    def test_the_bounds_themselves_are_fine(self, time: str, unit: str) -> None:
        assert self.own(time_turn=time, unit_turn=unit).sound

    @pytest.mark.parametrize(
        ("time", "unit", "said"),
        [
            ("9", "seconds", "between 10 seconds and 30 days"),
            ("0", "days", "between 10 seconds and 30 days"),
            ("31", "days", "between 10 seconds and 30 days"),
            ("721", "hours", "between 10 seconds and 30 days"),
            ("999999999", "days", "between 10 seconds and 30 days"),
            ("soon", "days", "whole number"),
            ("", "days", "whole number"),
            ("1", "weeks", "seconds, minutes, hours or days"),
        ],
    )
    def test_too_short_too_long_or_no_time_is_said_at_its_field(self, time: str, unit: str, said: str) -> None:
        form = self.own(time_turn=time, unit_turn=unit)
        turn, matchman, *_reserve = form.durations
        assert said in turn.error
        assert turn.amount == time[:20], "what was typed is still there"
        assert matchman.error == ""
        assert not form.sound

    def test_a_preset_does_not_mind_what_stands_in_the_other_fields(self) -> None:
        form = table_form.parse_table_form(FUSE, SENT | {"pace": "weekly", "time-turn": "nonsense"})
        assert form.sound
        assert form.pace(PACES) == PACES["weekly"]


def test_a_table_says_what_is_not_as_usual() -> None:
    assert describe_unusual_options(FUSE, {}) == []
    agreed = table_form.parse_table_form(FUSE, SENT | {"option-matchman": "on"}).chosen() | {"open_totals": False}
    assert describe_unusual_options(FUSE, agreed) == [
        "Deals: 2",
        "Matchman",
        gettext("%(option)s: off") % {"option": "Open totals"},
    ]


def test_a_list_of_all_that_was_agreed_says_numbers_only_where_they_are_not_as_usual() -> None:
    said = {each.title: each.value for each in describe_all_options(FUSE, FUSE.options(deals=3, short_fuse=True))}
    assert (said["Deals"], said["Short fuse"], said["Matchman"]) == ("3", "yes", "no")
    assert [each.value for each in describe_all_options(FUSE, FUSE.options()) if each.name == "deals"] == ["standard"]
    kobolds = load_games()["kobolds"]
    assert [each.value for each in describe_all_options(kobolds, kobolds.options(gold=5)) if each.name == "gold"] == [
        "5"
    ]


def test_a_table_that_agreed_on_options_of_old_says_what_they_are_called_today() -> None:
    assert describe_unusual_options(FUSE, {"specials": True}) == ["Extinguisher", "Matchman"]
    assert describe_unusual_options(FUSE, {"specials": True, "an option": "that is gone"}) == []
    assert "specials" not in {option.name for option in table_form.build_blank_form(FUSE).options}


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0 seconds"),
        (1, "1 second"),
        (90, "1 minute 30 seconds"),
        (4 * HOUR, "4 hours"),
        (DAY + 12 * HOUR, "1 day 12 hours"),
        (7 * DAY, "7 days"),
    ],
)
def test_times_are_said_as_people_say_them(seconds: int, said: str) -> None:
    assert format_duration(seconds) == said


HASTY = replace(FUSE, meta=replace(FUSE.meta, live_options={"open_totals": (True,)}))


def custom(minutes: int) -> dict[str, str]:
    return {
        "pace": "custom", "time-turn": str(minutes), "unit-turn": "minutes", "time-matchman": "20",
        "unit-matchman": "seconds",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("pace", "sound"), [({"pace": "live"}, True), ({"pace": "daily"}, False), (custom(1), True), (custom(2), False)]
)
def test_what_rewards_being_awake_is_for_live_tables_only(pace: dict[str, str], sound: bool) -> None:
    form = table_form.parse_table_form(HASTY, SENT | pace)
    assert form.sound is sound
    assert bool(field(form, "open_totals").error) is not sound
    assert table_form.parse_table_form(FUSE, SENT | pace).sound


def test_no_match_begins_with_such_an_option_at_a_slow_pace() -> None:
    setup = HASTY.setup(2)
    with pytest.raises(Illegal, match="live"):
        check_pace(HASTY.meta, HASTY.meta.paces["daily"], setup.options)
    assert check_pace(HASTY.meta, HASTY.meta.paces["live"], setup.options)
    assert check_pace(HASTY.meta, HASTY.meta.paces["daily"], HASTY.setup(2, {"open_totals": False}).options)


KOBOLDS = load_games()["kobolds"]


@pytest.mark.parametrize(("pace", "gold"), [("live", "10"), ("daily", "5"), ("relaxed", "5"), ("weekly", "5")])
def test_what_is_usual_may_depend_on_the_pace(pace: str, gold: str) -> None:
    """Check Kobold Bombs. A daily match ends while all remember its start, and a live one has full length."""
    form = table_form.parse_table_form(KOBOLDS, {"pace": pace})
    assert str(field(form, "gold").value) == gold
    assert str(KOBOLDS.setup(4, form.chosen()).options.gold) == gold
    chosen = table_form.parse_table_form(KOBOLDS, {"pace": pace, "option-gold": "7"})
    assert KOBOLDS.setup(4, chosen.chosen()).options.gold == 7


def test_a_blank_form_shows_what_is_usual_at_the_pace_it_shows() -> None:
    form = table_form.build_blank_form(KOBOLDS)
    assert (form.pace_name, field(form, "gold").value) == ("daily", 5)
