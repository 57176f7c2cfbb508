"""Secrecy as one law: an observer sees no difference between two matches that differ only in secrets.

Every game in the catalogue must meet it. Secrets are declared by facts and questions: answers sealed in a window
(several questions under one key), and all names in facts hidden from the observer.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, get_args
from zlib import crc32

import pytest
from msgspec import Struct
from msgspec.structs import replace

from apps.kernel import events
from apps.kernel.chance import SEED_BYTES, Chance
from apps.kernel.events import Announced, Event, Public, Secret, known_to
from apps.kernel.playout import Playout
from apps.kernel.table import HOUSE, REFEREE, Observer, Seat
from tests.games.tables import (
    GAMES,
    AnyGame,
    Position,
    hooks,
    name,
    observers,
    options,
    played,
    positions,
)
from tests.games.test_laws import Positions, law
from tests.luck import LUCK

AHEAD: Final = 5
"""The maximum number of moves played on in the other world, if the difference isn't turned up earlier."""
OFTEN: Final = 8
"""The number of positions per match."""


@dataclass(frozen=True)
class Sight:
    """Everything a move brings an observer: the story, the table, the questions, the answers and the page."""

    told: tuple[Event, ...]
    words: tuple[Mapping[str, Any], ...]
    memory: Any
    asks: tuple[Any, ...]
    legal: tuple[Any, ...]
    board: Any
    scores: tuple[int, ...]


def sight(game: AnyGame, memory: Any, facts: Sequence[Event], who: Observer) -> Sight:
    memory = game.learn(memory, facts, who)
    told = tuple(fact for fact in facts if known_to(fact, who))
    return Sight(
        told=told,
        words=tuple(game.words(fact) for fact in told),
        memory=memory,
        asks=game.asks(memory),
        legal=tuple(game.legal(memory, who)) if isinstance(who, int) else (),
        board=game.board(memory, who),
        scores=game.scores(memory),
    )


# -- sealed answers ---------------------------------------------------------------------


@law(of_every=2)
def test_what_is_sealed_tells_nobody_else_anything_before_its_window_closes(
    game: AnyGame, match: Playout, positions: Positions
) -> None:
    """Replace an answer by another legal one, keep all later answers, and check that others see no difference.

    They see nothing new at all. Answers are sealed while others are asked, too; actions beside the question can be
    public.

    If the answer then stays face down (`laid`), two that look alike are compared until a fact shows which it was.
    """
    check_sealed(game, match, positions)


def check_sealed(game: AnyGame, match: Playout, positions: Positions) -> None:
    luck = random.Random(match.seed)
    sealed = [position for position in positions[:-1] if _others_asked(match, position)]
    for position in luck.sample(sealed, min(OFTEN, len(sealed))):
        step = match.steps[position.number]
        others = [action for action in position.legal[step.seat] if action != step.action]
        alike = [action for action in others if _alike(game, action, step.action)]
        _play_window(game, match, position, luck.choice(luck.choice([others, alike]) or others or [step.action]))


def _play_window(game: AnyGame, match: Playout, start: Position, other: Any) -> None:
    seat, window = match.steps[start.number].seat, _others_asked(match, start)
    truths = [start.truth, start.truth]
    memories = {who: start.memories[who] for who in observers(match.setup)[:-1] if who != seat}
    sealed = dict.fromkeys((*_names(match.steps[start.number].action), *_names(other)))
    closed, stays_down = False, _alike(game, match.steps[start.number].action, other)
    for number, step in enumerate(match.steps[start.number :], start=start.number + 1):
        answers = (step.action, other if number == start.number + 1 else step.action)
        if closed and step.action not in game.legal(truths[1], step.seat):
            return
        facts = [
            tuple(game.decide(truth, step.seat, answer, Chance(match.seed, number)))
            for truth, answer in zip(truths, answers, strict=True)
        ]
        truths = [game.learn(truth, found) for truth, found in zip(truths, facts, strict=True)]
        asks = [game.asks(truth) for truth in truths]
        closed = closed or not all(window <= {ask.key for ask in found} for found in asks)
        if closed and not stays_down:
            return
        answered = [all(ask.answered for ask in found if ask.seat == step.seat) for found in asks]
        if answered != [True, True] and step.seat == seat and not closed:
            return
        for who, memory in memories.items():
            if closed and _told_apart(game, facts[0], facts[1], who, sealed):
                return
            seen = sight(game, memory, facts[0], who)
            assert seen == sight(game, memory, facts[1], who)
            assert closed or step.seat == who or not all(answered) or not seen.told
            memories[who] = seen.memory


def _alike(game: AnyGame, action: Any, other: Any) -> bool:
    """Return whether two answers are face down when their window closes, and look the same."""
    laid = getattr(hooks(game), "laid", lambda _: 0)
    return bool(laid(action)) and laid(action) == laid(other)


def _others_asked(match: Playout, position: Position) -> set[str]:
    """Return the questions that others are asked at the same time as the seat that answers next."""
    seat = match.steps[position.number].seat
    return {ask.key for ask in position.asks[REFEREE] if HOUSE not in (seat, ask.seat) and ask.seat != seat}


# -- face-down cards --------------------------------------------------------------------


@law(of_every=3)
def test_what_lies_face_down_tells_nobody_anything_before_it_is_turned_up(
    game: AnyGame, match: Playout, positions: Positions
) -> None:
    """Rename hidden things in the facts an observer can't see, and check that the same answers look the same.

    The comparison ends with a fact that shows one of those names. Cards with different backs aren't swapped (`back`). A
    game can declare which facts show hidden cards (`shows`); otherwise any public fact can.
    """
    check_face_down(game, match, positions)


def check_face_down(game: AnyGame, match: Playout, positions: Positions) -> None:
    luck = random.Random(match.seed)
    everybody = observers(match.setup)[:-1]
    moves = range(len(match.steps))
    for start in luck.sample(moves, min(OFTEN, len(moves))):
        who = luck.choice(everybody)
        log = [fact for position in positions[: start + 1] for fact in position.facts]
        renamed = _renamed(game, match, log, start, who, luck)
        other_log = [fact if known_to(fact, who) else _other(fact, renamed) for fact in log]
        assert game.recall(match.setup, other_log, who) == positions[start].memories[who]
        _play_on(game, match, positions[start], who, game.recall(match.setup, other_log), renamed)


def _play_on(
    game: AnyGame, match: Playout, start: Position, who: Observer, other: Any, renamed: Mapping[Any, Any]
) -> None:
    truth, memory = start.truth, start.memories[who]
    for number, step in enumerate(match.steps[start.number :][:AHEAD], start=start.number + 1):
        if step.action in game.legal(truth, step.seat) and step.action not in game.legal(other, step.seat):
            return
        facts, others = (
            tuple(game.decide(world, step.seat, step.action, Chance(match.seed, number))) for world in (truth, other)
        )
        if _told_apart(game, facts, others, who, renamed):
            return
        seen = sight(game, memory, facts, who)
        assert seen == sight(game, memory, others, who)
        truth, other, memory = game.learn(truth, facts), game.learn(other, others), seen.memory
        assert _asked(game, truth) == _asked(game, other), "whom the rules ask says what they saw"


def _asked(game: AnyGame, truth: Any) -> set[Any]:
    return {(ask.seat, ask.about, ask.key, ask.duty, ask.expected) for ask in game.asks(truth)}


def _told_apart(
    game: AnyGame, facts: Iterable[Event], others: Iterable[Event], who: Observer, renamed: Mapping[Any, Any]
) -> bool:
    """Return whether the observer sees a difference, and check that its first fact shows what was face down."""
    told, other = ([fact for fact in log if known_to(fact, who)] for log in (facts, others))
    if told == other:
        return False
    first = next((pair for pair in zip(told, other, strict=False) if pair[0] != pair[1]), ())
    assert first, "they are told of more"
    assert all(isinstance(fact, _shows(game)) or who in getattr(fact, "to", ()) for fact in first), first
    assert any(not renamed.keys().isdisjoint(_names(fact)) for fact in first), first
    return True


def _shows(game: AnyGame) -> Any:
    return getattr(hooks(game), "shows", Public)


def _renamed(
    game: AnyGame, match: Playout, log: Sequence[Event], start: int, who: Observer, luck: random.Random
) -> dict[Any, Any]:
    """Return new names for everything hidden from an observer, swapped within a kind and a back.

    Names that the observer has seen are kept, and those in anyone's answers, which are stated and not turned up.
    """
    heard = {each for fact in log if known_to(fact, who) for each in _names(fact)}
    said = {each for step in match.steps[: start + AHEAD] for each in _names(step.action)}
    kept = {each for fact in log if not known_to(fact, who) for each in _rows(fact)}
    alike: dict[Any, list[Any]] = {}
    for hidden in sorted(kept - heard - said - {*match.setup.everyone()}, key=str):
        alike.setdefault((type(hidden), _back(game, hidden)), []).append(hidden)
    return {
        old: new for names in alike.values() for old, new in zip(names, luck.sample(names, len(names)), strict=True)
    }


def _back(game: AnyGame, card: Any) -> Any:
    """Return what everyone sees of a card that is face down."""
    return getattr(hooks(game), "back", lambda _: "")(card)


def _names(value: Any) -> Iterator[Any]:
    """Yield every text and number in a value."""
    if type(value) in (int, str):
        yield value
    for part in _parts(value):
        yield from _names(part)


def _rows(value: Any) -> Iterator[Any]:
    """Yield the names in a value: texts, and numbers in rows. Other numbers are amounts."""
    if type(value) is str:
        yield value
    for part in _parts(value):
        yield from _names(part) if type(value) is tuple else _rows(part)


def _parts(value: Any) -> tuple[Any, ...]:
    if isinstance(value, Struct):
        return tuple(getattr(value, field) for field in value.__struct_fields__ if field != "to")
    return value if type(value) is tuple else ()


def _other(value: Any, renamed: Mapping[Any, Any]) -> Any:
    """Return the value with other names."""
    if isinstance(value, Struct):
        named = [field for field in value.__struct_fields__ if field != "to"]
        return replace(value, **{field: _other(getattr(value, field), renamed) for field in named})
    if type(value) is tuple:
        return tuple(_other(each, renamed) for each in value)
    return renamed.get(value, value) if type(value) in (int, str) else value


# -- beliefs ----------------------------------------------------------------------------


@law()
def test_what_an_observer_believes_of_silence_is_true(game: AnyGame, match: Playout, positions: Positions) -> None:
    """Check that observers know the meaning of silence or nothing. A wrong belief means that a hand is badly hidden.

    If they know only a card's back, they can believe just that. Where they're known to guess (`guesses`), it is no
    belief.
    """
    check_belief(game, match, positions)


def check_belief(game: AnyGame, match: Playout, positions: Positions) -> None:
    guesses = getattr(hooks(game), "guesses", lambda _: False)
    for position in () if guesses(match.setup.options) else positions:
        meant = {(ask.seat, ask.key): ask.default for ask in position.asks[REFEREE] if not ask.answered}
        for who in position.told:
            for ask in position.asks[who]:
                default = meant.get((ask.seat, ask.key), ask.default)
                if ask.default not in (None, default):
                    pairs = zip(_names(ask.default), _names(default), strict=True)
                    assert all(believed in (true, _back(game, true)) for believed, true in pairs)


# -- proof that the laws can fail -------------------------------------------------------


def _lies_down(game: AnyGame) -> bool:
    """Return whether there are cards that no one, or only their player, can name."""
    return hasattr(hooks(game), "laid") or any(issubclass(kind, Secret) for kind in get_args(game.event))


WHISPERS: Final = {
    "bombe": ("sealed",),
    "frogs": ("planned", "replied"),
    "fuse": ("received", "replied", "saw"),
    "kobolds": ("noted",),
    "magpies": ("noted",),
}
"""The whispers whose secrecy the tests can prove.

Missing are random cards placed before the first question, and whispers about known cards. Public, they would make
another, equally consistent game; `schema.txt` says who sees them.
"""


@pytest.mark.parametrize(("slug", "tag"), [(slug, tag) for slug, tags in WHISPERS.items() for tag in tags])
def test_a_whisper_that_everybody_hears_is_found_out(slug: str, tag: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (game,) = (each for each in GAMES if each.meta.slug == slug)
    (kind,) = (each for each in get_args(game.event) if each.__struct_config__.tag == tag)
    for module in ("apps.kernel.game", __name__):
        monkeypatch.setattr(
            f"{module}.known_to", lambda fact, who: isinstance(fact, kind) or events.known_to(fact, who)
        )
    assert _found_out(game, check_sealed, check_face_down, check_belief)


@pytest.mark.parametrize("game", [game for game in GAMES if _lies_down(game)], ids=name)
def test_a_fact_that_depends_on_what_lies_face_down_is_found_out(game: AnyGame) -> None:
    """Check the law with a fact that depends on them very slightly."""

    def decide(truth: Any, seat: Seat, action: Any, chance: Chance) -> list[Event]:
        facts = [*game.decide(truth, seat, action, chance)]
        if any(isinstance(fact, Public) for fact in facts):
            facts.append(Announced("extended", seconds=crc32(repr(truth).encode()) % 2))
        return facts

    check = check_sealed if hasattr(hooks(game), "laid") else check_face_down
    assert _found_out(dataclasses.replace(game, decide=decide, moved=None), check)


def _found_out(game: AnyGame, *checks: Callable[[AnyGame, Playout, Positions], None]) -> bool:
    """Return whether a drawn match breaks one of the laws, as far as the game can be played."""
    luck = random.Random(LUCK)
    for _ in range(60):
        setup, seed = game.setup(game.meta.seats[1], options(game, luck)), luck.randbytes(SEED_BYTES)
        try:
            match = played(game, setup, seed)
            moments = tuple(positions(game, match))
        except KeyError:  # Knowing too much can break the game.
            continue
        for check in checks:
            try:
                check(game, match, moments)
            except AssertionError:
                return True
            except KeyError:
                continue
    return False
