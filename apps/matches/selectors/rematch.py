"""Rules and settings of a match, for a rematch."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import msgspec

from apps.kernel.table import Seat
from apps.matches.models import Chair, Match


@dataclass(frozen=True)
class Agreed:
    """A match as it would be opened again."""

    game: str
    options: Mapping[str, object]
    pace: Mapping[str, int]
    """Seconds for each kind of question."""
    seats: tuple[int | None, ...]
    """The player of each seat; None for a bot or a deleted account."""
    bots: tuple[bool, ...]
    opponents: str
    """The strength of the bots."""
    listed: bool
    rated: bool
    over: bool


def load_rematch_terms(code: str) -> Agreed:
    """Return the rules and settings of a match, and its current players.

    :raises Match.DoesNotExist: if there's no such match
    """
    match = Match.objects.get(code=code)
    chairs = list(Chair.objects.filter(match=match).order_by("index"))
    return Agreed(
        game=match.game,
        options=msgspec.json.decode(match.setup)["options"],
        pace=match.pace,
        seats=tuple(chair.player_id for chair in chairs),
        bots=tuple(chair.bot for chair in chairs),
        opponents=match.opponents,
        listed=match.listed,
        rated=match.rated,
        over=match.status == Match.Status.OVER,
    )


def find_player_seats(code: str, players: Collection[int]) -> list[Seat]:
    """Return these players' seats in a match, in no particular order."""
    found = Chair.objects.filter(match__code=code, player__in=players)
    return [Seat(index) for index in found.values_list("index", flat=True)]
