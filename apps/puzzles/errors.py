"""Refusals of puzzles."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from apps.common.errors import DomainError


class NoSuchAnswer(DomainError):
    """A missing answer, or one that the puzzle doesn't have."""

    status = 422
    sentence = gettext_lazy("Choose one of the answers first.")
