"""The players on the boards of a team table."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from apps.tournaments.scoring.pod_matches import rotate_seats
from apps.tournaments.selectors.entrants import Faces
from apps.tournaments.selectors.pods import PodState


@dataclass(frozen=True)
class Player:
    """A player on a board."""

    name: str
    team: str
    me: bool


def list_board_players(table: PodState, place: int, faces: Faces) -> tuple[Player, ...]:
    """Return the players of one of the dealt matches in seat order, or none if there are no teams."""
    lineup = table.lineups[place]
    if lineup is None:
        return ()
    return tuple(
        Player(
            name=_("no one") if member is None else member.name or _("someone who left"),
            team=faces.of(entrant).name,
            me=member is not None and faces.reads(member.player),
        )
        for member, entrant in zip(lineup, rotate_seats(table.seats, table.numbers[place]), strict=True)
    )
