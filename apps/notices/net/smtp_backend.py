"""Mail through a server that can be slow without slowing us down."""

from __future__ import annotations

import smtplib
from collections.abc import Sequence
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend

from apps.notices.net.time_limit import Limit


class Backend(EmailBackend):
    """Django's SMTP backend with a limit for the whole exchange. The mailer's timeout is per line."""

    _limit: Limit

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Send the mails.

        :raises OSError: if they weren't accepted, or not in time
        """
        with Limit() as self._limit:
            try:
                return super().send_messages(email_messages)
            except OSError as error:
                if self._limit.late.is_set():
                    raise TimeoutError("The mail server did not answer in time.") from error
                raise

    @property
    def connection_class(self) -> Any:
        limit = self._limit

        class Line(smtplib.SMTP):
            def _get_socket(self, *where: Any) -> Any:
                sock = super()._get_socket(*where)  # type: ignore[misc]
                limit.hold(sock)
                return sock

        class Secure(smtplib.SMTP_SSL, Line):
            pass

        return Secure if self.use_ssl else Line
