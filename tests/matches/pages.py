"""All that others could see of a match, on every page; to be compared, and to be read."""

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
    """Whatever is done in it has not happened afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


# -- what others could look at -----------------------------------------------------------------


def addresses(table: MatchDriver, seat: int | None, *, often: bool = False) -> list[str]:
    """Every address that could say something about the match to a seat, or (None) to whoever only watches.

    To compare many looks (`often`), a seat looks where it is shown something of its own, and not there, too, where it
    is shown what whoever only watches is shown.
    """
    code = table.code
    heard = table.look(observer=PUBLIC if seat is None else Seat(seat)).heard
    anybodys = [
        f"/m/{code}/record.jsonl?as=public", f"/m/{code}/record/?as=public", f"/m/{code}/record/?as=referee",
        f"/m/{code}/verify/", "/matches/", *([] if seat is None else [f"/m/{code}/record.jsonl?as={seat}"]),
    ]  # fmt: skip
    return [
        f"/m/{code}/", f"/m/{code}/news/?heard=0", f"/m/{code}/news/?heard={heard}", f"/m/{code}/record/",
        f"/m/{code}/record.jsonl", *([] if seat is None else [f"/m/{code}/orders/", "/mine/"]),
        *([] if often and seat is not None else anybodys),
    ]  # fmt: skip


def desk(table: MatchDriver, *, often: bool = False) -> list[str]:
    """Where an organiser looks who did not ask to see everything; to compare many looks: where a match is described."""
    match = f"/admin/matches/match/{table.match.pk}/"
    parts = ("change/",) if often else ("change/", "seat/", "end/", "referee/", "history/")
    return ["/admin/matches/match/", *(match + part for part in parts)]


_NEW = {"Expires", "Content-Length", "Server-Timing", "X-Request-ID"}


def drawn(clients: list[tuple[Client, list[str]]]) -> dict[tuple[int, str], tuple[int, dict[str, str], str]]:
    """By viewer and address: the status, the headers and the text, without what is new each time."""
    found = {}
    for viewer, (client, urls) in enumerate(clients):
        for url in urls:
            response = client.get(url)
            text = tokenless(response.content.decode())
            # How long a page is follows from its text, and from what is left out of that.
            headers = {name: said for name, said in response.headers.items() if name not in _NEW}
            found[viewer, url] = (response.status_code, headers, text)
    return found


def different(before: dict[Any, Any], after: dict[Any, Any]) -> list[Any]:
    """Where two looks differ, and the first words in which they do."""
    assert before.keys() == after.keys()
    return [(where, *_apart(before[where], after[where])) for where in before if before[where] != after[where]]


def _apart(one: tuple[int, Any, str], two: tuple[int, Any, str]) -> tuple[Any, Any]:
    if one[2] == two[2]:
        return one[:2], two[:2]
    at = next((n for n, (a, b) in enumerate(zip(one[2], two[2], strict=False)) if a != b), 0)
    return one[2][max(at - 60, 0) : at + 60], two[2][max(at - 60, 0) : at + 60]


def tokenless(html: str) -> str:
    """The page without what is another word at every look: tokens, the hour, and how much of a clock is left."""
    return re.sub(
        r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"|now-[0-9]+|data-now="[^"]*"'
        r'|stroke-dasharray="\d+ 100"|(?<=data-full=")\d+">[\d:]+',
        "", html,
    )  # fmt: skip


def plain(html: str) -> str:
    """What a page says, in tags, too: without drawings, times, and choices that are not made."""
    html = re.sub(r"<svg.*?</svg>|<time.*?</time>|<option(?![^>]*selected).*?</option>", " ", html, flags=re.DOTALL)
    return " ".join(tokenless(html).split())


def sentence(html: str, id_: str = "silence") -> str:
    """What the element with this id says."""
    inside = re.search(rf'<(\w+)[^>]*\bid="{id_}"[^>]*>(.*?)</\1>', html, flags=re.DOTALL)
    assert inside is not None, f"nothing is called {id_}"
    return " ".join(re.sub(r"<[^>]*>", "", inside[2]).split())


def if_silent(then: str) -> str:
    """A pattern of what is said where silence does something, whatever the time."""
    before, after = gettext("If you don’t move by {time},").split("{time}")
    return f"{re.escape(before)}.*{re.escape(after)} {re.escape(then)}"


def alone(number: int) -> re.Pattern[str]:
    """The number by itself: no part of another one, of a time or of a code."""
    return re.compile(rf"{number}(?<![0-9A-Za-z#]{number})(?<![0-9][.:]{number})(?![0-9A-Za-z%]|[.:][0-9])")


def refused(response: Any, status: int, *, htmx: bool = False) -> None:
    """A sentence and the fresh board, as a part or as a whole page."""
    html = response.content.decode()
    assert response.status_code == status
    assert len(sentence(html, "error")) > 20
    assert 'id="live"' in html
    assert ("<html" not in html) == htmx
