"""Sessions that survive a change of the secret key (SECRET_KEY_FALLBACKS)."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from apps.accounts.backend import PlayerBackend


def carry_over(request: HttpRequest) -> None:
    """Re-sign a session that was signed with an earlier key.

    Django does so, too, but gives the session another key. Of two requests at once, such as a page and its news, the
    second would use a key that no longer exists. It would be logged out, a guest for good.
    """
    if not settings.SECRET_KEY_FALLBACKS:
        return
    session = request.session
    signed = session.get(HASH_SESSION_KEY)
    player = PlayerBackend().get_user(session.get(SESSION_KEY)) if signed else None
    if player is None or signed is None or constant_time_compare(signed, player.get_session_auth_hash()):
        return
    if any(constant_time_compare(signed, before) for before in player.get_session_auth_fallback_hash()):
        session[HASH_SESSION_KEY] = player.get_session_auth_hash()
