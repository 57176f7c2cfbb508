"""Clubs, their members and players who want to join. Their chat is a board."""

# Rows that never appear by name don't need one.
# ruff: noqa: DJ008

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from apps.common import codes
from apps.talk.models import Report as TalkReport

NAME_LENGTH: Final = 40
SKELETON_LENGTH: Final = 8 * NAME_LENGTH
"""Maximum length of a skeleton, because no letter's prototype has more than seven."""


def new_code() -> str:
    """Return six unmistakable characters. Codes of matches, tables and tournaments are longer."""
    return codes.new_code(6)


class Club(models.Model):
    """A group of players. This row is also the lock under which all changes to the club queue."""

    code = models.CharField(_("code"), max_length=16, unique=True, default=new_code)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    skeleton = models.CharField(
        max_length=SKELETON_LENGTH, editable=False, help_text="Normalised name, the same for all names that look alike."
    )
    about = models.TextField(_("description"), blank=True, help_text=_("In Markdown."))
    open = models.BooleanField(
        _("open"),
        default=True,
        help_text=_("If ticked, anyone can join. If not, players must be invited or accepted."),
    )
    token = models.CharField(
        max_length=43, unique=True, default=codes.new_token, help_text="Secret in the invitation link."
    )
    founder = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("founded by")
    )
    created_at = models.DateTimeField(_("founded"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    board = models.OneToOneField(
        "talk.Board",
        models.SET_NULL,
        null=True,
        editable=False,
        help_text="Chat of the club. Empty until the first message.",
    )

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        indexes = [models.Index(Lower("name"), "id", name="club_listed", condition=Q(closed_at__isnull=True))]
        constraints = [
            # A closed club leaves its name to others.
            models.UniqueConstraint(Lower("name"), name="club_name_once", condition=Q(closed_at__isnull=True)),
            models.UniqueConstraint("skeleton", name="club_skeleton_once", condition=Q(closed_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("clubs:page", args=[self.code])


class Role(models.IntegerChoices):
    """A member's role. Each includes the permissions of those before it."""

    MEMBER = 1, pgettext_lazy("of a club", "member")
    ORGANISER = 2, pgettext_lazy("of a club", "organiser")
    OWNER = 3, pgettext_lazy("of a club", "owner")


class Membership(models.Model):
    """A player in a club. A club that isn't closed has exactly one owner."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="members")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships", verbose_name=_("player")
    )
    role = models.PositiveSmallIntegerField(_("role"), choices=Role, default=Role.MEMBER)
    since = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        indexes = [models.Index(fields=["club", "-role", "since"], name="club_members")]
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="membership_once"),
            models.UniqueConstraint(fields=["club"], name="club_owner_once", condition=Q(role=Role.OWNER)),
        ]

    def __str__(self) -> str:
        return str(self.player)


class JoinRequest(models.Model):
    """A request to join. A declined one is kept, so that it isn't repeated a minute later."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="requests")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="join_request_once")]


class Invitation(models.Model):
    """An invitation to the club by name. If `to` is empty, no player of that name can be invited."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    name = models.CharField(max_length=150, help_text="Name as typed.")
    at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True, help_text="When the invitation was declined. The sender is not told.")

    class Meta:
        indexes = [models.Index(fields=["to"], name="club_invitation_open", condition=Q(declined_at__isnull=True))]
        constraints = [models.UniqueConstraint("club", Lower("name"), name="club_invitation_once")]


class Exclusion(models.Model):
    """A club ban: the player was removed, and can rejoin only if invited by name."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="exclusions")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="exclusion_once")]


# Migration 0003 copied the messages of clubs from before they had boards. Nothing reads or writes these two tables any
# longer, except the previous version. The next release removes them.


class Message(models.Model):
    """A message in the chat of a club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="messages", verbose_name=_("club"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("author"),
        help_text="Empty if the account has been deleted.",
    )  # fmt: skip
    at = models.DateTimeField(_("sent at"))
    text = models.TextField(_("text"))
    hidden_at = models.DateTimeField(
        _("hidden"), null=True, help_text="When the message was hidden from everyone except moderators."
    )

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        indexes = [models.Index(fields=["club", "-id"], name="talk_of_club")]

    def __str__(self) -> str:
        return f"message {self.pk}"


class Report(models.Model):
    """A report of a message to the moderators, as at tables."""

    message = models.ForeignKey(Message, models.CASCADE, related_name="reports", verbose_name=_("message"))
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("reported by")
    )
    reason = models.CharField(_("reason"), max_length=8, choices=TalkReport.Reason)
    words = models.CharField(_("details"), max_length=500, blank=True)
    at = models.DateTimeField(_("reported"))
    verdict = models.CharField(_("decision"), max_length=9, choices=TalkReport.Verdict, default=TalkReport.Verdict.OPEN)
    settled_at = models.DateTimeField(_("closed at"), null=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("closed by")
    )

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes = [models.Index(fields=["at"], name="club_report_queue", condition=Q(verdict="open"))]
        constraints = [
            models.UniqueConstraint(fields=["message", "reporter"], name="club_report_once"),
            models.CheckConstraint(
                name="club_report_settled_has_time", condition=Q(verdict="open") ^ Q(settled_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return gettext("Report %(number)s") % {"number": self.pk}
