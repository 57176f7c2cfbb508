"""Matches in the admin: their log is read-only, and clock and seats change through `play`."""

# Django passes its hooks more than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, path
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.common import clocks
from apps.common.admin import GameFilter
from apps.common.errors import Busy
from apps.games import load_games
from apps.kernel.table import REFEREE
from apps.kernel.verify import verify_record
from apps.matches.admin import actions as match_actions
from apps.matches.admin import detail
from apps.matches.errors import MatchRefused, SetAside, Unreadable
from apps.matches.models import Chair, Match
from apps.matches.selectors import match_export, match_view, seating
from apps.matches.services import organiser


class TroubleFilter(admin.SimpleListFilter):
    """A filter for matches that were set aside."""

    title = gettext_lazy("set aside")
    parameter_name = "trouble"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("yes", _("Yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        return queryset.exclude(trouble="") if self.value() == "yes" else queryset


class ChairInline(admin.TabularInline):
    """The seats of a match with their players."""

    model = Chair
    extra = 0
    can_delete = False
    # Without `missed`, which would reveal sealed answers.
    fields = readonly_fields = ("player", "bot", "autopilot", "former")

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin):
    """Matches with filters and search. Every change goes through `play`.

    The number of moves and the next wake-up time are hidden, because both would reveal sealed answers.
    """

    list_display = ("code", "title", "people", "status", "begun_at", "over_at", "set_aside")
    list_filter = ("status", GameFilter, TroubleFilter, "begun_at")
    search_fields = ("code", "seats__player__username")
    date_hierarchy = "begun_at"
    ordering = ("-begun_at",)
    inlines = (ChairInline,)
    fields = readonly_fields = (
        "code", "title", "agreed", "times", "status", "listed", "rated", "vacations", "begun_at", "paused_at",
        "resumes_at", "over_at", "trouble", "commitment", "result", "log",
    )  # fmt: skip
    actions = ("pause", "resume", "extend", "verify", "retry")
    change_form_template = "admin/matches/match/change_form.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).prefetch_related(seating.prefetch_seats())

    def get_urls(self) -> list[URLPattern]:
        own = [
            path("<int:pk>/seat/", self.admin_site.admin_view(match_actions.replace_seat), name="matches_match_seat"),
            path(
                "<int:pk>/referee/",
                self.admin_site.admin_view(match_actions.show_referee_log),
                name="matches_match_referee",
            ),
            path("<int:pk>/end/", self.admin_site.admin_view(match_actions.end_match), name="matches_match_end"),
        ]
        return [*own, *super().get_urls()]

    # -- columns -----------------------------------------------------------------------

    @admin.display(description=gettext_lazy("game"), ordering="game")
    def title(self, match: Match) -> str:
        return match_view.get_game_title(match)

    @admin.display(description=gettext_lazy("players"))
    def people(self, match: Match) -> str:
        return ", ".join(map(seating.get_sitter_name, match.seats.all()))

    @admin.display(description=gettext_lazy("set aside"), ordering="trouble")
    def set_aside(self, match: Match) -> str:
        return _("Yes") if match.trouble else "–"

    @admin.display(description=gettext_lazy("rules and settings"))
    def agreed(self, match: Match) -> SafeString:
        return detail.render_setup(match)

    @admin.display(description=gettext_lazy("time limits"))
    def times(self, match: Match) -> SafeString:
        return detail.render_pace(match)

    @admin.display(description=gettext_lazy("result"))
    def result(self, match: Match) -> SafeString:
        return detail.render_result(match)

    @admin.display(description=gettext_lazy("log"))
    def log(self, match: Match) -> SafeString:
        """Return the public facts. The whole log of a running match needs the explicit look as referee."""
        over = match.status == Match.Status.OVER
        return detail.render_log(match, observer=REFEREE if over else "public")

    # -- actions -----------------------------------------------------------------------

    @admin.action(description=gettext_lazy("Pause"), permissions=["change"])
    def pause(self, request: HttpRequest, matches: QuerySet[Match]) -> None:
        self._each(request, matches, organiser.pause_match, _("Paused"))

    @admin.action(description=gettext_lazy("Resume"), permissions=["change"])
    def resume(self, request: HttpRequest, matches: QuerySet[Match]) -> None:
        self._each(request, matches, organiser.resume_match, _("Resumed"))

    @admin.action(description=gettext_lazy("Extend deadlines by a day"), permissions=["change"])
    def extend(self, request: HttpRequest, matches: QuerySet[Match]) -> None:
        self._each(request, matches, organiser.extend_deadlines, _("Deadlines extended by a day"), by=timedelta(days=1))

    @admin.action(description=gettext_lazy("Retry set-aside matches"), permissions=["change"])
    def retry(self, request: HttpRequest, matches: QuerySet[Match]) -> None:
        self._each(request, matches, organiser.retry_match, _("Will be retried in the next sweep"))

    @admin.action(description=gettext_lazy("Verify"), permissions=["view"])
    def verify(self, request: HttpRequest, matches: QuerySet[Match]) -> None:
        for match in matches:
            if match.status != Match.Status.OVER:
                messages.warning(request, _("%s isn’t over, so its seed is still secret.") % match.code)
                continue
            try:
                verdict = verify_record(
                    load_games()[match.game],
                    match_export.build_match_record(match_view.load_match(match.code), observer=REFEREE),
                )
            except (KeyError, Unreadable):
                messages.error(request, _("%s can’t be read.") % match.code)
                continue
            if verdict.right:
                right = _("%(code)s: all %(n)d facts are correct.") % {"code": match.code, "n": verdict.facts}
                messages.success(request, right)
            else:
                messages.error(request, f"{match.code}: {verdict.wrong}")

    def _each(
        self, request: HttpRequest, matches: Iterable[Match], act: Callable[..., None], done: str, **more: object
    ) -> None:
        for match in matches:
            try:
                act(code=match.code, now=clocks.now(), **more)
            except (MatchRefused, Busy, SetAside) as refusal:
                messages.error(request, f"{match.code}: {match_actions.describe_refusal(refusal)}")
            else:
                self.log_change(request, match, done)
                messages.success(request, f"{match.code}: {done}.")
