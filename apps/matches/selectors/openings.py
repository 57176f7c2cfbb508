"""Seats for which a table is looking for a substitute."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from apps.kernel.table import Seat
from apps.matches.models import Chair, Match
from apps.matches.selectors import match_view, seating


@dataclass(frozen=True)
class Opening:
    """A seat that a player can take over."""

    code: str
    game: str
    title: str
    """The game's title in the reader's language."""
    seat: Seat
    rated: bool
    pace: dict[str, int]
    people: tuple[str, ...]
    """The names of the others at the table."""
    players: frozenset[int]
    """Everyone a substitute would meet, and all former players of the table."""


def find_listed_openings(*, limit: int) -> list[Opening]:
    """Return the latest openings in public matches."""
    vacant = Chair.objects.filter(vacant=True, match__status=Match.Status.PLAYING, match__listed=True)
    return _load_openings(vacant.order_by("-match__begun_at"), limit)


def find_match_openings(*, code: str) -> list[Opening]:
    """Return the openings of one match."""
    return _load_openings(Chair.objects.filter(vacant=True, match__status=Match.Status.PLAYING, match__code=code), 20)


def _load_openings(vacant: QuerySet[Chair], limit: int) -> list[Opening]:
    chairs = vacant.select_related("match").prefetch_related(seating.prefetch_seats("match"), "match__tenures")
    return [_build_opening(chair, list(chair.match.seats.all())) for chair in chairs[:limit]]


def _build_opening(chair: Chair, everybody: list[Chair]) -> Opening:
    people = [other for other in everybody if other.pk != chair.pk and other.player_id is not None]
    sat = [(other.player_id, other.former_id) for other in everybody]
    sat += [(tenure.player_id, None) for tenure in chair.match.tenures.all()]
    return Opening(
        code=chair.match.code,
        game=chair.match.game,
        title=match_view.get_game_title(chair.match),
        seat=Seat(chair.index),
        rated=chair.match.rated,
        pace=chair.match.pace,
        people=tuple(seating.get_sitter_name(other) for other in people),
        players=frozenset(pk for pair in sat for pk in pair if pk is not None),
    )
