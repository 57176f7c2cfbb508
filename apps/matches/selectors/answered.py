"""Answers a player has already given."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from django.db.models import F

from apps.games import load_games
from apps.kernel import forms
from apps.matches.models import Move


def is_twin(*, code: str, player: int | None, key: str, words: Mapping[str, object]) -> bool:
    """Check whether the player has already given this very answer, because the form was sent twice."""
    if not key.isprintable():
        return False  # No question has such a key, and PostgreSQL rejects a NUL.
    own = Move.objects.filter(match__code=code, match__seats__player=player, match__seats__index=F("seat"), key=key)
    move = own.filter(cause=Move.Cause.SEAT).select_related("match").last()
    if move is None:
        return False
    kind = load_games()[move.match.game].action
    try:
        return bool(forms.parse_form_fields(words, kind) == msgspec.json.decode(move.action, type=kind))
    except msgspec.ValidationError:
        return False
