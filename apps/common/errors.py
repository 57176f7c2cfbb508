"""Errors for refusals, each with its HTTP status and the sentence shown to the reader.

Every app has its own in its `errors.py`, named after what was refused. Views that can show the sentence in place do so,
and `refusals` answers the rest.
"""

from __future__ import annotations

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy


class DomainError(Exception):
    """A request that can't be fulfilled and changed nothing. Its text is a sentence in the reader's language."""

    status: ClassVar[int] = 409
    sentence: ClassVar[str | Promise] = ""
    """The default sentence."""

    def __init__(self, sentence: str | Promise = "") -> None:
        super().__init__(*([sentence] if sentence else []))

    def __str__(self) -> str:
        return str(self.args[0] if self.args else self.sentence)


class TextRefused(DomainError):
    """A refusal of a text that is empty, too long, or made to disturb how others' lines look."""

    status = 422


class RateLimited(DomainError):
    """A refusal because someone did something too often. The sentence says when to come back."""

    status = 429


class Busy(DomainError):
    """A lock that wasn't free in time. Nothing was written, so it's safe to try again."""

    status = 503
    sentence = gettext_lazy("We’re busy right now. Nothing was changed or lost. Please try again.")


class DatabaseUnreachable(DomainError):
    """A missing or broken connection to the database. Unfinished work wasn't saved."""

    status = 503
    sentence = gettext_lazy(
        "We can’t reach our database right now. Nothing was lost. Please try again in a few minutes."
    )
