"""Matches for tests, dealt from known seeds and played with the normal services."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any

from django.db import connection
from django.test import Client
from django.utils import timezone

from apps.common.sql import Rows
from apps.games import load_games
from apps.games.fuse.state import Bomb, Cut, Lay
from apps.kernel.chance import Chance
from apps.kernel.game import AnyAsk, AnyGame
from apps.kernel.table import HOUSE, PUBLIC, REFEREE, Observer, Seat
from apps.matches.engine.standing_orders import StandingOrder, decode_orders
from apps.matches.models import Chair, Match, Move, Question
from apps.matches.selectors import match_view
from apps.matches.services import play
from tests import luck

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)
PACE = {"turn": 3600, "matchman": 600}
FUSE = load_games()["fuse"]
WHIM = Chance(bytes(32), 0)
_MATCHES = Rows(Match)


@dataclass(eq=False)
class MatchDriver:
    """A match under test. It acts through the services of `play` at the time `now`; `people` are by seat."""

    code: str
    now: datetime = NOW
    game: AnyGame = FUSE
    people: tuple[Any, ...] = ()

    @property
    def match(self) -> Match:
        """Return its current row. A waiting test reads it some thousand times, so this avoids the ORM."""
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {_MATCHES.columns('m')} FROM matches_match m WHERE m.code = %s", [self.code])
            return _MATCHES.read(cursor.fetchone())

    def chair(self, seat: int) -> Chair:
        return Chair.objects.get(match__code=self.code, index=seat)

    def know(self, observer: Observer = REFEREE) -> Any:
        """Return the state as this observer knows it, folded from the whole log."""
        return _recalled(self.game.meta.slug, self._setup, self._told(), observer)

    def asks(self) -> tuple[AnyAsk, ...]:
        return self.game.asks(self.know())

    def facts(self) -> list[Any]:
        """Return all facts of the log, decoded."""
        return [self.game.fact.decode(text) for text in self._told()]

    @cached_property
    def _setup(self) -> str:
        return self.match.setup

    def _told(self) -> tuple[str, ...]:
        """Return the stored facts.

        The SQL is written out because Django takes longer to build it than the database to run it.
        """
        with connection.cursor() as cursor:
            match = "(SELECT id FROM matches_match WHERE code = %s)"
            cursor.execute(f"SELECT event FROM matches_fact WHERE match_id = {match} ORDER BY n", [self.code])
            return tuple(event for (event,) in cursor.fetchall())

    @property
    def outcome(self) -> Any:
        return self.match.outcome

    @property
    def ask(self) -> Any:
        """Return the first open question."""
        return self.asks()[0]

    def key(self) -> str:
        return self.ask.key

    def legal(self, seat: int) -> tuple[Any, ...]:
        return tuple(self.game.legal(self.know(), Seat(seat)))

    def due(self, seat: int) -> datetime:
        return Question.objects.get(match__code=self.code, seat=seat).due_at

    def answer(self, action: Any, *, seat: int | None = None, key: str | None = None) -> match_view.MatchView:
        """Answer for the seat, or else for the seat asked first."""
        if seat is None or key is None:
            ask = self.ask
            seat, key = ask.seat if seat is None else seat, key or ask.key
        return play.answer_question(code=self.code, seat=Seat(seat), key=key, action=action, now=self.now)

    def order(self, seat: int, *orders: Any) -> None:
        """Add these standing orders for the seat."""
        for order in orders:
            play.add_standing_order(code=self.code, seat=Seat(seat), order=order, now=self.now)

    def first(self, kind: type[Any]) -> Any:
        """Return a legal action of this kind for the seat asked first."""
        return next(action for action in self.legal(self.ask.seat) if isinstance(action, kind))

    def lay(self) -> match_view.MatchView:
        return self.answer(self.first(Lay))

    def cut(self) -> match_view.MatchView:
        return self.answer(self.first(Cut))

    def bomb(self) -> match_view.MatchView:
        return self.answer(self.first(Bomb))

    def look(self, player: Any = None, *, observer: Observer | None = None) -> match_view.MatchView:
        return match_view.load_match_view(code=self.code, player=getattr(player, "pk", player), observer=observer)

    def moves(self) -> list[Move]:
        return list(Move.objects.filter(match__code=self.code).order_by("number"))

    def causes(self) -> list[str]:
        """Return the cause of each move."""
        return [move.cause for move in self.moves()]

    def asked(self, about: str) -> list[int]:
        """Return the seats that haven't answered such a question yet."""
        return [ask.seat for ask in self.asks() if ask.about == about and not ask.answered and ask.seat != HOUSE]

    def question(self, seat: int) -> AnyAsk:
        return next(ask for ask in self.asks() if ask.seat == seat)

    def says(self, seat: int, action: Any) -> match_view.MatchView:
        """Answer the seat's question."""
        return self.answer(action, seat=seat, key=self.question(seat).key)

    def as_bot(self, seat: int) -> Any:
        """Return a bot's answer for the seat, always with the same randomness."""
        return self.game.bot(self.know(Seat(seat)), Seat(seat), WHIM)

    def words(self, seat: int, /, **words: Any) -> dict[str, Any]:
        """Return the fields that the form of the seat's question sends; `along__pick__which` is `along.pick.which`."""
        fields = {name.replace("__", "."): value for name, value in words.items()}
        return {"question": self.question(seat).key, **fields}

    def posts(self, client: Client, seat: int, /, **words: Any) -> Any:
        """Answer for the seat as a person does, with a form."""
        return client.post(f"/m/{self.code}/answer/", self.words(seat, **words))

    def others(self, seat: int) -> list[Observer]:
        return [*(Seat(other) for other in range(self.know().setup.seats) if other != seat), PUBLIC]

    def seen(self, seat: int) -> list[match_view.MatchView]:
        """Return everything that others see; the server's next look is never shown."""
        return [self.look(observer=observer) for observer in self.others(seat)]

    # -- passing time ------------------------------------------------------------------

    def settle(self, *, after: timedelta = timedelta()) -> None:
        self.now += after
        play.settle_match(code=self.code, now=self.now)

    def lapse(self) -> None:
        """Let time pass until the server must act."""
        at = self.match.wake_at
        assert at is not None
        self.now = max(self.now, at)
        self.settle()

    def hurry(self) -> None:
        """Make the open questions expire now, although the wall clock differs."""
        Question.objects.filter(match__code=self.code).update(due_at=self.now, lapses_at=self.now)
        Match.objects.filter(code=self.code).update(wake_at=self.now)
        self.settle()

    def close_window(self) -> None:
        """Close a fixed window in which all have answered."""
        asks = self.asks() if self.match.status == Match.Status.PLAYING else ()
        if any(ask.seat == HOUSE for ask in asks) and all(ask.answered for ask in asks if ask.seat != HOUSE):
            self.hurry()

    def step(self, choose: Callable[[Any, Seat], Any] | None = None) -> None:
        """Answer for a seat that hasn't answered yet, as the bot would or as `choose` does."""
        asks = self.asks()
        ask = next((ask for ask in asks if not ask.answered), asks[0])
        if ask.seat == HOUSE:
            self.lapse()
            return
        action = choose(self.know(ask.seat), ask.seat) if choose else self.as_bot(ask.seat)
        self.answer(action, seat=ask.seat, key=ask.key)

    def finish(self, choose: Callable[[Any, Seat], Any] | None = None, most: int = 1000) -> MatchDriver:
        """Answer for everyone until the match is over, as the bot would or as `choose` does."""
        for _ in range(most):
            if self.match.status != Match.Status.PLAYING:
                return self
            self.step(choose)
        raise AssertionError("the match does not end")


def play_all(*, now: datetime, occasions: Collection[str] | None = None) -> int:
    """Finish every running match (or those with these occasions) with bots' answers, and return their number.

    They end a minute apart.
    """
    running = Match.objects.filter(status=Match.Status.PLAYING)
    if occasions is not None:
        running = running.filter(occasion__in=occasions)
    codes = list(running.order_by("pk").values_list("code", "game"))
    for number, (code, slug) in enumerate(codes):
        MatchDriver(code, now=now + timedelta(minutes=number), game=load_games()[slug]).finish()
    return len(codes)


def came(match: Match) -> dict[str, int]:
    """Return everyone's place by name in a finished match with a result."""
    assert match.outcome is not None
    sitting = Chair.objects.filter(match=match).order_by("index").values_list("player__username", flat=True)
    return dict(zip(map(str, sitting), match.outcome["places"], strict=True))


@lru_cache(maxsize=16)
def _recalled(slug: str, setup: str, told: tuple[str, ...], observer: Observer) -> Any:
    """Return what an observer knows, cached because tests read it several times between two moves."""
    game = load_games()[slug]
    return game.recall(game.agreed(setup), [game.fact.decode(text) for text in told], observer)


def new_match(
    *players: Any, game: str = "fuse", bots: int = 0, seed: int = 1, pace: dict[str, int] | None = None,
    now: datetime = NOW, listed: bool = True, habits: bool = False, **options: Any,
) -> MatchDriver:  # fmt: skip
    """Return a match of these people and bots without standing orders, always the same for one seed."""
    rules = load_games()[game]
    sitters = [*(play.Sitter(player=player.pk) for player in players), *[play.Sitter(bot=True)] * bots]
    setup, pace = rules.setup(len(sitters), options), pace or PACE
    with luck.dealt(seed):
        code = play.start_match(game=game, setup=setup, pace=pace, seats=sitters, now=now, listed=listed)
    if not habits:
        Chair.objects.filter(match__code=code).update(orders="[]")
    return MatchDriver(code, now, rules, players)


def sealed_match(slug: str, *players: Any, now: datetime | None = None, pace: Any = None, **more: Any) -> MatchDriver:
    """Return a match in which everyone answers in secret, by the wall clock and with default orders."""
    kinds = next(iter(load_games()[slug].meta.paces.values()))
    now, pace = now or timezone.now().replace(microsecond=0), pace or dict.fromkeys(kinds, 3600)
    return new_match(*players, game=slug, now=now, pace=pace, habits=True, **more)


def in_window(*players: Any, **options: Any) -> MatchDriver:
    """Return a match in which the fuse was just cut and everyone else can strike the Matchman."""
    for seed in range(1, 100):
        table = new_match(*players, seed=seed, specials=True, **options)
        table.lay()
        table.cut()
        if table.ask.about == "matchman":
            return table
    raise AssertionError("no seed leads to a window")


def standing() -> list[StandingOrder]:
    """Return all standing orders in all matches."""
    chairs = Chair.objects.order_by("match", "index").values_list("orders", flat=True)
    return [one for orders in chairs for one in decode_orders(orders)]


def by_turns(actions: Sequence[type[Any]]) -> Callable[[Any, Seat], Any]:
    """Return a function that chooses an action of the first legal kind, or else any legal one."""

    def choose(state: Any, seat: Seat) -> Any:
        legal = tuple(FUSE.legal(state, seat))
        return next((action for kind in actions for action in legal if isinstance(action, kind)), legal[0])

    return choose
