"""Under which titles the fields of a tournament stand, which of them apply to what was chosen, and what is said beside
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from apps.common import markdown
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS

TIES: Final = tuple(f"tie{number}" for number in range(1, len(TIE_BREAKS) + 1))
"""Which tie-break decides first, and so on."""


class Section(NamedTuple):
    """Fields under a title: those that everybody looks at, and those that stay as the pattern has them."""

    title: Any
    usual: Sequence[str]
    advanced: Sequence[str] = ()


SECTIONS: Final = (
    Section("", ("name", "about", "prizes", "listed", "rated")),
    Section(_("The game"), ("options",)),
    Section(_("How long people have"), ("pace_name", "vacations")),
    Section(
        _("First stage"), ("team", "format", "table_least", "table_most", "rounds", "groups", "onward"),
        ("best_of", "pods", "aims"),
    ),
    Section(_("Final stage"), ("cut", "cut_onward"), ("cut_least", "cut_most", "cut_best_of")),
    Section(
        _("Points"), ("points", "tables", "win_bonus", "bye"),
        ("autopilot", "missing", "drop", *TIES),
    ),
    Section(
        _("Who may come"), ("least", "most", "invited_only"),
        ("least_rating", "most_rating", "least_percent", "seeding", "late", "opponents"),
    ),
    Section(_("Times"), ("starts_at", "round_hours", "check_in", "by_itself"), ("opens_at", "fixed", "break_hours")),
)  # fmt: skip

ALL: Final = ("swiss", "groups", "knockout")
OF_FORMAT: Final[Mapping[str, Sequence[str]]] = {
    "rounds": ("swiss", "groups"),
    "pods": ("swiss",),
    "aims": ("swiss",),
    "groups": ("groups",),
    "onward": ("knockout",),
    "late": ("swiss",),
    **dict.fromkeys(("cut", "points", *TIES), ("swiss", "groups")),
}
"""The first stages that a field is for, of those that are not for all."""
BELONGS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("cut_onward", "cut_least", "cut_most", "cut_best_of"), "cut"),
    **dict.fromkeys(("tables", "win_bonus", "bye"), "points"),
}
"""Fields that tell more of another one, where that asks for it."""


ALONE: Final = ("best_of", "cut_best_of", "late")
"""What is not for teams: their boards are the matches of a table, and none comes when it has begun."""


def beside_the_point(typed: Mapping[str, Any]) -> set[str]:
    """The fields that do not apply to what was typed in the others: nobody sees them, so they say nothing."""
    asks = {"cut": bool(typed.get("cut")), "points": typed.get("points") == "own"}
    apart = {name for name, formats in OF_FORMAT.items() if typed.get("format") not in formats}
    if typed.get("team") not in ("", "0", None):
        apart |= set(ALONE)
    return apart | {name for name, other in BELONGS.items() if other in apart or not asks[other]}


def classes(name: str) -> str:
    """By which the style sheet hides a field while it is beside the point."""
    other = BELONGS.get(name)
    apart = [f"not-{each}" for each in ALL if each not in OF_FORMAT.get(other or name, ALL)]
    apart += ["not-teams"] if name in ALONE else []
    return " ".join([*apart, f"with-{other}"] if other else apart)


def classes_of_all(names: Iterable[str]) -> str:
    """What hides a section: whatever hides each of its fields."""
    first, *others = (classes(name).split() for name in names)
    return " ".join(each for each in first if all(each in other for other in others))


HELP: Final[Mapping[str, Any]] = {
    "about": markdown.HOW,
    "prizes": _("What there is to be won, in Markdown. It stays once the tournament has begun."),
    "listed": _("Otherwise only who has the address finds it."),
    "best_of": _("One after the other, the seats rotated; fewer when nothing can change any more."),
    "team": _(
        "At a table of teams so many matches are played at once, one of each team at every board. Its points go to the "
        "teams by what all boards bring together. A captain registers the team and invites the others."
    ),
    "rounds": _("Of groups: the tables that everybody has."),
    "pods": _("How many everybody has in a round."),
    "groups": _("Up to 24 people in each."),
    "cut": _("Empty: none."),
    "cut_least": _("Empty: as before."),
    "cut_most": _("Empty: as before."),
    "tables": _(
        "One line a size of table: the seats, a colon, the points of each place. Sizes without a line, or all if this "
        "is empty: 1 for the first, 0 for the last, evenly between."
    ),
    "autopilot": _("A bot or a substitute finished for them."),
    "late": _("0: nobody joins after the beginning."),
    "opens_at": _("Empty: when you open it."),
    "check_in": _("In the day before the start everybody says that they are there; who has not is taken out."),
    "round_hours": _("Then the house ends what is still played. Empty: no limit but the pace."),
    "fixed": _("The next one waits for the time of the last one to be up, even if all tables are done."),
    "by_itself": _("It starts and publishes its rounds even if no organiser is there. Otherwise you do both."),
}
