"""Adapters through which allauth asks for our rules: login rate limit per network, names, mails, two-step login."""

# allauth passes its adapter more arguments than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

import logging
from typing import Any, Final, cast

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.accounts import time_zones
from apps.accounts.errors import MailUnsent, NameTaken
from apps.accounts.models import Player
from apps.accounts.services import failed_logins, guests, languages, usernames
from apps.common import clocks, rate_limits

logger = logging.getLogger(__name__)

_CONFIRMATION_SENT_TEMPLATE: Final = "account/messages/email_confirmation_sent.txt"
"""allauth's template after every confirmation mail, used whether or not the mail was sent."""

_CONFIRMATION_UNSENT_KEY: Final = "SLOWFUSE_CONFIRMATION_UNSENT"
"""A key in the environment of a request whose confirmation mail couldn't be sent."""


class AccountAdapter(DefaultAccountAdapter):
    """Our rules for allauth's accounts.

    New players start with their browser's time zone and chosen language. Names that look the same count as the same. No
    one is turned away because the mail server is down.
    """

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": NameTaken.sentence,
    }

    def new_user(self, request: HttpRequest) -> Player:
        return Player(
            time_zone=time_zones.get_browser_zone(request.COOKIES),
            language=languages.get_browser_language(request.COOKIES),
        )

    def login(self, request: HttpRequest, user: Player) -> None:
        """Log a player in. On the first login, a player without a time zone gets their browser's."""
        first = user.last_login is None and user.time_zone == "UTC"
        super().login(request, user)
        if first:
            guests.await_zone(request)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        return super().clean_username(usernames.validate_username(username), shallow)

    def save_user(self, request: HttpRequest, user: Player, form: BaseForm, commit: bool = True) -> Player:
        """Store the new player.

        :raises NameTaken: if someone else was faster
        """
        try:
            with transaction.atomic():
                return cast("Player", super().save_user(request, user, form, commit))
        except IntegrityError as error:
            raise NameTaken from error

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: object) -> str:
        """Return the key of the login rate limit, which counts wrong passwords per name and network.

        So brute force slows down only the guesser.
        """
        return (
            f"{super()._get_login_attempts_cache_key(request, **credentials)}:{rate_limits.get_client_address(request)}"
        )

    def pre_authenticate(self, request: HttpRequest, **credentials: object) -> None:
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError as error:
            raise ValidationError(
                _("Too many wrong passwords from your network. Wait a few minutes, or log in with a passkey."),
                code=error.code,
            ) from error

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        failed_logins.record_wrong_password(
            login=credentials.get("email") or credentials.get("username", ""), now=clocks.now()
        )

    def is_safe_url(self, url: str) -> bool:
        """Check whether a URL is safe. allauth parses its host without checking that it's a valid URL."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """Send a mail. All of allauth's mails pass through here.

        :raises MailUnsent: if the mail server is unreachable
        """
        try:
            super().send_mail(template_prefix, email, context)
        except OSError as error:  # Anything that sockets and smtplib raise.
            logger.exception("Could not send an e-mail")
            raise MailUnsent from error

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: object, signup: bool) -> None:
        try:
            super().send_confirmation_mail(request, emailconfirmation, signup)
        except MailUnsent:  # The account or address is already stored.
            request.META[_CONFIRMATION_UNSENT_KEY] = True
            messages.warning(
                request,
                _(
                    "We couldn’t send the confirmation e-mail. You can resend it from your account in a few minutes, "
                    "under “E-mail”."
                ),
            )

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *args: object, **kwargs: object
    ) -> None:
        if message_template == _CONFIRMATION_SENT_TEMPLATE and _CONFIRMATION_UNSENT_KEY in request.META:
            return
        super().add_message(request, level, message_template, *args, **kwargs)


class SecondStepAdapter(DefaultMFAAdapter):
    """Error messages that offer a way out where allauth only refuses.

    Allowing both at once would let someone lock the owner of an address out.
    """

    error_messages = DefaultMFAAdapter.error_messages | {
        "add_email_blocked": gettext_lazy(
            "You can’t add an e-mail address while two-step login is on. Turn it off, add and confirm the "
            "address, then turn it on again."
        ),
        "unverified_email": gettext_lazy(
            "Your e-mail address isn’t confirmed yet. Use the link we sent you, or remove the address. Then "
            "turn on two-step login."
        ),
    }
