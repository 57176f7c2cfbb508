"""Errors that say no: each with the HTTP status it is answered with and the sentence that whoever asked reads.

Every app has its own in its `errors.py`, named after what was refused. Views that can say it beside what was asked do;
`refusals` answers the rest.
"""

from __future__ import annotations

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy


class DomainError(Exception):
    """What was asked cannot be done, and nothing was changed; its text is a sentence in the language of the reader."""

    status: ClassVar[int] = 409
    sentence: ClassVar[str | Promise] = ""
    """What it says unless it was raised with a sentence of its own."""

    def __init__(self, sentence: str | Promise = "") -> None:
        super().__init__(*([sentence] if sentence else []))

    def __str__(self) -> str:
        return str(self.args[0] if self.args else self.sentence)


class TextRefused(DomainError):
    """A text is empty, too long, or made to disturb how others' lines look."""

    status = 422


class RateLimited(DomainError):
    """Somebody did something too often; the sentence says when to come back."""

    status = 429


class Busy(DomainError):
    """A lock could not be had in time; nothing was written, trying again is safe."""

    status = 503
    sentence = gettext_lazy("We’re busy right now. Nothing was changed or lost. Please try again.")


class DatabaseUnreachable(DomainError):
    """There is no connection to the database, or it broke; what was not finished was not done."""

    status = 503
    sentence = gettext_lazy(
        "We can’t reach our database right now. Nothing was lost. Please try again in a few minutes."
    )
