"""The course of Magpies: the deal, questions and answers, their effects, the scores (M1–M5), and the bot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from apps.kernel.chance import Chance
from apps.kernel.fold import build_evolve, replace_at
from apps.kernel.game import Ask, Outcome, compute_places
from apps.kernel.length import Remaining, Waits
from apps.kernel.table import HOUSE, Seat, Setup
from apps.kernel.window import build_window, is_window_complete, of_house, replace_answer
from tests.specimen.magpies.state import (
    COLOURS,
    FACES,
    Action,
    Always,
    Call,
    Colour,
    Compared,
    Event,
    Noted,
    Opened,
    Options,
    Shaken,
    Shown,
    State,
    Tasted,
)  # fmt: skip

_CALLS: Final = tuple(Call(number) for number in range(1, 6))
_NEST: Final = 4


def blank(setup: Setup[Options]) -> State:
    """Return the table before the bag is shaken."""
    return State(setup, tastes=(None,) * setup.seats, nests=((),) * setup.seats)


def deal(setup: Setup[Options], chance: Chance) -> Iterator[Event]:
    """Shake the bag, give everyone a favourite colour and show the first trinket (M1, M2).

    Several can like the same.
    """
    bag = chance.shuffle("bag", range(len(FACES)))
    yield Shaken(bag)
    for seat in setup.everyone():
        yield Tasted((seat,), seat, chance.pick(f"taste:{seat}", COLOURS))
    yield Shown(bag[0], len(bag) - 1)


def _opened(state: State, event: Opened) -> State:
    seat, trinket = event.winner, state.glitters
    nests = (
        state.nests if seat is None or trinket is None else replace_at(state.nests, seat, (*state.nests[seat], trinket))
    )
    return replace(state, nests=nests, glitters=None, calls=())


evolve: Final[Callable[[State, Event], State]] = build_evolve(
    {
        Shaken: lambda state, event: replace(state, bag=event.bag),
        Tasted: lambda state, event: replace(state, tastes=replace_at(state.tastes, event.seat, event.colour)),
        Shown: lambda state, event: replace(
            state, glitters=event.trinket, left=event.left, bag=state.bag[1:], turn=state.turn + 1
        ),
        Noted: lambda state, event: replace(state, calls=replace_answer(state.calls, event)),
        Opened: _opened,
        Compared: lambda state, event: replace(state, tastes=event.tastes, over=True),
    }
)


def asks(state: State) -> tuple[Ask[Action], ...]:
    """Ask everyone in one sealed window, as long as something glitters. Silence calls the lowest number."""
    if state.glitters is None:
        return ()
    fixed, calls = state.setup.options.fixed_windows, {each.seat: Call(each.number) for each in state.calls}
    return build_window("call", f"call:{state.turn}", state.setup.everyone(), calls, silence=_CALLS[0], fixed=fixed)


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the seat's legal answers, or none if it isn't asked."""
    if state.glitters is None:
        return ()
    return of_house(fixed=state.setup.options.fixed_windows) if seat == HOUSE else _CALLS


def decide(state: State, seat: Seat, action: Action, _: Chance) -> list[Event]:
    """Return the facts that follow from a legal action."""
    if not isinstance(action, Call):
        return _open(state)
    noted = Noted((seat,), seat, action.number)
    after = evolve(state, noted)
    closes = is_window_complete(state.setup.everyone(), after.calls, fixed=state.setup.options.fixed_windows)
    return [noted, *(_open(after) if closes else ())]


def _open(state: State) -> list[Event]:
    """Give the trinket to the highest number called by one seat alone (M4).

    A full nest or an empty bag ends the match (M5).
    """
    called = {each.seat: each.number for each in state.calls}
    numbers = [called.get(seat, _CALLS[0].number) for seat in state.setup.everyone()]
    alone = [number for number in numbers if numbers.count(number) == 1]
    opened = Opened(tuple(numbers), Seat(numbers.index(max(alone))) if alone else None)
    after = evolve(state, opened)
    if not after.bag or any(len(nest) == _NEST for nest in after.nests):
        return [opened, Compared(state.tastes)]  # type: ignore[arg-type]
    return [opened, Shown(after.bag[0], len(after.bag) - 1)]


def scores(state: State) -> tuple[int, ...]:
    """Return the points of every nest, with its magpie's favourites doubled, as far as the observer knows (M5)."""
    return tuple(
        sum(face.points * (2 if face.colour == taste else 1) for face in map(FACES.__getitem__, nest))
        for nest, taste in zip(state.nests, state.tastes, strict=True)
    )


def outcome(state: State) -> Outcome | None:
    """Return the outcome: most points win, and equals share the place."""
    if not state.over:
        return None
    return Outcome(
        compute_places([-score for score in scores(state)]), scores(state), why="nest" if state.left else "bag"
    )


def remaining(state: State) -> Remaining:
    """Return what remains: a trinket a turn, until a nest is full or the bag is empty (M5)."""
    missing = _NEST - max(map(len, state.nests))
    turns = max(1, min(state.left + 1 if state.turn else len(FACES), missing * (state.setup.seats + 2) // 2))
    return Remaining(turns, (Waits("call", turns, state.setup.seats),))


def choose(state: State, seat: Seat, luck: Chance) -> Action:
    """Choose the higher of two draws if it likes the trinket, so that no one can foresee either."""
    one, two = luck.roll("call", len(_CALLS), 2)
    liked = state.glitters is not None and FACES[state.glitters].colour == state.tastes[seat]
    return _CALLS[max(one, two) if liked else one]


def naive(_state: State, _seat: Seat, luck: Chance) -> Action:
    """Choose any number, as if no one had explained the rules."""
    return luck.pick("call", _CALLS)


def imagine(state: State, _seat: Seat, luck: Chance) -> State:
    """Return what the seat knows, with any colours for the others and any unseen trinkets in the bag."""
    tastes: tuple[Colour | None, ...] = tuple(
        taste or luck.pick(f"taste:{seat}", COLOURS) for seat, taste in enumerate(state.tastes)
    )
    lying = {state.glitters}.union(*state.nests)
    unseen = luck.shuffle("bag", [each for each in range(len(FACES)) if each not in lying])
    return replace(state, tastes=tastes, bag=unseen[: state.left])


def seen(table: State, seat: Seat) -> State:
    """Return what a seat knows of a whole table."""
    tastes: tuple[Colour | None, ...] = tuple(taste if at == seat else None for at, taste in enumerate(table.tastes))
    return replace(table, tastes=tastes, bag=(), calls=tuple(each for each in table.calls if each.seat == seat))


def obey(state: State, seat: Seat, order: Always) -> Action | None:
    """Call the order's number whenever numbers are called."""
    return Call(order.number) if state.glitters is not None else None
