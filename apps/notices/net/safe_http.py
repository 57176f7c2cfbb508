"""Requests to addresses that people gave us: never to a machine that is not public, and never for long.

A name is resolved once, every address it has must be public, and exactly one of those is connected to: whoever answers
for the name cannot send us elsewhere afterwards. Redirects are not followed, and no body is read.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
from collections.abc import Mapping
from http.client import HTTPException
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext_noop
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError, NewConnectionError
from urllib3.exceptions import TimeoutError as TooSlow

from apps.notices.net import public_addresses
from apps.notices.net.time_limit import Limit

CONNECT: Final = 5.0
"""Seconds until somebody must have picked up."""

NO_HOST: Final = gettext_noop("We can’t find a host with that name.")
INWARD: Final = gettext_noop("The host isn’t on the public Internet, so we don’t send anything there.")
UNSOUND: Final = gettext_noop("We don’t send anything to addresses like this.")
SLOW: Final = gettext_noop("The server didn’t answer in time.")
INSECURE: Final = gettext_noop("We couldn’t connect securely. The certificate may be invalid or out of date.")
BROKEN: Final = gettext_noop("The server didn’t answer, or the connection was lost.")
"""Why it did not work, to be translated for whoever reads it."""


class Failed(Exception):
    """It did not work this time; the message, before translation, says why."""

    def __init__(self, why: str, *, retry_after: str = "") -> None:
        super().__init__(why)
        self.retry_after = retry_after


class Answer(NamedTuple):
    """What we read of a response."""

    status: int
    retry_after: str
    """The header, as the server wrote it. Empty if it sent none."""


class Lost(Exception):
    """It will never work again."""


class Forbidden(Failed):
    """The address is none that we connect to."""


def resolve(host: str, port: int) -> str:
    """One address of the host, after looking at all.

    :raises Forbidden: if one of them is not public
    :raises Failed: if there is none
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Failed(NO_HOST) from error
    addresses = [str(where[0]).partition("%")[0] for *_rest, where in found]
    if not addresses:
        raise Failed(NO_HOST)
    for text in addresses:
        if not public_addresses.public(ipaddress.ip_address(text)):
            raise Forbidden(INWARD)
    return addresses[0]


def sound(url: str) -> bool:
    """Whether an address may be kept: https (in the embedded house http, too), a host, no user and no fragment."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    schemes = ("https",) if settings.HOSTED else ("https", "http")
    plain = url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    return bool(
        plain and parts.scheme in schemes and parts.hostname and "@" not in parts.netloc and port != 0
        and not parts.fragment
    )  # fmt: skip


def inward(url: str) -> bool:
    """Whether a sound address says by itself that its machine is not public; where a name leads is looked up later."""
    return public_addresses.inward(str(urlsplit(url).hostname))


def post(url: str, *, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Post, and return what we read of the response.

    :raises Forbidden: if the address is none that we connect to
    :raises Failed: if nobody answers in time
    """
    if not sound(url):
        raise Forbidden(UNSOUND)
    parts = urlsplit(url)
    host, secure = str(parts.hostname), parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    address = resolve(host, port)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    with Limit() as limit:
        connection = _connection(address, port, host if secure else "", limit)
        try:
            connection.connect()
            every = {"Host": parts.netloc, **headers}
            connection.request("POST", path, body=body, headers=every, preload_content=False)
            response = connection.getresponse()
            answer = Answer(response.status, response.headers.get("Retry-After", ""))
        except (OSError, HTTPError, HTTPException) as error:
            raise Failed(SLOW if limit.late.is_set() else _why(error)) from error
        finally:
            connection.close()
    if limit.late.is_set():
        raise Failed(SLOW)
    return answer


def _connection(address: str, port: int, name: str, limit: Limit) -> HTTPConnection:
    """Not opened yet; with a name, one that is secured by it."""

    class Line(HTTPConnection):
        def _new_conn(self) -> socket.socket:
            sock = super()._new_conn()
            limit.hold(sock)
            return sock

    class Secure(HTTPSConnection, Line):
        pass

    if not name:
        return Line(address, port, timeout=CONNECT)
    return Secure(address, port, timeout=CONNECT, server_hostname=name, ssl_context=ssl.create_default_context())


def _why(error: Exception) -> str:
    """What went wrong with a connection, in a sentence for people."""
    match error:
        case ssl.SSLError():
            return INSECURE
        case NewConnectionError():  # For urllib3 too slow, too: but somebody said at once that nobody listens.
            return BROKEN
        case TimeoutError() | TooSlow():
            return SLOW
        case _:
            return BROKEN
