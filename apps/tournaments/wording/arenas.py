"""How an arena works, in words made from what was agreed."""

from __future__ import annotations

from django.utils.translation import gettext as _

from apps.tournaments.models import Arena


def sentences(arena: Arena) -> list[str]:
    """All there is to know, in the order in which people ask."""
    found = [
        _("Play as many matches of this game as you like, at open tables, with whom you like. Every rated match that "
          "everybody may look at, and that begins and ends within these days, counts; you need do nothing for it."),
        _("At least two at the table must take part; who joins later takes part with the matches that begin from then "
          "on. Matches of tournaments do not count, nor those with bots or guests."),
        _("A match brings you a point for everybody at the table who takes part and finishes below you. You win it if "
          "nobody who takes part finishes above you, and somebody below."),
    ]  # fmt: skip
    if arena.streak == 1:
        found.append(_("Every win counts twice."))
    elif arena.streak:
        found.append(
            _("From your win number %(number)d in a row on, every win counts twice, until the streak ends.")
            % {"number": arena.streak}
        )
    found.append(
        _("Among equal points more wins decide, then fewer matches, but whoever has played stands above whoever has "
          "not; who is equal in all of it shares the place.")
    )  # fmt: skip
    return found
