"""The sections of the tournament form: their titles, which fields apply, and their help texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.common import markdown
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS

TIE_FIELDS: Final = tuple(f"tie{number}" for number in range(1, len(TIE_BREAKS) + 1))
"""The fields for the tie-breaks, in the order in which they decide."""


class Section(NamedTuple):
    """Fields under a title: the usual ones, and advanced ones that most leave as the template has them."""

    title: str | Promise
    usual: Sequence[str]
    advanced: Sequence[str] = ()


SECTIONS: Final = (
    Section("", ("name", "about", "prizes", "listed", "rated")),
    Section(_("Game options"), ("options",)),
    Section(_("Pace and vacations"), ("pace_name", "vacations")),
    Section(
        _("First stage"), ("team", "format", "table_least", "table_most", "rounds", "groups", "onward"),
        ("best_of", "pods", "aims"),
    ),
    Section(_("Final stage"), ("cut", "cut_onward"), ("cut_least", "cut_most", "cut_best_of")),
    Section(
        _("Points"), ("points", "tables", "win_bonus", "bye"),
        ("autopilot", "missing", "drop", *TIE_FIELDS),
    ),
    Section(
        _("Who can enter"), ("least", "most", "invited_only"),
        ("least_rating", "most_rating", "least_percent", "seeding", "late", "opponents", "bots_welcome"),
    ),
    Section(_("Schedule"), ("starts_at", "round_hours", "check_in", "by_itself"), ("opens_at", "fixed", "break_hours")),
)  # fmt: skip

ALL_FORMATS: Final = ("swiss", "groups", "knockout")
FORMATS_OF_FIELD: Final[Mapping[str, Sequence[str]]] = {
    "rounds": ("swiss", "groups"),
    "pods": ("swiss",),
    "aims": ("swiss",),
    "groups": ("groups",),
    "onward": ("knockout",),
    "late": ("swiss",),
    **dict.fromkeys(("cut", "points", *TIE_FIELDS), ("swiss", "groups")),
}
"""The first stages that a field applies to, if not to all."""
PARENT_FIELDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("cut_onward", "cut_least", "cut_most", "cut_best_of"), "cut"),
    **dict.fromkeys(("tables", "win_bonus", "bye"), "points"),
}
"""Fields with details of another one, shown if that asks for them."""


INDIVIDUAL_FIELDS: Final = ("best_of", "cut_best_of", "late")
"""Fields that don't apply to teams: their boards are the matches of a table, and no team joins after the start."""


def beside_the_point(typed: Mapping[str, object]) -> set[str]:
    """Return the fields that don't apply, given the others. They are hidden, so their values are ignored."""
    asks = {"cut": bool(typed.get("cut")), "points": typed.get("points") == "own"}
    apart = {name for name, formats in FORMATS_OF_FIELD.items() if typed.get("format") not in formats}
    if typed.get("team") not in ("", "0", None):
        apart |= set(INDIVIDUAL_FIELDS)
    return apart | {name for name, other in PARENT_FIELDS.items() if other in apart or not asks[other]}


def build_field_classes(name: str) -> str:
    """Return the CSS classes that hide a field while it doesn't apply."""
    other = PARENT_FIELDS.get(name)
    apart = [f"not-{each}" for each in ALL_FORMATS if each not in FORMATS_OF_FIELD.get(other or name, ALL_FORMATS)]
    apart += ["not-teams"] if name in INDIVIDUAL_FIELDS else []
    return " ".join([*apart, f"with-{other}"] if other else apart)


def classes_of_all(names: Iterable[str]) -> str:
    """Return the CSS classes that hide a section: those that hide each of its fields."""
    first, *others = (build_field_classes(name).split() for name in names)
    return " ".join(each for each in first if all(each in other for other in others))


HELP: Final[Mapping[str, Any]] = {
    "about": markdown.MARKDOWN_HELP,
    "prizes": _("What players can win, in Markdown. You can’t change this after the start."),
    "listed": _("If off, only people with the link can find it."),
    "best_of": _("Played one after another, with rotating seats. Matches that can’t change the result are skipped."),
    "team": _(
        "When teams meet, one player from each team sits at each board, and all boards are played at the "
        "same time. The combined result decides the teams’ points. The captain registers the team and "
        "invites the others."
    ),
    "rounds": _("For groups, the number of tables per player."),
    "pods": _("How many each player has in a round."),
    "groups": _("Up to 24 players in each."),
    "cut": _("Leave empty for no knockout."),
    "cut_least": _("Leave empty to use the first stage’s setting."),
    "cut_most": _("Leave empty to use the first stage’s setting."),
    "tables": _(
        "One line per table size: the seats, a colon and the points for each place. If a size has no "
        "line, first place gets 1 point, last place 0, and the rest are evenly spaced."
    ),
    "autopilot": _("This means that a bot or substitute finished for them."),
    "late": _("0 means no one can join after the start."),
    "opens_at": _("Leave empty to open it yourself."),
    "bots_welcome": _("Players’ bots can enter, unless matches are rated."),
    "check_in": _("Everyone must check in during the 24 hours before the start. Anyone who doesn’t is removed."),
    "round_hours": _(
        "After that, matches still in play are ended. Leave empty if the match pace should be the only limit."
    ),
    "fixed": _("The next round starts only when the time for the current one is up, even if all tables are done."),
    "by_itself": _("The tournament starts and publishes its rounds without an organiser. If off, you do both."),
}
