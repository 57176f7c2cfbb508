"""What may be refused at a puzzle."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from apps.common.errors import DomainError


class NoSuchAnswer(DomainError):
    """Nothing was chosen, or what the puzzle has no answer for."""

    status = 422
    sentence = gettext_lazy("Choose one of the answers first.")
