"""Boards, which are chats outside any match, such as that of a club or tournament."""

# Rows that never appear by name don't need one.
# ruff: noqa: DJ008

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.talk.models.match import Report


class Board(models.Model):
    """A chat outside any match. Its club or tournament points to it and decides who can read and write.

    Its row is the lock that keeps the posts in the order of their IDs.
    """

    @property
    def place(self) -> models.Model | None:
        """Return the club or tournament that has this board."""
        return next(
            (place for name in list_place_relations() if (place := getattr(self, name, None)) is not None), None
        )


class Post(models.Model):
    """A message on a board. Only `services.posts` writes it."""

    board = models.ForeignKey(Board, models.CASCADE, related_name="posts", verbose_name=_("chat"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("author"),
        help_text="Empty if the account has been deleted.",
    )  # fmt: skip
    at = models.DateTimeField(_("sent at"))
    text = models.TextField(_("text"))
    hidden_at = models.DateTimeField(
        _("hidden"), null=True, help_text="When the post was hidden from everyone except moderators."
    )

    class Meta:
        verbose_name = _("post")
        verbose_name_plural = _("posts")
        indexes = [models.Index(fields=["board", "-id"], name="posts_of_board")]

    def __str__(self) -> str:
        return f"post {self.pk}"


class PostReport(models.Model):
    """A player's report of a post to the moderators, as for messages at tables."""

    post = models.ForeignKey(Post, models.CASCADE, related_name="reports", verbose_name=_("post"))
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("reported by")
    )
    reason = models.CharField(_("reason"), max_length=8, choices=Report.Reason)
    words = models.CharField(_("details"), max_length=500, blank=True)
    at = models.DateTimeField(_("reported"))
    verdict = models.CharField(_("decision"), max_length=9, choices=Report.Verdict, default=Report.Verdict.OPEN)
    settled_at = models.DateTimeField(_("closed at"), null=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("closed by")
    )

    class Meta:
        verbose_name = _("post report")
        verbose_name_plural = _("post reports")
        indexes = [models.Index(fields=["at"], name="post_report_queue", condition=Q(verdict="open"))]
        constraints = [
            models.UniqueConstraint(fields=["post", "reporter"], name="post_report_once"),
            models.CheckConstraint(
                name="post_report_settled_has_time", condition=Q(verdict="open") ^ Q(settled_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return gettext("Report %(number)s") % {"number": self.pk}


def list_place_relations() -> list[str]:
    """Return the names of the relations from a board to its possible places, in any app (`club`, `tournament`)."""
    return [relation.name for relation in Board._meta.related_objects if relation.one_to_one]  # noqa: SLF001 -- its public door
