"""What may be refused about people: somebody who is not there, an account that cannot be deleted just now."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from apps.common.errors import DomainError


class NoSuchPerson(DomainError):
    """There is nobody of this name, or nobody whom the reader ever meets: the two are answered alike."""

    status = 404
    sentence = gettext_lazy("We can’t find a player with this name.")


class DeletionRefused(DomainError):
    """A match begins whenever the last one was left."""

    sentence = gettext_lazy("One of your matches has just started. Nothing was deleted. Please try again.")
