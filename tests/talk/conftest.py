"""Fixtures shared by the tests of chat: a match, its people's browsers, and a quick way to post messages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from apps.talk.services import messages
from tests.factories.fixtures import at as at
from tests.factories.fixtures import just_started as just_started
from tests.factories.fixtures import organiser as organiser
from tests.factories.matches import MatchDriver, new_match


@pytest.fixture
def now() -> datetime:
    return timezone.now()


@pytest.fixture
def table(ada: Any, ben: Any, now: datetime) -> MatchDriver:
    return new_match(ada, ben, now=now)


@pytest.fixture
def said(table: MatchDriver, now: datetime) -> Callable[..., int]:
    """Return a function that posts at the table without rate limits: `said(ada, "words")` gives the message's id."""

    def speak(player: Any, text: str = "", **more: Any) -> int:
        cache.clear()
        return messages.send_message(**{"code": table.code, "player": player.pk, "text": text, "now": now, **more})

    return speak
