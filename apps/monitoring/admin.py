"""The Monitoring page of the admin, with the metrics for operators without Prometheus."""

# Django passes its hooks more arguments than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _

from apps.monitoring import wording
from apps.monitoring.models import House
from apps.monitoring.selectors.house import load_figures


@admin.register(House)
class HouseAdmin(admin.ModelAdmin):
    """A single page for staff with the permission, with nothing to add, change or delete."""

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.changelist_view)
        return [path("", page, name="monitoring_house_changelist")]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),
            "title": _("Monitoring"),
            "opts": self.opts,
            "lines": [wording.build_monitoring_line(figure) for figure in load_figures()],
        }
        return TemplateResponse(request, "admin/monitoring/house.html", context)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
