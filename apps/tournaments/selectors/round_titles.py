"""Names of rounds: a knockout is counted from its final backwards, as everywhere in sport."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from apps.tournaments.formats.stages import Groups, Knockout
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot

MAX_NAMED_ROUNDS: Final = 3
"""The number of last rounds of a knockout that have names of their own."""


def format_round_title(snapshot: TournamentSnapshot, round_: RoundState) -> str:
    """Return the title of a round."""
    if isinstance(round_.stage, Knockout):
        return format_knockout_title(snapshot, round_)
    if isinstance(round_.stage, Groups):
        return _("Groups")
    return _("Round %(number)d") % {"number": round_.round.number + 1}


def list_round_labels(snapshot: TournamentSnapshot) -> tuple[tuple[int, str], ...]:
    """Return the numbers of the published rounds from 1, with the short labels of links to them.

    A round of a knockout is known by its name, any other by its number.
    """
    return tuple(
        (round_.round.number + 1, format_round_title(snapshot, round_) if isinstance(round_.stage, Knockout) else "")
        for round_ in snapshot.published
    )


def format_knockout_title(snapshot: TournamentSnapshot, round_: RoundState) -> str:
    """Return the title of a round of the knockout."""
    return name_knockout_round(round_.round.within, after=count_later_knockout_rounds(snapshot, round_))


def count_later_knockout_rounds(snapshot: TournamentSnapshot, round_: RoundState) -> int:
    """Return how many rounds of the knockout follow this one, up to the final."""
    played = sum(isinstance(each.stage, Knockout) for each in snapshot.published)
    return max(0, played - 1 - round_.round.within + snapshot.coming_knockout_rounds)


def name_knockout_round(number: int, *, after: int) -> str:
    """Return the title of the knockout round with this number, from 0, which `after` others follow."""
    match after:
        case 0:
            return _("Final")
        case 1:
            return _("Semi-final")
        case 2:
            return _("Quarter-final")
    return _("Knockout round %(number)d") % {"number": number + 1}
