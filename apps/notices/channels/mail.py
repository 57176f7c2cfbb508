"""The mail with all of a player's notices (daily digest or single), and the parts that all our mails share."""

from __future__ import annotations

from collections.abc import Sequence
from email.policy import Policy
from email.utils import parseaddr

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from apps.accounts.models import Player
from apps.notices import wording
from apps.notices.models import Delivery
from apps.notices.selectors import addresses
from apps.notices.wording import NoticeLine


def build_notice_mail(
    delivery: Delivery, player: Player, lines: Sequence[NoticeLine], address: str
) -> EmailMultiAlternatives:
    """Return the mail of a delivery. Written again for another try, it has the same ID and so is the same mail."""
    subject = wording.build_headline(lines)
    off = addresses.build_unsubscribe_url(player.pk)
    context = {
        "lines": lines,
        "player": player,
        "subject": subject,
        "off": off,
        "settings": settings.SLOWFUSE_SITE + reverse("notices:settings"),
        "zone": str(player.zone),
    }
    return build_mail(
        ticket=delivery.ticket,
        subject=subject,
        text=render_to_string("notices/mail.txt", context),
        html=render_to_string("notices/mail.html", context),
        to=address,
        off=off,
    )


class _OneLine(str):
    """A header with a URL longer than a line.

    Django 6 would fold it into encoded words, which mail programs can't read.
    """

    name = "List-Unsubscribe"
    __slots__ = ()

    def fold(self, *, policy: Policy) -> str:
        """Return the whole header on one line, when `email` folds it."""
        return f"{self.name}: {self}{policy.linesep}"


def build_mail(*, ticket: str, subject: str, text: str, html: str, to: str, off: str) -> EmailMultiAlternatives:
    """Return a mail named by its ticket, as text and HTML, that can be stopped with one click (RFC 8058)."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    mail = EmailMultiAlternatives(
        subject=" ".join(subject.split()),
        body=text,
        to=[to],
        headers={
            "Message-ID": f"<{ticket}@{domain}>",
            "List-Unsubscribe": _OneLine(f"<{off}>"),
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
        },
    )
    mail.attach_alternative(html, "text/html")
    return mail
