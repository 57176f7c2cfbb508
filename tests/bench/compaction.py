"""the size of old matches in rows and compacted, with indexes and TOAST, and a replay page in both forms (CPU median)

SLOWFUSE_BENCH_MATCHES sets the number per game, because tables have a size of their own that outweighs few matches.
"""

from __future__ import annotations

import os
from statistics import median
from time import process_time
from typing import Final

from django.db import connection
from django.test import Client

from apps.games import load_games
from apps.matches.models import Match
from tests.bench.table import people
from tests.factories.compaction import compact_all, old_match

MATCHES = int(os.environ.get("SLOWFUSE_BENCH_MATCHES", "60"))
SHARE: Final = 0.12
"""The maximum share of the bytes in rows."""
SLOWER: Final = 1.25
ROWS: Final = ("matches_move", "matches_fact", "matches_memory")
COMPACT: Final = ("matches_compactlog", "matches_compactplayer")


def run() -> str | None:
    wrong, seated = [], people(4)
    for slug in load_games():
        codes = [old_match(slug, seated[:3], bots=1, seed=number).code for number in range(MATCHES)]
        rows, before = sum(map(_bytes, ROWS)), _page(codes)
        began = process_time()
        compact_all()
        took = process_time() - began
        compact, after = sum(map(_bytes, COMPACT)), _page(codes)
        print(
            f"  {slug:<8} {rows / MATCHES:,.0f} bytes, compact {compact / MATCHES:,.0f}: {compact / rows:.1%}"
            f" (at most {SHARE:.0%}), {1000 * took / MATCHES:.0f} ms each; a page of its record {1000 * before:.1f} ms,"
            f" then {1000 * after:.1f} ms (at most {SLOWER} times)",
            flush=True,
        )
        if compact > SHARE * rows or after > SLOWER * before:
            wrong.append(slug)
        Match.objects.filter(code__in=codes).delete()
    return ", ".join(wrong) or None


def _bytes(table: str) -> int:
    """Return the bytes of a table's rows when copied into a new table without gaps."""
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY TABLE copied (LIKE {table} INCLUDING ALL)")
        cursor.execute(f"INSERT INTO copied SELECT * FROM {table} ORDER BY match_id")
        cursor.execute("SELECT pg_total_relation_size('copied')")
        [size] = cursor.fetchone()
        cursor.execute("DROP TABLE copied")
    return int(size)


def _page(codes: list[str]) -> float:
    client, times = Client(), []
    for code in codes[:10] * 3:
        began = process_time()
        assert client.get(f"/m/{code}/record/?at=20").status_code == 200
        times.append(process_time() - began)
    return median(times)
