"""What may be refused at a club: to those who would like to come in, and to those who are in it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from apps.common.errors import DomainError


class ClubRefused(DomainError):
    """It does not fit the state of the club, or of who asks."""


class ClubNameRefused(DomainError):
    """A club cannot be called that; the sentence says why."""

    status = 422


class NoRoom(ClubRefused):
    """Nobody comes in just now: all that is said to whom a block keeps out, too."""

    sentence = gettext_lazy("This club isn’t taking new members right now.")


class NotAllowed(ClubRefused):
    """Only some people of the club may do that."""

    status = 403


class NotMember(NotAllowed):
    """It is for the people of the club."""

    sentence = gettext_lazy("Only club members can do that.")
