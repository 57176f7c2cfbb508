"""Dumps: the records of all public matches that ended in a month, as one compressed file for programs.

A dump is written in pieces. Each piece is a zstd frame of its own, and a file beside it says how far it has come. So a
run can stop at any time, and the next one continues. A finished dump gets a name with its checksum and never changes.
If an account is closed or a match is hidden later, another dump replaces it, without what pages no longer show.
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Final, TypeVar

import msgspec
import zstandard
from django.db.models import Q, QuerySet

from apps.kernel.record import encode_record
from apps.kernel.table import REFEREE
from apps.matches.errors import Unreadable
from apps.matches.models import Chair, Match, Tenure
from apps.matches.selectors import match_export, match_view
from apps.matches.selectors.dumps import Dump, find_dump_folder, get_description_path, list_dumps

logger = logging.getLogger(__name__)

PIECE_SIZE: Final = 100
"""The number of matches of a piece, of which only one is in memory."""
COMPRESSION_LEVEL: Final = 12
_Stored = TypeVar("_Stored", bound=msgspec.Struct)


class _Progress(msgspec.Struct):
    """How far an unfinished dump has come."""

    mark: str
    """What it was written from, see `_compute_mark`."""
    size: int = 0
    """The bytes that count. What's behind them was cut off."""
    matches: int = 0
    over_at: datetime | None = None
    """The end of the last match it has, or left out as unreadable."""
    match: int = 0
    """The key of that match."""


def keep_dumps(*, now: datetime, seconds: float) -> None:
    """Write what is missing: the dumps of the months since the last one, and outdated ones again.

    It starts no piece after this many seconds. The next run continues.
    """
    folder, until = find_dump_folder(), monotonic() + seconds
    if folder is None:
        return
    for month in (*_find_missing_months(folder, now), *_find_outdated_months(folder)):
        if write_dump(month, now=now, until=until) is None:
            return


def write_dump(month: date, *, now: datetime, until: float | None = None) -> Dump | None:
    """Write the dump of a month, and return it, or None if there was no time left or another process writes dumps.

    :param month: the first day of a month that is over, in UTC
    :param until: the value of the monotonic clock after which no piece is started
    :raises ValueError: if the month isn't over, or there is no folder for dumps
    """
    folder, (_since, end) = find_dump_folder(), _get_bounds(month)
    if folder is None:
        raise ValueError("SLOWFUSE_DUMPS names no folder.")
    if end > now:
        raise ValueError("This month isn't over yet.")
    folder.mkdir(parents=True, exist_ok=True)
    with _hold_lock(folder / ".lock") as locked:
        return _write_pieces(folder, month, now, until) if locked else None


def _write_pieces(folder: Path, month: date, now: datetime, until: float | None) -> Dump | None:
    part, kept = folder / f".{month:%Y-%m}.part", folder / f".{month:%Y-%m}.progress"
    mark = _compute_mark(month)
    progress = _read_stored(kept, _Progress)
    if progress is None or progress.mark != mark or not part.exists() or part.stat().st_size < progress.size:
        progress = _Progress(mark)
    with part.open("r+b" if progress.size else "w+b") as file:
        file.truncate(progress.size)
        file.seek(progress.size)
        while found := _find_next_matches(month, progress):
            if until is not None and monotonic() >= until:
                return None
            piece, matches = _build_piece([code for code, *_place in found])
            file.write(piece)
            file.flush()
            os.fsync(file.fileno())
            _code, over_at, match = found[-1]
            progress = _Progress(mark, progress.size + len(piece), progress.matches + matches, over_at, match)
            _replace_file(kept, msgspec.json.encode(progress))
    dump = _publish_dump(folder, part, month, progress, now)
    kept.unlink(missing_ok=True)
    return dump


def _publish_dump(folder: Path, part: Path, month: date, progress: _Progress, now: datetime) -> Dump:
    """Give a finished file its name, describe it, and remove the dump it replaces."""
    with part.open("rb") as file:
        digest = sha256()
        while block := file.read(1 << 20):
            digest.update(block)
    name = f"slowfuse-{month:%Y-%m}-{digest.hexdigest()[:12]}.jsonl.zst"
    dump = Dump(
        month=f"{month:%Y-%m}", file=name, size=progress.size, sha256=digest.hexdigest(), matches=progress.matches,
        written_at=now, mark=progress.mark,
    )  # fmt: skip
    part.replace(folder / name)
    _replace_file(folder / f"{name}.sha256", f"{dump.sha256}  {name}\n".encode())
    _replace_file(get_description_path(folder, dump.month), msgspec.json.encode(dump))
    for old in folder.glob(f"slowfuse-{dump.month}-*"):
        if not old.name.startswith(name):
            old.unlink(missing_ok=True)
    return dump


def _build_piece(codes: list[str]) -> tuple[bytes, int]:
    """Return the records of these matches as a zstd frame, and how many they are. Unreadable ones are left out."""
    lines: list[bytes] = []
    matches = 0
    for code in codes:
        try:
            record = match_export.build_match_record(match_view.load_played(code), observer=REFEREE)
        except (Unreadable, Match.DoesNotExist) as error:
            logger.warning("Match %s: not in the dump: %s", code, type(error).__name__)
            continue
        lines += encode_record(record)
        matches += 1
    return zstandard.ZstdCompressor(COMPRESSION_LEVEL, write_checksum=True).compress(b"".join(lines)), matches


def _find_next_matches(month: date, progress: _Progress) -> list[tuple[str, datetime, int]]:
    found = _find_matches(month)
    if progress.over_at is not None:
        found = found.filter(Q(over_at__gt=progress.over_at) | Q(over_at=progress.over_at, pk__gt=progress.match))
    rows = found.order_by("over_at", "pk").values_list("code", "over_at", "pk")[:PIECE_SIZE]
    return [(code, over_at, pk) for code, over_at, pk in rows if over_at is not None]


def _find_matches(month: date) -> QuerySet[Match]:
    since, end = _get_bounds(month)
    return Match.objects.filter(
        listed=True, status=Match.Status.OVER, lesson__isnull=True, over_at__gte=since, over_at__lt=end
    )


def _compute_mark(month: date) -> str:
    """Return a text that changes when a match of this month is hidden, or a player of it closes their account."""
    matches = _find_matches(month)
    gone = (rows.filter(match__in=matches, player=None, bot=False) for rows in (Chair.objects, Tenure.objects))
    return "-".join(str(rows.count()) for rows in (matches, *gone))


def _find_missing_months(folder: Path, now: datetime) -> list[date]:
    """Return the months after the last dump, or only the last one if there's no dump yet."""
    last = _get_previous_month(now.astimezone(UTC).date())
    known = {dump.month for dump in list_dumps(folder)}
    missing = [last]
    while known and f"{missing[-1]:%Y-%m}" > max(known):
        missing.append(_get_previous_month(missing[-1]))
    return [month for month in reversed(missing) if f"{month:%Y-%m}" not in known]


def _find_outdated_months(folder: Path) -> list[date]:
    months = [(date.fromisoformat(f"{dump.month}-01"), dump.mark) for dump in list_dumps(folder)]
    return [month for month, mark in months if _compute_mark(month) != mark]


def _get_bounds(month: date) -> tuple[datetime, datetime]:
    """Return the start of a month and of the next, in UTC."""
    since = datetime(month.year, month.month, 1, tzinfo=UTC)
    return since, since.replace(year=month.year + month.month // 12, month=month.month % 12 + 1)


def _get_previous_month(day: date) -> date:
    return date(day.year - (day.month == 1), (day.month - 2) % 12 + 1, 1)


@contextmanager
def _hold_lock(path: Path) -> Iterator[bool]:
    """Yield whether no other process holds this lock. The system frees it when a process dies."""
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _replace_file(path: Path, content: bytes) -> None:
    """Write a file that no one ever sees half."""
    beside = path.with_name(f".{path.name.lstrip('.')}.new")
    beside.write_bytes(content)
    beside.replace(path)


def _read_stored(path: Path, kind: type[_Stored]) -> _Stored | None:
    with suppress(OSError, msgspec.DecodeError, msgspec.ValidationError):
        return msgspec.json.decode(path.read_bytes(), type=kind)
    return None
