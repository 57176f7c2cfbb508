"""Verification of finished matches, cached because a log doesn't change and dealing it again takes work."""

from __future__ import annotations

from functools import cache as once
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from django.core.cache import cache

from apps import games, kernel
from apps.kernel.game import AnyGame
from apps.kernel.record import Record, encode_record
from apps.kernel.verify import Verdict, verify_record

VERDICT_CACHE_SECONDS: Final = 30 * 24 * 60 * 60
"""How long a verdict is cached, in seconds."""


def verify_match_record(game: AnyGame, record: Record) -> Verdict:
    """Check a full record by today's rules.

    The cache key covers everything compared, so a changed log or rule is checked again.
    """
    key = f"verdict:{hash_rules()}:{sha256(b''.join(encode_record(record))).hexdigest()}"
    if (known := cache.get(key)) is not None:
        return msgspec.json.decode(known, type=Verdict)
    found = verify_record(game, record)
    cache.set(key, msgspec.json.encode(found), VERDICT_CACHE_SECONDS)
    return found


@once
def hash_rules() -> str:
    """Return a hash of the rules' source, which tells them from those before an upgrade."""
    digest = sha256()
    for package in (kernel, games):
        for path in sorted(Path(str(package.__file__)).parent.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()
