"""Refusals of notification settings."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from apps.common.errors import DomainError


class NoSuchChoice(DomainError):
    """A form that our page didn't produce."""

    status = 400
    sentence = gettext_lazy("That isn’t an option on this page. Nothing was changed.")


class ReceiverRefused(DomainError):
    """A webhook or browser address that nothing can be sent to."""

    status = 422
