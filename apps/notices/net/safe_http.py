"""Requests to URLs from users, never to a machine that isn't public, and never for long.

A name is resolved once, all its addresses must be public, and exactly one of those is used. So the owner of the name
can't redirect us afterwards. Redirects aren't followed, and no body is read.
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

CONNECT_SECONDS: Final = 5.0
"""Seconds within which a connection must be established."""

NO_HOST: Final = gettext_noop("We can’t find a host with that name.")
HOST_NOT_PUBLIC: Final = gettext_noop("The host isn’t on the public Internet, so we don’t send anything there.")
URL_REFUSED: Final = gettext_noop("We don’t send anything to addresses like this.")
NO_ANSWER_IN_TIME: Final = gettext_noop("The server didn’t answer in time.")
INSECURE: Final = gettext_noop("We couldn’t connect securely. The certificate may be invalid or out of date.")
CONNECTION_LOST: Final = gettext_noop("The server didn’t answer, or the connection was lost.")
"""The reason for any other failure, translated for the reader like those above."""


class Failed(Exception):
    """A failure this time. The message, before translation, says why."""

    def __init__(self, why: str, *, retry_after: str = "") -> None:
        super().__init__(why)
        self.retry_after = retry_after


class Answer(NamedTuple):
    """The parts of a response that we read."""

    status: int
    retry_after: str
    """The header as the server wrote it, empty if it sent none."""


class Lost(Exception):
    """A failure for good."""


class Forbidden(Failed):
    """An address that we don't connect to."""


def resolve_public_address(host: str, port: int) -> str:
    """Return one address of the host, after checking all of them.

    :raises Forbidden: if one of them isn't public
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
        if not public_addresses.is_public_address(ipaddress.ip_address(text)):
            raise Forbidden(HOST_NOT_PUBLIC)
    return addresses[0]


def is_valid_url(url: str) -> bool:
    """Check whether a URL can be stored. It needs https (or http if embedded), a host, no user and no fragment."""
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


def is_internal_url(url: str) -> bool:
    """Check whether a valid URL is obviously not public. Names are resolved later."""
    return public_addresses.is_internal_host(str(urlsplit(url).hostname))


def send_post_request(url: str, *, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send a POST request, and return what we read of the response.

    :raises Forbidden: if we don't connect to the address
    :raises Failed: if there is no answer in time
    """
    if not is_valid_url(url):
        raise Forbidden(URL_REFUSED)
    parts = urlsplit(url)
    host, secure = str(parts.hostname), parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    address = resolve_public_address(host, port)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    with Limit() as limit:
        connection = _create_connection(address, port, host if secure else "", limit)
        try:
            connection.connect()
            every = {"Host": parts.netloc, **headers}
            connection.request("POST", path, body=body, headers=every, preload_content=False)
            response = connection.getresponse()
            answer = Answer(response.status, response.headers.get("Retry-After", ""))
        except (OSError, HTTPError, HTTPException) as error:
            raise Failed(NO_ANSWER_IN_TIME if limit.late.is_set() else _describe_connection_error(error)) from error
        finally:
            connection.close()
    if limit.late.is_set():
        raise Failed(NO_ANSWER_IN_TIME)
    return answer


def _create_connection(address: str, port: int, name: str, limit: Limit) -> HTTPConnection:
    """Return a connection that isn't open yet. With a name, it uses TLS for that name."""

    class Line(HTTPConnection):
        def _new_conn(self) -> socket.socket:
            sock = super()._new_conn()
            limit.hold(sock)
            return sock

    class Secure(HTTPSConnection, Line):
        pass

    if not name:
        return Line(address, port, timeout=CONNECT_SECONDS)
    return Secure(
        address, port, timeout=CONNECT_SECONDS, server_hostname=name, ssl_context=ssl.create_default_context()
    )


def _describe_connection_error(error: Exception) -> str:
    """Return the reason for a connection error, as a sentence for people."""
    match error:
        case ssl.SSLError():
            return INSECURE
        case NewConnectionError():  # urllib3 counts it as a timeout, but the connection was refused at once.
            return CONNECTION_LOST
        case TimeoutError() | TooSlow():
            return NO_ANSWER_IN_TIME
        case _:
            return CONNECTION_LOST
