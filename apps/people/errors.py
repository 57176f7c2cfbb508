"""Refusals about people, such as an unknown name or an account that can't be deleted now."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from apps.common.errors import DomainError


class NoSuchPerson(DomainError):
    """An unknown name, or a player the reader never meets. The answer is the same for both."""

    status = 404
    sentence = gettext_lazy("We can’t find a player with this name.")


class BotRefused(DomainError):
    """An account that can't become a bot."""


class DeletionRefused(DomainError):
    """An account that can't be deleted because a match starts whenever the last one was left."""

    sentence = gettext_lazy("One of your matches has just started. Nothing was deleted. Please try again.")
