"""Fixtures shared by the tests of notices: e-mails in a folder, people with confirmed addresses, and explicit times."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from apps.matches.services import uptime
from apps.notices.channels import file_backend
from apps.notices.services import delivery, sweep
from tests.factories.fixtures import at as at
from tests.mail_settings import mail_into
from tests.notices.listener import Listener, listening


@pytest.fixture(autouse=True)
def _own_house(settings: Any, tmp_path: Path) -> Iterator[None]:
    """Use an embedded server with a folder for its e-mails, on any database."""
    settings.HOSTED = False
    settings.SLOWFUSE_SITE = "https://fuse.example.org"
    mail_into(settings, tmp_path / "mail")
    uptime.forget_checks()
    yield
    uptime.forget_checks()


@pytest.fixture
def ear(settings: Any) -> Iterator[Listener]:
    """Yield a listener on this machine, which the server can reach."""
    settings.NOTICES_REACHABLE = ["127.0.0.1/32"]
    with listening() as listener:
        yield listener


@pytest.fixture
def confirmed(player: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return a function that creates a player with a confirmed address."""

    def make(name: str) -> Any:
        made = player(name)
        EmailAddress.objects.create(user=made, email=made.email, verified=True, primary=True)
        return made

    return make


@pytest.fixture
def ada(confirmed: Callable[[str], Any]) -> Any:
    return confirmed("ada")


def tell(now: datetime) -> None:
    """Do the worker's regular notification work."""
    sweep.post_new_notices(now=now, all_of_it=True)
    sweep.put_together(now=now)
    delivery.deliver_due_messages(now=now, limit=1000)


def mails(to: Any = None) -> list[file_backend.Letter]:
    """Return the e-mails in the folder (to this person), oldest first."""
    found = file_backend.load_stored_mails(most=10_000)[::-1]
    return [each for each in found if to is None or each.to == to.email]
