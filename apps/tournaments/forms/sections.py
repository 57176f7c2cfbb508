"""Under which titles the fields of a tournament stand, and what is said beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from apps.tournaments.wording import markdown

SECTIONS: Final = (
    ("", ("name", "about", "listed", "rated")),
    (_("The game"), ("options",)),
    (_("How long people have"), ("pace_name", "vacations")),
    (_("First stage"), (
        "format", "table_least", "table_most", "best_of", "rounds", "pods", "aims", "groups", "onward",
    )),
    (_("Final stage"), ("cut", "cut_least", "cut_most", "cut_onward", "cut_best_of")),
    (_("Points"), ("tables", "win_bonus", "bye", "autopilot", "missing", "drop")),
    (_("Order"), ("tie1", "tie2", "tie3", "tie4", "tie5", "tie6", "seeding")),
    (_("Who may come"), (
        "least", "most", "invited_only", "least_rating", "most_rating", "least_percent", "late", "opponents",
    )),
    (_("Times"), ("opens_at", "starts_at", "check_in", "round_hours", "fixed", "break_hours", "by_itself")),
)  # fmt: skip
HELP: Final[Mapping[str, Any]] = {
    "about": markdown.HOW,
    "listed": _("Otherwise only who has the address finds it."),
    "best_of": _("One after the other, the seats rotated; fewer when nothing can change any more."),
    "rounds": _("Swiss: rounds. Groups: tables that everybody has. Not for a knockout."),
    "pods": _("Swiss: how many everybody has in a round."),
    "aims": _("Only for Swiss pods."),
    "groups": _("Only for groups; up to 24 people in each."),
    "onward": _("Only for a knockout."),
    "cut": _("0 or empty: none."),
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
