"""People, their rights and the admin's own password page."""

from apps.accounts.admin import player as player
