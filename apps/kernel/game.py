"""A game is a value: a frozen record of pure functions over its own state, action and event types."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from apps.kernel import forms
from apps.kernel.chance import Chance
from apps.kernel.events import Announced, Event, Public, known_to
from apps.kernel.feats import Feats
from apps.kernel.length import Remaining
from apps.kernel.options import Preset
from apps.kernel.table import REFEREE, Observer, Seat, Setup
from apps.kernel.words import gettext_noop

Picture: TypeAlias = Literal[
    "blast", "crown", "tally", "cards", "dice", "spark", "smoke", "alarm", "shield", "gold", "door"
]
"""What a sentence is about, as a small drawing (`matches/pictures.html`)."""

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E", bound=Event)


class Answer(Struct, frozen=True, gc=False, tag_field="type", forbid_unknown_fields=True):
    """What a seat may do: every action of a game is one of its kinds. A word too much is no action, and no record."""


class Ask(Struct, Generic[A], frozen=True, gc=False):
    """A question put to one seat. Every open question names its own silence."""

    seat: Seat
    about: str
    """The kind of question: names its pace, its form and its standing orders."""
    key: str
    """Unlike any other question of the match, e.g. `turn:12`; the seats of one window share a key."""
    default: A | None
    """What silence means; None where the observer cannot know it (another seat's hand). It may be what no seat can
    answer: then it is the clock's alone.
    """
    waits: bool = True
    """Whether play waits for this. If not: it is answered, or need not be, and may still be changed."""
    duty: bool = True
    """Whether silence is a missed turn. If not: silence is a fair answer (a reaction)."""
    answered: bool = False
    """Whether the seat has replied and may only change its mind: bots and standing orders leave it alone."""
    sealed: bool = False
    """Whether the answer is seen by nobody, and may be changed, as long as others are awaited."""
    expected: bool = True
    """Whether the others expect a word of this seat. If not: it is asked as all are, but usually passes by an order of
    its own, and nobody else sees it awaited.
    """


class Outcome(Struct, frozen=True):
    """How a match ended."""

    places: tuple[int, ...]
    """The place of each seat, 1 is best; shared places are equal."""
    scores: tuple[int, ...]
    why: str


def places(ranks: Sequence[Any]) -> tuple[int, ...]:
    """The place of each rank among them: the lowest is first, equals share the better place."""
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


NO_RESULT: Final = Outcome(places=(), scores=(), why="ended")
"""How a match ended that the house ended: nobody won and nobody lost."""


class Illegal(Exception):
    """The action is not among those the seat may choose."""


@dataclass(frozen=True)
class Meta:
    """What a lobby must know about a game; cheap to import."""

    slug: str
    title: str
    """In English; pages show it in the reader's language."""
    seats: range
    paces: Mapping[str, Mapping[str, int]]
    """Preset name (`live`, `daily`, `relaxed`, `weekly`) → seconds for each kind of question."""
    questions: Mapping[str, str] = field(default_factory=dict)
    """What each kind of question is called, in English."""
    turn: str = gettext_noop("Turn")
    """What it calls the part of a match that the number in a question's key counts, in English."""
    edition: int = 1
    """The newest edition of its rules: matches begin by it. Those begun by an older one go on by that to their end."""
    pitch: str = ""
    """What it is about, in one English sentence."""
    quick_seats: int = 0
    """How many sit at a table that is begun with one click; 0: as few as may."""
    quick_options: Mapping[str, Any] = field(default_factory=dict)
    """What such a table agrees on: a short match, in which a newcomer sees the game."""
    slow_options: Mapping[str, Any] = field(default_factory=dict)
    """What a table agrees on of whoever says nothing else, at the daily pace or a slower one: a match that ends while
    all still know how it began. At other paces options are what they begin with.
    """
    thirds: tuple[int, int] = (40, 80)
    """Moves of a match that is no longer short, and of one that is long: about a third of all are either. Of bots at
    the usual numbers of seats, with the options that are usual (`manage.py simulate GAME --habits`).
    """
    presets: tuple[Preset, ...] = ()
    """Options that whoever opens a table may choose at once; one may name its own, whatever stands here."""
    live_options: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """Option → values that are fair only where everybody is there at once: tables at the live pace or faster."""


def _nothing(_fact: Any) -> tuple[tuple[int, Seat, int], ...]:
    """A fact that brought nobody anything."""
    return ()


_PARTS: Final[Mapping[str, Mapping[str, str]]] = {
    "meta": {"meta": "META"},
    "cards": {"options": "Options"},
    "state": {"state": "State", "action": "Action", "event": "Event", "order": "Order"},
    "memory": {"blank": "blank", "evolve": "evolve"},
    "dealing": {"deal": "deal"},
    "rules": {"asks": "asks", "legal": "legal", "decide": "decide"},
    "scoring": {"outcome": "outcome", "scores": "scores"},
    "length": {"remaining": "remaining"},
    "bot": {"bot": "choose"},
    "orders": {"obey": "obey"},
    "board": {"board": "board", "words": "words"},
}
"""Module of a game's folder → part of the game → its name there."""


@dataclass(frozen=True)
class Game(Generic[S, A, E]):
    """One title of the catalogue."""

    meta: Meta
    options: type[Any]
    """A frozen Struct with defaults; `msgspec.Meta(title, description, ge, le)` on its fields makes the form."""
    state: type[S]
    action: Any
    """The union of all actions, tagged by `type`."""
    event: Any
    """The union of all events."""
    order: Any
    """The union of all standing orders, tagged by `order`."""
    blank: Callable[[Setup[Any]], S]
    """The table before anything happened."""
    deal: Callable[[Setup[Any], Chance], Iterable[E]]
    """The facts that set the game up."""
    evolve: Callable[[S, E], S]
    """Learn one fact. Total: no refusal, no luck, no clock."""
    asks: Callable[[S], tuple[Ask[A], ...]]
    """Who is awaited, about what, and what silence means."""
    legal: Callable[[S, Seat], Collection[A]]
    """What the seat may answer, from what that seat knows. The only definition of legality; silence needs none."""
    decide: Callable[[S, Seat, A, Chance], Iterable[E]]
    """The facts that follow from a legal action (referee's state)."""
    outcome: Callable[[S], Outcome | None]
    scores: Callable[[S], tuple[int, ...]]
    """The score of each seat if the match ended now, as far as the observer knows."""
    remaining: Callable[[S], Remaining]
    """About how much is still to come: of a table before the deal, too. It tells nothing that is not open to all."""
    bot: Callable[[S, Seat, Chance], A]
    """What the house's player answers, from what that seat knows and by a whim: whoever knows its source must not know
    its answers."""
    obey: Callable[[S, Seat, Any], A | None]
    """What a standing order answers now, from what that seat knows; None if it does not apply."""
    board: Callable[[S, Observer], Any]
    """What the game's templates draw: a frozen record made from what the observer knows."""
    words: Callable[[E], Mapping[str, Any]]
    """What the sentence of an event says beside who: frozen values, equal where the sentences are."""
    habits: tuple[Any, ...] = ()
    """The standing orders every seat has when somebody sits down there, until they change them."""
    telling: Mapping[type[Any], Picture] = field(default_factory=dict)
    """The kinds of fact that somebody who was away wants to hear of first, the most telling first, each with the
    picture that stands beside its sentence; of a game that names none they are told the latest."""
    moments: Mapping[type[Any], str] = field(default_factory=dict)
    """The kinds of fact that a reader of the record jumps to, the most telling first, each with what it is called, in
    English; all of them are in `telling`, which has their pictures.
    """
    standing: str = ""
    """The field of a board's plates that says who is ahead, None where the table keeps it to itself; empty: nobody is
    told who took the lead."""
    sources: tuple[str, ...] = ()
    """What points are got for, in English: the columns of the count that the end of a match shows. Empty: the game
    counts at its table itself.
    """
    earned: Callable[[Any], Iterable[tuple[int, Seat, int]]] = _nothing
    """What this fact brought: (which of `sources`, whom, how many points). All of a match add up to its scores."""
    box: Any = None
    """What lies in the box, as the rules page shows it: a frozen record, if the game tells its cards there."""
    feats: Feats | None = None
    """What of a match is remarkable, if it says so: for lists of records and the hall of fame."""
    lesson: Any = None
    """Its guided first match (`kernel.lesson.Lesson`), if it has one."""

    @classmethod
    def from_package(cls, package: str, **parts: Any) -> Game[Any, Any, Any]:
        """The game in a folder: every part from the module where all games have it, but for those that are given.

        What a small game has no module for stands in its `rules`.
        """
        for module, names in _PARTS.items():
            if missing := names.keys() - parts.keys():
                room = import_module(f"{package}.{module if find_spec(f'{package}.{module}') else 'rules'}")
                parts |= {part: getattr(room, names[part]) for part in missing}
        if "lesson" not in parts and find_spec(f"{package}.lesson"):
            parts["lesson"] = import_module(f"{package}.lesson").LESSON
        if "feats" not in parts and find_spec(f"{package}.feats"):
            parts["feats"] = import_module(f"{package}.feats").FEATS
        return cls(**parts)

    def habits_at(self, setup: Setup[Any]) -> tuple[Any, ...]:
        """What everybody who sits down there has ordered: an order whose class names an `option`, if it is on."""
        return tuple(order for order in self.habits if getattr(setup.options, getattr(order, "option", ""), True))

    def learn(self, state: S, events: Iterable[Event], observer: Observer = REFEREE) -> S:
        """The state after hearing what of these events the observer is told."""
        evolve = self.evolve
        everything = observer == REFEREE
        for event in events:
            # `known_to` alone would do; the two tests before it spare most of its calls.
            if (everything or isinstance(event, Public) or known_to(event, observer)) and type(event) is not Announced:
                state = evolve(state, event)  # type: ignore[arg-type]
        return state

    def recall(self, setup: Setup[Any], events: Iterable[Event], observer: Observer = REFEREE) -> S:
        """What the observer knows after these events: the one fold. There is no other way to look at a match."""
        return self.learn(self.blank(setup), events, observer)

    def setup(self, seats: int, options: Mapping[str, Any] | None = None) -> Setup[Any]:
        """An agreed table from untrusted words.

        :raises Illegal: if the game is not for so many, or an option is unknown or out of bounds
        """
        if seats not in self.meta.seats:
            raise Illegal(f"{self.meta.title} is for {self.meta.seats[0]} to {self.meta.seats[-1]} players.")
        known = [field.name for field in msgspec.structs.fields(self.options)]
        for name in options or {}:
            if name not in known:
                raise Illegal(f"{self.meta.title} has no option {name!r}. It has: {', '.join(known) or 'none'}.")
        try:
            chosen = forms.read(dict(options or {}), self.options)
        except msgspec.ValidationError as error:
            raise Illegal(f"An option of {self.meta.title} is not possible: {error}.") from error
        return Setup(seats=seats, options=chosen, edition=self.meta.edition)

    def agreed(self, stored: str | bytes | msgspec.Raw) -> Setup[Any]:
        """The setup of a match from its stored text. The only way to read one: rules ask it which edition they are.

        :raises msgspec.DecodeError: if it is none of this game, or of an edition that is not known here
        """
        setup: Setup[Any] = msgspec.json.decode(stored, type=self.setup_type)
        if not 1 <= setup.edition <= self.meta.edition:
            raise msgspec.ValidationError(f"{self.meta.title} has no edition {setup.edition} of its rules here")
        return setup

    def in_edition(self, edition: int) -> Game[S, A, E]:
        """This game, but its matches begin by an older edition of the rules: for simulations and for laws.

        :raises Illegal: if there is no such edition
        """
        if not 1 <= edition <= self.meta.edition:
            raise Illegal(f"{self.meta.title} has editions 1 to {self.meta.edition} of its rules, not {edition}.")
        return replace(self, meta=replace(self.meta, edition=edition))

    @cached_property
    def setup_type(self) -> Any:
        return Setup[self.options]  # type: ignore[name-defined]

    @cached_property
    def fact(self) -> msgspec.json.Decoder[E | Announced]:
        """Reads any fact that may stand in a log of this game."""
        return msgspec.json.Decoder(self.event | Announced)

    @cached_property
    def answer(self) -> msgspec.json.Decoder[A]:
        """Reads an action as it stands in a log: it takes no number for another kind of number."""
        return msgspec.json.Decoder(self.action)

    @cached_property
    def memory(self) -> msgspec.json.Decoder[S]:
        """Reads a stored state."""
        return msgspec.json.Decoder(self.state)
