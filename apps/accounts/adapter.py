"""What allauth asks the house."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from apps.accounts import zones
from apps.accounts.models import Player


class AccountAdapter(DefaultAccountAdapter):
    """New people are at home where their browser is, and letters that look the same are the same."""

    def new_user(self, request: HttpRequest) -> Player:
        return Player(time_zone=zones.of_browser(request.COOKIES))

    def clean_username(self, username: str, shallow: bool = False) -> str:
        return super().clean_username(Player.normalize_username(username), shallow)
