"""Templates for tournaments, leagues, ladders and arenas, so that a first organiser can choose one and change it.

Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from apps.kernel.words import gettext_noop
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Groups, Knockout, Stage, Stages, Swiss
from apps.tournaments.scoring.tiebreaks import TEAM_TIE_BREAKS, USUAL_TIE_BREAKS

_DAY_HOURS: Final = 24


class Pattern(Struct, frozen=True):
    """A template for a tournament or league, with tables of about four unless the game or the template differs."""

    name: str
    title: str
    text: str
    stages: Stages
    pace_name: str
    terms: Mapping[str, Any]
    """Other usual settings, by the field names of a tournament or a league."""
    late: int = 0
    team: int = 0
    days_before: int = 7
    """How long registration is open, in days."""

    def plan(self, seats: range) -> Plan:
        """Return the plan for a game with this range of seats."""
        stages = tuple(_fit_to_seats(stage, seats) for stage in self.stages)
        return Plan(
            stages=stages, late=self.late, team=self.team, ties=TEAM_TIE_BREAKS if self.team else USUAL_TIE_BREAKS
        )

    def suits(self, seats: range) -> bool:
        """Check whether a game with this range of seats can be played like this."""
        return all(stage.least in seats or stage.most in seats for stage in self.stages)


def _fit_to_seats(stage: Stage, seats: range) -> Stage:
    return msgspec.structs.replace(stage, most=min(stage.most, seats[-1]), least=max(stage.least, seats[0]))


_USUAL_HOURS: Final = {"live": 1, "daily": 5 * _DAY_HOURS, "relaxed": 14 * _DAY_HOURS, "weekly": 28 * _DAY_HOURS}
"""Usual hours of a round with one match each, by pace."""


def at_pace(hours: int, usual: str, pace: str, *, most: int) -> int:
    """Convert a template's hours from its usual pace to this one, up to `most`."""
    if pace == usual or not {pace, usual} <= _USUAL_HOURS.keys():
        return hours
    return min(most, round(hours * _USUAL_HOURS[pace] / _USUAL_HOURS[usual]))


PATTERNS: Final[Mapping[str, Pattern]] = {
    pattern.name: pattern
    for pattern in (
        Pattern(
            "evening",
            gettext_noop("An evening of Swiss rounds"),
            gettext_noop(
                "Four one-hour rounds with everyone online at once. Winners meet winners, and no one is knocked out."
            ),
            (Swiss(rounds=4, most=4, least=3),),
            "live",
            {"least": 6, "most": 32, "round_hours": 1},
            late=1,
        ),
        Pattern(
            "month",
            gettext_noop("A month of Swiss rounds with a final"),
            gettext_noop("Five rounds of a few days each. The top eight then play a knockout."),
            (Swiss(rounds=5, most=4, least=3), Knockout(top=8, most=4, least=3, onward=2)),
            "daily",
            {"least": 8, "most": 128, "round_hours": 5 * _DAY_HOURS, "break_hours": 12},
            late=1,
        ),
        Pattern(
            "groups",
            gettext_noop("Small groups with a final table"),
            gettext_noop(
                "Everyone plays at three tables at the same time and meets everyone else about equally often. The"
                " best from each group play the final."
            ),
            (Groups(groups=2, rounds=3, most=4, least=3), Knockout(top=4, most=4, least=3, onward=1)),
            "daily",
            {"least": 8, "most": 32, "round_hours": 14 * _DAY_HOURS},
        ),
        Pattern(
            "knockout",
            gettext_noop("Table knockout"),
            gettext_noop("The top two at each table advance until one table is left."),
            (Knockout(top=0, most=4, least=3, onward=2),),
            "daily",
            {"least": 6, "most": 64, "round_hours": 5 * _DAY_HOURS, "break_hours": 12},
        ),
        Pattern(
            "double",
            gettext_noop("Two tables at once"),
            gettext_noop("Four Swiss rounds in which everyone plays at two tables at once. More matches in less time."),
            (Swiss(rounds=4, most=4, least=3, pods=2),),
            "daily",
            {"least": 9, "most": 256, "round_hours": 7 * _DAY_HOURS},
        ),
        Pattern(
            "duels",
            gettext_noop("Duel league"),
            gettext_noop("Seven one-week rounds with two players at a table. They play two matches and swap seats."),
            (Swiss(rounds=7, most=2, least=2, matches=2),),
            "daily",
            {"least": 8, "most": 64, "round_hours": 7 * _DAY_HOURS},
        ),
        Pattern(
            "teams",
            gettext_noop("Teams of three"),
            gettext_noop(
                "Four rounds in which teams meet at three boards at once. The team with the most points across "
                "all its boards wins the table."
            ),
            (Swiss(rounds=4, most=4, least=3, matches=3),),
            "daily",
            {"least": 6, "most": 32, "round_hours": 5 * _DAY_HOURS},
            team=3,
        ),
    )
}

_DIVISION_TERMS: Final = {"least": 6, "most": 12, "moves": 2, "pause_days": 7}

LEAGUES: Final[Mapping[str, Pattern]] = {
    pattern.name: pattern
    for pattern in (
        Pattern(
            "table",
            gettext_noop("A table a week"),
            gettext_noop("Five one-week rounds at tables of three or four. Winners meet winners."),
            (Swiss(rounds=5, most=4, least=3),),
            "daily",
            {**_DIVISION_TERMS, "round_hours": 7 * _DAY_HOURS},
        ),
        Pattern(
            "duel",
            gettext_noop("A duel a week"),
            gettext_noop("Five one-week rounds with two players at a table. They play two matches and swap seats."),
            (Swiss(rounds=5, most=2, least=2, matches=2),),
            "daily",
            {**_DIVISION_TERMS, "round_hours": 7 * _DAY_HOURS},
        ),
        Pattern(
            "together",
            gettext_noop("All tables at once"),
            gettext_noop(
                "Everyone plays at three tables within four weeks and meets everyone else about equally often."
            ),
            (Groups(groups=1, rounds=3, most=4, least=3),),
            "daily",
            {**_DIVISION_TERMS, "round_hours": 28 * _DAY_HOURS},
        ),
    )
}
"""Each has one stage."""


class LadderPattern(Struct, frozen=True):
    """A template for a ladder, adapted to a game."""

    name: str
    title: str
    text: str
    pace_name: str
    reach: int
    most: int
    """Maximum players at a table, including the challenger."""
    at_once: int


LADDERS: Final[Mapping[str, LadderPattern]] = {
    pattern.name: pattern
    for pattern in (
        LadderPattern(
            "tables",
            gettext_noop("Tables of up to four"),
            gettext_noop("Challenge one to three of the five players above you. You can play at two tables at once."),
            "daily",
            reach=5,
            most=4,
            at_once=2,
        ),
        LadderPattern(
            "duels",
            gettext_noop("Smallest possible tables"),
            gettext_noop(
                "Challenge one of the three players above you, or two if the game needs three. You can play at "
                "two tables at once."
            ),
            "daily",
            reach=3,
            most=2,
            at_once=2,
        ),
    )
}


class Span(Struct, frozen=True):
    """A template for an arena."""

    name: str
    title: str
    hours: int
    streak: int
    """The win in a row from which wins count double; 0 for never."""


ARENAS: Final[Mapping[str, Span]] = {
    span.name: span
    for span in (
        Span("week", gettext_noop("A week: wins count double from the third in a row"), 7 * _DAY_HOURS, 3),
        Span("weekend", gettext_noop("Three days: wins count double from the second in a row"), 3 * _DAY_HOURS, 2),
        Span("plain", gettext_noop("A week without a streak bonus"), 7 * _DAY_HOURS, 0),
    )
}
