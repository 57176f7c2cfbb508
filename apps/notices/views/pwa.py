"""What makes the site an app on a phone: its manifest, and the script that shows what is pushed."""

# A view takes its request, whether or not it looks at it.
# ruff: noqa: ARG001

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers


@require_safe
@cache_control(max_age=3600)
@vary_on_headers("Accept-Language", "Cookie")
def manifest(request: HttpRequest) -> HttpResponse:
    """What the app is called and looks like."""
    icons = [
        {"src": static("icons/app-192.png"), "sizes": "192x192", "type": "image/png", "purpose": "any"},
        {"src": static("icons/app-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "any"},
        {"src": static("icons/app-mask-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        {"src": static("icons/favicon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
    ]
    fields = {
        "id": "/",
        "name": "Slow Fuse",
        "short_name": "Slow Fuse",
        "description": _("Explosive table games, each player in their own time."),
        "lang": get_language(),
        "start_url": "/mine/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#14181d",
        "theme_color": "#14181d",
        "icons": icons,
        "shortcuts": [{"name": _("My matches"), "url": "/mine/"}, {"name": _("Tables"), "url": "/tables/"}],
    }
    return JsonResponse(fields, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """At the root, because a worker only serves what lies below its own address."""
    icons = {"icon": static("icons/app-192.png"), "badge": static("icons/badge-96.png")}
    return render(request, "notices/sw.js", icons, content_type="text/javascript; charset=utf-8")
