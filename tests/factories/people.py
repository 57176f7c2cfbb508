"""People for tests, by name, and their browsers. Players with a password are `person` of the common conftest."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Permission
from django.test import Client

from apps.accounts.models import Player
from tests.conftest import PASSWORD, person


def guest(name: str = "quiet-otter-482", **fields: Any) -> Player:
    """Create a player without an account."""
    return Player.objects.create_user(name, guest=True, **fields)


def staff(name: str, *permissions: str) -> Player:
    """Create a player who can enter the admin."""
    made: Player = person(name)
    made.is_staff = True
    made.save()
    made.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return made


def superuser(name: str = "organiser") -> Player:
    """Create a player who has all rights in the admin."""
    return Player.objects.create_superuser(name, f"{name}@example.org", PASSWORD)


def browser(player: Player | None = None) -> Client:
    """Return a browser in which this player, or no one, is logged in."""
    client = Client()
    if player is not None:
        client.force_login(player)
    return client
