"""The parts that make the site an app on a phone: the manifest, the push script, the offline page."""

# A view takes its request even if it doesn't need it.
# ruff: noqa: ARG001

from __future__ import annotations

from hashlib import sha256
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from apps.notices.channels import web_push

OFFLINE_FILES: Final = ("site.css", "fonts/caprasimo.woff2", "notices/offline.js", "icons/favicon.svg")
"""Files that the offline page needs."""


@require_safe
@cache_control(max_age=3600)
@vary_on_headers("Accept-Language", "Cookie")
def show_manifest(request: HttpRequest) -> HttpResponse:
    """Return the app's name and appearance."""
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
        "description": _("Explosive tabletop games at your own pace."),
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
def show_service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. It's at the root, because a worker only serves what is below its own URL."""
    parts = [static(name) for name in OFFLINE_FILES]
    words = {
        "icon": static("icons/app-192.png"),
        "badge": static("icons/badge-96.png"),
        "offline": reverse("notices:offline"),
        "own": reverse("matches:mine"),
        "keep": reverse("notices:keep_browser"),
        "key": web_push.public_key(),
        "parts": parts,
        "version": sha256(repr(parts).encode()).hexdigest()[:12],
    }
    return render(request, "notices/sw.js", words, content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
@vary_on_headers("Accept-Language", "Cookie")
def show_offline_page(request: HttpRequest) -> HttpResponse:
    """Show the offline page, which contains no one's data, so that it can be cached."""
    return render(request, "notices/offline.html")
