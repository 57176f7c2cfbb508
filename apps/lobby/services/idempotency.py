"""Answers remembered for a day, so that a program can repeat a request without doing the same thing twice."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec

from apps.common.transactions import atomic_or_busy
from apps.lobby.errors import KeyReused
from apps.lobby.models import RememberedAnswer

REMEMBERED_TIME: Final = timedelta(days=1)
"""Time for which an answer is remembered."""


def answer_once(
    *, token: int, key: str, request: object, act: Callable[[], Mapping[str, object]], now: datetime
) -> dict[str, Any]:
    """Act and return its answer, or return the answer that this token and key got before. Refusals aren't remembered.

    If the same request comes twice at once, the second waits here until the first is done.

    :raises KeyReused: if the key came with another request
    """
    if not key:
        return dict(act())
    digest = hashlib.sha256(msgspec.json.encode(request, order="deterministic")).hexdigest()
    with atomic_or_busy():
        RememberedAnswer.objects.filter(token=token, key=key, created_at__lte=now - REMEMBERED_TIME).delete()
        row, new = RememberedAnswer.objects.get_or_create(
            token_id=token, key=key, defaults={"request": digest, "created_at": now}
        )
        if row.request != digest:
            raise KeyReused
        if new:
            row.answer = msgspec.to_builtins(act())
            row.save(update_fields=["answer"])
        return dict(row.answer)


def forget_old_answers(*, now: datetime) -> None:
    """Delete the answers that are too old to be given again."""
    RememberedAnswer.objects.filter(created_at__lte=now - REMEMBERED_TIME).delete()
