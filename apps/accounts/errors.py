"""Refusals about accounts, besides those of forms."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from apps.common.errors import DomainError


class MailUnsent(DomainError):
    """A mail that couldn't be sent because the mail server is unreachable."""

    status = 503
    sentence = gettext_lazy("We couldn’t send the e-mail. Please try again in a few minutes.")


class NameTaken(DomainError):
    """A name that another player already has."""

    sentence = gettext_lazy("This name is already taken.")


class NoGuestAccount(DomainError):
    """A former guest account that is already a full one."""

    sentence = gettext_lazy("This account is no longer a guest account.")


class AccountNeeded(DomainError):
    """A refusal of something that needs an account, because guests can't do it."""


class UnlockRefused(DomainError):
    """A refusal to remove an account's passkeys and codes."""


class RelationRefused(DomainError):
    """A refusal to add a friend or a block."""


class LoggedOut(DomainError):
    """A page made for a player who has since been logged out, or a visitor who was never logged in."""

    status = 401
    sentence = gettext_lazy("You’ve been logged out, so nothing was changed. Log in, then try again.")


class ReaderChanged(DomainError):
    """A page made for a different player from the one who is logged in now."""

    sentence = gettext_lazy("Someone else has logged in since this page was opened. Reload it.")


class PageOutdated(DomainError):
    """A page with an old token. The reader has logged in again since it was opened, or cleared the cookies."""

    status = 403
    sentence = gettext_lazy("This page is out of date, so nothing was changed. Reload it, then try again.")


class TokenRefused(DomainError):
    """A refusal to create an access token."""

    status = 422
