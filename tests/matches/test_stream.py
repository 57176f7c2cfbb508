"""Tests of the news stream of a real server."""

from __future__ import annotations

import gc
import http.client
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from fnmatch import fnmatchcase
from queue import Empty, Queue
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from django.conf import settings
from django.contrib.sessions.backends.cached_db import SessionStore
from django.db import OperationalError, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from apps.accounts.services import relations
from apps.config.requests import FromUvicorn
from apps.games import load_games
from apps.kernel.table import Seat
from apps.lobby.services import rematch, tables
from apps.matches.engine import visibility
from apps.matches.models import Chair, Fact, Match, Seed
from apps.matches.selectors.listeners import Listener
from apps.matches.services import proposals, seats
from apps.matches.store import pubsub
from apps.matches.views import hub
from apps.matches.views import stream as stream_view
from apps.matches.views.connections import Visitors
from apps.matches.views.hub import Hub
from apps.notices.models import Kind
from apps.notices.services import outbox
from apps.notices.services.outbox import Post
from apps.notices.wording import Words
from apps.talk.services import messages, mutes
from tests.factories.matches import new_match

SOON = 10.0
"""The number of seconds within which news must arrive; SQLite is polled once a second."""
QUIET = 0.3
"""The number of seconds without news after which everything rung for everyone has arrived."""


class Stream:
    """An open news stream whose lines go to a queue."""

    def __init__(self, site: str, code: str, player: Any = None, session: str = "", path: str = "") -> None:
        address = urlsplit(site)
        self.http = http.client.HTTPConnection(str(address.hostname), address.port, timeout=60)
        self.http.connect()
        self.socket = self.http.sock
        headers = {}
        if player is not None:
            client = Client()
            client.force_login(player)
            session = client.cookies["sessionid"].value
        if session:
            headers["Cookie"] = f"sessionid={session}"
        self.http.request("GET", path or f"/live/{code}/", headers=headers)
        self.answer = self.http.getresponse()
        self.lines: Queue[str] = Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        try:
            while line := self.answer.readline():
                self.lines.put(line.decode().rstrip("\n"))
        except (OSError, ValueError, AttributeError):
            pass
        self.lines.put("the end")

    def next(self, wanted: str, within: float = SOON) -> None:
        """Wait for a line and skip the lines before it."""
        until = time.monotonic() + within
        while (left := until - time.monotonic()) > 0:
            try:
                if self.lines.get(timeout=left) == wanted:
                    return
            except Empty:
                break
        pytest.fail(f"{wanted!r} did not come within {within} s")

    def ended_untold(self) -> bool:
        """Return whether the stream ends without another line."""
        said = []
        while (line := self.lines.get(timeout=SOON)) != "the end":
            said.append(line)
        return not any(said)

    def forget(self) -> None:
        """Discard all lines so far."""
        while not self.lines.empty():
            self.lines.get_nowait()

    def silent(self, seconds: float) -> bool:
        time.sleep(seconds)
        return self.lines.empty()

    def close(self) -> None:
        with suppress(OSError):  # It can be closed already.
            self.socket.shutdown(socket.SHUT_RDWR)
        self.reader.join(timeout=5)
        self.http.close()


Open = Callable[..., Stream]


@pytest.fixture
def listen(live_site: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Return a function that opens streams and waits until each is being fed."""
    streams: list[Stream] = []
    fed, everybody = threading.Event(), Hub.ring_everybody

    def ring_everybody(here: Hub) -> None:
        everybody(here)
        fed.set()

    monkeypatch.setattr(Hub, "ring_everybody", ring_everybody)

    def open_(match: Match | None, player: Any = None, session: str = "") -> Stream:
        """Open a stream of a match, or (None) of all the player's own matches."""
        code = match.code if match is not None else "mine"
        stream = Stream(live_site, code, player, session, path="" if match is not None else "/live/")
        streams.append(stream)
        stream.next(f"data: {code}")
        stream.next("")
        assert fed.wait(SOON), "the source of news does not come"
        until = time.monotonic() + QUIET
        with suppress(Empty):
            while (left := until - time.monotonic()) > 0:
                if stream.lines.get(timeout=left) not in ("", ": still here"):
                    until = time.monotonic() + QUIET
        return stream

    yield open_
    for stream in streams:
        stream.close()


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the count of spectators out of tests that wait for silence."""
    monkeypatch.setattr(hub, "FIRST_SPECTATOR_COUNT_SECONDS", 3600)


@pytest.fixture
def match(ada: Any, ben: Any) -> Match:
    match = Match.objects.create(game="fuse", setup="{}", pace={}, begun_at=timezone.now(), commitment="")
    Seed.objects.create(match=match, seed=b"0" * 32)
    for index, player in enumerate((ada, ben)):
        Chair.objects.create(match=match, index=index, player=player)
    return match


def tell(match: Match, *bits: int) -> None:
    """Add a fact for these observers to the log, as a move does."""
    mask = sum(bits)
    Fact.objects.create(match=match, n=match.logged.count(), move=0, audience=mask, event="{}")
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [pubsub.CHANNEL, f"{match.code}:{mask}"])


ADA, BEN, GALLERY = (
    visibility.get_observer_bit(Seat(0)),
    visibility.get_observer_bit(Seat(1)),
    visibility.get_observer_bit("public"),
)


def test_a_fact_wakes_everybody_who_was_told(match: Match, ada: Any, ben: Any, listen: Open) -> None:
    streams = [listen(match, ada), listen(match, ben), listen(match)]
    tell(match, ADA, BEN, GALLERY)
    for stream in streams:
        stream.next("event: news")
        stream.next(f"data: {match.code}")


def test_a_sealed_answer_wakes_nobody_else(match: Match, ada: Any, ben: Any, cleo: Any, listen: Open) -> None:
    others = [listen(match, ben), listen(match, cleo), listen(match)]
    mine = listen(match, ada)
    tell(match, ADA)
    mine.next("event: news")
    assert all(stream.silent(1.5 if stream is others[0] else 0) for stream in others)


def test_who_lost_the_seat_does_not_hear_its_sealed_answers(
    match: Match, ada: Any, ben: Any, cleo: Any, listen: Open
) -> None:
    former, other = listen(match, ada), listen(match, ben)
    Chair.objects.filter(match=match, index=0).update(player=cleo)
    mine = listen(match, cleo)
    tell(match, ADA)
    mine.next("event: news")
    assert former.lines.get(timeout=SOON) == "the end"
    assert other.lines.empty()


def test_who_gets_a_seat_is_asked_anew_who_they_are(match: Match, ada: Any, cleo: Any, listen: Open) -> None:
    watching = listen(match, cleo)
    Chair.objects.filter(match=match, index=0).update(player=cleo)
    tell(match, ADA, BEN, GALLERY)
    assert watching.lines.get(timeout=SOON) == "the end"


def test_who_resigned_hears_nothing_of_the_seat_any_more(player: Any, ada: Any, ben: Any, listen: Open) -> None:
    match = new_match(ada, ben, now=timezone.now()).match
    former = listen(match, ada)
    seats.resign_seat(code=match.code, seat=Seat(0), now=timezone.now(), by=ada.pk)
    tell(match, ADA)
    assert former.ended_untold()


def test_somebody_elses_sandbox_has_no_stream_and_none_goes_on(
    match: Match, ada: Any, listen: Open, live_site: str
) -> None:
    mine = listen(match, ada)
    Match.objects.filter(pk=match.pk).update(origin="{}")
    Chair.objects.filter(match=match, index=0).update(player=None)
    tell(match, ADA, GALLERY)
    assert mine.ended_untold()
    with closing(Stream(live_site, match.code, ada)) as again:
        assert again.answer.status == 404


@pytest.mark.parametrize(
    "way", ["logs out", "is logged out elsewhere", "has a new password", "is switched off", "is gone"]
)
@pytest.mark.parametrize("own", [False, True], ids=["match", "own matches"])
def test_who_is_nobody_any_more_hears_nothing_of_their_seat(
    match: Match, ada: Any, ben: Any, listen: Open, way: str, own: bool
) -> None:
    client = Client()
    client.force_login(ada)
    session = client.cookies["sessionid"].value
    mine, other = listen(None if own else match, session=session), listen(match, ben)
    match way:
        case "logs out":
            client.post(reverse("account_logout"))
        case "is logged out elsewhere":
            SessionStore(session).flush()
        case "has a new password":
            ada.set_password("another one")
            ada.save()
        case "is switched off":
            type(ada).objects.filter(pk=ada.pk).update(is_active=False)
        case "is gone":
            ada.delete()
    tell(match, ADA, BEN)
    other.next("event: news")
    assert mine.ended_untold()


def test_who_logged_out_still_hears_what_everybody_hears(match: Match, cleo: Any, listen: Open) -> None:
    client = Client()
    client.force_login(cleo)
    watching = listen(match, session=client.cookies["sessionid"].value)
    client.post(reverse("account_logout"))
    tell(match, ADA, BEN)
    tell(match, GALLERY)
    watching.next("event: news")
    watching.next("")
    assert watching.silent(QUIET)


def test_pages_are_sent_how_many_watch(match: Match, ada: Any, listen: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "FIRST_SPECTATOR_COUNT_SECONDS", 3.0)
    watching, seated = listen(match), listen(match, ada)
    for stream in (watching, seated):
        stream.next("event: watching")
        stream.next("data: 1")


def test_a_stream_ends_with_its_match(match: Match, cleo: Any, listen: Open) -> None:
    watching = listen(match, cleo)
    Chair.objects.filter(match=match).delete()
    tell(match, ADA, BEN, GALLERY)
    assert watching.lines.get(timeout=SOON) == "the end"


def test_a_proposal_wakes_the_people_at_the_table_and_nobody_else(
    player: Any, ada: Any, ben: Any, cleo: Any, listen: Open
) -> None:
    match = new_match(ada, ben, now=timezone.now()).match
    others = [listen(match, cleo), listen(match)]
    people = [listen(match, ada), listen(match, ben)]
    proposals.agree_to_proposal(code=match.code, seat=Seat(0), what="live", now=timezone.now(), by=ada.pk)
    for stream in people:
        stream.next("event: news")
    people[0].next("")
    assert all(stream.silent(1.5 if stream is others[0] else 0) for stream in others)
    proposals.decline_proposal(code=match.code, seat=Seat(1), what="live", now=timezone.now(), by=ben.pk)
    people[0].next("event: news")
    for stream in others:
        stream.next("event: news")  # The story says only that someone declined.


def test_a_word_wakes_whoever_may_read_it(match: Match, ada: Any, ben: Any, cleo: Any, dora: Any, listen: Open) -> None:
    mutes.mute_player(owner=cleo.pk, other=ada.pk, now=timezone.now())
    relations.block_player(owner=dora, other=ada, now=timezone.now())
    deaf = [listen(match, cleo), listen(match, dora)]
    others = [listen(match, ada), listen(match, ben), listen(match)]
    messages.send_message(code=match.code, player=ada.pk, text="Hello", now=timezone.now())
    for stream in others:
        stream.next("event: talk")
        stream.next(f"data: {match.code}")
    assert all(stream.silent(1.5 if stream is deaf[0] else 0) for stream in deaf)
    assert all(stream.lines.get_nowait() == "" and stream.lines.empty() for stream in others), "nothing but the kind"


def test_a_word_does_not_wake_who_muted_its_author_at_the_same_table(
    match: Match, ada: Any, ben: Any, listen: Open
) -> None:
    mutes.mute_player(owner=ben.pk, other=ada.pk, now=timezone.now())
    deaf, gallery = listen(match, ben), listen(match)
    messages.send_message(code=match.code, player=ada.pk, text="Hello", now=timezone.now())
    gallery.next("event: talk")
    assert deaf.silent(1.5)


def test_what_is_undone_wakes_nobody(match: Match, ada: Any, ben: Any, listen: Open) -> None:
    stream = listen(match, ben)
    with suppress(ZeroDivisionError), transaction.atomic():
        pubsub.ring_observers(match.code, BEN, "talk")
        raise ZeroDivisionError
    assert stream.silent(1.5)


def test_a_rematch_wakes_those_who_are_awaited_there(
    match: Match, ada: Any, ben: Any, cleo: Any, dora: Any, listen: Open
) -> None:
    Chair.objects.create(match=match, index=2, player=dora)
    over = {"places": [1, 2, 3], "scores": [1, 0, 0], "why": "over"}
    setup = msgspec.json.encode(load_games()["fuse"].setup(3, {})).decode()
    pace = dict(load_games()["fuse"].meta.paces["daily"])
    Match.objects.filter(pk=match.pk).update(
        status="over", over_at=timezone.now(), outcome=over, setup=setup, pace=pace
    )
    relations.block_player(owner=dora, other=ada, now=timezone.now())
    others = [listen(match, dora), listen(match, cleo), listen(match)]
    awaited = listen(match, ben)
    table = rematch.open_or_join_rematch(match=match.code, player=ada, now=timezone.now())
    awaited.next("event: rematch")
    awaited.next("")
    tables.close_table(code=table.code, host=ada)
    awaited.next("event: rematch")
    assert all(stream.silent(1.5 if stream is others[0] else 0) for stream in others)


def notify(*players: Any) -> None:
    """Post a notice to each player, as any app does."""
    said = Words(title="News")
    outbox.post_all([Post(each.pk, Kind.HOUSE, f"{time.monotonic()}", said) for each in players], now=timezone.now())


def test_a_notice_wakes_every_page_of_its_owner_and_nobody_else_s(
    match: Match, ada: Any, ben: Any, cleo: Any, listen: Open, live_site: str
) -> None:
    others = [listen(match, ben), listen(match, cleo), listen(match), listen(None, ben)]
    with closing(Stream(live_site, "", ada, path="/live/notices/")) as alone:
        alone.next("retry: 3000")
        mine = [alone, listen(match, ada), listen(None, ada)]
        notify(ada)
        for stream in mine:
            stream.next("event: notice")
        alone.next("data: mine")
        assert all(stream.silent(1.5 if stream is others[0] else 0) for stream in others)


def test_a_notice_of_a_turn_wakes_nobody_for_the_match_does(match: Match, ada: Any, listen: Open) -> None:
    stream = listen(match, ada)
    outbox.post_notice(player=ada.pk, kind=Kind.TURN, key="x", words=Words(title="Your turn"), now=timezone.now())
    assert stream.silent(1.5)


def test_the_stream_of_notices_tells_nothing_of_matches_and_needs_somebody(
    match: Match, ada: Any, live_site: str, listen: Open
) -> None:
    heard = listen(match, ada)
    with closing(Stream(live_site, "", ada, path="/live/notices/")) as alone:
        alone.next("retry: 3000")
        alone.next("")
        tell(match, ADA)
        pubsub.ring_players([ada.pk])
        heard.next("event: news")
        assert alone.silent(1.5)
    with closing(Stream(live_site, "", path="/live/notices/")) as nobodys:
        assert nobodys.answer.status == 204


@pytest.mark.parametrize("way", ["logs out", "is switched off"])
def test_who_is_nobody_any_more_hears_of_no_notice(
    match: Match, ada: Any, ben: Any, listen: Open, live_site: str, way: str
) -> None:
    client = Client()
    client.force_login(ada)
    other = listen(match, ben)
    with closing(Stream(live_site, "", session=client.cookies["sessionid"].value, path="/live/notices/")) as alone:
        alone.next("retry: 3000")
        alone.next("")
        if way == "logs out":
            client.post(reverse("account_logout"))
        else:
            type(ada).objects.filter(pk=ada.pk).update(is_active=False)
        notify(ada, ben)
        other.next("event: notice")
        assert alone.ended_untold()


def test_more_players_than_can_be_named_hear_nothing_at_all_in_the_gallery(
    match: Match, ada: Any, ben: Any, listen: Open
) -> None:
    gallery, mine = listen(match), listen(match, ben)
    pubsub.ring_observers(
        match.code, GALLERY | BEN, "talk", without=range(10_000_000, 10_000_000 + pubsub.MAX_NAMED_PLAYERS + 1)
    )
    mine.next("event: talk")
    assert gallery.silent(1.5)


def test_a_secret_of_the_referee_wakes_nobody(match: Match, ada: Any, listen: Open) -> None:
    streams = [listen(match, ada), listen(match)]
    tell(match)
    assert all(stream.silent(1.5 if stream is streams[0] else 0) for stream in streams)


def test_news_of_one_match_do_not_reach_another(match: Match, ada: Any, cleo: Any, listen: Open) -> None:
    other = Match.objects.create(game="fuse", setup="{}", pace={}, begun_at=timezone.now(), commitment="")
    Chair.objects.create(match=other, index=0, player=cleo)
    stream = listen(other, cleo)
    tell(match, ADA, BEN, GALLERY)
    assert stream.silent(1.5)


def test_one_stream_tells_of_all_ones_own_matches_and_only_what_one_is_told(
    match: Match, ada: Any, ben: Any, listen: Open, live_site: str
) -> None:
    other = new_match(ada, ben, now=timezone.now()).match
    own = listen(None, ada)
    for each in (match, other):
        tell(each, ADA)
        own.next("event: news")
        own.next("data: mine")
        own.next("")
    tell(match, BEN)
    assert own.silent(1.5)
    match.seats.filter(player=ada).update(player=None)
    tell(other, ADA)
    assert own.lines.get(timeout=SOON) == "the end", "these are not all of theirs any more"
    with closing(Stream(live_site, "", path="/live/")) as nobodys:
        assert nobodys.answer.status == 204


def test_a_stream_that_opens_late_says_so_at_once(match: Match, ada: Any, listen: Open, live_site: str) -> None:
    early = listen(match, ada)
    tell(match, ADA, BEN, GALLERY)
    early.next("event: news")  # No one else will see this fact.
    with closing(Stream(live_site, match.code, ada)) as late:
        late.next("retry: 3000", within=1)
        late.next("event: news", within=1)


def test_its_headers_let_it_pass_a_proxy_at_once(match: Match, live_site: str) -> None:
    with closing(Stream(live_site, match.code)) as stream:
        assert stream.answer.status == 200
        assert stream.answer.headers["Content-Type"] == "text/event-stream"
        assert stream.answer.headers["Cache-Control"] == "no-store"
        assert stream.answer.headers["X-Accel-Buffering"] == "no"


@pytest.mark.parametrize("limited", ["SLOWFUSE_STREAMS_PER_ADDRESS", "SLOWFUSE_STREAMS_PER_SESSION"])
def test_who_keeps_too_many_streams_open_gets_no_more(
    match: Match, ada: Any, live_site: str, listen: Open, settings: Any, monkeypatch: pytest.MonkeyPatch, limited: str
) -> None:
    monkeypatch.setattr(stream_view, "visitors", Visitors())  # Browsers of earlier tests used this address.
    setattr(settings, limited, 2)
    client = Client()
    client.force_login(ada)
    session = client.cookies["sessionid"].value
    first, _second = listen(match, session=session), listen(match, session=session)
    with closing(Stream(live_site, match.code, session=session)) as third:
        assert (third.answer.status, third.answer.headers["Retry-After"]) == (429, "60")
        said = gettext("You have too many pages open for live updates, so this one checks for changes less often.")
        assert third.lines.get(timeout=SOON) == said
    if limited.endswith("SESSION"):
        listen(match)  # Others at that address don't block it.
    first.close()
    until = time.monotonic() + SOON
    while (status := _status(live_site, match.code, session)) == 429 and time.monotonic() < until:
        time.sleep(0.05)
    assert status == 200, "whoever has left is in nobody's way"


def test_many_open_tabs_without_a_match_leave_half_of_the_streams_to_matches(
    match: Match, ada: Any, live_site: str, listen: Open, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_view, "visitors", Visitors())
    settings.SLOWFUSE_STREAMS_PER_SESSION = 4
    client = Client()
    client.force_login(ada)
    session, notices = client.cookies["sessionid"].value, reverse("matches:notices_live")
    with ExitStack() as tabs:
        tried = [tabs.enter_context(closing(Stream(live_site, "", session=session, path=notices))) for _ in range(3)]
        assert [stream.answer.status for stream in tried] == [200, 200, 429]
        _one, _two = listen(match, session=session), listen(match, session=session)
        assert _status(live_site, match.code, session) == 429


def _status(site: str, code: str, session: str) -> int:
    with closing(Stream(site, code, session=session)) as stream:
        return stream.answer.status


def test_a_stream_that_nobody_ever_read_takes_no_place() -> None:
    visitors = Visitors()
    assert visitors.admit({"a": 1, "b": 2})
    kept = visitors.admit({"a": 1, "b": 2})
    assert kept is not None
    assert visitors.admit({"b": 2, "a": 1}) is None
    assert visitors.admit({"b": 2})


def test_proxies_pass_every_stream_to_live() -> None:
    names = ("matches:own_live", "matches:notices_live")
    paths = [*map(reverse, names), reverse("matches:live", args=["abc"])]
    paths += [f"/api/v1{path}" for path in ("/me/events/", "/matches/abc/events/")]
    others = ["/", "/live", "/api/v1/me/", "/api/v1/matches/abc/", "/api/v1/matches/abc/events/more/"]
    caddy, nginx = ((settings.ROOT / "deploy" / name).read_text() for name in ("Caddyfile", "nginx.conf"))
    [globs] = re.findall(r"@streams path (.+)\n\thandle @streams \{\s+reverse_proxy live", caddy)
    passed = re.findall(r"location (?:~ \^)?(\S+) \{[^\n]*\n\s+proxy_pass http://slowfuse_live", nginx)
    assert len(passed) == 2
    for path in (*paths, *others):
        assert any(fnmatchcase(path, glob) for glob in globs.split()) == (path in paths), path
        assert any(re.match(start, path) for start in passed) == (path in paths), path


def test_an_unknown_match_has_no_stream(live_site: str) -> None:
    with closing(Stream(live_site, "nowhere")) as stream:
        assert stream.answer.status == 404


def test_a_server_that_keeps_no_streams_says_do_not_come_again(match: Match, client: Client) -> None:
    with ThreadPoolExecutor() as wsgi:  # Browser tests leave an event loop in this thread.
        assert wsgi.submit(client.get, f"/live/{match.code}/").result().status_code == 204


def test_a_silent_stream_shows_that_it_is_alive(match: Match, listen: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_view, "HEARTBEAT_SECONDS", 0.2)
    listen(match).next(": still here", within=2)


def test_a_stream_ends_in_its_time(match: Match, live_site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_view, "STREAM_LIFETIME_SECONDS", 0.5)
    monkeypatch.setattr(stream_view, "HEARTBEAT_SECONDS", 0.2)
    with closing(Stream(live_site, match.code)) as stream:
        stream.next("the end", within=3)


def test_an_item_costs_the_same_few_statements_however_many_listen(
    match: Match, ada: Any, ben: Any, live_site: str, listen: Open, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SLOWFUSE_STREAMS_PER_ADDRESS = 100
    statements: list[str] = []
    execute = CursorWrapper.execute

    def count(cursor: CursorWrapper, sql: str, params: Any = None) -> Any:
        server = threading.current_thread() is not threading.main_thread()
        if server and not any(table in sql for table in ("matches_bell", "matches_pulse")):
            statements.append(sql)
        return execute(cursor, sql, params)

    streams = [listen(match, ada), listen(match, ben), listen(None, ben)]
    sessions = [Client() for _ in range(2)]
    for client, person in zip(sessions, (ada, ben), strict=True):
        client.force_login(person)
    with ExitStack() as opened:
        for n in range(50):
            session = sessions[n % 5].cookies["sessionid"].value if n % 5 < 2 else ""
            streams.append(opened.enter_context(closing(Stream(live_site, match.code, session=session))))
        for stream in streams[3:]:
            stream.next("event: news")
        time.sleep(3 * QUIET)
        for stream in streams:
            stream.forget()
        monkeypatch.setattr(CursorWrapper, "execute", count)
        tell(match, ADA, BEN, GALLERY)
        for stream in streams:
            stream.next("event: news")
    assert 1 <= len(statements) <= 5, statements


def test_what_cannot_be_checked_is_told_when_it_can(
    match: Match, ada: Any, listen: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = listen(match, ada)
    check, away = hub._recheck_listeners, threading.Event()

    def fail_once(waiting: list[Listener]) -> list[bool]:
        if not away.is_set():
            away.set()
            raise OperationalError("away")
        return check(waiting)

    monkeypatch.setattr(hub, "_recheck_listeners", fail_once)
    tell(match, ADA)
    mine.next("event: news")
    assert away.is_set()


def test_an_open_stream_keeps_neither_its_request_nor_its_thread(match: Match, ada: Any, listen: Open) -> None:
    streams = [listen(match, ada) for _ in range(5)]
    gc.collect()
    assert not [kept for kept in gc.get_objects() if type(kept) is FromUvicorn]
    threads = [thread.name for thread in threading.enumerate() if thread.name.startswith("ThreadPoolExecutor")]
    assert len(threads) < len(streams), threads


@pytest.mark.postgres
def test_open_streams_hold_one_connection_together(match: Match, ada: Any, ben: Any, listen: Open) -> None:
    before = connections()
    for player in (ada, ben, None, None, None):
        listen(match, player)
    assert len(set(connections()) - set(before)) <= 1 + POOL_MAY_GROW
    assert sum("LISTEN" in query for query in connections().values()) == 1


@pytest.mark.postgres
def test_a_killed_source_comes_back_and_everybody_looks(match: Match, ada: Any, listen: Open) -> None:
    stream = listen(match, ada)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        )
    stream.next("event: news")
    time.sleep(0.2)
    tell(match, ADA)
    stream.next("event: news")


POOL_MAY_GROW = 4
"""The number of connections in Django's own pool, which streams return at once."""


def connections() -> dict[int, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid, query FROM pg_stat_activity WHERE datname = current_database()")
        return dict(cursor.fetchall())
