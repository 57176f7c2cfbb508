"""The queue of reported posts from the boards of clubs, tournaments and others."""

# Django passes its hooks more arguments than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.talk.admin import verdicts
from apps.talk.models import PostReport, list_place_relations
from apps.talk.services import post_reports


@admin.register(PostReport)
class PostReportAdmin(admin.ModelAdmin):
    """The queue of open reports, the oldest first, each in its context, as for messages at tables."""

    list_display = ("said", "author", "reason", "verdict", "at", "reporter", "words", "settled_by")
    list_filter = (verdicts.QueueFilter, "reason", "at")
    list_select_related = ("post__author", "reporter", "settled_by")
    ordering = ("at",)
    actions = verdicts.build_queue_actions(
        hide=post_reports.hide_reported_post,
        ban=post_reports.ban_post_author,
        dismiss=post_reports.dismiss_post_report,
    )
    fields = readonly_fields = (
        "context", "author", "reason", "words", "reporter", "at", "verdict", "settled_by", "settled_at",
    )  # fmt: skip

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: PostReport | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: PostReport | None = None) -> bool:
        return obj is None and super().has_change_permission(request, obj)

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        names = [f"post__board__{place}__name" for place in list_place_relations()]
        return ["post__text", "post__author__username", "reporter__username", *names]

    @admin.display(description=gettext_lazy("message"))
    def said(self, report: PostReport) -> str:
        return verdicts.shorten_text(report.post.text)

    @admin.display(description=gettext_lazy("author"), ordering="post__author__username")
    def author(self, report: PostReport) -> str:
        return str(report.post.author or _("someone who left"))

    @admin.display(description=gettext_lazy("context"))
    def context(self, report: PostReport) -> SafeString:
        """Return where the post is, and the posts around it."""
        place = report.post.board.place
        return format_html("<p>{}</p>", str(place or "")) + verdicts.render_context(
            post_reports.find_posts_around(report.post)
        )
