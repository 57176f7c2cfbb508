"""What somebody answered to puzzles, to take along; times as ISO 8601 in UTC."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.puzzles.models import Attempt


def attempts(*, player: int) -> Iterator[dict[str, Any]]:
    """Their answers, in order."""
    rows = Attempt.objects.filter(player=player).order_by("pk").values_list("puzzle__code", "chosen", "right", "at")
    for code, chosen, right, at in rows.iterator():
        yield {"puzzle": f"/puzzles/{code}/", "answer": chosen, "right": right, "at": at.isoformat()}
