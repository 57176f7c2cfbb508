"""Pages as people see them on a furnished site, each fetched only once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.urls import reverse

from apps.accounts.models import Player
from tests.conftest import PASSWORD


@dataclass(frozen=True)
class Sight:
    """The result of requesting a page."""

    status: int
    text: str

    @property
    def page(self) -> str:
        """Return the text of a full page, or nothing for anything else."""
        return self.text if "<html" in self.text[:500] else ""


@dataclass
class Sights:
    """Cached pages of a site. Requests are undone at the end of a test, so the next test would see the same."""

    people: dict[str, Client] = field(default_factory=dict)
    seen: dict[tuple[str, str, str], Sight] = field(default_factory=dict)

    def of(self, name: str, path: str, language: str = "en") -> Sight:
        if (name, path, language) not in self.seen:
            self.seen[name, path, language] = self._look(name, path, language)
        return self.seen[name, path, language]

    def forget_people(self) -> None:
        """Forget logins made during a test, which are undone after it."""
        self.people.clear()

    def _look(self, name: str, path: str, language: str) -> Sight:
        if name not in self.people:
            self.people[name] = browser(name)
        answer: Any = self.people[name].get(path, headers={"accept-language": language})
        return Sight(answer.status_code, answer.getvalue().decode(errors="replace"))


def browser(name: str) -> Client:
    """Return the browser of a player who has just confirmed their password."""
    client = Client()
    if name != "anybody":
        client.force_login(Player.objects.get(username=name))
        client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client
