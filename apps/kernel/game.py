"""Games as values: a game is a frozen record of pure functions over its own state, action and event types."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from apps.kernel import draft, forms
from apps.kernel.chance import Chance
from apps.kernel.events import Announced, Event, Public, known_to
from apps.kernel.feats import Feats
from apps.kernel.length import Remaining
from apps.kernel.numbering import Numbering
from apps.kernel.options import Preset
from apps.kernel.printed import PrintedFace
from apps.kernel.table import HOUSE, REFEREE, AnySetup, Observer, Seat, Setup
from apps.kernel.words import gettext_noop

Picture: TypeAlias = Literal[
    "blast", "crown", "tally", "cards", "dice", "spark", "smoke", "alarm", "shield", "gold", "door"
]
"""The small drawing beside a sentence, showing what it's about (`matches/pictures.html`)."""

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E", bound=Event)


class Answer(Struct, frozen=True, gc=False, tag_field="type", forbid_unknown_fields=True):
    """Base class of every action that a seat can answer. Unknown fields are refused, in forms and in records."""


class Ask(Struct, Generic[A], frozen=True, gc=False):
    """A question put to one seat. Every open question says what silence means."""

    seat: Seat
    about: str
    """The kind of question. Its pace, form and standing orders depend on it."""
    key: str
    """Unique among the match's questions, e.g. `turn:12`. The seats of one window share a key."""
    default: A | None
    """The meaning of silence, or None if the observer can't know it because it depends on another seat's hand.

    It can be an action that no seat can answer. Then only the clock gives it.
    """
    waits: bool = True
    """True if play waits for this. If not, it is answered or needn't be, and the answer can still be changed."""
    duty: bool = True
    """True if silence is a missed turn. If not, silence is a fair answer (a reaction)."""
    answered: bool = False
    """True if the seat has answered and can only change its answer. Bots and standing orders ignore the question."""
    sealed: bool = False
    """True if the answer is secret and can be changed until all others have answered."""
    expected: bool = True
    """True if the others expect this seat to act.

    If not, it is asked like all others but usually passes by its own standing order, and no other player sees it
    awaited.
    """


def next_of(asked: Sequence[AnyAsk]) -> AnyAsk:
    """Return the first question that play waits for, or else the first unanswered one. The table's own comes last."""
    if asked[0].waits:
        return asked[0]
    for ask in asked:
        if ask.waits and ask.seat != HOUSE:
            return ask
    return next((ask for ask in asked if ask.seat != HOUSE and not ask.answered), asked[-1])


class Outcome(Struct, frozen=True):
    """The result of a match."""

    places: tuple[int, ...]
    """The place of each seat. 1 is the best, and tied seats have the same place."""
    scores: tuple[int, ...]
    why: str


def compute_places(ranks: Sequence[Any]) -> tuple[int, ...]:
    """Return the place of each rank. The lowest rank comes first, and tied ranks share the better place."""
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


class Reason(Struct, frozen=True):
    """A reason for an answer: the kind of its sentence, and the values that the sentence needs."""

    kind: str
    says: Mapping[str, str | int] = {}


TRIED: Final = Reason("tried")
"""The reason that nothing turned out better when everything was tried.

It's for answers for which a game has nothing plainer to say. The site has its sentence.
"""

NO_RESULT: Final = Outcome(places=(), scores=(), why="ended")
"""The outcome of a match that the server ended. No one won or lost."""
AGREED: Final = Outcome(places=(), scores=(), why="agreed")
"""How a match ended that all its players agreed to end: no one won and no one lost."""
CLAIMED: Final = "claimed"
"""Why a match ended if the only player left claimed the win."""


def build_claimed_outcome(scores: tuple[int, ...], winner: int) -> Outcome:
    """Return the outcome of a match whose win was claimed. The scores stay, and all others share the last place."""
    return Outcome(places=compute_places([seat != winner for seat in range(len(scores))]), scores=scores, why=CLAIMED)


class Illegal(Exception):
    """The action is not among the seat's legal answers."""


@dataclass(frozen=True)
class Meta:
    """A game's entry in the lobby. It is cheap to import."""

    slug: str
    title: str
    """Title in English. Pages translate it."""
    seats: range
    paces: Mapping[str, Mapping[str, int]]
    """Name of a pace (`live`, `daily`, `relaxed`, `weekly`) → seconds for each kind of question."""
    questions: Mapping[str, str] = field(default_factory=dict)
    """Kind of question → its name in English."""
    themes: Mapping[str, str] = field(default_factory=dict)
    """Themes of puzzles in English, by kind of question, or by kind of question and a possible kind of answer
    (`turn-bomb`).

    The first that fits is used. It is known before the answer, so it reveals nothing about it. A decision without a
    theme is named after its question.
    """
    turn: str = gettext_noop("Turn")
    """English name for the part of a match that the number in a question's key counts."""
    edition: int = 1
    """Newest edition of the rules. New matches start with it, and older matches keep theirs to the end."""
    pitch: str = ""
    """What the game is about, in one English sentence."""
    quick_seats: int = 0
    """Number of seats at a table that is opened with one click. 0 means the minimum."""
    quick_options: Mapping[str, object] = field(default_factory=dict)
    """Options of a table opened with one click: a short match that shows a newcomer the game."""
    hard_openings: tuple[str, ...] = ()
    """Kinds of questions that are too hard to start with. At such a table, a newcomer isn't the first to play."""
    slow_options: Mapping[str, object] = field(default_factory=dict)
    """Default options at the daily pace or slower, for a match that ends while everyone remembers its start.

    At other paces, the options have their usual defaults.
    """
    thirds: tuple[int, int] = (40, 80)
    """Numbers of moves from which a match is no longer short, and from which it is long.

    About a third of all matches are short, and a third are long. They're measured on bots at the usual numbers of seats
    with the usual options (`manage.py simulate GAME --habits`).
    """
    presets: tuple[Preset, ...] = ()
    """Named sets of options to choose from when opening a table. Hosts can also choose each option themselves."""
    live_options: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    """Option → values that are fair only if everyone is online, so at tables with the live pace or faster."""
    asks_numbers: bool = False
    """Whether a question has fields for numbers. Match pages then load the script that steps and checks them."""


def _earn_nothing(_fact: Event) -> tuple[tuple[int, Seat, int], ...]:
    """Return no points, for games that don't say what their facts bring."""
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


_DRAFTS: Final[Mapping[str, Callable[[Mapping[str, Any]], object]]] = {
    "options": lambda _parts: draft.NoOptions,
    "blank": lambda parts: parts["state"],
    "bot": lambda parts: draft.build_random_bot(parts["legal"]),
    "beginner": lambda parts: parts["bot"],
    "imagines": lambda parts: {"imagine", "seen"} <= parts.keys() or draft.hides_nothing(parts["event"]),
    "imagine": lambda parts: draft.build_imagine(parts["event"]),
    "seen": lambda parts: draft.build_seen(parts["event"]),
    "order": lambda _parts: draft.NoOrder,
    "obey": lambda _parts: lambda _state, _seat, _order: None,
    "words": lambda _parts: draft.read_words,
    "calls": lambda _parts: draft.read_words,
    "board": lambda parts: draft.build_board(parts["legal"], parts["scores"], parts["calls"]),
    "because": lambda _parts: lambda _state, _seat, _action: TRIED,
}
"""Part of the game → what makes it from the other parts, if the game doesn't have it yet."""
_REQUIRED: Final = {part: name for names in _PARTS.values() for part, name in names.items() if part not in _DRAFTS}
"""Part of every game → its name in its module."""
_OPTIONAL: Final[Mapping[str, tuple[str, str]]] = {
    "prospects": ("prospects", "prospects"),
    "suppose": ("supposing", "suppose"),
    "stranger": ("strangers", "stranger"),
    "lesson": ("lesson", "LESSON"),
    "feats": ("feats", "FEATS"),
    "number_actions": ("numbering", "number_actions"),
    "printed": ("printed", "PRINTED"),
}
"""Part of the game → the module of its folder, if that exists, and its name there."""


def _import_parts(package: str, given: Mapping[str, object]) -> dict[str, object]:
    """Return the parts that every game has and that aren't given, as far as the folder has them."""
    found: dict[str, object] = {}
    for module, names in _PARTS.items():
        if missing := names.keys() - given.keys():
            room = import_module(f"{package}.{module if find_spec(f'{package}.{module}') else 'rules'}")
            found |= {part: getattr(room, names[part]) for part in missing if hasattr(room, names[part])}
    return found


def _import_optional_parts(package: str, given: Mapping[str, object]) -> dict[str, object]:
    """Return the parts that games can do without and that aren't given, as far as the folder has them."""
    rules = import_module(f"{package}.rules")
    found = {quicker: getattr(rules, quicker, None) for quicker in ("awaited", "moved")}
    for part, (module, name) in _OPTIONAL.items():
        if find_spec(f"{package}.{module}"):
            found[part] = getattr(import_module(f"{package}.{module}"), name)
    return {part: each for part, each in found.items() if part not in given}


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, A, E]):
    """A game in the catalogue."""

    # What it's made of
    meta: Meta
    options: type[Struct]
    """A frozen Struct with defaults. `msgspec.Meta(title, description, ge, le)` on its fields describes the form."""
    state: type[S]
    action: object
    """The union of all actions, tagged by `type`."""
    event: object
    """The union of all events."""
    order: object
    """The union of all standing orders, tagged by `order`."""

    # Rules
    blank: Callable[[AnySetup], S]
    """Return the table before anything has happened."""
    deal: Callable[[AnySetup, Chance], Iterable[E]]
    """Return the facts that set the game up."""
    evolve: Callable[[S, E], S]
    """Learn one fact. It never refuses, and uses no randomness and no clock."""
    asks: Callable[[S], tuple[Ask[A], ...]]
    """Return the open questions: which seats are asked about what, and what silence means."""
    legal: Callable[[S, Seat], Sequence[A]]
    """Return what a seat can answer, from what it knows. The only definition of legality, except that silence needs
    none.

    It contains all answers. Iterating over it can yield only some of them, if there are very many (`number_actions`).
    """
    decide: Callable[[S, Seat, A, Chance], Iterable[E]]
    """Return the facts that follow from a legal action, from the referee's state."""
    outcome: Callable[[S], Outcome | None]
    scores: Callable[[S], tuple[int, ...]]
    """Return each seat's score if the match ended now, as far as the observer knows."""
    remaining: Callable[[S], Remaining]
    """Estimate how much is still to come, even before the deal. It must depend on public facts only."""
    awaited: Callable[[S], Ask[A] | None] | None = None
    """Return the seat and key of a whole table's next question (`next_of`), without computing all the others.

    The meaning of silence is only needed if the table itself is asked.
    """
    moved: Callable[[S, Seat, A, Chance], tuple[list[E], S]] | None = None
    """Return what `decide` returns and the table after it, if the rules find both on the way to the next question."""

    number_actions: Callable[[AnySetup], Numbering[S, A]] | None = None
    """Return the numbers of all answers at tables with this setup, for programs that learn."""

    # Bots, and what they believe
    bot: Callable[[S, Seat, Chance], A]
    """Return the bot's answer, from what its seat knows. Randomness keeps it unpredictable even to readers of its
    source.
    """
    beginner: Callable[[S, Seat, Chance], A]
    """Return the answer of a friendly beginner, who makes understandable mistakes that vary.

    It uses the same knowledge and randomness as `bot`.
    """
    imagines: bool
    """Whether `imagine` and `seen` are its own, or nothing is hidden.

    If not, Flint plays like Cinder, and there are no hints, analyses, sandboxes and puzzles.
    """
    imagine: Callable[[S, Seat, Chance], S]
    """Draw a whole table, as the referee would know it, that fits what a seat knows (a determinization).

    Each table is as likely as its cards and dice alone make it. Of sealed answers it contains only the seat's own, so
    the other seats are asked again.
    """
    seen: Callable[[S, Seat], S]
    """Return what a seat knows about a whole table. It can forget what it saw earlier and can't see now."""
    suppose: Callable[[S, Seat, Chance], S] | None = None
    """Draw a table like `imagine`, but as likely as the other seats' answers make it, if those reveal a lot."""
    stranger: Callable[[S, Seat, Chance], Callable[[S, Seat, Chance], A]] | None = None
    """Draw how another player seems to play, once per imagined table. Without it, all others play like the bot."""
    prospects: Callable[[S], tuple[float, ...] | None] | None = None
    """Estimate each seat's chance to come first on a whole table, or return None while something is under way.

    Without it, an imagined match is played to its end.
    """
    playouts: int = 300
    """Number of imagined tables that a thinker plays out for one answer, enough for a few tenths of a second."""
    because: Callable[[S, Seat, A], Reason]
    """Return what speaks for an answer, from what the seat knows: something that is true, or `TRIED`."""

    # Standing orders
    obey: Callable[[S, Seat, AnyOrder], A | None]
    """Return what a standing order answers now, from what the seat knows, or None if it does not apply."""
    habits: tuple[AnyOrder, ...] = ()
    """The standing orders that every player starts with, until they change them."""
    first_habits: tuple[AnyOrder, ...] | None = None
    """The same for players who haven't finished a match of the game. None means `habits`."""

    # What pages draw
    board: Callable[[S, Observer], Any]
    """Return what the game's templates draw, a frozen record made from what the observer knows."""
    words: Callable[[E], Mapping[str, object]]
    """Return the values that an event's sentence needs besides the seat, frozen. Equal sentences have equal values."""
    calls: Callable[[A], Mapping[str, object]]
    """Return the values that the few words for an answer need, in the same way."""
    box: object = None
    """The contents of the box for the rules page, a frozen record, if the game lists its cards there."""

    # What a match tells afterwards
    telling: Mapping[type[Event], Picture] = field(default_factory=dict)
    """Kinds of facts that players who were away see first, the most important first, each with its sentence's picture.

    If it's empty, they see the latest facts.
    """
    follows: Mapping[type[Event], type[Event]] = field(default_factory=dict)
    """Kinds of facts that repeat an earlier kind with its result. A recap shows only one of the two."""
    moments: Mapping[type[Event], str] = field(default_factory=dict)
    """Kinds of facts that are key moments of a replay, the most important first, each with its name in English.

    All of them are in `telling`, which has their pictures.
    """
    clears: Collection[type[Event]] = ()
    """Kinds of key moments that take something from the table. A replay draws it as it was just before them."""
    decisive: Mapping[type[Event], tuple[str, str]] = field(default_factory=dict)
    """Kinds of public facts that can decide a match, the most telling first, each with what it did for the winner.

    That's two sentences in English: one about `%(name)s`, and one addressed to them. Both can contain `%(points)d`,
    what the winner got for it. If it's empty, the `moments` can decide a match, and no sentence says how.
    """
    standing: str = ""
    """The field of a player panel that shows who is ahead, with the value None while that's secret.

    If it's empty, no page says who took the lead.
    """
    sources: tuple[str, ...] = ()
    """Sources of points in English, the columns of the final count. If it's empty, the game draws the count itself."""
    earned: Callable[[E], Iterable[tuple[int, Seat, int]]] = _earn_nothing
    """Return what a fact brought: (index in `sources`, seat, points). Over a match, they add up to its scores."""
    feats: Feats[E] | None = None
    """What counts as remarkable in a match, if anything does, for lists of records and the hall of fame."""

    printed: tuple[PrintedFace, ...] = ()
    """The printed faces, for programs that show or count cards."""

    # Learning it
    lesson: Any = None
    """The guided first match (`kernel.lesson.Lesson`), if there is one."""

    @classmethod
    def from_package(cls, package: str, **parts: Any) -> AnyGame:
        """Build the game in a folder. Every part that isn't given comes from the module where all games have it.

        A part whose module doesn't exist comes from `rules`. A draft can do without the parts in `_DRAFTS`: its bots
        answer at random, its sentences say the fields of their facts, and its board those of the state.

        :raises TypeError: if another part is missing
        """
        parts |= _import_parts(package, parts)
        if missing := [name for part, name in _REQUIRED.items() if part not in parts]:
            raise TypeError(f"{package}.rules needs {' and '.join(map(repr, missing))}.")
        for part, build in _DRAFTS.items():
            if part not in parts:
                parts[part] = build(parts)
        parts |= _import_optional_parts(package, parts)
        return cls(**parts)

    def habits_at(self, setup: AnySetup, *, first: bool = False) -> tuple[AnyOrder, ...]:
        """Return the orders every player starts with.

        An order whose class names an `option` needs that option to be on.

        :param first: whether it's the player's first match, which a game can ask more about
        """
        habits = self.first_habits if first and self.first_habits is not None else self.habits
        return tuple(order for order in habits if getattr(setup.options, getattr(order, "option", ""), True))

    def learn(self, state: S, events: Iterable[Event], observer: Observer = REFEREE) -> S:
        """Return the state after the observer has learnt those of these events that they know."""
        evolve: Callable[[S, Any], S] = self.evolve
        if observer == REFEREE:
            for event in events:
                if type(event) is not Announced:
                    state = evolve(state, event)
            return state
        for event in events:
            # `known_to` alone would be enough, but the test before it avoids most of the calls.
            if (isinstance(event, Public) or known_to(event, observer)) and type(event) is not Announced:
                state = evolve(state, event)
        return state

    @cached_property
    def probable(self) -> Callable[[S, Seat, Chance], S]:
        """Draw a whole table that the seat can believe in, weighted by others' answers if those reveal a lot."""
        return self.suppose or self.imagine

    @cached_property
    def next(self) -> Callable[[S], Ask[A] | None]:
        """Return a whole table's next question, or None if the match is over.

        The meaning of silence can be missing unless the table itself is asked, because playouts are never late.
        """
        return self.awaited or self._next

    @cached_property
    def after(self) -> Callable[[S, Seat, A, Chance], tuple[Sequence[E], S]]:
        """Return the facts that follow from a legal action, and the whole table after them."""
        return self.moved or self._after

    def _next(self, table: S) -> Ask[A] | None:
        asked = self.asks(table)
        return next_of(asked) if asked else None

    def _after(self, table: S, seat: Seat, action: A, chance: Chance) -> tuple[Sequence[E], S]:
        facts = tuple(self.decide(table, seat, action, chance))
        return facts, self.learn(table, facts)

    def recall(self, setup: AnySetup, events: Iterable[Event], observer: Observer = REFEREE) -> S:
        """Return what the observer knows after these events. This fold is the only way to look at a match."""
        return self.learn(self.blank(setup), events, observer)

    def setup(self, seats: int, options: Mapping[str, object] | None = None) -> AnySetup:
        """Build a setup from untrusted input.

        :raises Illegal: if the number of seats is wrong, or an option is unknown or out of bounds
        """
        if seats not in self.meta.seats:
            raise Illegal(f"{self.meta.title} is for {self.meta.seats[0]} to {self.meta.seats[-1]} players.")
        known = self.options.__struct_fields__
        for name in options or {}:
            if name not in known:
                raise Illegal(f"{self.meta.title} has no option {name!r}. Options: {', '.join(known) or 'none'}.")
        try:
            chosen = forms.parse_form_fields(dict(options or {}), self.options)
        except msgspec.ValidationError as error:
            raise Illegal(f"Invalid option for {self.meta.title}: {error}.") from error
        return Setup(seats=seats, options=chosen, edition=self.meta.edition)

    def agreed(self, stored: str | bytes | msgspec.Raw) -> AnySetup:
        """Read a match's setup from its stored text.

        It's the only way to read one, because rules depend on its edition.

        :raises msgspec.DecodeError: if it is not a setup of this game, or its edition is not known here
        """
        setup: AnySetup = msgspec.json.decode(stored, type=self.setup_type)
        if not 1 <= setup.edition <= self.meta.edition:
            raise msgspec.ValidationError(f"{self.meta.title} has no edition {setup.edition} of its rules here")
        return setup

    def in_edition(self, edition: int) -> Game[S, A, E]:
        """Return this game with an older edition for new matches, for simulations and laws.

        :raises Illegal: if there is no such edition
        """
        if not 1 <= edition <= self.meta.edition:
            raise Illegal(f"The rules of {self.meta.title} have editions 1 to {self.meta.edition}, not {edition}.")
        return replace(self, meta=replace(self.meta, edition=edition))

    @cached_property
    def setup_type(self) -> object:
        return Setup[self.options]  # type: ignore[name-defined]

    @cached_property
    def fact(self) -> msgspec.json.Decoder[E | Announced]:
        """Return a decoder for any fact in a log of this game."""
        return msgspec.json.Decoder(self.event | Announced)

    @cached_property
    def answer(self) -> msgspec.json.Decoder[A]:
        """Return a decoder for the actions in a log. It doesn't accept one kind of number for another."""
        return msgspec.json.Decoder(self.action)

    @cached_property
    def memory(self) -> msgspec.json.Decoder[S]:
        """Return a decoder for a stored state."""
        return msgspec.json.Decoder(self.state)


AnyState: TypeAlias = Any
"""What an observer knows in a match of any game."""
AnyAction: TypeAlias = Any
"""An answer in any game."""
AnyOrder: TypeAlias = Any
"""A standing order of any game."""
AnyAsk: TypeAlias = Ask[AnyAction]
"""A question of any game."""
AnyGame: TypeAlias = Game[AnyState, AnyAction, Any]
"""A game with any state, answers and events."""
