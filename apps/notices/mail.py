"""One mail with all that somebody is to be told."""

from __future__ import annotations

from collections.abc import Sequence
from email.utils import parseaddr

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from apps.accounts.models import Player
from apps.notices import addresses, words
from apps.notices.models import Delivery
from apps.notices.words import Line


def write(delivery: Delivery, player: Player, lines: Sequence[Line], address: str) -> EmailMultiAlternatives:
    """The mail of a delivery: written anew for another try, it has the same name and so is the same mail."""
    subject = words.headline(lines)
    off = addresses.off(player.pk)
    context = {
        "lines": lines,
        "player": player,
        "subject": subject,
        "off": off,
        "settings": settings.SLOWFUSE_SITE + reverse("notices:settings"),
        "zone": str(player.zone),
    }
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    mail = EmailMultiAlternatives(
        subject=" ".join(subject.split()),
        body=render_to_string("notices/mail.txt", context),
        to=[address],
        headers={
            "Message-ID": f"<{delivery.ticket}@{domain}>",
            "List-Unsubscribe": f"<{off}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
        },
    )
    mail.attach_alternative(render_to_string("notices/mail.html", context), "text/html")
    return mail
