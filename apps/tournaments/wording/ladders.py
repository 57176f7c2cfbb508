"""How a ladder works, in words made from what was agreed: complete enough that nobody needs to ask."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.tournaments.models import Ladder


def sentences(ladder: Ladder, seats: range) -> tuple[str, ...]:
    """In the order in which people ask; `seats` are how many may sit at a table."""
    return (
        _("Ladders are for people with an account. Whoever joins begins at the foot."),
        ngettext(
            "You may challenge whoever stands right above you.",
            "You may challenge people of the %(count)d places above yours.",
            ladder.reach,
        )
        % {"count": ladder.reach},
        *_filled(seats),
        _("%(least)d to %(most)d people sit at a table. Its match begins at once: whoever stands on the ladder has "
          "agreed to be challenged.") % {"least": seats[0], "most": seats[-1]},
        _("When the match is over, those who played it share out the places they held: whoever won it gets the "
          "highest, the next the second, and so on. Nobody falls below the lowest of these places, and nobody else "
          "moves."),
        _("If two finish alike, whoever stood higher stays higher. A match that ends without a result moves "
          "nobody."),
        _("Whoever leaves their seat to a bot or a substitute comes in last at that table."),
        ngettext(
            "You play at one table of the ladder at most; until it is over nobody can challenge you.",
            "You play at %(count)d tables of the ladder at most; until one of them is over nobody can challenge you.",
            ladder.at_once,
        )
        % {"count": ladder.at_once},
        _("Nobody can challenge people on vacation."),
        _("When somebody leaves, everybody below moves up. Whoever joins again begins at the foot."),
    )  # fmt: skip


def _filled(seats: range) -> tuple[str, ...]:
    if seats[0] < 3:
        return ()
    return (
        _("Where fewer stand there than a table needs, you may also challenge people right below, along with one of "
          "them."),
    )  # fmt: skip
