"""Sessions that are still logged in."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from secrets import compare_digest

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session

from apps.accounts.models import Player


def filter_live_sessions(sessions: Collection[str], *, player: Player, now: datetime) -> frozenset[str]:
    """Return those of these sessions in which the player is still logged in.

    A session ends when it's logged out, ended from elsewhere or too old, or when the password changes. Ask the
    database, because a copy in another process's cache can outlive the session.
    """
    if not sessions:
        return frozenset()
    signatures = [player.get_session_auth_hash(), *player.get_session_auth_fallback_hash()]
    found = Session.objects.filter(session_key__in=sessions, expire_date__gt=now)
    return frozenset(session.session_key for session in found if _is_of(session, player, signatures))


def _is_of(session: Session, player: Player, signatures: Collection[str]) -> bool:
    kept = session.get_decoded()
    signed = str(kept.get(HASH_SESSION_KEY, ""))
    return kept.get(SESSION_KEY) == str(player.pk) and any(compare_digest(signed, each) for each in signatures)
