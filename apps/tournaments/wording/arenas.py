"""How an arena works, in words made from what was agreed."""

from __future__ import annotations

from django.utils.translation import gettext as _

from apps.tournaments.models import Arena


def sentences(arena: Arena) -> list[str]:
    """All there is to know, in the order in which people ask."""
    found = [
        _("Who takes part plays as many matches of this game as they like, at open tables, with whom they like. What "
          "is rated, stands in the lists, and begins and ends within these days counts by itself."),
        _("At least two at the table must take part; who joins later takes part with the matches that begin from then "
          "on. Matches of tournaments do not count, nor those with bots or guests."),
        _("A match brings a point for everybody at the table who takes part and came in lower. To win is to be second "
          "to nobody who takes part, with somebody below."),
    ]  # fmt: skip
    if arena.streak == 1:
        found.append(_("Every win counts twice."))
    elif arena.streak:
        found.append(
            _("From win number %(number)d in a row on, every win counts twice, until the row breaks.")
            % {"number": arena.streak}
        )
    found.append(_("Of equal points more wins decide, then fewer matches; who is equal in all of it shares the place."))
    return found
