"""What allauth asks the house."""

# allauth hands its adapter more than each question needs.
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

_SENT: Final = "account/messages/email_confirmation_sent.txt"
"""What allauth says after every confirmation mail, without asking whether it went off."""

_UNSENT: Final = "SLOWFUSE_CONFIRMATION_UNSENT"
"""Stands in the environment of a request whose confirmation mail did not."""


class AccountAdapter(DefaultAccountAdapter):
    """New people are at home where their browser is and read what it chose; letters that look the same are the same;
    nobody is turned away because the mail server is down.
    """

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": NameTaken.sentence,
    }

    def new_user(self, request: HttpRequest) -> Player:
        return Player(time_zone=time_zones.of_browser(request.COOKIES), language=languages.of_browser(request.COOKIES))

    def login(self, request: HttpRequest, user: Player) -> None:
        """Log a player in. Whoever comes for the first time and never had a time zone gets their browser's."""
        first = user.last_login is None and user.time_zone == "UTC"
        super().login(request, user)
        if first:
            guests.await_zone(request)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        return super().clean_username(usernames.chosen(username), shallow)

    def save_user(self, request: HttpRequest, user: Player, form: BaseForm, commit: bool = True) -> Player:
        """
        :raises NameTaken: if somebody was quicker
        """
        try:
            with transaction.atomic():
                return cast("Player", super().save_user(request, user, form, commit))
        except IntegrityError as error:
            raise NameTaken from error

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords for a name count where they come from: whoever guesses slows down nobody but themselves."""
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}:{rate_limits.address(request)}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError as error:
            raise ValidationError(
                _("Too many wrong passwords from your network. Wait a few minutes, or log in with a passkey."),
                code=error.code,
            ) from error

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        failed_logins.wrong(login=credentials.get("email") or credentials.get("username", ""), now=clocks.now())

    def is_safe_url(self, url: str) -> bool:
        """allauth asks what host an address leads to before anybody has looked whether it is one."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """The one door for every mail.

        :raises MailUnsent: if the mail server is away
        """
        try:
            super().send_mail(template_prefix, email, context)
        except OSError as error:  # Whatever sockets and smtplib raise.
            logger.exception("Could not send an e-mail")
            raise MailUnsent from error

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        try:
            super().send_confirmation_mail(request, emailconfirmation, signup)
        except MailUnsent:  # The account or the address is written already.
            request.META[_UNSENT] = True
            messages.warning(
                request,
                _(
                    "We couldn’t send the confirmation e-mail. You can resend it from your account in a few minutes, "
                    "under “E-mail”."
                ),
            )

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *args: Any, **kwargs: Any
    ) -> None:
        if message_template == _SENT and _UNSENT in request.META:
            return
        super().add_message(request, level, message_template, *args, **kwargs)


class SecondStepAdapter(DefaultMFAAdapter):
    """Says the way out where allauth only says no: whoever had both at once could lock the owner of an address out."""

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
