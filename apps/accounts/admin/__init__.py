"""Admin pages for players, permissions and passwords."""

from apps.accounts.admin import player as player
