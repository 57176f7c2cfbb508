"""Every address of the site; each app keeps its own."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView

from apps.config import views
from apps.games import catalogue

urlpatterns = [
    path(
        "",
        TemplateView.as_view(template_name="front.html", extra_context={"games": tuple(catalogue().values())}),
        name="front",
    ),
    path("m/<slug:code>/verify/", views.verify),  # In front of the same page of matches, which knows no limits.
    path("", include("apps.matches.urls")),
    path("", include("apps.lobby.urls")),
    path("", include("apps.accounts.urls")),
    path("", include("apps.notices.urls")),
    path("", include("apps.talk.urls")),
    path("", include("apps.ratings.urls")),
    path("", include("apps.tournaments.urls")),
    path("", include("apps.people.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("healthz", views.health, name="health"),
]
