"""Seats for which a table looks for somebody."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, Prefetch, QuerySet

from apps.kernel.table import Seat
from apps.matches import sight
from apps.matches.models import Match
from apps.matches.models import Seat as Chair


@dataclass(frozen=True)
class Opening:
    """A seat somebody may take over."""

    code: str
    game: str
    title: str
    """Of the game, in the reader's language."""
    seat: Seat
    rated: bool
    pace: dict[str, int]
    people: tuple[str, ...]
    """Who else sits there."""
    players: frozenset[int]
    """Everybody one would meet, and who sat there before."""


def listed(*, limit: int) -> list[Opening]:
    """The latest matches that everybody may see."""
    vacant = Chair.objects.filter(vacant=True, match__status=Match.Status.PLAYING, match__listed=True)
    return _read(vacant.order_by("-match__begun_at"), limit)


def of(*, code: str) -> list[Opening]:
    """The seats of one match."""
    return _read(Chair.objects.filter(vacant=True, match__status=Match.Status.PLAYING, match__code=code), 20)


def _read(vacant: QuerySet[Chair], limit: int) -> list[Opening]:
    others = Chair.objects.annotate(name=F("player__username")).order_by("index")
    chairs = vacant.select_related("match").prefetch_related(
        Prefetch("match__seats", others, to_attr="chairs"), "match__tenures"
    )
    return [_opening(chair, chair.match.chairs) for chair in chairs[:limit]]  # type: ignore[attr-defined]


def _opening(chair: Chair, everybody: list[Chair]) -> Opening:
    people = [other for other in everybody if other.pk != chair.pk and other.player_id is not None]
    sat = [(other.player_id, other.former_id) for other in everybody]
    sat += [(tenure.player_id, None) for tenure in chair.match.tenures.all()]
    return Opening(
        code=chair.match.code,
        game=chair.match.game,
        title=sight.title(chair.match),
        seat=Seat(chair.index),
        rated=chair.match.rated,
        pace=chair.match.pace,
        people=tuple(sight.name(other) for other in people),
        players=frozenset(pk for pair in sat for pk in pair if pk is not None),
    )
