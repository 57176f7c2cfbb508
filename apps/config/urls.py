"""Every URL of the site. Each app keeps its own."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path
from django.views.decorators.cache import cache_control
from django.views.generic import TemplateView

from apps.config import views
from apps.config.sitemaps import SITEMAPS
from apps.games import load_games
from apps.matches.views import previews as match_previews
from apps.people.views import previews as people_previews
from apps.puzzles.views import previews as puzzle_previews
from apps.tournaments.views import previews as tournament_previews

handler400, handler403, handler404 = views.bad_request, views.permission_denied, views.not_found

urlpatterns = [
    path("", views.show_front_page, name="front"),
    path(
        "games/",
        TemplateView.as_view(template_name="games_page.html", extra_context={"games": tuple(load_games().values())}),
        name="games",
    ),
    # These precede the same pages of other apps, which have no limits.
    path("m/<slug:code>/verify/", views.verify_match),
    path("notices/", views.show_inbox),
    path("m/<slug:code>/picture.png", views.limit_pictures(match_previews.draw_match_preview)),
    path("p/<str:name>/picture.png", views.limit_pictures(people_previews.draw_player_preview)),
    path("puzzles/<slug:code>/picture.png", views.limit_pictures(puzzle_previews.draw_puzzle_preview)),
    path("tournaments/<slug:code>/picture.png", views.limit_pictures(tournament_previews.draw_tournament_preview)),
    path("", include("apps.matches.urls")),
    path("", include("apps.lobby.urls")),
    path("", include("apps.lessons.urls")),
    path("", include("apps.puzzles.urls")),
    path("", include("apps.accounts.urls")),
    path("", include("apps.notices.urls")),
    path("", include("apps.talk.urls")),
    path("", include("apps.ratings.urls")),
    path("", include("apps.tournaments.urls")),
    path("", include("apps.clubs.urls")),
    path("", include("apps.webhooks.urls")),
    path("", include("apps.people.urls")),
    path("", include("apps.api.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.admin_view(views.show_admin_index)),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("robots.txt", views.show_robots, name="robots"),
    path("favicon.ico", views.redirect_favicon, name="favicon"),
    path("sitemap.xml", cache_control(max_age=3600)(sitemap), {"sitemaps": SITEMAPS}, name="sitemap"),
    path("", include("apps.monitoring.urls")),
]
