"""Mails of an embedded installation, shown in the browser. Those of a hosted one are never shown."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.notices.channels import file_backend


@never_cache
@require_safe
def show_mailbox(request: HttpRequest) -> HttpResponse:
    """Show the latest mails."""
    _embedded_only()
    return render(request, "notices/letters.html", {"letters": file_backend.load_stored_mails()})


@never_cache
@require_safe
def show_mail(request: HttpRequest, name: str) -> HttpResponse:
    """Show one mail as text."""
    _embedded_only()
    found = file_backend.load_stored_mail(name)
    if found is None:
        raise Http404
    return render(request, "notices/letter.html", {"letter": found})


def _embedded_only() -> None:
    if settings.HOSTED or not settings.MAIL_URL.startswith("filemail:"):
        raise Http404
