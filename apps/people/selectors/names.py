"""Names that start as typed."""

from __future__ import annotations

from typing import Final

from django.db.models import Exists, OuterRef, Q, Value
from django.db.models.functions import Lower

from apps.accounts.models import NAME_LENGTH, Player, Tie

MAX_NAMES: Final = 8
MIN_TYPED_LETTERS: Final = 2
"""Letters without which nearly every name would fit."""


def starting_with(typed: str, *, reader: int) -> list[tuple[str, bool]]:
    """Return a few names of accounts that start like this, each with whether it's a bot, friends first.

    Players the reader is kept apart from are left out.
    """
    if not MIN_TYPED_LETTERS <= len(typed) <= NAME_LENGTH:
        return []
    ties = Tie.objects.filter(owner=reader, other=OuterRef("pk"))
    blocks = Tie.objects.filter(
        Q(owner=reader, other=OuterRef("pk")) | Q(owner=OuterRef("pk"), other=reader), kind=Tie.Kind.BLOCK
    )
    people = Player.objects.filter(~Q(pk=reader), ~Exists(blocks), is_active=True, guest=False)
    found = people.alias(lowered=Lower("username"), friend=Exists(ties.filter(kind=Tie.Kind.FRIEND)))
    fitting = found.filter(lowered__startswith=Lower(Value(typed))).order_by("-friend", "lowered")
    return list(fitting.values_list("username", "bot")[:MAX_NAMES])
