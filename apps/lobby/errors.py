"""What may be refused before a match: sitting down, what only a host does, an invitation."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from apps.common.errors import DomainError


class TableRefused(DomainError):
    """The table does not allow it now."""


class TableFull(TableRefused):
    """There is no chair for them; what everybody hears, whatever the reason."""

    sentence = gettext_lazy("All seats are taken.")


class NotForYou(TableRefused):
    """It is for a circle, and nobody has vouched that they belong to it."""

    status = 403
    sentence = gettext_lazy("This table is for club members. Join it from the club’s page.")


class NotHost(TableRefused):
    """Only the host of the table may do that."""

    status = 403
    sentence = gettext_lazy("Only the host of the table can do that.")


class InvitationSpent(TableRefused):
    """The invitation was answered or taken back."""

    sentence = gettext_lazy("This invitation has already been answered or withdrawn.")
