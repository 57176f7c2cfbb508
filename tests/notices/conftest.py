"""What the tests of notices share: mails in a folder, people whose address is confirmed, and time that is said."""

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
    """An embedded house with a folder for its mails, whatever database lies beneath."""
    settings.HOSTED = False
    settings.SLOWFUSE_SITE = "https://fuse.example.org"
    mail_into(settings, tmp_path / "mail")
    uptime.forget()
    yield
    uptime.forget()


@pytest.fixture
def ear(settings: Any) -> Iterator[Listener]:
    """Somebody who listens on this machine, where the house may reach them."""
    settings.NOTICES_REACHABLE = ["127.0.0.1/32"]
    with listening() as listener:
        yield listener


@pytest.fixture
def confirmed(player: Callable[[str], Any]) -> Callable[[str], Any]:
    """Makes a player whose address is confirmed."""

    def make(name: str) -> Any:
        made = player(name)
        EmailAddress.objects.create(user=made, email=made.email, verified=True, primary=True)
        return made

    return make


@pytest.fixture
def ada(confirmed: Callable[[str], Any]) -> Any:
    return confirmed("ada")


def tell(now: datetime) -> None:
    """What the worker does every few seconds, and now and then."""
    sweep.look(now=now, all_of_it=True)
    sweep.put_together(now=now)
    delivery.deliver(now=now, limit=1000)


def mails(to: Any = None) -> list[file_backend.Letter]:
    """Mails in the folder (to this person), the earliest first."""
    found = file_backend.letters(most=10_000)[::-1]
    return [each for each in found if to is None or each.to == to.email]
