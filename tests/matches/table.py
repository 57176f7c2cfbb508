"""Matches for tests: dealt from known seeds, moved on by the doors everybody uses."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any
from unittest import mock

from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from apps.games import catalogue
from apps.games.fuse.state import Bomb, Cut, Lay
from apps.kernel.chance import Chance
from apps.kernel.game import Ask, Game
from apps.kernel.table import HOUSE, REFEREE, Observer, Seat
from apps.matches.engine.standing_orders import StandingOrder, left
from apps.matches.models import Chair, Fact, Match, Move, Question, Seed
from apps.matches.selectors import match_view
from apps.matches.services import play

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)
PACE = {"turn": 3600, "matchman": 600}
FUSE = catalogue()["fuse"]
WHIM = Chance(bytes(32), 0)


@dataclass(eq=False)
class Table:
    """A match under test. What it does goes through the doors of `play`; `now` is when."""

    code: str
    now: datetime = NOW
    game: Game[Any, Any, Any] = FUSE

    @property
    def match(self) -> Match:
        return Match.objects.get(code=self.code)

    def chair(self, seat: int) -> Chair:
        return Chair.objects.get(match__code=self.code, index=seat)

    def know(self, observer: Observer = REFEREE) -> Any:
        """The state as this observer knows it, folded from the whole log."""
        return _recalled(self.game.meta.slug, self._setup, self._told(), observer)

    def asks(self) -> tuple[Ask[Any], ...]:
        return self.game.asks(self.know())

    def facts(self) -> list[Any]:
        """All facts of the log, decoded."""
        return [self.game.fact.decode(text) for text in self._told()]

    @cached_property
    def _setup(self) -> str:
        return self.match.setup

    def _told(self) -> tuple[str, ...]:
        """Written out, since Django would need longer to put it together than the database to answer."""
        with connection.cursor() as cursor:
            match = "(SELECT id FROM matches_match WHERE code = %s)"
            cursor.execute(f"SELECT event FROM matches_fact WHERE match_id = {match} ORDER BY n", [self.code])
            return tuple(event for (event,) in cursor.fetchall())

    @property
    def outcome(self) -> Any:
        return self.match.outcome

    @property
    def ask(self) -> Any:
        """The first open question."""
        return self.asks()[0]

    def key(self) -> str:
        return self.ask.key

    def legal(self, seat: int) -> tuple[Any, ...]:
        return tuple(self.game.legal(self.know(), Seat(seat)))

    def due(self, seat: int) -> datetime:
        return Question.objects.get(match__code=self.code, seat=seat).due_at

    def answer(self, action: Any, *, seat: int | None = None, key: str | None = None) -> match_view.MatchView:
        """The seat (or else who is asked first) answers."""
        if seat is None or key is None:
            ask = self.ask
            seat, key = ask.seat if seat is None else seat, key or ask.key
        return play.answer(code=self.code, seat=Seat(seat), key=key, action=action, now=self.now)

    def first(self, kind: type[Any]) -> Any:
        """A legal action of this kind for who is asked first."""
        return next(action for action in self.legal(self.ask.seat) if isinstance(action, kind))

    def lay(self) -> match_view.MatchView:
        return self.answer(self.first(Lay))

    def cut(self) -> match_view.MatchView:
        return self.answer(self.first(Cut))

    def bomb(self) -> match_view.MatchView:
        return self.answer(self.first(Bomb))

    def settle(self, *, after: timedelta = timedelta()) -> None:
        self.now += after
        play.settle(code=self.code, now=self.now)

    def look(self, player: Any = None, *, observer: Observer | None = None) -> match_view.MatchView:
        return match_view.look(code=self.code, player=getattr(player, "pk", player), observer=observer)

    def moves(self) -> list[Move]:
        return list(Move.objects.filter(match__code=self.code).order_by("number"))

    def step(self, choose: Callable[[Any, Seat], Any] | None = None) -> None:
        """Who is asked first answers as the bot would, or as they choose."""
        state = self.know()
        ask = next((ask for ask in FUSE.asks(state) if ask.waits), FUSE.asks(state)[0])
        if ask.seat == HOUSE:
            self.now = Question.objects.get(match__code=self.code, seat=HOUSE).due_at
            play.settle(code=self.code, now=self.now)
            return
        known = self.know(ask.seat)
        action = choose(known, ask.seat) if choose else FUSE.bot(known, ask.seat, WHIM)
        play.answer(code=self.code, seat=ask.seat, key=ask.key, action=action, now=self.now)

    def finish(self, choose: Callable[[Any, Seat], Any] | None = None) -> Table:
        while self.match.status == Match.Status.PLAYING:
            self.step(choose)
        return self


@lru_cache(maxsize=16)
def _recalled(slug: str, setup: str, told: tuple[str, ...], observer: Observer) -> Any:
    """What an observer knows. Between two moves a test asks for it several times."""
    game = catalogue()[slug]
    return game.recall(game.agreed(setup), [game.fact.decode(text) for text in told], observer)


def deal(
    *players: Any, bots: int = 0, seed: int = 1, pace: dict[str, int] | None = None, now: datetime = NOW,
    listed: bool = True, habits: bool = False, **options: Any,
) -> Table:  # fmt: skip
    """A match between these people and so many bots, always the same for one seed; they have withdrawn their habits."""
    sitters = [*(play.Sitter(player=player.pk) for player in players), *[play.Sitter(bot=True)] * bots]
    with luck(seed):
        code = play.begin(
            game="fuse",
            setup=FUSE.setup(len(sitters), options),
            pace=pace or PACE,
            seats=sitters,
            now=now,
            listed=listed,
        )
    if not habits:
        Chair.objects.filter(match__code=code).update(orders="[]")
    return Table(code, now)


@contextmanager
def luck(seed: int) -> Iterator[None]:
    """What the machine draws from its own noise is known for a while."""
    with mock.patch("secrets.token_bytes", lambda size: random.Random(seed).randbytes(size)):
        yield


def in_window(*players: Any, **options: Any) -> Table:
    """A match in which the fuse was just cut, and everybody but the cutter may strike the Matchman."""
    for seed in range(1, 100):
        table = deal(*players, seed=seed, specials=True, **options)
        table.lay()
        table.cut()
        if table.ask.about == "matchman":
            return table
    raise AssertionError("no seed leads to a window")


def everything(*codes: str) -> dict[str, list[Any]]:
    """All rows of these matches (of all, if none is named): for tests in which nothing may be written."""
    found: dict[str, list[Any]] = {}
    for model in (Match, Chair, Move, Fact, Question, Seed):
        rows = model._default_manager.order_by("pk")
        if codes:
            rows = rows.filter(**{"code__in" if model is Match else "match__code__in": codes})
        found[model.__name__] = [
            tuple(bytes(v) if isinstance(v, memoryview) else v for v in row) for row in rows.values_list()
        ]
    return found


def standing() -> list[StandingOrder]:
    """All that anybody has ordered in advance, in any match."""
    chairs = Chair.objects.order_by("match", "index").values_list("orders", flat=True)
    return [one for orders in chairs for one in left(orders)]


def together(*acts: Callable[[], Any]) -> list[Any]:
    """Runs all at once, each in a thread with a connection of its own; gives results and what was raised."""
    ready = threading.Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(n: int, act: Callable[[], Any]) -> None:
        ready.wait(timeout=10)
        try:
            results[n] = act()
        except Exception as error:  # noqa: BLE001 -- whatever it is, the test is told
            results[n] = error
        finally:
            connections.close_all()

    connection.close()  # The pool is small: this thread needs none meanwhile.
    threads = [threading.Thread(target=run, args=(n, act)) for n, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive(), "a thread hangs"
    return results


@contextmanager
def meanwhile(before: str, act: Callable[[], Any]) -> Iterator[list[Any]]:
    """Somebody else acts, once, just before this thread sends the first statement that contains these words."""
    done: list[Any] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if before in sql and not done:
            done.append(None)
            thread = threading.Thread(target=run)
            thread.start()
            thread.join(timeout=30)
        return execute(sql, params, many, context)

    def run() -> None:
        try:
            done[0] = act()
        except Exception as error:  # noqa: BLE001 -- whatever it is, the test is told
            done[0] = error
        finally:
            connections.close_all()

    with connection.execute_wrapper(watch):
        yield done
    assert done, f"no statement contained {before!r}"


def statements(context: CaptureQueriesContext) -> list[str]:
    """What was asked of the database, without the words around transactions."""
    around = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")
    return [query["sql"] for query in context.captured_queries if not query["sql"].startswith(around)]


def by_turns(actions: Sequence[type[Any]]) -> Callable[[Any, Seat], Any]:
    """Chooses a legal action of the first of these kinds that there is, or else whatever is legal."""

    def choose(state: Any, seat: Seat) -> Any:
        legal = tuple(FUSE.legal(state, seat))
        return next((action for kind in actions for action in legal if isinstance(action, kind)), legal[0])

    return choose


@contextmanager
def locked(code: str) -> Iterator[None]:
    """Somebody else has this match in hand (on SQLite: is writing), and this thread does not wait long for it."""
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                list(Match.objects.select_for_update().filter(code=code))
                held.set()
                done.wait(timeout=30)
        finally:
            connections.close_all()

    thread = threading.Thread(target=hold)
    thread.start()
    assert held.wait(timeout=10)
    with connection.cursor() as cursor:
        cursor.execute(
            "SET lock_timeout = '200ms'" if connection.vendor == "postgresql" else "PRAGMA busy_timeout = 200"
        )
    try:
        yield
    finally:
        done.set()
        thread.join(timeout=10)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")
        connection.close()
