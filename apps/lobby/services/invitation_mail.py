"""Mails with invitations to addresses without an account, in three steps: claim, send, mark.

A process killed in between leads to the same mail being sent again. A claim postpones `mail_at`, which is both the
sender's lease and the pause before the next try. All messages work like that (`apps.notices.services.delivery`).

The mail is written from the current data. An invitation that was withdrawn or is unwanted isn't sent, and its sender
doesn't find out.
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
from apps.notices.channels import mail
from apps.notices.services import delivery

logger = logging.getLogger(__name__)


def send_next(*, now: datetime) -> bool:
    """Send the mail that is due longest, and return whether to look for another one now.

    After a failure the answer is no. Usually the mail server is down, and the others would wait for it one by one.
    """
    invitation = _claim_invitation(now)
    if invitation is None:
        return False
    try:
        if letter := _build_letter(invitation):
            letter.send()
    except Exception as error:  # noqa: BLE001 -- whatever is wrong with one must not stop the others
        _schedule_retry(invitation, error, now)
        return False
    Invitation.objects.filter(pk=invitation.pk).update(mail_at=None)
    return True


def _claim_invitation(now: datetime) -> Invitation | None:
    """Return an invitation that no other process will try to send until its `mail_at`."""
    skip = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        due = Invitation.objects.filter(mail_at__lte=now).select_related("table", "by").order_by("mail_at")
        found = due.select_for_update(no_key=True, skip_locked=skip, of=("self",)).first()
        if found is not None:
            found.mail_at, found.mail_tries = now + delivery.LEASE, found.mail_tries + 1
            found.save(update_fields=["mail_at", "mail_tries"])
    return found


def _build_letter(invitation: Invitation) -> EmailMultiAlternatives | None:
    """Return the mail, or None if it should no longer be sent."""
    table, by = invitation.table, invitation.by
    wanted = not invitation.answered_at and by.is_active and not suppressed_addresses.is_suppressed(invitation.email)
    if not wanted or not invitations.may_mail_invitation(invitation):
        return None
    off = suppressed_addresses.build_refusal_link(invitation.email)
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
        return mail.build_mail(
            # Named after something unique to this invitation, in any database.
            ticket=hashlib.sha256(invitation.token.encode()).hexdigest()[:20],
            subject=subject,
            text=render_to_string("lobby/invitation_mail.txt", context),
            html=render_to_string("lobby/invitation_mail.html", context),
            to=invitation.email,
            off=off,
        )


def _schedule_retry(invitation: Invitation, error: Exception, now: datetime) -> None:
    """Schedule another try, or give up."""
    given_up = invitation.mail_tries >= delivery.MAX_TRIES
    if given_up or not isinstance(error, OSError):  # An OSError is what sockets and smtplib raise.
        logger.error("Invitation %s: could not send the e-mail", invitation.pk, exc_info=error)
    again = None if given_up else now + delivery.compute_retry_pause(invitation.mail_tries)
    Invitation.objects.filter(pk=invitation.pk).update(mail_at=again)
