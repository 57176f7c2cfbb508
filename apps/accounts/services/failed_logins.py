"""Failed logins and brute force: wrong passwords are counted, and many are reported to the account's owner.

The login rate limit itself is allauth's (`ACCOUNT_RATE_LIMITS` in `config/settings.py`). It slows down the guesser's
own network (`AccountAdapter`) and locks no one out.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from allauth.account.utils import filter_users_by_email, filter_users_by_username

from apps.accounts.models import Guessing
from apps.common import rate_limits

REPORTED_WRONG_PASSWORDS: Final = 10
"""Number of wrong passwords that is reported, more than people need to try all they ever used."""
WRONG_PASSWORD_WINDOW: Final = timedelta(hours=1)
SPELL_QUIET_TIME: Final = timedelta(days=1)
"""Time without many wrong passwords after which the next ones are reported again."""


@dataclass(frozen=True)
class Spell:
    """A series of wrong passwords for a player, and its start."""

    player: int
    since: datetime


def record_wrong_password(*, login: str, now: datetime) -> None:
    """Count a wrong password for the name that was typed.

    The player is looked up only after many. Until then it takes the same time whether or not the account exists.
    """
    who = sha256(login.lower().encode()).hexdigest()  # Some people type their password there.
    if (
        rate_limits.count_use(what="wrong", who=who, seconds=int(WRONG_PASSWORD_WINDOW.total_seconds()))
        < REPORTED_WRONG_PASSWORDS
    ):
        return
    for player in {*filter_users_by_username(login), *filter_users_by_email(login)}:
        if player.is_active and player.has_usable_password():
            _goes_on(player.pk, now)


def find_guessing_spells(*, since: datetime) -> list[Spell]:
    """Return the series that started after this time."""
    found = Guessing.objects.filter(since__gt=since).order_by("since")
    return [Spell(player, began) for player, began in found.values_list("player", "since")]


def _goes_on(player: int, now: datetime) -> None:
    """Continue the player's series, or start one. The database ensures that concurrent guesses start only one."""
    Guessing.objects.bulk_create([Guessing(player_id=player, since=now, last_at=now)], ignore_conflicts=True)
    Guessing.objects.filter(pk=player, last_at__lte=now - SPELL_QUIET_TIME).update(since=now, last_at=now)
    Guessing.objects.filter(pk=player, last_at__lt=now).update(last_at=now)
