"""The view that the templates of Lunar Laser Frogs draw, made from what the observer knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict as fields
from msgspec.structs import replace

from apps.games.frogs.card_values import Worth, worth_now
from apps.games.frogs.cards import KINDS, SHOWS, Colour, Kind, cards_each, scoring_each
from apps.games.frogs.dice import Group, group_dice, list_missing_colours
from apps.games.frogs.odds import compute_mean_worths, count_dice
from apps.games.frogs.reveal import Reveal, build_reveal
from apps.games.frogs.rules import legal
from apps.games.frogs.scoring import count_planned_turns
from apps.games.frogs.state import Action, Copy, Dice, Event, Rolled, State, Throw, Thrown, Wait, Window
from apps.kernel.table import Observer, Seat

SplitName: TypeAlias = Literal["", "early", "even", "dark"]
"""The name of a split. `early` shows the others a lot at once, and `dark` keeps them guessing."""


class Lying(Struct, frozen=True):
    """A card in the pile."""

    place: int
    """Place in the pile, where 1 is the first card thrown."""
    seat: Seat
    window: Window
    opens: bool
    """True if it is the first card of its window."""
    kind: Kind | None
    """The kind of card. None while it's face down, except for its owner."""


class Held(Struct, frozen=True):
    """One of the observer's own five cards."""

    kind: Kind
    worth: Worth
    alone: bool
    """True if it can be thrown now, on its own."""
    then: tuple[Kind, ...]
    """The cards that can be thrown right after it, in one answer (L34)."""
    mean: float | None
    """Average worth if it scores. None for the grey card, which doesn't depend on dice."""
    scoring: int
    """Number of cards of its kind that score in a turn."""
    chosen: int
    """1 or 2 if it is the first or second card of the sealed answer, otherwise 0."""
    place: int
    """Place in the pile, or 0."""

    @property
    def throws(self) -> bool:
        """Check whether it can be thrown now."""
        return self.alone or bool(self.then)


class Split(Struct, frozen=True):
    """Numbers of dice for the three rolls."""

    first: int
    second: int
    third: int
    chosen: bool
    name: SplitName = ""

    @property
    def rolls(self) -> tuple[int, int, int]:
        """Return the number of dice in each roll."""
        return self.first, self.second, self.third


class Target(Struct, frozen=True):
    """A player whose points can be copied."""

    seat: Seat
    places: tuple[int, ...]
    windows: tuple[Window, ...]
    """The windows in which its cards were thrown."""


class Plate(Struct, frozen=True):
    """The public counts of a seat."""

    seat: Seat
    active: bool
    holds: int
    """Number of cards it still has to throw in this turn."""
    score: int
    leads: bool
    gain: int | None
    """Points it got in the last scored turn."""


class Board(Struct, frozen=True, kw_only=True):
    """The table as the observer sees it. The parts for one seat alone are empty for all others."""

    turn: int
    turns: int
    """Number of planned turns. Turns beyond it were added because of a tie."""
    seat: Seat
    active: bool = False
    """True if the observer has the dice."""
    window: Window
    closed: bool
    throws: tuple[Group, ...]
    left: int
    """Number of dice still in hand."""
    missing: tuple[Colour, ...]
    """Colours that no die shows: lasered if all dice are rolled, otherwise just absent so far."""
    pile: tuple[Lying, ...]
    choosing: tuple[Seat, ...]
    """Seats that still have a card to throw in this turn, in turn order. A seat with two is listed twice."""
    plates: tuple[Plate, ...]
    hand: tuple[Held, ...] = ()
    """The observer's own cards, in the order of the rules."""
    pairs: bool = False
    """True if the observer can throw two cards at once."""
    must: int = 0
    """Number of cards that the observer must throw now (last window), otherwise 0."""
    can_wait: bool = False
    waited: bool = False
    """True if the sealed answer is to wait."""
    sealed: int = 0
    """Number of cards in the sealed answer."""
    presets: tuple[Split, ...] = ()
    """The named splits before the first roll, and later all that are left, which are few."""
    splits: tuple[Split, ...] = ()
    """All other splits."""
    unusual: bool = False
    """True if one of the others is chosen."""
    targets: tuple[Target, ...] = ()
    last: Reveal | None


def board(state: State, observer: Observer) -> Board:
    """Return the table as the observer sees it."""
    setup, cards = state.setup, cards_each(state.setup.seats)
    table = Board(
        turn=state.turn,
        turns=count_planned_turns(state),
        seat=state.seat,
        window=state.window,
        closed=state.closed,
        throws=group_dice(state.faces, state.fell, None),
        left=state.faces.count(None),
        missing=list_missing_colours(state.faces),
        pile=_build_pile(state.pile),
        choosing=_list_choosing_seats(state, cards),
        plates=tuple(_build_plate(state, each, cards) for each in setup.everyone()),
        last=build_reveal(state),
    )
    if not isinstance(observer, int):
        return table
    return _with_dice(table, state) if observer == state.seat else _with_cards(table, state, observer)


def _with_dice(table: Board, state: State) -> Board:
    """Add the active player's part: how to roll, and at the end the players to copy, the first thrower first."""
    may = legal(state, state.seat)
    presets, splits = _build_splits(state, [act for act in may if isinstance(act, Dice)])
    targets = [_build_target(state.pile, act.seat) for act in may if isinstance(act, Copy)]
    return replace(
        table,
        active=True,
        throws=group_dice(state.faces, state.fell, state.plan),
        hand=_build_hand(state, state.seat, (), ()),
        presets=presets,
        splits=splits,
        unusual=any(split.chosen for split in splits),
        targets=tuple(sorted(targets, key=lambda target: target.places)),
    )


def _with_cards(table: Board, state: State, seat: Seat) -> Board:
    """Add the other players' part: their cards, which of them they can throw, and their sealed answer."""
    may = legal(state, seat)
    throws = [act for act in may if isinstance(act, Throw)]
    sizes = {1 if act.then is None else 2 for act in throws}
    can_wait = Wait() in may
    sealed = next((each.cards for each in state.replies if each.seat == seat), None)
    return replace(
        table,
        hand=_build_hand(state, seat, throws, sealed or ()),
        pairs=2 in sizes,
        must=0 if can_wait else min(sizes, default=0),
        can_wait=can_wait,
        waited=can_wait and sealed == (),
        sealed=len(sealed or ()),
    )


def words(event: Event) -> Mapping[str, object]:
    """Return the numbers, seats, kinds and faces that an event's sentence needs."""
    if isinstance(event, Rolled):
        return {"throw": event.throw, "faces": tuple(sorted(event.faces, key=_FACE_ORDER.index))}
    return fields(event)


def calls(action: Action) -> Mapping[str, object]:
    """Return the kinds, numbers and seat that the words for an answer need."""
    return fields(action)


_FACE_ORDER: Final = tuple(SHOWS)
_SPLIT_NAMES: Final[Mapping[tuple[int, int, int], SplitName]] = {
    (3, 2, 1): "early",
    (2, 2, 2): "even",
    (1, 2, 3): "dark",
}


def _build_splits(state: State, may: Sequence[Dice]) -> tuple[tuple[Split, ...], tuple[Split, ...]]:
    """Return the splits that are shown at once, and those behind “More”."""
    named = {} if any(state.fell) else _SPLIT_NAMES
    found = {(act.first, act.second, act.third): act for act in may}
    splits = {split: Split(*split, chosen=split == state.plan, name=named.get(split, "")) for split in found}
    first = [splits[split] for split in named if split in splits]
    others = tuple(split for split in splits.values() if not split.name)
    return (tuple(first), others) if first else (others, ())


def _build_pile(pile: Sequence[Thrown]) -> tuple[Lying, ...]:
    return tuple(
        Lying(place, card.seat, card.window, place == 1 or pile[place - 2].window != card.window, card.kind)
        for place, card in enumerate(pile, 1)
    )


def _list_pile_places(pile: Sequence[Thrown], seat: Seat) -> tuple[int, ...]:
    return tuple(place for place, card in enumerate(pile, 1) if card.seat == seat)


def _build_target(pile: Sequence[Thrown], seat: Seat) -> Target:
    return Target(seat, _list_pile_places(pile, seat), tuple(card.window for card in pile if card.seat == seat))


def _list_choosing_seats(state: State, cards: int) -> tuple[Seat, ...]:
    seats = state.setup.seats
    others = [Seat((state.seat + step) % seats) for step in range(1, seats)]
    return tuple(seat for seat in others for _ in range(cards - len(_list_pile_places(state.pile, seat))))


def _build_plate(state: State, seat: Seat, cards: int) -> Plate:
    thrown = len(_list_pile_places(state.pile, seat))
    return Plate(
        seat=seat,
        active=seat == state.seat and not state.over,
        holds=0 if seat == state.seat or state.over else cards - thrown,
        score=state.scores[seat],
        leads=state.scores[seat] == max(state.scores) > 0,
        gain=state.last.gains[seat] if state.last else None,
    )


def _build_hand(state: State, seat: Seat, throws: Sequence[Throw], reply: Sequence[Kind]) -> tuple[Held, ...]:
    lying = {card.kind: place for place, card in enumerate(state.pile, 1) if card.seat == seat}
    playable = {action.card for action in throws}
    means = compute_mean_worths(count_dice(state.faces), len(state.faces) - state.faces.count(None))
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
