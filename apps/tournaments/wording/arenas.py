"""The rules of an arena in words, made from its settings."""

from __future__ import annotations

from django.utils.translation import gettext as _

from apps.common.ordinals import format_ordinal
from apps.tournaments.models import Arena


def describe_arena_rules(arena: Arena) -> list[str]:
    """Return everything there is to know, in the order in which players ask."""
    found = [
        _(
            "Play as many matches of this game as you like, at open tables, with anyone. A rated match counts"
            " automatically if anyone can watch it and it starts and ends while the arena is on."
        ),
        _(
            "At least 2 players at the table must be in the arena. If you join late, only matches that start "
            "afterwards count. Tournament matches don’t count, nor do matches with bots or guests."
        ),
        _(
            "You get 1 point for each arena player at the table who finishes below you. You win the match if "
            "no arena player finishes above you and at least 1 finishes below."
        ),
    ]
    if arena.streak == 1:
        found.append(_("Every win counts double."))
    elif arena.streak:
        found.append(
            _("From your %(number)s win in a row, every win counts double until your streak ends.")
            % {"number": format_ordinal(arena.streak)}
        )
    found.append(
        _(
            "Ties are broken by wins, then by fewest matches. Anyone who has played ranks above anyone who "
            "hasn’t. Players who are still tied share a place."
        )
    )
    return found
