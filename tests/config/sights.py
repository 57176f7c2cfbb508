"""What people see in a furnished house, page by page; what was drawn once is not drawn again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.urls import reverse

from apps.accounts.models import Player
from tests.conftest import PASSWORD


@dataclass(frozen=True)
class Sight:
    """What came of asking for a page."""

    status: int
    text: str

    @property
    def page(self) -> str:
        """The text of a whole page; nothing where it is something else."""
        return self.text if "<html" in self.text[:500] else ""


@dataclass
class Sights:
    """Whatever is asked for is undone at the end of a test, so that the next one would see the same."""

    people: dict[str, Client] = field(default_factory=dict)
    seen: dict[tuple[str, str, str], Sight] = field(default_factory=dict)

    def of(self, name: str, path: str, language: str = "en") -> Sight:
        if (name, path, language) not in self.seen:
            self.seen[name, path, language] = self._look(name, path, language)
        return self.seen[name, path, language]

    def forget_people(self) -> None:
        """Who logged in during a test was never logged in after it."""
        self.people.clear()

    def _look(self, name: str, path: str, language: str) -> Sight:
        if name not in self.people:
            self.people[name] = browser(name)
        answer: Any = self.people[name].get(path, headers={"accept-language": language})
        return Sight(answer.status_code, answer.getvalue().decode(errors="replace"))


def browser(name: str) -> Client:
    """Somebody who has just said once more that it is them."""
    client = Client()
    if name != "anybody":
        client.force_login(Player.objects.get(username=name))
        client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client
