"""The parts of a game that a draft doesn't have yet: options, bots, words, and a board that any page can draw.

A board made here contains what its observer's state contains, and nothing else. So it can't reveal what the observer's
facts don't.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Final, NoReturn, TypeVar, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import asdict

from apps.kernel.chance import Chance
from apps.kernel.events import Public
from apps.kernel.forms import write_form_fields
from apps.kernel.table import Observer, Seat, is_by_seat

_UNSAID: Final = frozenset({"setup", "seat", "to"})
"""Fields that pages say in another way: the settings, the player before a sentence, and the observers of a fact."""
_NOTHING: Final = "–"

S = TypeVar("S", bound=Struct)
A = TypeVar("A", bound=Struct)


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game without any."""


class NoOrder(Struct, frozen=True, tag="none", tag_field="order", forbid_unknown_fields=True):
    """The standing order of a game without any, which no page offers."""


class Detail(Struct, frozen=True):
    """A field of a state, a fact or an answer, in plain English."""

    name: str
    text: str
    seats: tuple[Seat, ...] = ()
    """The seats it names instead of a text. Pages know their players."""


class DraftAnswer(Struct, frozen=True):
    """A button for one legal answer."""

    action: Struct
    tag: str
    calls: Mapping[str, object]
    """The values that the few words for it need (`Game.calls`)."""
    fields: str
    """The form fields that say it."""


class DraftPlate(Struct, frozen=True):
    """A player panel."""

    points: int
    details: tuple[Detail, ...]


class DraftBoard(Struct, frozen=True):
    """The table as its observer knows it."""

    details: tuple[Detail, ...]
    plates: tuple[DraftPlate, ...]
    answers: tuple[DraftAnswer, ...]
    """The observer's legal answers."""


def build_board(
    legal: Callable[[S, Seat], Sequence[A]],
    scores: Callable[[S], tuple[int, ...]],
    calls: Callable[[A], Mapping[str, object]],
) -> Callable[[S, Observer], DraftBoard]:
    """Return the `board` of a game that has none. Player panels show the fields that are `BySeat`.

    The field that `scores` returns is left out, because the panels show the points already.
    """

    def board(state: S, observer: Observer) -> DraftBoard:
        points_of = scores(state)
        kinds = {
            name: kind
            for name, kind in _read_kinds(state.__class__).items()
            if name != "setup" and getattr(state, name) is not points_of
        }
        by_seat = [name for name in kinds if is_by_seat(kinds[name]) and getattr(state, name)]
        shared = [name for name in kinds if not is_by_seat(kinds[name])]
        return DraftBoard(
            details=tuple(_build_detail(name, kinds[name], getattr(state, name)) for name in shared),
            plates=tuple(
                DraftPlate(
                    points, tuple(_build_detail(name, kinds[name], getattr(state, name)[seat]) for name in by_seat)
                )
                for seat, points in enumerate(points_of)
            ),
            answers=tuple(map(build_answer, legal(state, observer))) if isinstance(observer, int) else (),
        )

    def build_answer(action: A) -> DraftAnswer:
        return DraftAnswer(action, str(action.__struct_config__.tag), calls(action), write_form_fields(action))

    return board


def read_words(record: Struct) -> Mapping[str, object]:
    """Return the values for the sentence of a fact or an answer: its fields, and all of them in words as `details`."""
    return {**asdict(record), "details": list_details(record)}


def build_random_bot(legal: Callable[[S, Seat], Sequence[A]]) -> Callable[[S, Seat, Chance], A]:
    """Return a bot that gives any legal answer."""
    return lambda state, seat, luck: luck.pick("any", legal(state, seat))


def hides_nothing(event: object) -> bool:
    """Check whether all kinds of facts in this union are public. Then everyone knows the whole table."""
    return all(issubclass(kind, Public) for kind in get_args(event) or (event,))


def build_imagine(event: object) -> Callable[[S, Seat, Chance], S]:
    """Return the `imagine` of a game that has none: the table itself, if every seat knows all of it."""
    if hides_nothing(event):
        return lambda table, _seat, _luck: table
    return _refuse_to_imagine


def build_seen(event: object) -> Callable[[S, Seat], S]:
    """Return the `seen` of a game that has none: the table itself, if every seat knows all of it."""
    if hides_nothing(event):
        return lambda table, _seat: table
    return _refuse_to_imagine


def _refuse_to_imagine(*_: object) -> NoReturn:
    raise NotImplementedError("This game has hidden facts, and no `imagine` and `seen` of its own.")


def list_details(record: Struct) -> tuple[Detail, ...]:
    """Return the fields of a record, each with its value in words."""
    kinds = _read_kinds(type(record))
    return tuple(
        _build_detail(name, kind, getattr(record, name)) for name, kind in kinds.items() if name not in _UNSAID
    )


@cache
def _read_kinds(record: type[Struct]) -> Mapping[str, object]:
    """Return the type of each field, in the order of definition."""
    hints = get_type_hints(record, include_extras=True)
    return {name: hints[name] for name in record.__struct_fields__}


def _build_detail(name: str, kind: object, value: object) -> Detail:
    if value is not None and _names_seats(kind):
        named = value if isinstance(value, Collection) else (value,)
        return Detail(
            _write_name(name), _NOTHING, tuple(Seat(seat) for seat in named if isinstance(seat, int) and seat >= 0)
        )
    return Detail(_write_name(name), _write(value))


def _names_seats(kind: object) -> bool:
    """Check whether values of this type are seats or collections of seats."""
    return kind is Seat or any(map(_names_seats, get_args(kind)))


def _write_name(name: str) -> str:
    return name.replace("_", " ")


def _write(value: object) -> str:
    """Return a value in plain English."""
    match value:
        case None:
            return _NOTHING
        case bool():
            return "yes" if value else "no"
        case str():
            return value
        case Struct():
            return ", ".join(f"{_write_name(name)} {_write(each)}" for name, each in asdict(value).items())
        case Mapping():
            return ", ".join(f"{_write(key)}: {_write(each)}" for key, each in value.items()) or _NOTHING
        case Iterable():
            return ", ".join(map(_write, value)) or _NOTHING
        case _:
            return str(value).replace("-", "−")
