"""A draft played through its pages, like a person with a browser and no scripts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape

from django.test import Client

from tests.factories.matches import MatchDriver

_BUTTON = re.compile(r'name="choice" value="([^"]+)"')


def list_buttons(client: Client, code: str) -> list[str]:
    """Return the answers that the match's page offers, as its buttons send them."""
    return [unescape(value) for value in _BUTTON.findall(read(client, f"/m/{code}/"))]


def read(client: Client, path: str) -> str:
    page = client.get(path)
    assert page.status_code == 200, (path, page.status_code)
    return page.content.decode()


def play_to_the_end(table: MatchDriver, clients: Sequence[Client]) -> None:
    """Press the last button of every question until the match is over."""
    for _ in range(200):
        open_asks = [ask for ask in table.asks() if not ask.answered]
        if not open_asks:
            return
        seat = open_asks[0].seat
        buttons = list_buttons(clients[seat], table.code)
        answered = table.posts(clients[seat], seat, choice=buttons[-1])
        assert answered.status_code == 303, answered.content.decode()
    raise AssertionError("the match did not end")
