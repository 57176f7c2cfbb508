"""Wrong passwords: when they are so many that whoever owns the account is to hear of it.

Nobody is locked out by them: allauth slows down who guesses, at their own address (`AccountAdapter`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from allauth.account.utils import filter_users_by_email, filter_users_by_username

from apps.accounts.models import Guessing
from apps.common import rate_limits

MANY: Final = 10
"""More than people need who try whatever they ever used."""
WITHIN: Final = timedelta(hours=1)
SPELL: Final = timedelta(days=1)
"""After that long without many wrong passwords, the next ones are told again."""


@dataclass(frozen=True)
class Spell:
    """Somebody has been guessing the password of this player since then."""

    player: int
    since: datetime


def wrong(*, login: str, now: datetime) -> None:
    """Count a wrong password for whatever was typed as a name.

    Who that is, is only looked up when it were many: until then it takes as long whether or not there is an account.
    """
    who = sha256(login.lower().encode()).hexdigest()  # Some type their password there.
    if rate_limits.counted(what="wrong", who=who, seconds=int(WITHIN.total_seconds())) < MANY:
        return
    for player in {*filter_users_by_username(login), *filter_users_by_email(login)}:
        if player.is_active and player.has_usable_password():
            _goes_on(player.pk, now)


def spells(*, since: datetime) -> list[Spell]:
    """Those that began after an instant."""
    found = Guessing.objects.filter(since__gt=since).order_by("since")
    return [Spell(player, began) for player, began in found.values_list("player", "since")]


def _goes_on(player: int, now: datetime) -> None:
    """There is one spell, however many guess at once: the database decides who began it."""
    Guessing.objects.bulk_create([Guessing(player_id=player, since=now, last_at=now)], ignore_conflicts=True)
    Guessing.objects.filter(pk=player, last_at__lte=now - SPELL).update(since=now, last_at=now)
    Guessing.objects.filter(pk=player, last_at__lt=now).update(last_at=now)
