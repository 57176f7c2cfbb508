"""Reliability of players: counted from the log, at most once an hour, for those with required turns since.

An answer's time runs as its clock does, without quiet hours and without vacations that the match honours. Players who
sleep are no slower than others, and an answer given on vacation took no time.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from statistics import median
from typing import Final

from django.db.models import BinaryField, Exists, F, Max, OuterRef, QuerySet, Value

from apps.matches.models import CompactPlayer, Missed, Move, Question, Reliability
from apps.matches.store.compact import Damaged, unpack_log

logger = logging.getLogger(__name__)

COUNTED_PERIOD: Final = timedelta(days=90)
"""How far back required turns count. Those moved by a vacation are answered later but still on time."""
MIN_REQUIRED_TURNS: Final = 10
"""The number of required turns below which nothing can be said."""
COUNT_INTERVAL: Final = timedelta(hours=1)


def count_due(*, now: datetime, limit: int = 500) -> int:
    """Count again for players with new required turns, or with counted ones that expire. Return how many."""
    since = dict(Reliability.objects.filter(counted_at__gt=now - COUNT_INTERVAL).values_list("player", "counted_at"))
    busy: set[int] = set()
    for log in (Move.objects.filter(player__isnull=False), Missed.objects.all()):
        latest = log.filter(at__gt=now - COUNT_INTERVAL * 2).order_by().values("player").annotate(at=Max("at"))
        busy |= {row["player"] for row in latest}
    old = Reliability.objects.filter(counted_at__lt=now - timedelta(days=1)).values_list("player", flat=True)[:limit]
    players = sorted((busy | set(old)) - set(since))[:limit]
    for player in players:
        update_reliability(player=player, now=now)
    return len(players)


def update_reliability(*, player: int, now: datetime) -> Reliability:
    """Count one player's required turns again."""
    # A sealed turn, answered or not, counts only once its window has closed. Otherwise the count would reveal it.
    sealed = Question.objects.filter(match=OuterRef("match"), answered=True, opened_at__lte=OuterRef("at")).filter(
        match__seats__index=F("seat"), match__seats__player=player
    )
    took = list(_find_turn_durations(Move.objects.filter(~Exists(sealed)), player=player, since=now - COUNTED_PERIOD))
    missed = Missed.objects.filter(~Exists(sealed), player=player, at__gt=now - COUNTED_PERIOD).count()
    duties = len(took) + missed
    counted, _new = Reliability.objects.update_or_create(
        player_id=player,
        defaults={
            "answered": len(took),
            "missed": missed,
            "median": round(median(took)) if took else None,
            "share": len(took) / duties if duties >= MIN_REQUIRED_TURNS else None,
            "counted_at": now,
        },
    )
    return counted


def _find_turn_durations(moves: QuerySet[Move], *, player: int, since: datetime) -> Iterator[int]:
    """Yield the seconds of each required turn they did, from these moves and from compact logs.

    It's one statement, so that a log that is compacted in between counts exactly once.
    """
    empty: object = Value(None, output_field=BinaryField())
    rows = moves.filter(player=player, at__gt=since).annotate(game=Value(""), packed=empty)
    compact = CompactPlayer.objects.filter(player=player, match__over_at__gt=since)
    both = rows.values_list("game", "took", "packed").union(
        compact.values_list("match__game", "place", "match__compact_log__packed"), all=True
    )
    for game, number, packed in both:
        if packed is not None:
            yield from _unpack_turn_durations(bytes(packed), game, number or 0, since)
        elif number is not None:
            yield number


def _unpack_turn_durations(packed: bytes, game: str, place: int, since: datetime) -> Iterator[int]:
    try:
        moves = unpack_log(packed, game=game, players={place: place}).moves
    except Damaged as error:
        logger.error("A compact log of %s is damaged, so its turns are not counted: %s", game, error)  # noqa: TRY400
        return
    for move in moves:
        if move.player == place and move.at > since and move.took is not None:
            yield move.took
