"""People for tests, by name, and their browsers. Players with a password are `person` of the common conftest."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Permission
from django.test import Client

from apps.accounts.models import Player
from tests.conftest import PASSWORD, person


def guest(name: str = "quiet-otter-482", **fields: Any) -> Player:
    """Somebody who plays without an account."""
    return Player.objects.create_user(name, guest=True, **fields)


def staff(name: str, *permissions: str) -> Player:
    """Somebody who may enter the admin."""
    made: Player = person(name)
    made.is_staff = True
    made.save()
    made.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return made


def superuser(name: str = "organiser") -> Player:
    """Somebody who may do everything in the admin."""
    return Player.objects.create_superuser(name, f"{name}@example.org", PASSWORD)


def browser(player: Player | None = None) -> Client:
    """A browser in which this player is logged in, or nobody."""
    client = Client()
    if player is not None:
        client.force_login(player)
    return client
