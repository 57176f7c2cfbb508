"""Invitations go to addresses of people who have no account: claim, send, mark. Killed in between, a mail goes once
more, as itself.

A claim moves `mail_at` on, which is at once the lease of who tries and the pause before the next try, as for all
messages of the house (`apps.notices.services.delivery`). What is written is what holds then: an invitation that was
taken back, or that nobody wants, is not sent, and who sent it hears nothing of that.
"""

from __future__ import annotations

import hashlib
import logging
from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import connection, transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from apps.lobby.models import Invitation
from apps.lobby.services import invitations, suppressed_addresses
from apps.matches.selectors.wording import pace_title
from apps.notices.channels import mail as letters
from apps.notices.services import delivery

logger = logging.getLogger(__name__)


def send_next(*, now: datetime) -> bool:
    """Send the mail that is due longest; whether it is worth looking for another one now.

    After a failure it is not: mostly the mail server is away, and the others would wait for it one by one.
    """
    invitation = _claim(now)
    if invitation is None:
        return False
    try:
        if letter := _letter(invitation):
            letter.send()
    except Exception as error:  # noqa: BLE001 -- whatever is wrong with one must not stop the others
        _failed(invitation, error, now)
        return False
    Invitation.objects.filter(pk=invitation.pk).update(mail_at=None)
    return True


def _claim(now: datetime) -> Invitation | None:
    """An invitation nobody else tries to send until its `mail_at`."""
    skip = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        due = Invitation.objects.filter(mail_at__lte=now).select_related("table", "by").order_by("mail_at")
        found = due.select_for_update(no_key=True, skip_locked=skip, of=("self",)).first()
        if found is not None:
            found.mail_at, found.mail_tries = now + delivery.LEASE, found.mail_tries + 1
            found.save(update_fields=["mail_at", "mail_tries"])
    return found


def _letter(invitation: Invitation) -> EmailMultiAlternatives | None:
    """What goes out; none if nothing is to go out any more."""
    table, by = invitation.table, invitation.by
    wanted = not invitation.answered_at and by.is_active and not suppressed_addresses.refused(invitation.email)
    if not wanted or not invitations.welcome(invitation):
        return None
    off = suppressed_addresses.link(invitation.email)
    with translation.override(invitation.language or settings.LANGUAGE_CODE):
        subject = _("%(name)s has invited you to play %(game)s") % {"name": by, "game": table.title}
        context = {
            "by": by,
            "table": table,
            "subject": subject,
            "pace": pace_title(table.pace_name),
            "link": settings.SLOWFUSE_SITE + reverse("lobby:invitation", args=[invitation.token]),
            "off": off,
        }
        return letters.letter(
            # Named after what only this invitation has, in whatever database it lies.
            ticket=hashlib.sha256(invitation.token.encode()).hexdigest()[:20],
            subject=subject,
            text=render_to_string("lobby/invitation_mail.txt", context),
            html=render_to_string("lobby/invitation_mail.html", context),
            to=invitation.email,
            off=off,
        )


def _failed(invitation: Invitation, error: Exception, now: datetime) -> None:
    """It is tried again later, or given up."""
    given_up = invitation.mail_tries >= delivery.TRIES
    if given_up or not isinstance(error, OSError):  # An OSError is whatever sockets and smtplib raise.
        logger.error("Invitation %s: could not send the e-mail", invitation.pk, exc_info=error)
    again = None if given_up else now + delivery.pause(invitation.mail_tries)
    Invitation.objects.filter(pk=invitation.pk).update(mail_at=again)
