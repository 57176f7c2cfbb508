"""How a ladder works, in words made from what was agreed: complete enough that nobody needs to ask."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.tournaments.models import Ladder


def sentences(ladder: Ladder, seats: range) -> tuple[str, ...]:
    """In the order in which people ask; `seats` are how many may sit at a table."""
    return (
        _("Ladders are for people with an account. Who joins stands below everybody."),
        ngettext(
            "You may challenge whoever stands right above you.",
            "You may challenge people of the %(count)d places above yours.",
            ladder.reach,
        )
        % {"count": ladder.reach},
        *_filled(seats),
        _("A table seats %(least)d to %(most)d. It is dealt at once: whoever stands on the ladder has agreed to be "
          "challenged.") % {"least": seats[0], "most": seats[-1]},
        _("When the match is over, its people take the places they held among them anew: whoever finished better the "
          "higher one. So nobody at the table falls below where the lowest of them stood, and nobody else moves."),
        _("Of two who finish alike, whoever stood higher stays higher. A match that ends without a result moves "
          "nobody."),
        _("Who leaves their seat to a bot or a substitute comes in last at that table."),
        ngettext(
            "Somebody plays at one table of the ladder at most; until it is over nobody challenges them.",
            "Somebody plays at %(count)d tables of the ladder at most; until one of them is over nobody challenges "
            "them.",
            ladder.at_once,
        )
        % {"count": ladder.at_once},
        _("Who is on vacation is not challenged."),
        _("Who leaves makes room: everybody below moves up. Who joins again begins at the foot."),
    )  # fmt: skip


def _filled(seats: range) -> tuple[str, ...]:
    if seats[0] < 3:
        return ()
    return (
        _("Where fewer stand there than a table needs, you may challenge people right below along with one of them."),
    )
