"""Tells times in the zone of whoever reads them."""

from __future__ import annotations

from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import SimpleLazyObject

from apps.accounts import zones
from apps.accounts.models import Player


class TimeZoneMiddleware(MiddlewareMixin):
    """Activates the reader's zone in the moment the reader is loaded: pages that load nobody pay nothing."""

    def process_request(self, request: HttpRequest) -> None:
        timezone.deactivate()  # The thread may have served somebody else before.
        request.user = SimpleLazyObject(lambda: _at_home(request))  # type: ignore[assignment]


def _at_home(request: HttpRequest) -> Player | AnonymousUser:
    user = get_user(request)
    timezone.activate(user.zone if isinstance(user, Player) else zones.zone(zones.of_browser(request.COOKIES)))
    return user
