"""What may be refused of what people say about how they want to be told."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from apps.common.errors import DomainError


class NoSuchChoice(DomainError):
    """The form was not filled in by our page."""

    status = 400
    sentence = gettext_lazy("That isn’t an option on this page. Nothing was changed.")


class ReceiverRefused(DomainError):
    """Nothing can be sent there: to the address of a webhook, or of a browser."""

    status = 422
