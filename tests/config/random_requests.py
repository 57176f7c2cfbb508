"""A random walker that sends anything to any address: valid, almost valid, and absurd requests."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from itertools import cycle
from typing import Any, Final
from urllib.parse import quote, urlencode, urlsplit

import django.core.cache
from django.db import transaction
from django.test import Client

from apps.config.settings import ROOT
from tests.config import furnished_site

ODD: Final = (
    "", "0", "-1", "1", "7", "2147483648", "9" * 30, "1e309", "nan", "0x1", "٣", "²", "\x00", "a\x00b", "\n", "\r\nX:",
    " ", "ä", "🐸", "\ud800", "\u202e", "a" * 300, "a" * 5000, "None", "null", "true", "[]", "{}", '{"a": [1]}', "%",
    "%s", "{0}", "{{ 1 }}", "'", '"><b>', "..", "../../etc/passwd", "https://[", "//[", "javascript:1",
    "http://a:b@c:99999/", "2026-02-30", "0001-01-01", "9999-12-31T23:59", "9999-12-31", "25:61", "24:00",
    "Europe/Atlantis", "../UTC", "xx", "de", "ada", "ben", "ada@example.org", "@", "a@b", "fuse", "frogs", "next", "on",
)  # fmt: skip
HEADERS: Final = (
    "accept", "accept-language", "content-length", "cookie", "hx-current-url", "hx-request", "hx-target", "hx-trigger",
    "if-modified-since", "if-none-match", "last-event-id", "origin", "range", "referer", "user-agent",
    "x-forwarded-for",
)  # fmt: skip
FORM: Final = "application/x-www-form-urlencoded"
TYPES: Final = (
    FORM, f"{FORM}; charset=utf-16", f"{FORM}; charset=latin-1", "multipart/form-data",
    "multipart/form-data; boundary=b", "application/json", "text/plain", "",
)  # fmt: skip
METHODS: Final = ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "NONSENSE")
EVERYWHERE: Final = ("/i18n/setlang/", "/guest/", "/admin/logout/")
STREAM: Final = "live/<slug:code>/"
"""An asynchronous route. It can't be requested if an earlier test's browser left its loop in this thread."""
GAP: Final = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")


@dataclass(frozen=True)
class Errand:
    """A request."""

    method: str
    path: str
    query: str = ""
    body: bytes = b""
    content_type: str = ""
    headers: tuple[tuple[str, str], ...] = ()


@dataclass
class Form:
    """A form of a page: its field names, each with possible values."""

    method: str
    action: str
    names: dict[str, list[str]] = field(default_factory=dict)


def _waited_for(name: str, value: str, body: bytes) -> bool:
    """Return whether a server would wait for more of this request and not pass it on."""
    return name == "content-length" and value.isdecimal() and int(value) > len(body)


class Walker:
    """A client that visits every address in turn and submits forms it finds, with something odd in them."""

    def __init__(self, client: Client, seed: int) -> None:
        self.client = client
        self.luck = random.Random(seed)
        self.cookies = deepcopy(client.cookies)

    def walk(self, steps: int) -> Iterator[tuple[Errand, Any]]:
        """Yield each request with its answer. Its changes are undone at once, so that everything is still there."""
        ways = [(route, names) for route, names in furnished_site.routes() if route != STREAM]
        self.luck.shuffle(ways)
        routes = cycle(ways)
        found: list[Form] = []
        for _step in range(steps):
            errand = self._answer(self.luck.choice(found)) if found else self._visit(*next(routes))
            answer = self._run(errand)
            found = [] if found else forms(answer, errand.path)
            yield errand, answer

    def _run(self, errand: Errand) -> Any:
        self.client.cookies = deepcopy(self.cookies)
        django.core.cache.cache.clear()  # Limits would soon refuse everything.
        with transaction.atomic():
            answer = self.client.generic(
                errand.method,
                errand.path,
                errand.body,
                content_type=errand.content_type,
                headers={name: value for name, value in errand.headers if not _waited_for(name, value, errand.body)},
                QUERY_STRING=errand.query,
            )
            answer.getvalue()  # Anything written during sending is written now.
            transaction.set_rollback(True)
        return answer

    def _visit(self, route: str, names: tuple[str, ...]) -> Errand:
        path = GAP.sub(lambda gap: self._gap(route, str(gap[1] or gap[2])), route.replace("^", "").rstrip("$"))
        odd = self.luck.random() < 0.5
        query = self._odd_words(params()) if odd else ""
        if self.luck.random() < 0.7:
            return Errand("GET", f"/{path}", query, headers=self._headers() if odd else ())
        method = self.luck.choice(("POST", "POST", *METHODS))
        body = self._odd_words(params()).encode()
        return Errand(method, f"/{path}", query, body, self.luck.choice(TYPES), self._headers() if odd else ())

    def _gap(self, route: str, name: str) -> str:
        known = self._fitting(route, name)
        if known and self.luck.random() < 0.8:
            return quote(str(self.luck.choice(known)))
        return quote(self.luck.choice(ODD), safe="", errors="surrogatepass")

    def _fitting(self, route: str, name: str) -> list[Any]:
        try:
            return furnished_site.fitting(route, name)
        except (LookupError, ValueError):  # Not every route of the admin belongs to a kind of row.
            return []

    def _answer(self, form: Form) -> Errand:
        """Return a request like a browser's, except for one or two fields."""
        words = [(name, self.luck.choice(values)) for name, values in form.names.items() if values]
        for _change in range(self.luck.choice((0, 1, 1, 2))):
            if words:
                at = self.luck.randrange(len(words))
                words[at : at + 1] = self.luck.choice(([], [(words[at][0], self.luck.choice(ODD))], [words[at]] * 2))
        body = urlencode(words, errors="surrogatepass")
        if form.method == "get":
            return Errand("GET", form.action, body)
        return Errand("POST", form.action, "", body.encode(), FORM)

    def _odd_words(self, names: tuple[str, ...]) -> str:
        words = [(self.luck.choice(names), self.luck.choice(ODD)) for _word in range(self.luck.randrange(4))]
        return urlencode(words, errors="surrogatepass") + self.luck.choice(("", "", "&%ff=%fe", "&=&;"))

    def _headers(self) -> tuple[tuple[str, str], ...]:
        return tuple(
            (self.luck.choice(HEADERS), self.luck.choice(ODD).encode(errors="replace").decode("latin-1"))
            for _header in range(self.luck.randrange(3))
        )


def forms(answer: Any, path: str) -> list[Form]:
    """Return the forms of a page; those on every page only if there are no others."""
    if answer.streaming or not answer.get("Content-Type", "").startswith("text/html"):
        return []
    reader = _Reader(path)
    reader.feed(answer.content.decode())
    ours = [form for form in reader.forms if urlsplit(form.action).path.startswith("/")]
    return [form for form in ours if form.action not in EVERYWHERE] or ours


@cache
def params() -> tuple[str, ...]:
    """Return every name that our pages accept according to our sources, and some of the admin's and allauth's."""
    asked = re.compile(r"(?:GET|POST)(?:\.get|\.getlist)?[\[(]\"(\w+)\"")
    named = re.compile(r"\bname=\"([\w-]+)\"")
    sources = (*(ROOT / "apps").rglob("*.py"), *(ROOT / "apps").rglob("*.html"), *(ROOT / "templates").rglob("*.html"))
    texts = [source.read_text() for source in sources]
    found = {name for text in texts for name in (*asked.findall(text), *named.findall(text))}
    theirs = ("_changelist_filters", "_popup", "_to_field", "action", "all", "e", "id__in", "next", "o", "p", "q")
    return tuple(sorted({*found, *theirs}))


class _Reader(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.forms: list[Form] = []
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(said.get("method", "get").lower(), said.get("action") or self.path))
        if not self.forms:
            return
        name, value = said.get("name", ""), said.get("value", "")
        names = self.forms[-1].names
        if tag == "select":
            self.select = name
            names.setdefault(name, [])
        elif tag == "option" and self.select:
            names[self.select].append(value)
        elif tag in ("input", "button", "textarea") and name:
            names.setdefault(name, []).append(value)
