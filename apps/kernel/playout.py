"""Playing a whole match without a table, for simulations, for measuring bots, and for laws."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct

from apps.kernel.chance import Chance, compute_commitment, derive_bot_seed
from apps.kernel.events import Event
from apps.kernel.game import AnyAction, AnyAsk, AnyGame, AnyOrder, AnyState, Outcome
from apps.kernel.pseudorandom import Pseudorandom
from apps.kernel.record import RECORD_FORMAT, RECORD_VERSION, Header, Line, Player, Record, Result, encode_raw
from apps.kernel.table import HOUSE, AnySetup, Seat

MAX_MOVES = 100_000
"""Number of moves after which a match counts as endless. None of our games comes near it."""

Choose = Callable[[AnyState, AnyAsk, Chance], AnyAction]
"""(what the seat knows, its question, randomness) → action."""


class AtRandom:
    """A policy that picks any legal answer with equal probability.

    Legal answers don't depend on hidden facts. So this policy can be shown the whole table, and no seat's knowledge has
    to be tracked.
    """

    def __init__(self, game: AnyGame) -> None:
        self._legal = game.legal

    def __call__(self, state: AnyState, ask: AnyAsk, whim: Chance) -> AnyAction:
        return whim.pick("any", self._legal(state, ask.seat))


class Endless(Exception):
    """The match does not end."""


class Step(Struct, frozen=True, gc=False):
    """One move of a playout."""

    seat: Seat
    key: str
    action: AnyAction
    facts: tuple[Event, ...]


class Playout(Struct, frozen=True):
    """A match that was played out."""

    setup: AnySetup
    seed: bytes
    deal: tuple[Event, ...]
    steps: tuple[Step, ...]
    outcome: Outcome

    def events(self) -> list[Event]:
        return [*self.deal, *(fact for step in self.steps for fact in step.facts)]


def play_out_match(game: AnyGame, setup: AnySetup, seed: bytes, choose: Choose, *, checkable: bool = True) -> Playout:
    """Deal, and answer one question after the other until the match is over.

    A seat replies once to a question that play doesn't wait for. Then the clock (`HOUSE`) answers its own.

    :param checkable: whether cards and dice are drawn verifiably, as at real tables. Otherwise they're drawn faster
    :raises Endless: if it is not over after `MAX_MOVES` moves
    """
    luck = Chance if checkable else _build_luck_factory(Pseudorandom(seed, 0))
    deal = tuple(game.deal(setup, luck(seed, 0)))
    remember = None if isinstance(choose, AtRandom) else _Memories(game, setup, deal)
    awaited, after, mind = game.next, game.after, derive_bot_seed(seed)
    truth = game.recall(setup, deal)
    steps: list[Step] = []
    for move in range(1, MAX_MOVES + 1):
        ask = awaited(truth)
        if ask is None:
            return Playout(setup, seed, deal, tuple(steps), _get_final_outcome(game, truth, steps))
        seat = ask.seat
        if seat == HOUSE:
            action = ask.default
        else:
            known = remember.of(seat) if remember else truth
            action = choose(known, ask, luck(mind, move))
        facts, truth = after(truth, seat, action, luck(seed, move))
        if remember:
            remember.log += facts
        steps.append(Step(seat, ask.key, action, tuple(facts)))
    raise Endless(f"The match is not over after {MAX_MOVES} moves.")


def _build_luck_factory(luck: Chance) -> Callable[[bytes, int], Chance]:
    """Return a factory that returns the same `Chance` for every move."""
    return lambda _seed, _move: luck


class _Memories:
    """The knowledge of each seat, brought up to date when the seat is asked."""

    def __init__(self, game: AnyGame, setup: AnySetup, deal: Sequence[Event]) -> None:
        self.log = [*deal]
        self._learn = game.learn
        self._heard = [0] * setup.seats
        self._known = [game.blank(setup)] * setup.seats

    def of(self, seat: Seat) -> AnyState:
        self._known[seat] = self._learn(self._known[seat], self.log[self._heard[seat] :], seat)
        self._heard[seat] = len(self.log)
        return self._known[seat]


def _get_final_outcome(game: AnyGame, truth: AnyState, steps: Sequence[Step]) -> Outcome:
    outcome = game.outcome(truth)
    if outcome is None:
        raise Endless(f"No question is open after {len(steps)} moves, but the match is not over.")
    return outcome


def play_silently(game: AnyGame) -> Choose:
    """Choose what silence means."""
    return lambda state, ask, _luck: next(each.default for each in game.asks(state) if each.seat == ask.seat)


class Asked:
    """A policy that counts the questions of playouts, and those that no standing order answers."""

    def __init__(self, game: AnyGame, orders: Sequence[AnyOrder], choose: Choose) -> None:
        self.game, self.orders, self.choose = game, orders, choose
        self.questions = self.left = 0

    def __call__(self, state: AnyState, ask: AnyAsk, luck: Chance) -> AnyAction:
        self.questions += 1
        for order in self.orders:
            action = self.game.obey(state, ask.seat, order)
            if action is not None and action in self.game.legal(state, ask.seat):
                return action
        self.left += 1
        return self.choose(state, ask, luck)


def by_bots(game: AnyGame) -> Choose:
    """Choose what the game's bot answers."""
    return lambda state, ask, luck: game.bot(state, ask.seat, luck)


def build_transcript(game: AnyGame, played: Playout, players: Sequence[str] = ()) -> Record:
    """Return the playout in the export format. Moves of the table itself, or that no seat can make, are the clock's."""
    lines = [Line(move=0, cause="deal", facts=tuple(map(encode_raw, played.deal)))]
    truth = game.recall(played.setup, played.deal)
    for number, step in enumerate(played.steps, start=1):
        answered = step.seat != HOUSE and step.action in game.legal(truth, step.seat)
        facts = tuple(map(encode_raw, step.facts))
        cause = "bot" if answered else "clock"
        lines.append(Line(number, cause, facts, seat=step.seat, key=step.key, action=encode_raw(step.action)))
        truth = game.learn(truth, step.facts)
    header = Header(
        format=RECORD_FORMAT,
        version=RECORD_VERSION,
        game=game.meta.slug,
        setup=msgspec.Raw(msgspec.json.encode(played.setup)),
        commitment=compute_commitment(played.seed),
        seed=played.seed.hex(),
        players=tuple(Player(kind="bot", name=name) for name in players),
    )
    return Record(header, tuple(lines), Result(encode_raw(played.outcome)))
