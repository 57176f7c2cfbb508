"""All that others could see of a match on any page, for comparing and reading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.test import Client
from django.utils.translation import gettext

from apps.kernel.table import PUBLIC, Seat
from tests.factories.matches import MatchDriver

HTMX = {"HX-Request": "true"}


@contextmanager
def world() -> Iterator[None]:
    """Roll back everything done inside the block."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


# -- pages that others can see -----------------------------------------------------------------


def addresses(table: MatchDriver, seat: int | None, *, often: bool = False) -> list[str]:
    """Return every address that could reveal something about the match to a seat, or (None) to a spectator.

    With `often`, for comparing many times, only those pages that show it something of its own.
    """
    code = table.code
    heard = table.look(observer=PUBLIC if seat is None else Seat(seat)).heard
    anybodys = [
        f"/m/{code}/record.jsonl?as=public", f"/m/{code}/record/?as=public",
        f"/m/{code}/record/?as=referee", f"/m/{code}/record.jsonl?as=referee", f"/m/{code}/verify/",
        "/matches/", *([] if seat is None else [f"/m/{code}/record.jsonl?as={seat}"]),
    ]  # fmt: skip
    return [
        f"/m/{code}/", f"/m/{code}/news/?heard=0", f"/m/{code}/news/?heard={heard}", f"/m/{code}/record/",
        f"/m/{code}/record.jsonl", *([] if seat is None else [f"/m/{code}/orders/", "/mine/"]),
        *([] if often else anybodys),
    ]  # fmt: skip


def desk(table: MatchDriver, *, often: bool = False) -> list[str]:
    """Return the pages of an organiser who hasn't revealed the facts; with `often` only those describing the match."""
    match = f"/admin/matches/match/{table.match.pk}/"
    parts = ("change/",) if often else ("change/", "seat/", "end/", "referee/", "history/")
    return ["/admin/matches/match/", *(match + part for part in parts)]


_NEW = {
    "Expires", "Content-Length", "Server-Timing", "X-Request-ID", "X-RateLimit-Remaining", "X-RateLimit-Reset",
}  # fmt: skip


def drawn(clients: list[tuple[Client, list[str]]]) -> dict[tuple[int, str], tuple[int, dict[str, str], str]]:
    """Return the status, headers and text by viewer and address, without anything that always changes."""
    found = {}
    for viewer, (client, urls) in enumerate(clients):
        for url in urls:
            response = client.get(url)
            text = tokenless(response.content.decode(errors="backslashreplace"))
            # The length of a page follows from its text, and from the parts that are left out.
            headers = {name: said for name, said in response.headers.items() if name not in _NEW}
            found[viewer, url] = (response.status_code, headers, text)
    return found


def different(before: dict[Any, Any], after: dict[Any, Any]) -> list[Any]:
    """Return where two looks differ, with the first words that do."""
    assert before.keys() == after.keys()
    return [(where, *_apart(before[where], after[where])) for where in before if before[where] != after[where]]


def _apart(one: tuple[int, Any, str], two: tuple[int, Any, str]) -> tuple[Any, Any]:
    if one[2] == two[2]:
        return one[:2], two[:2]
    at = next((n for n, (a, b) in enumerate(zip(one[2], two[2], strict=False)) if a != b), 0)
    return one[2][max(at - 60, 0) : at + 60], two[2][max(at - 60, 0) : at + 60]


def tokenless(html: str) -> str:
    """Return the page without anything that always changes: tokens, the time, and the rest of a clock."""
    return re.sub(
        r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"|now-[0-9]+|data-now="[^"]*"'
        r'|stroke-dasharray="\d+ 100"|(?<=data-full=")\d+">[\d:]+',
        "", html,
    )  # fmt: skip


def plain(html: str) -> str:
    """Return the page's text with its tags, without drawings, times, and unselected choices."""
    html = re.sub(r"<svg.*?</svg>|<time.*?</time>|<option(?![^>]*selected).*?</option>", " ", html, flags=re.DOTALL)
    return " ".join(tokenless(html).split())


def sentence(html: str, id_: str = "silence") -> str:
    """Return the text of the element with this id."""
    inside = re.search(rf'<(\w+)[^>]*\bid="{id_}"[^>]*>(.*?)</\1>', html, flags=re.DOTALL)
    assert inside is not None, f"nothing is called {id_}"
    return " ".join(re.sub(r"<[^>]*>", "", inside[2]).split())


def if_silent(then: str) -> str:
    """Return a pattern for the sentence about what silence does, at any time."""
    before, after = gettext("If you don’t move by {time},").split("{time}")
    return f"{re.escape(before)}.*{re.escape(after)} {re.escape(then)}"


def alone(number: int) -> re.Pattern[str]:
    """Return a pattern for the number by itself, not as part of another number, a time or a code."""
    return re.compile(rf"{number}(?<![0-9A-Za-z#]{number})(?<![0-9][.:]{number})(?![0-9A-Za-z%]|[.:][0-9])")


def refused(response: Any, status: int, *, htmx: bool = False) -> None:
    """Check that the response has a sentence and the fresh board, as a fragment or as a full page."""
    html = response.content.decode()
    assert response.status_code == status
    assert len(sentence(html, "error")) > 20
    assert 'id="live"' in html
    assert ("<html" not in html) == htmx
