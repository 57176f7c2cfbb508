"""Requests to a site: repeats that are safe, refusals as exceptions, and streams that resume."""

from __future__ import annotations

import json
import logging
import random
import secrets
from collections.abc import Iterator, Mapping
from time import monotonic, sleep
from types import TracebackType
from typing import Final, Literal, Self, TypeAlias, TypedDict, cast
from urllib.parse import quote

import httpx

__version__ = "0.1.0"
PATIENCE_SECONDS: Final = 600.0
"""Seconds for which a request is repeated before its error is raised."""
TIMEOUT_SECONDS: Final = 30.0
"""Seconds in which the site must answer."""
MAX_PAUSE_SECONDS: Final = 30.0
"""The longest pause between two tries, unless the site asks for a longer one."""
STREAM_PAUSE_SECONDS: Final = 3.0
"""Seconds between two starts of a stream."""
SILENCE_SECONDS: Final = 45.0
"""Seconds without a line after which a stream is lost. The site sends one at least every 15."""
_BUSY: Final = (502, 503, 504)
_BROKEN: Final = (httpx.NetworkError, httpx.TimeoutException, httpx.RemoteProtocolError)
_logger: Final = logging.getLogger("slowfuse")


class ApiError(Exception):
    """A refusal of the site, as problem details (RFC 9457)."""

    def __init__(self, response: httpx.Response) -> None:
        problem = _read_problem(response)
        self.status: Final = response.status_code
        self.title: Final = str(problem.get("title", response.reason_phrase))
        self.code: Final = str(problem.get("code", ""))
        """Kind of refusal, for programs. Empty if a proxy refused instead of the site."""
        self.detail: Final = str(problem.get("detail", ""))
        """A sentence for people."""
        self.errors: Final = problem.get("errors")
        """For status 422: each wrong value, where it is and why."""
        seconds = response.headers.get("Retry-After", "")
        self.retry_after: Final = int(seconds) if seconds.isdecimal() else None
        """Seconds after which to try again, if the site says so."""
        super().__init__(f"{self.status} {self.code or self.title}: {self.detail}")


class QuestionEvent(TypedDict):
    """A question that waits for the player."""

    id: str
    type: Literal["question"]
    match: str
    game: str
    seat: int
    key: str
    deadline: str


class MatchStartedEvent(TypedDict):
    """A match of the player that has started."""

    id: str
    type: Literal["match_started"]
    match: str
    game: str
    seat: int


class MatchOverEvent(TypedDict):
    """A match of the player that is over."""

    id: str
    type: Literal["match_over"]
    match: str
    game: str
    seat: int
    places: list[int]
    """Place of each seat, from 1. Empty without a result."""
    scores: list[int]


class InvitationEvent(TypedDict):
    """An invitation to a table that waits for the player."""

    id: str
    type: Literal["invitation"]
    token: str
    """Secret with which to answer it."""
    table: str
    """Code of the table."""
    game: str
    by: str
    """Name of the player who sent it."""


class MatchNewsEvent(TypedDict):
    """A sign that there is something new in a match, or that it is over."""

    id: str
    type: Literal["news", "over"]
    heard: int
    """Number of facts that you can see."""
    status: str


PlayerEvent: TypeAlias = QuestionEvent | MatchStartedEvent | MatchOverEvent | InvitationEvent
_AnyEvent: TypeAlias = PlayerEvent | MatchNewsEvent


class Connection:
    """A connection to the API of a site, which threads can share.

    Requests that are safe to repeat are repeated if the connection breaks or the site is busy: those that only read,
    answers, and those with an idempotency key. Requests that didn't reach the site, or that it limits, always are.
    """

    def __init__(
        self,
        token: str,
        base_url: str,
        *,
        patience: float = PATIENCE_SECONDS,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """Prepare requests.

        :param token: the access token, empty for public data only
        :param base_url: the address of the site, such as `https://slowfuse.example`
        :param patience: seconds for which a request is repeated before its error is raised, or `math.inf`
        :param transport: what sends requests, if it isn't httpx alone
        """
        self._patience = patience
        self._http = httpx.Client(
            base_url=f"{base_url.rstrip('/')}/api/v1",
            headers={"User-Agent": f"slowfuse-client/{__version__}"}
            | ({"Authorization": f"Bearer {token.strip()}"} if token else {}),
            timeout=TIMEOUT_SECONDS,
            transport=transport,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def stream_my_events(self, after: str = "") -> Iterator[PlayerEvent]:
        """Yield what concerns you, without end: first what waits for you, then only what is new.

        The stream resumes when its connection breaks. Nothing is left out and nothing repeated. Later versions of the
        site can have other types of events. Scope: read.

        :param after: the `id` of the last event that an earlier stream yielded
        """
        return cast("Iterator[PlayerEvent]", self._stream("/me/events/", {}, after))

    def stream_match_events(self, code: str, after: str = "") -> Iterator[MatchNewsEvent]:
        """Yield that there is something new in a match, and at last that it is over. The stream resumes, too.

        :param after: the `id` of the last event that an earlier stream yielded
        """
        return cast("Iterator[MatchNewsEvent]", self._stream("/matches/{code}/events/", {"code": code}, after))

    def _call(
        self,
        method: str,
        address: str,
        *,
        path: Mapping[str, object] | None = None,
        query: Mapping[str, object] | None = None,
        body: Mapping[str, object] | None = None,
        keyed: bool = False,
        repeatable: bool = False,
    ) -> object:
        """Send a request until it's answered, and return the response's JSON, its text, or None if it has no content.

        :param keyed: whether an idempotency key makes the request safe to repeat
        :param repeatable: whether it's safe without
        :raises ApiError: if the site refuses
        :raises httpx.TransportError: if the site can't be reached
        """
        request = self._http.build_request(
            method,
            _fill_in(address, path or {}),
            params={name: str(value) for name, value in (query or {}).items() if value not in ("", None)},
            headers={"Idempotency-Key": secrets.token_urlsafe(16)} if keyed else {},
            json=body,
        )
        pauses = _Pauses(self._patience)
        while True:
            try:
                response = self._http.send(request)
                _check(response)
            except (*_BROKEN, ApiError) as error:
                pauses.wait(error, safe=keyed or repeatable)
            else:
                break
        if response.status_code == httpx.codes.NO_CONTENT:
            return None
        is_json = response.headers.get("Content-Type", "").partition(";")[0] == "application/json"
        return cast("object", response.json()) if is_json else response.text

    def _stream(self, address: str, path: Mapping[str, object], after: str) -> Iterator[_AnyEvent]:
        pauses = _Pauses(self._patience)
        timeout = httpx.Timeout(TIMEOUT_SECONDS, read=SILENCE_SECONDS)
        while True:
            started = monotonic()
            query = {"after": after} if after else {}
            try:
                with self._http.stream("GET", _fill_in(address, path), params=query, timeout=timeout) as response:
                    _check(response)
                    if response.status_code == httpx.codes.NO_CONTENT:
                        return
                    for line in response.iter_lines():
                        event = json.loads(line)
                        after, pauses = event.get("id", after), _Pauses(self._patience)
                        if event["type"] != "keep_alive":
                            yield event
                        if event["type"] == "over":
                            return
            except (*_BROKEN, json.JSONDecodeError, ApiError) as error:  # A line that was cut off is no JSON.
                pauses.wait(error, safe=True)
            else:
                sleep(max(0.0, started + STREAM_PAUSE_SECONDS - monotonic()))


class _Pauses:
    """The pauses before a request is repeated, until patience is over."""

    def __init__(self, patience: float) -> None:
        self._until, self._next = monotonic() + patience, 0.5

    def wait(self, error: Exception, *, safe: bool) -> None:
        """Wait, or raise the error if there is nothing to wait for.

        :param safe: whether the request can be repeated if the site may have had it
        """
        pause = self._next * random.uniform(0.5, 1)  # noqa: S311 -- so that not all programs come back at once
        if isinstance(error, ApiError) and error.retry_after is not None:
            pause = error.retry_after
        if not _is_passing(error, safe=safe) or monotonic() + pause > self._until:
            raise error
        _logger.warning("Trying again in %.1f seconds: %s", pause, error)
        self._next = min(2 * self._next, MAX_PAUSE_SECONDS)
        sleep(pause)


def _is_passing(error: Exception, *, safe: bool) -> bool:
    """Check whether a request can be repeated after an error."""
    if isinstance(error, ApiError):
        # Without a time, it's a limit of something else than requests.
        return error.retry_after is not None if error.status == 429 else safe and error.status in _BUSY
    return safe or isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)


def _fill_in(address: str, path: Mapping[str, object]) -> str:
    return address.format_map({name: quote(str(value), safe="") for name, value in path.items()})


def _check(response: httpx.Response) -> None:
    """Raise ApiError unless the site did what it was asked."""
    if not response.is_success:
        response.read()
        raise ApiError(response)


def _read_problem(response: httpx.Response) -> dict[str, object]:
    """Return the problem details of a refusal, which are empty if a proxy answered instead of the site."""
    try:
        problem = response.json()
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}
