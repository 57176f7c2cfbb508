"""People who play, read and listen over real sockets, and note accepted answers and failed requests."""

from __future__ import annotations

import http.client
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from select import select
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from django.db import connections, transaction
from django.db.models import F
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Player
from apps.games import load_games
from apps.kernel.table import REFEREE, Observer
from apps.matches.models import Match, Question
from apps.matches.selectors import match_view
from apps.matches.services import play
from apps.matches.store import snapshots
from tests.soak import versions
from tests.soak.machines import Machine

PLAYING: Final = 12
"""The number of matches kept running."""
_REFEREE: Final[tuple[Observer, ...]] = (REFEREE,)
TOKEN: Final = "t" * 32
CONNECT: Final = 1.0
"""The number of seconds after which a machine that doesn't answer counts as gone."""
PATIENCE: Final = 20.0
"""The number of seconds to wait for a page."""
RENEWAL: Final = 60.0
"""The same during an upgrade, as long as nginx waits; on a small machine, many restarting processes are slow."""
TAKEN: Final = (302, 303)
"""The statuses of an accepted answer."""
SOON: Final = 120
"""The number of seconds after which questions expire, so that clocks minutes fast don't think they have."""
AWAY: Final = 503
"""The status of a page while a service it needs is down."""


@dataclass(frozen=True)
class Answered:
    """An answer to a question of a seat."""

    code: str
    seat: int | None
    key: str
    action: str


@dataclass
class Notes:
    """Everything that happened to the players."""

    taken: Counter[Answered] = field(default_factory=Counter)
    """The accepted answers and their counts. Actions beside a question leave it open, so they can repeat."""
    doubtful: Counter[Answered] = field(default_factory=Counter)
    """The answers that were possibly accepted before the connection broke."""
    statuses: Counter[int] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    """The reasons of unanswered requests, with counts."""
    fresh: bool = False
    """Whether each request uses a new connection, because a persistent one can close just as it sends."""
    news: int = 0
    unheard: int = 0
    """The number of streams that broke off or never started."""
    errors: list[str] = field(default_factory=list)


class Visitor:
    """A logged-in player with a connection to any machine that answers, reopened whenever it breaks."""

    def __init__(self, player: Player, machines: Sequence[Machine], notes: Notes) -> None:
        client = Client()
        client.force_login(player)
        self.cookie = f"sessionid={client.cookies['sessionid'].value}; csrftoken={TOKEN}"
        self.player, self.machines, self.notes = player, machines, notes
        self._open()

    def _open(self) -> None:
        """Open a connection as proxies do: if one machine doesn't answer, try another."""
        for machine in random.sample(self.machines, len(self.machines)):
            connect, read = (RENEWAL, RENEWAL) if self.notes.fresh else (CONNECT, PATIENCE)
            self.connection = http.client.HTTPConnection(machine.address, machine.web, timeout=connect)
            with suppress(OSError):
                self.connection.connect()
                self.connection.sock.settimeout(read)
                return

    def ask(self, method: str, path: str, fields: dict[str, Any] | None = None) -> int:
        """Send a request and return its status, or 0 without an answer."""
        headers = {"Host": "localhost", "Cookie": self.cookie, "X-CSRFToken": TOKEN}
        body = None
        if fields is not None:
            body = urlencode(fields, doseq=True)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        kept = self.connection.sock
        if not kept or self.notes.fresh or select([kept], [], [], 0)[0]:
            self.connection.close()  # The other end can also have closed it, which browsers and proxies notice, too.
            self._open()
        try:
            self.connection.request(method, path, body=body, headers=headers)
            answer = self.connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            self.notes.lost[repr(error)] += 1
            return 0
        self.notes.statuses[answer.status] += 1
        if answer.status >= 500 and answer.status != AWAY:
            self.notes.errors.append(f"{answer.status} at {method} {path}: {content[-300:]!r}")
        return answer.status


class Crowd:
    """Threads of visitors, until they are sent home."""

    def __init__(self, players: list[Player], machines: Sequence[Machine], seed: int) -> None:
        self.notes = Notes()
        self._over = threading.Event()
        self._luck = random.Random(seed)
        self._players, self._machines = players, machines
        acts: list[Callable[[], None]] = [self._host]
        visitors = [Visitor(player, machines, self.notes) for player in players]
        acts += [lambda some=visitors[n::2]: self._play(some) for n in range(2)]  # type: ignore[misc]
        acts += [lambda: self._read(Visitor(players[0], machines, self.notes))]
        acts += [lambda who=player: self._listen(who) for player in players[:4]]  # type: ignore[misc]
        self._threads = [threading.Thread(target=self._until_over, args=[act], daemon=True) for act in acts]
        for thread in self._threads:
            thread.start()

    def go_home(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(30)

    def _until_over(self, act: Callable[[], None]) -> None:
        while not self._over.is_set():
            try:
                act()
            except Exception as error:  # noqa: BLE001 -- the database is cut off now and then, and locks are held
                said = f"{error} {error.__context__}"  # A failed session doesn't give the reason.
                if not any(word in said for word in ("terminat", "closed", "connection", "lock timeout")):
                    self.notes.errors.append(repr(error))
                connections.close_all()
            self._over.wait(0.02)
        connections.close_all()

    def _host(self) -> None:
        """Start matches, some against bots, and let time pass for some that are running."""
        ours = Match.objects.filter(status=Match.Status.PLAYING, seats__player__in=self._players)
        running = list(ours.distinct().values_list("code", flat=True))
        if len(running) < PLAYING:
            self._begin()
        elif self._luck.random() < 0.3:
            pass_time(self._luck.choice(running), to=self._luck.choice((-5, -5, SOON)))

    def _begin(self) -> None:
        slug = self._luck.choice(list(load_games()))
        game = load_games()[slug]
        seats = self._luck.choice(list(game.meta.seats)[:3])
        people = self._luck.sample(self._players, seats)
        bots = self._luck.randint(0, seats - 1)
        sitters = [
            play.Sitter(bot=True) if n < bots else play.Sitter(player=person.pk) for n, person in enumerate(people)
        ]
        known = game.in_edition(versions.edition_before(slug) or game.meta.edition)
        setup = known.setup(seats, game.meta.quick_options)
        pace = game.meta.paces["daily"]
        play.start_match(game=slug, setup=setup, pace=pace, seats=sitters, now=timezone.now())

    def _play(self, some: list[Visitor]) -> None:
        """Answer a question of one of them."""
        by_player = {visitor.player.pk: visitor for visitor in some}
        asked = list(
            Question.objects.filter(
                answered=False, match__status=Match.Status.PLAYING,
                match__seats__index=F("seat"), match__seats__player__in=by_player,
            ).values_list("match__code", "seat", "key", "match__seats__player")[:60]
        )  # fmt: skip
        if not asked:
            return
        code, seat, key, player = self._luck.choice(asked)
        action = any_answer(code, seat, key, self._luck)
        if action is None:
            return
        answered = Answered(code, seat, key, msgspec.json.encode(action).decode())
        status = by_player[player].ask("POST", f"/m/{code}/answer/", posted(key, action))
        if status in TAKEN:
            self.notes.taken[answered] += 1
        elif status in (0, AWAY):
            self.notes.doubtful[answered] += 1

    def _read(self, visitor: Visitor) -> None:
        code = Match.objects.order_by("?").values_list("code", flat=True).first()
        pages = ["/", "/mine/", "/matches/", "/tournaments/", *([f"/m/{code}/", f"/m/{code}/record/"] if code else [])]
        visitor.ask("GET", self._luck.choice(pages))

    def _listen(self, player: Player) -> None:
        """Listen to the news of a match for a while."""
        code = Match.objects.filter(status=Match.Status.PLAYING).order_by("?").values_list("code", flat=True).first()
        if code is None:
            return
        cookie = Visitor(player, self._machines, self.notes).cookie
        machine = self._luck.choice(self._machines)
        stream = http.client.HTTPConnection(machine.address, machine.live, timeout=5)
        try:
            stream.request("GET", f"/live/{code}/", headers={"Host": "localhost", "Cookie": cookie})
            answer = stream.getresponse()
            until = time.monotonic() + 10
            while time.monotonic() < until and not self._over.is_set() and answer.status == 200:
                if not answer.readline():
                    break
                self.notes.news += 1
        except (OSError, http.client.HTTPException):
            self.notes.unheard += 1
        finally:
            stream.close()


def any_answer(code: str, seat: int, key: str, luck: random.Random) -> Any:
    """Return any possible answer to this question, or None if it is closed."""
    loaded = match_view.load_match(code)
    game, setup = match_view.get_match_rules(loaded.match)
    wanted = snapshots.Wanted(game, setup, _REFEREE)
    found = snapshots.load_recollections({loaded.match.pk: wanted})[loaded.match.pk]
    if not isinstance(found, snapshots.Recollection):
        return None
    state = found.projections[REFEREE].state
    ask = next((ask for ask in game.asks(state) if ask.seat == seat and ask.key == key and not ask.answered), None)
    if ask is None:
        return None
    legal = game.legal(state, ask.seat)
    return ask.default if ask.default in legal and luck.random() < 0.3 else luck.choice(legal)


def posted(key: str, action: Any) -> dict[str, Any]:
    """Return the form in which an answer is given."""
    return {"question": key} | {name: value for name, value in msgspec.to_builtins(action).items() if value is not None}


def pass_time(code: str, *, to: float = -5) -> None:
    """Make the open questions of a match expire in this number of seconds."""
    at = timezone.now() + timedelta(seconds=to)
    with transaction.atomic():
        match = Match.objects.select_for_update().get(code=code)
        if match.status == Match.Status.PLAYING:
            match.questions.update(due_at=at, lapses_at=at)
            Match.objects.filter(pk=match.pk).update(wake_at=at)
