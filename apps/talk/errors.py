"""Refusals in chat, at a match and on a board."""

from __future__ import annotations

from apps.common.errors import DomainError


class TalkRefused(DomainError):
    """A refusal to say, note, report, mute or remove something."""


class NotYourTalk(TalkRefused):
    """An action reserved for the players of this chat, while it's open to them."""

    status = 403
