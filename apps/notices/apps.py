"""The notices app."""

from __future__ import annotations

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "apps.notices"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from apps.accounts.session_store import session_moved  # noqa: PLC0415  # Both import models.

        session_moved.connect(_move_browsers)


def _move_browsers(*, was: str, now: str, **_kwargs: object) -> None:
    """Keep notifying the browsers of a session under its new key."""
    from apps.notices.services import browsers  # noqa: PLC0415

    browsers.move_browsers(was=was, now=now)
