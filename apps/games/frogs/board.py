"""What the templates of Lunar Laser Frogs draw, made from what the observer knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict as fields
from msgspec.structs import replace

from apps.games.frogs.card_values import Worth, worth_now
from apps.games.frogs.cards import KINDS, SHOWS, Colour, Kind, cards_each, scoring_each
from apps.games.frogs.dice import Group, grouped, missing
from apps.games.frogs.odds import count, worths
from apps.games.frogs.reveal import Reveal, revealed
from apps.games.frogs.rules import legal
from apps.games.frogs.scoring import turns
from apps.games.frogs.state import Action, Copy, Dice, Event, Rolled, State, Throw, Thrown, Wait, Window
from apps.kernel.table import Observer, Seat

SplitName: TypeAlias = Literal["", "early", "even", "dark"]
"""What a split is called: `early` shows the others a lot at once, `dark` keeps them guessing."""


class Lying(Struct, frozen=True):
    """A card in the pile."""

    place: int
    """Counted from 1, the first card thrown."""
    seat: Seat
    window: Window
    opens: bool
    """Whether it is the first card of its window."""
    kind: Kind | None
    """None while it lies face down, except for who threw it."""


class Held(Struct, frozen=True):
    """One of the observer's own five cards."""

    kind: Kind
    worth: Worth
    alone: bool
    """Whether it may be thrown now, and no other card with it."""
    then: tuple[Kind, ...]
    """Which cards may be thrown upon it, at once (L34)."""
    mean: float | None
    """What it will be worth on average if it scores; None for the grey one, which no die tells."""
    scoring: int
    """How many cards of its kind score in a turn."""
    chosen: int
    """1 or 2 if it is (the second part of) the sealed answer, else 0."""
    place: int
    """Where it lies in the pile, else 0."""

    @property
    def throws(self) -> bool:
        """Whether it may be thrown now."""
        return self.alone or bool(self.then)


class Split(Struct, frozen=True):
    """How many dice fall when."""

    first: int
    second: int
    third: int
    chosen: bool
    name: SplitName = ""

    @property
    def rolls(self) -> tuple[int, int, int]:
        """The dice of each roll."""
        return self.first, self.second, self.third


class Target(Struct, frozen=True):
    """Somebody whose points may be copied."""

    seat: Seat
    places: tuple[int, ...]
    windows: tuple[Window, ...]
    """When each of its cards was thrown."""


class Plate(Struct, frozen=True):
    """What everybody may count of a seat."""

    seat: Seat
    active: bool
    holds: int
    """How many cards it still has to throw in this turn."""
    score: int
    leads: bool
    gain: int | None
    """What it took in the last turn that was scored."""


class Board(Struct, frozen=True, kw_only=True):
    """The table as the observer sees it; what concerns a seat alone is empty for all others."""

    turn: int
    turns: int
    """How many are planned; a turn beyond was added because of a tie."""
    seat: Seat
    active: bool = False
    """Whether the observer has the dice."""
    window: Window
    closed: bool
    throws: tuple[Group, ...]
    left: int
    """Dice still in the hand."""
    missing: tuple[Colour, ...]
    """Colours no die shows: lasered if all dice lie, else only absent so far."""
    pile: tuple[Lying, ...]
    choosing: tuple[Seat, ...]
    """Who still has a card to throw in this turn, in turn order; twice who has two."""
    plates: tuple[Plate, ...]
    hand: tuple[Held, ...] = ()
    """The observer's own cards, in the order of the rules."""
    pairs: bool = False
    """Whether the observer may throw two cards at once."""
    must: int = 0
    """How many cards the observer must throw now (last window), else 0."""
    can_wait: bool = False
    waited: bool = False
    """Whether the sealed answer is to wait."""
    sealed: int = 0
    """How many cards the sealed answer throws."""
    presets: tuple[Split, ...] = ()
    """The splits with a name, before the first roll; later all that are left, which are few."""
    splits: tuple[Split, ...] = ()
    """All the others."""
    unusual: bool = False
    """Whether one of the others is chosen."""
    targets: tuple[Target, ...] = ()
    last: Reveal | None


def board(state: State, observer: Observer) -> Board:
    """The table as the observer sees it."""
    setup, cards = state.setup, cards_each(state.setup.seats)
    table = Board(
        turn=state.turn,
        turns=turns(state),
        seat=state.seat,
        window=state.window,
        closed=state.closed,
        throws=grouped(state.faces, state.fell, None),
        left=state.faces.count(None),
        missing=missing(state.faces),
        pile=_pile(state.pile),
        choosing=_choosing(state, cards),
        plates=tuple(_plate(state, each, cards) for each in setup.everyone()),
        last=revealed(state),
    )
    if not isinstance(observer, int):
        return table
    return _with_dice(table, state) if observer == state.seat else _with_cards(table, state, observer)


def _with_dice(table: Board, state: State) -> Board:
    """For who is active: how the dice may fall, and in the end who may be copied, the first thrower first."""
    may = legal(state, state.seat)
    presets, splits = _splits(state, [act for act in may if isinstance(act, Dice)])
    targets = [_target(state.pile, act.seat) for act in may if isinstance(act, Copy)]
    return replace(
        table,
        active=True,
        throws=grouped(state.faces, state.fell, state.plan),
        hand=_hand(state, state.seat, (), ()),
        presets=presets,
        splits=splits,
        unusual=any(split.chosen for split in splits),
        targets=tuple(sorted(targets, key=lambda target: target.places)),
    )


def _with_cards(table: Board, state: State, seat: Seat) -> Board:
    """For everybody else: their cards, which of them they may throw, and what they have sealed."""
    may = legal(state, seat)
    throws = [act for act in may if isinstance(act, Throw)]
    sizes = {1 if act.then is None else 2 for act in throws}
    can_wait = Wait() in may
    sealed = next((each.cards for each in state.replies if each.seat == seat), None)
    return replace(
        table,
        hand=_hand(state, seat, throws, sealed or ()),
        pairs=2 in sizes,
        must=0 if can_wait else min(sizes, default=0),
        can_wait=can_wait,
        waited=can_wait and sealed == (),
        sealed=len(sealed or ()),
    )


def words(event: Event) -> Mapping[str, Any]:
    """What the sentence of an event says beside who: numbers, seats, kinds and faces."""
    if isinstance(event, Rolled):
        return {"throw": event.throw, "faces": tuple(sorted(event.faces, key=_FACES.index))}
    return fields(event)


def calls(action: Action) -> Mapping[str, Any]:
    """What the few words for an answer say: kinds, numbers, a seat."""
    return fields(action)


_FACES: Final = tuple(SHOWS)
_NAMES: Final[Mapping[tuple[int, int, int], SplitName]] = {(3, 2, 1): "early", (2, 2, 2): "even", (1, 2, 3): "dark"}


def _splits(state: State, may: Sequence[Dice]) -> tuple[tuple[Split, ...], tuple[Split, ...]]:
    """The splits a reader is shown at once, and those behind “More”."""
    named = {} if any(state.fell) else _NAMES
    found = {(act.first, act.second, act.third): act for act in may}
    splits = {split: Split(*split, chosen=split == state.plan, name=named.get(split, "")) for split in found}
    first = [splits[split] for split in named if split in splits]
    others = tuple(split for split in splits.values() if not split.name)
    return (tuple(first), others) if first else (others, ())


def _pile(pile: Sequence[Thrown]) -> tuple[Lying, ...]:
    return tuple(
        Lying(place, card.seat, card.window, place == 1 or pile[place - 2].window != card.window, card.kind)
        for place, card in enumerate(pile, 1)
    )


def _places(pile: Sequence[Thrown], seat: Seat) -> tuple[int, ...]:
    return tuple(place for place, card in enumerate(pile, 1) if card.seat == seat)


def _target(pile: Sequence[Thrown], seat: Seat) -> Target:
    return Target(seat, _places(pile, seat), tuple(card.window for card in pile if card.seat == seat))


def _choosing(state: State, cards: int) -> tuple[Seat, ...]:
    seats = state.setup.seats
    others = [Seat((state.seat + step) % seats) for step in range(1, seats)]
    return tuple(seat for seat in others for _ in range(cards - len(_places(state.pile, seat))))


def _plate(state: State, seat: Seat, cards: int) -> Plate:
    thrown = len(_places(state.pile, seat))
    return Plate(
        seat=seat,
        active=seat == state.seat and not state.over,
        holds=0 if seat == state.seat or state.over else cards - thrown,
        score=state.scores[seat],
        leads=state.scores[seat] == max(state.scores) > 0,
        gain=state.last.gains[seat] if state.last else None,
    )


def _hand(state: State, seat: Seat, throws: Sequence[Throw], reply: Sequence[Kind]) -> tuple[Held, ...]:
    lying = {card.kind: place for place, card in enumerate(state.pile, 1) if card.seat == seat}
    playable = {action.card for action in throws}
    means = worths(count(state.faces), len(state.faces) - state.faces.count(None))
    return tuple(
        Held(
            kind=kind,
            worth=worth_now(state.faces, kind, len(state.pile)),
            alone=Throw(kind) in throws,
            then=tuple(action.then for action in throws if action.card == kind and action.then),
            mean=None if mean is None else round(mean, 1),
            scoring=scoring_each(state.setup.seats),
            chosen=reply.index(kind) + 1 if kind in reply and kind in playable else 0,
            place=lying.get(kind, 0),
        )
        for kind, mean in zip(KINDS, (*means, None), strict=True)
    )
