"""Analysis of finished matches, requested by their players and done in small steps outside any transaction."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from datetime import datetime
from time import monotonic
from typing import Final

import msgspec
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Q

from apps.common import task_queue
from apps.matches.engine import insight
from apps.matches.engine.insight import Insight, Point
from apps.matches.errors import NotOver, NotSeated
from apps.matches.models import NOTHING_FOUND, AnalysedSeat, Analysis, Chair, Match, Tenure
from apps.matches.selectors import analysis

logger = logging.getLogger(__name__)

SKETCH_SECONDS: Final = 2.0
"""Seconds for a first rough look at a whole match, so that the page shows it within five."""
UNREADABLE: Final = ""
"""The result for a match that can't be analysed."""


def request_analysis(*, code: str, player: int, now: datetime) -> None:
    """Request the analysis of a match, once.

    :raises Match.DoesNotExist: if there's no such match
    :raises NotSeated: if the player never sat there
    :raises NotOver: if it isn't over, or ended without a result
    """
    match = Match.objects.get(code=code)
    sat = Chair.objects.filter(Q(player=player) | Q(former=player), match=match).exists()
    if not sat and not Tenure.objects.filter(match=match, player=player).exists():
        raise NotSeated
    if not analysis.can_analyse(match):
        raise NotOver
    if analysis.find_analysis(match) is None:
        Analysis.objects.filter(match=match).delete()
    Analysis.objects.get_or_create(match=match, defaults={"asked_at": now})
    task_queue.queue_on_commit("apps.matches.tasks.analyse")


def continue_analysis(*, enough: Callable[[], bool], fresh: bool = False) -> bool:
    """Analyse a few more moves for the oldest request, and return whether there was any.

    Two workers can analyse the same few moves. The second finds them done.

    :param fresh: consider only requests that haven't started
    """
    asked = Analysis.objects.filter(over=False, **({"reached": 0} if fresh else {}))
    waiting = asked.order_by("asked_at", "pk").select_related("match").first()
    if waiting is None:
        return False
    match = waiting.match
    seed = hashlib.sha256(b"analysis:" + match.code.encode()).digest()
    rows = Analysis.objects.filter(pk=waiting.pk, reached=waiting.reached, over=False)
    try:
        before = analysis.decode_insight(waiting)
    except msgspec.DecodeError:
        rows.update(reached=0, found=NOTHING_FOUND)
        return True
    try:
        log = analysis.load_analysis_log(match)
        sketch = before.sketch or _sketch_course(log, seed)
        found, reached = insight.analyse_next_moves(
            log.game,
            log.setup,
            log.moves,
            reached=waiting.reached,
            seed=seed,
            enough=enough,
        )
    except (OperationalError, InterfaceError):
        raise  # A lock or a missing database isn't the match's fault.
    except Exception:  # A failure must not keep the next match waiting.
        logger.exception("Match %s: could not analyse it", match.code)
        rows.update(over=True, found=UNREADABLE)
        return True
    over = reached >= len(log.moves)
    whole = Insight(before.judged + found.judged, before.course + found.course, () if over else sketch)
    with transaction.atomic():
        if rows.update(reached=reached, over=over, found=msgspec.json.encode(whole).decode()) and over:
            _store_seat_totals(waiting, whole)
    return True


def store_missing_totals(*, limit: int = 500) -> None:
    """Store the totals of seats for analyses from before there were any. Those that no one can read are deleted."""
    lacking = Analysis.objects.filter(over=True, seats=None).exclude(found=UNREADABLE)
    for found in lacking.select_related("match").order_by("pk")[:limit]:
        try:
            _store_seat_totals(found, analysis.decode_insight(found))
        except msgspec.DecodeError:  # Another release wrote it differently. Players can request it again.
            found.delete()


def _store_seat_totals(of: Analysis, insight: Insight) -> None:
    totals = analysis.compute_seat_totals(insight, (of.match.outcome or {})["places"])
    AnalysedSeat.objects.bulk_create(
        [
            AnalysedSeat(analysis=of, seat=each.seat, decisions=each.decisions, sound=each.sound, luck=each.luck)
            for each in totals
        ],
        ignore_conflicts=True,
    )


def _sketch_course(log: analysis.Log, seed: bytes) -> tuple[Point, ...]:
    until = monotonic() + SKETCH_SECONDS
    return insight.sketch_course(log.game, log.setup, log.moves, seed=seed, enough=lambda: monotonic() >= until)
