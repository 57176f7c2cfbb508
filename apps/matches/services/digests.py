"""Digests of finished matches: calculated after the end, at night, and whenever an operator likes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from apps.matches.models import MatchDigest, MatchFeat
from apps.matches.selectors import digests

RECENT_END_AGE: Final = timedelta(hours=2)
"""The age up to which ended matches are checked every minute. Missed ones are found at night."""


def digest_latest(*, now: datetime, limit: int = 50) -> int:
    """Digest matches that ended recently and have no digest. Return how many."""
    return _digest_all(
        digests.find_undigested_matches(since=now - RECENT_END_AGE).values_list("code", flat=True)[:limit]
    )


def digest_missing(*, limit: int = 5_000) -> int:
    """Digest all matches without a digest, or with an old edition. Return how many. It can be stopped at any point."""
    return _digest_all(list(digests.find_undigested_matches().values_list("code", flat=True)[:limit]))


def digest_match(code: str) -> None:
    """Calculate a match's digest again and overwrite the old one."""
    short, feats = digests.build_digest_and_feats(code)
    told = ("game", "month", "number", "fact", "move", "seat", "player", "bot")
    with transaction.atomic():
        MatchDigest.objects.bulk_create(
            [short], update_conflicts=True, unique_fields=["match"], update_fields=_list_fields_except("match")
        )
        MatchFeat.objects.filter(match=short.match_id).exclude(kind__in=[feat.kind for feat in feats]).delete()
        MatchFeat.objects.bulk_create(feats, update_conflicts=True, unique_fields=["match", "kind"], update_fields=told)


def _list_fields_except(key: str) -> list[str]:
    return [field.name for field in MatchDigest._meta.concrete_fields if field.name != key]  # noqa: SLF001 -- its public door


def _digest_all(codes: Iterable[str]) -> int:
    found = 0
    for code in codes:
        digest_match(code)
        found += 1
    return found
