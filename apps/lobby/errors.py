"""Refusals before a match, about joining, hosting and invitations."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from apps.common.errors import DomainError


class TableRefused(DomainError):
    """A refusal because the table doesn't allow this now."""


class TableFull(TableRefused):
    """A table without a seat for this player. The sentence is the same for every reason."""

    sentence = gettext_lazy("All seats are taken.")


class NotForYou(TableRefused):
    """A table reserved for a club, for a player no service has confirmed as a member."""

    status = 403
    sentence = gettext_lazy("This table is for club members. Join it from the club’s page.")


class NotHost(TableRefused):
    """An action that only the table's host can take."""

    status = 403
    sentence = gettext_lazy("Only the host of the table can do that.")


class SettingsRefused(TableRefused):
    """Settings of a table that the game or the site doesn't allow."""

    status = 422
    sentence = gettext_lazy("This game doesn’t allow a table like that. Try other settings.")


class KeyReused(TableRefused):
    """An idempotency key that came with another request before."""

    status = 422
    sentence = gettext_lazy("This Idempotency-Key was used for another request. Use a new one.")


class InvitationSpent(TableRefused):
    """An invitation that was answered or withdrawn."""

    sentence = gettext_lazy("This invitation has already been answered or withdrawn.")
