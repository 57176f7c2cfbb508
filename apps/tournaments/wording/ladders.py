"""The rules of a ladder in words, made from its settings and complete enough to leave no questions."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.tournaments.models import Ladder


def describe_ladder_rules(ladder: Ladder, seats: range) -> tuple[str, ...]:
    """Return the rules in the order in which players ask. `seats` are the possible sizes of a table."""
    return (
        _("You need an account to join a ladder. New players start at the bottom."),
        ngettext(
            "You can challenge the player directly above you.",
            "You can challenge players up to %(count)d places above you.",
            ladder.reach,
        )
        % {"count": ladder.reach},
        *_describe_filling_up(seats),
        _(
            "A table has %(least)d to %(most)d players. The match starts at once. By joining the ladder, you "
            "agree to be challenged."
        )
        % {"least": seats[0], "most": seats[-1]},
        _(
            "After the match, its players share out the ladder places they held. The winner gets the highest,"
            " the runner-up the next, and so on. No one else moves."
        ),
        _("If two players tie, the one who was higher stays higher. A match without a result changes nothing."),
        _("If a bot or a substitute takes over your seat, you finish last at that table."),
        ngettext(
            "You play at one ladder table at a time. Until it’s over, no one can challenge you.",
            "You play at up to %(count)d ladder tables at a time. At that limit, no one can challenge you "
            "until one of them is over.",
            ladder.at_once,
        )
        % {"count": ladder.at_once},
        _("Players on vacation can’t be challenged."),
        _("When someone leaves, everyone below moves up. If you join again, you start at the bottom."),
    )


def _describe_filling_up(seats: range) -> tuple[str, ...]:
    if seats[0] < 3:
        return ()
    return (
        _("If there aren’t enough players above you for a table, you can add players from just below you."),
    )  # fmt: skip
