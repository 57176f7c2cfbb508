"""Refusals of webhooks."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from apps.common.errors import DomainError


class HookRefused(DomainError):
    """A refused webhook. The sentence says why."""

    status = 422


class NotOrganiser(HookRefused):
    """A refusal of someone who can't edit the tournament, or is no officer of the club."""

    status = 403
    sentence = gettext_lazy("Only organisers can manage webhooks.")
