"""What may be refused about an account, beside what forms say."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from apps.common.errors import DomainError


class MailUnsent(DomainError):
    """The mail server is away; nothing was sent."""

    status = 503
    sentence = gettext_lazy("We couldn’t send the e-mail. Please try again in a few minutes.")


class NameTaken(DomainError):
    """Somebody has this name already."""

    sentence = gettext_lazy("This name is already taken.")


class NoGuestAccount(DomainError):
    """The account was a guest's, and is a full one already."""

    sentence = gettext_lazy("This account is no longer a guest account.")


class AccountNeeded(DomainError):
    """Guests may not do that: it needs an account of one's own."""


class UnlockRefused(DomainError):
    """The keys of an account cannot be taken away."""


class RelationRefused(DomainError):
    """Somebody cannot be made a friend, or be blocked."""


class LoggedOut(DomainError):
    """The page was made for a player who has since been logged out, or the visitor was never logged in."""

    status = 401
    sentence = gettext_lazy("You’ve been logged out, so nothing was changed. Log in, then try again.")


class ReaderChanged(DomainError):
    """The page was made for a different player from the one who is logged in now."""

    sentence = gettext_lazy("Someone else has logged in since this page was opened. Reload it.")


class PageOutdated(DomainError):
    """The page has an old token: the reader has logged in again since it was opened, or cleared the cookies."""

    status = 403
    sentence = gettext_lazy("This page is out of date, so nothing was changed. Reload it, then try again.")
