"""A game is a value: a frozen record of pure functions over its own state, action and event types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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
from apps.kernel.table import HOUSE, REFEREE, Observer, Seat, Setup
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


def next_of(asked: Sequence[Ask[Any]]) -> Ask[Any]:
    """The first question that is waited for, or else was not answered yet; the house's after all others."""
    if asked[0].waits:
        return asked[0]
    for ask in asked:
        if ask.waits and ask.seat != HOUSE:
            return ask
    return next((ask for ask in asked if ask.seat != HOUSE and not ask.answered), asked[-1])


class Outcome(Struct, frozen=True):
    """How a match ended."""

    places: tuple[int, ...]
    """The place of each seat, 1 is best; shared places are equal."""
    scores: tuple[int, ...]
    why: str


def places(ranks: Sequence[Any]) -> tuple[int, ...]:
    """The place of each rank among them: the lowest is first, equals share the better place."""
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


class Reason(Struct, frozen=True):
    """Why an answer may be a good one, in a sentence: its kind, and what the sentence says beside that."""

    kind: str
    says: Mapping[str, str | int] = {}


TRIED: Final = Reason("tried")
"""That nothing turned out better where all was tried: for answers of which a game has nothing plainer to say. The house
has the sentence.
"""

NO_RESULT: Final = Outcome(places=(), scores=(), why="ended")
"""How a match ended that the house ended: nobody won and nobody lost."""
AGREED: Final = Outcome(places=(), scores=(), why="agreed")
"""How a match ended that all its players agreed to end: no one won and no one lost."""
CLAIMED: Final = "claimed"
"""Why a match ended in which the only player who had stayed claimed the win."""


def claimed(scores: tuple[int, ...], winner: int) -> Outcome:
    """Return the outcome of a match whose win was claimed: the scores stay, and all others share the last place."""
    return Outcome(places=places([seat != winner for seat in range(len(scores))]), scores=scores, why=CLAIMED)


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
    themes: Mapping[str, str] = field(default_factory=dict)
    """Of decisions that are asked about once more, as puzzles: a kind of question, or one and a kind of answer that was
    possible there (`turn-bomb`), and what such a decision is about, in English; the first that fits. It is known before
    the answer, and so tells nothing of it. What fits none is called as its question is.
    """
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
    hard_openings: tuple[str, ...] = ()
    """Kinds of questions that are too much for a start: at such a table a newcomer sits where another comes first."""
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
    "beginner": {"beginner": "naive"},
    "imagining": {"imagine": "imagine", "seen": "seen"},
    "orders": {"obey": "obey"},
    "board": {"board": "board", "words": "words", "calls": "calls"},
    "because": {"because": "because"},
}
"""Module of a game's folder → part of the game → its name there."""
_OPTIONAL: Final[Mapping[str, str]] = {"prospects": "prospects", "suppose": "supposing", "stranger": "strangers"}
"""Part of the game → module of its folder, if there is one; the name is the same."""


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
    legal: Callable[[S, Seat], Sequence[A]]
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
    beginner: Callable[[S, Seat, Chance], A]
    """What a friendly beginner answers, who makes mistakes that one understands, and never the same; known and drawn as
    of the house's player.
    """
    imagine: Callable[[S, Seat, Chance], S]
    """A whole table, as the referee knows one, drawn from all that are consistent with what that seat knows (a
    determinization); each as likely as it is by the cards and dice alone. Of sealed answers it holds only the seat's
    own: the others are asked anew.
    """
    seen: Callable[[S, Seat], S]
    """What a seat knows of a whole table; what it has seen before, and cannot see now, it may have forgotten."""
    obey: Callable[[S, Seat, Any], A | None]
    """What a standing order answers now, from what that seat knows; None if it does not apply."""
    board: Callable[[S, Observer], Any]
    """What the game's templates draw: a frozen record made from what the observer knows."""
    words: Callable[[E], Mapping[str, Any]]
    """What the sentence of an event says beside who: frozen values, equal where the sentences are."""
    calls: Callable[[A], Mapping[str, Any]]
    """What the few words for an answer say, likewise."""
    because: Callable[[S, Seat, A], Reason]
    """What speaks for an answer, from what that seat knows: always something that is so, or that it was tried."""
    habits: tuple[Any, ...] = ()
    """The standing orders every seat has when somebody sits down there, until they change them."""
    first_habits: tuple[Any, ...] | None = None
    """The same for players who have finished no match of the game; None: as everyone."""
    telling: Mapping[type[Any], Picture] = field(default_factory=dict)
    """The kinds of fact that somebody who was away wants to hear of first, the most telling first, each with the
    picture that stands beside its sentence; of a game that names none they are told the latest."""
    follows: Mapping[type[Any], type[Any]] = field(default_factory=dict)
    """The kinds of fact that repeat an earlier kind with its result. A recap shows only one of the two."""
    moments: Mapping[type[Any], str] = field(default_factory=dict)
    """The kinds of fact that a reader of the record jumps to, the most telling first, each with what it is called, in
    English; all of them are in `telling`, which has their pictures.
    """
    decisive: Mapping[type[Any], tuple[str, str]] = field(default_factory=dict)
    """The kinds of public fact that can decide a match, the most telling first, each with what it did for the winner,
    in English: a sentence about `%(name)s`, and the same to them. Both may say `%(points)d`, what the winner got by it.
    Of a game that names none the `moments` can, and no sentence says how.
    """
    standing: str = ""
    """The field of a board's plates that says who is ahead, None where the table keeps it to itself; empty: nobody is
    told who took the lead."""
    sources: tuple[str, ...] = ()
    """What points are got for, in English: the columns of the count that the end of a match shows. Empty: the game
    counts at its table itself.
    """
    awaited: Callable[[S], Ask[A] | None] | None = None
    """Of a whole table the seat and key of the question that is answered next (`next_of`), of rules that find it
    without all the others. What silence means it need only say where the house is asked.
    """
    moved: Callable[[S, Seat, A, Chance], tuple[list[E], S]] | None = None
    """What `decide` says, and the table after it, of rules that find it out on their way to the next question."""
    suppose: Callable[[S, Seat, Chance], S] | None = None
    """As `imagine`, but each table as likely as what others have answered makes it, of a game where that tells much."""
    stranger: Callable[[S, Seat, Chance], Callable[[S, Seat, Chance], A]] | None = None
    """How one of the others plays as far as one can tell, drawn anew for each imagined table; where there is none they
    are all taken for the house's player.
    """
    prospects: Callable[[S], tuple[float, ...] | None] | None = None
    """About how likely each seat comes first, of a whole table on which nothing is under way; of any other None. Where
    there is none, an imagined match is played to its end.
    """
    playouts: int = 300
    """How many imagined tables somebody plays out who thinks about one answer: a few tenths of a second's worth."""
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
        for quicker in {"awaited", "moved"} - parts.keys():
            parts[quicker] = getattr(import_module(f"{package}.rules"), quicker, None)
        for part, module in _OPTIONAL.items():
            if part not in parts and find_spec(f"{package}.{module}"):
                parts[part] = getattr(import_module(f"{package}.{module}"), part)
        if "feats" not in parts and find_spec(f"{package}.feats"):
            parts["feats"] = import_module(f"{package}.feats").FEATS
        return cls(**parts)

    def habits_at(self, setup: Setup[Any], *, first: bool = False) -> tuple[Any, ...]:
        """What everybody who sits down there has ordered: an order whose class names an `option`, if it is on.

        :param first: whether it's the player's first match, which a game can ask more about
        """
        habits = self.first_habits if first and self.first_habits is not None else self.habits
        return tuple(order for order in habits if getattr(setup.options, getattr(order, "option", ""), True))

    def learn(self, state: S, events: Iterable[Event], observer: Observer = REFEREE) -> S:
        """The state after hearing what of these events the observer is told."""
        evolve = self.evolve
        if observer == REFEREE:
            for event in events:
                if type(event) is not Announced:
                    state = evolve(state, event)  # type: ignore[arg-type]
            return state
        for event in events:
            # `known_to` alone would do; the test before it spares most of its calls.
            if (isinstance(event, Public) or known_to(event, observer)) and type(event) is not Announced:
                state = evolve(state, event)  # type: ignore[arg-type]
        return state

    @cached_property
    def probable(self) -> Callable[[S, Seat, Chance], S]:
        """A whole table as the seat may believe it to be, drawn by what others have answered if that tells much."""
        return self.suppose or self.imagine

    @cached_property
    def next(self) -> Callable[[S], Ask[A] | None]:
        """The question of a whole table that is answered next; None if the match is over. What silence means it may
        leave out, but where the house is asked: whoever plays a match out is never late.
        """
        return self.awaited or self._next

    @cached_property
    def after(self) -> Callable[[S, Seat, A, Chance], tuple[Sequence[E], S]]:
        """The facts that follow from a legal action, and the whole table when they have happened."""
        return self.moved or self._after

    def _next(self, table: S) -> Ask[A] | None:
        asked = self.asks(table)
        return next_of(asked) if asked else None

    def _after(self, table: S, seat: Seat, action: A, chance: Chance) -> tuple[Sequence[E], S]:
        facts = tuple(self.decide(table, seat, action, chance))
        return facts, self.learn(table, facts)

    def recall(self, setup: Setup[Any], events: Iterable[Event], observer: Observer = REFEREE) -> S:
        """What the observer knows after these events: the one fold. There is no other way to look at a match."""
        return self.learn(self.blank(setup), events, observer)

    def setup(self, seats: int, options: Mapping[str, Any] | None = None) -> Setup[Any]:
        """An agreed table from untrusted words.

        :raises Illegal: if the game is not for so many, or an option is unknown or out of bounds
        """
        if seats not in self.meta.seats:
            raise Illegal(f"{self.meta.title} is for {self.meta.seats[0]} to {self.meta.seats[-1]} players.")
        known = self.options.__struct_fields__
        for name in options or {}:
            if name not in known:
                raise Illegal(f"{self.meta.title} has no option {name!r}. Options: {', '.join(known) or 'none'}.")
        try:
            chosen = forms.read(dict(options or {}), self.options)
        except msgspec.ValidationError as error:
            raise Illegal(f"Invalid option for {self.meta.title}: {error}.") from error
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
            raise Illegal(f"The rules of {self.meta.title} have editions 1 to {self.meta.edition}, not {edition}.")
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
