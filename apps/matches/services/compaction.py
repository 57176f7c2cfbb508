"""Compaction of old matches: a log is packed into a single row, and can be unpacked again.

Each match is a transaction of its own, under its lock. If the process is killed, the log is still whole in one form.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.models import Exists, Model, OuterRef, QuerySet

from apps.common.transactions import atomic_or_busy
from apps.matches.errors import Unreadable
from apps.matches.models import Analysis, CompactLog, CompactPlayer, Fact, Match, Memory, Move
from apps.matches.selectors.results import find_handover_moves
from apps.matches.store.compact import Log, list_duties, pack_log, unpack_log
from apps.matches.store.log import read_log

logger = logging.getLogger(__name__)

ROW_BYTES: Final = 140
"""Bytes that a move or a fact takes besides its text, including indexes (PostgreSQL, `bench compaction`)."""


class Unlike(Exception):
    """Raised if unpacking wouldn't return what was packed. Nothing was changed."""


def compact_due(*, now: datetime, spared: QuerySet[Model], days: int | None = None) -> Iterator[int]:
    """Compact matches that ended long enough ago, the oldest first, and yield about how many bytes each saves.

    Each is committed before its bytes are yielded. Matches held by another worker are skipped. So are those that can't
    be compacted, which are logged and stay as they are.

    :param spared: rows with a `match` that must stay as it is
    :param days: the age in days, by default that of the settings
    :raises Busy: on SQLite, if another process writes for too long
    """
    due, passed = _find_due_matches(now, spared, days), list[int]()
    while True:
        with atomic_or_busy():
            match = due.exclude(pk__in=passed).first()
            if match is None:
                return
            try:
                saved = compact_match(match)
            except Unlike as error:
                passed.append(match.pk)
                logger.error("Match %s: not compacted, because %s", match.code, error)  # noqa: TRY400 -- no fault of the code
                continue
        yield saved


def count_due(*, now: datetime, spared: QuerySet[Model], days: int | None = None) -> int:
    """Count the matches that `compact_due` would try."""
    return _find_due_matches(now, spared, days).count()


def _find_due_matches(now: datetime, spared: QuerySet[Model], days: int | None = None) -> QuerySet[Match]:
    days = settings.SLOWFUSE_COMPACT_DAYS if days is None else days
    if not days:
        return Match.objects.none()
    until = now - timedelta(days=days)
    theirs = spared.filter(match=OuterRef("pk"))
    looked_into = Analysis.objects.filter(match=OuterRef("pk"), over=False)
    over = Match.objects.filter(
        ~Exists(theirs), ~Exists(looked_into), compacted=False, over_at__lte=until, status=Match.Status.OVER, trouble=""
    )
    skip = connection.features.has_select_for_update_skip_locked
    return over.order_by("over_at", "pk").select_for_update(no_key=True, skip_locked=skip)


def compact_match(match: Match) -> int:
    """Pack the log of a finished match, whose lock is held, into one row, and return about how many bytes that saves.

    Its snapshots are deleted.

    :raises Unlike: if it wouldn't unpack to the same log
    """
    log = read_log(match)
    packed, people = pack_log(log, game=match.game), list_duties(log)
    if (len(log.moves), len(log.facts)) != (match.moves, match.facts):
        raise Unlike(f"its log does not have {match.moves} moves and {match.facts} facts")
    if unpack_log(packed, game=match.game, players={place: duty.player for place, duty in enumerate(people)}) != log:
        raise Unlike("its log would not be the same after unpacking")
    CompactLog.objects.create(match=match, packed=packed, handed=_compute_handover_mask(match))
    CompactPlayer.objects.bulk_create(
        CompactPlayer(match=match, place=place, seat=duty.seat, player_id=duty.player)
        for place, duty in enumerate(people)
    )
    _delete_packed_rows(Move.objects.filter(match=match), len(log.moves))
    _delete_packed_rows(Fact.objects.filter(match=match), len(log.facts))
    Memory.objects.filter(match=match).delete()
    Match.objects.filter(pk=match.pk).update(compacted=True)
    texts = sum(len(move.key) + len(move.action) for move in log.moves) + sum(len(fact.event) for fact in log.facts)
    return texts + ROW_BYTES * (len(log.moves) + len(log.facts)) - len(packed)


def expand_match(*, code: str) -> bool:
    """Unpack the log of a match into rows, and return whether it was compact.

    A damaged match is set aside with its reason.

    :raises Match.DoesNotExist: if there's no such match
    :raises Unreadable: if the log is damaged
    """
    try:
        with atomic_or_busy():
            match = Match.objects.select_for_update(no_key=True).get(code=code)
            if match.compacted:
                _write_log_rows(match, read_log(match))
            return match.compacted
    except Unreadable as error:
        Match.objects.filter(code=code).update(trouble=f"The compact log is damaged: {error.__cause__}")
        raise


def _write_log_rows(match: Match, log: Log) -> None:
    Move.objects.bulk_create(
        Move(
            match=match, number=move.number, at=move.at, cause=move.cause, seat=move.seat, key=move.key,
            action=move.action, player_id=move.player, took=move.took, audience=move.audience,
        )
        for move in log.moves
    )  # fmt: skip
    Fact.objects.bulk_create(Fact(match=match, **fact._asdict()) for fact in log.facts)
    CompactLog.objects.filter(match=match).delete()
    CompactPlayer.objects.filter(match=match).delete()
    # Any problem with its bytes is gone with them.
    Match.objects.filter(pk=match.pk).update(compacted=False, trouble="")


def _compute_handover_mask(match: Match) -> int:
    seats = set(find_handover_moves([match.pk]).values_list("seat", flat=True))
    return sum(2 << seat for seat in seats if seat is not None)


def _delete_packed_rows(rows: QuerySet[Model], number: int) -> None:
    """Delete the packed rows, and nothing else."""
    found, _kinds = rows.delete()
    if found != number:
        raise RuntimeError(f"Deleted {found} rows instead of {number}: something wrote to a match without its lock.")
