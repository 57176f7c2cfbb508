"""Refusals of clubs, to members and to players who want to join."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from apps.common.errors import DomainError


class ClubRefused(DomainError):
    """A refusal because of the state of the club or the player."""


class ClubNameRefused(DomainError):
    """A refused name of a club or of one of its leagues, ladders or arenas. The sentence says why."""

    status = 422


class NoRoom(ClubRefused):
    """A club that takes no new members, or a block. The sentence is the same for both."""

    sentence = gettext_lazy("This club isn’t taking new members right now.")


class NotAllowed(ClubRefused):
    """An action reserved for some of the club's members."""

    status = 403


class NotMember(NotAllowed):
    """An action reserved for members."""

    sentence = gettext_lazy("Only club members can do that.")
