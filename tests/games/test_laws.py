"""Laws that every game in the catalogue must satisfy. New games are tested automatically."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count, pairwise
from typing import Any, get_args

import msgspec
import pytest

from apps.kernel.chance import SEED_BYTES, Chance
from apps.kernel.events import Private, Public, Secret, known_to
from apps.kernel.game import Answer, next_of
from apps.kernel.playout import Asked, Playout, build_transcript, play_out_match, play_silently
from apps.kernel.record import encode_record, parse_record
from apps.kernel.table import HOUSE, REFEREE, AnySetup, Observer, Seat
from apps.kernel.verify import verify_record
from tests.games.tables import (
    GAMES,
    TABLES,
    AnyGame,
    Position,
    Table,
    at_random,
    hooks,
    kinds,
    name,
    observers,
    played,
    stored,
)
from tests.luck import LUCK

TELLING_FIRST = sorted(TABLES, key=lambda table: not hasattr(hooks(table[0]), "cards"))
"""The tables without gaps for pytest, which groups tests by their table's position in the list.

With gaps, matches would be drawn twice.
"""

each_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=name)
each_game = pytest.mark.parametrize("game", GAMES, ids=name)

Positions = Sequence[Position]
Check = Callable[[AnyGame, Playout, Positions], None]


def law(*, of_those_who_tell: str = "", of_every: int = 1) -> Callable[[Check], Any]:
    """Check a law for every match drawn at each table: twelve, or what the game's hooks call `enough`.

    Some laws apply only to games with a certain hook (`of_those_who_tell`), such as the laws about cards. Slow checks
    use every second match, and checks that another law covers every third one.
    """
    tables = [each for each in TELLING_FIRST if not of_those_who_tell or hasattr(hooks(each[0]), of_those_who_tell)]
    names = [f"{name(game)}-{seats}" for game, seats in tables]

    def at_each_table(check: Check) -> Any:
        @pytest.mark.parametrize("table", tables, ids=names, indirect=True)
        def test(table: Table) -> None:
            for match, positions in table.matches[::of_every]:
                try:
                    check(table.game, match, positions)
                except Exception as wrong:
                    wrong.add_note(
                        f"{match.setup}, seed {match.seed.hex()}; SLOWFUSE_TEST_LUCK={LUCK!r} draws it again."
                    )
                    raise

        test.__name__, test.__doc__ = check.__name__, check.__doc__
        return test

    return at_each_table


@law()
def test_a_match_ends_with_an_outcome_that_says_who_is_first(
    game: AnyGame, match: Playout, positions: Positions
) -> None:
    outcome = match.outcome
    assert len(outcome.places) == len(outcome.scores) == match.setup.seats
    assert all(place == 1 + sum(other < place for other in outcome.places) for place in outcome.places)
    assert outcome.why
    assert all(game.outcome(memory) == outcome for memory in positions[-1].memories.values())


@law()
def test_what_points_were_got_for_adds_up_to_the_scores(game: AnyGame, match: Playout, positions: Positions) -> None:
    """Check games that name the sources of their points. Games that count what is on the table don't."""
    got = [[0] * len(game.sources) for _ in match.setup.everyone()]
    for fact in match.events():
        for source, seat, points in game.earned(fact):
            got[seat][source] += points
    if game.sources:
        assert tuple(map(sum, got)) == match.outcome.scores


@law()
def test_a_match_ends_in_silence_with_every_seed_in_another(
    game: AnyGame, match: Playout, positions: Positions
) -> None:
    other = bytes(byte ^ 1 for byte in match.seed)
    silence = [play_out_match(game, match.setup, luck, play_silently(game)) for luck in (match.seed, other)]
    assert silence[0].events() != silence[1].events()


@law(of_every=3)
def test_bots_play_legally_to_the_end(game: AnyGame, match: Playout, positions: Positions) -> None:
    """Check every match, and ask the bot twice every third time. Drawn matches contain some bot answers, too."""
    turns = count()

    def choose(state: Any, ask: Any, whim: Chance) -> Any:
        action = game.bot(state, ask.seat, whim)
        assert action in game.legal(state, ask.seat)
        assert next(turns) % 3 or game.bot(state, ask.seat, whim) == action
        return action

    play_out_match(game, match.setup, match.seed, choose)


@law()
def test_what_rules_find_on_a_shorter_way_is_what_they_find_on_the_long_one(
    game: AnyGame, match: Playout, positions: Positions
) -> None:
    """Check the next question and the table after a move, for which playouts use the shorter way."""
    for before, after, step in zip(positions, positions[1:], match.steps, strict=False):
        truth, luck = before.truth, Chance(match.seed, after.number)
        first, short = next_of(game.asks(truth)), game.next(truth)
        assert short is not None
        assert (short.seat, short.key) == (first.seat, first.key)
        assert short.default == first.default or short.seat != HOUSE
        assert tuple(game.decide(truth, step.seat, step.action, luck)) == step.facts
        facts, table = game.after(truth, step.seat, step.action, luck)
        assert (tuple(facts), table) == (step.facts, after.truth)
    assert game.next(positions[-1].truth) is None


@law()
def test_what_is_said_to_be_left_is_the_same_for_everybody_until_nothing_is(
    game: AnyGame, match: Playout, positions: Positions
) -> None:
    for position in positions[:-1]:
        told = game.remaining(position.memories[REFEREE])
        assert told.turns >= 1
        assert {each.about for each in told.waits} <= set(game.meta.questions)
        assert all(game.remaining(memory) == told for memory in position.memories.values())


@each_game
def test_what_is_said_to_be_left_at_the_deal_is_about_what_comes(game: AnyGame) -> None:
    """Check one-click tables with house bots, counting answers that no habit gives. Twice the number is wrong."""
    setup = game.setup(game.meta.quick_seats or game.meta.seats[0], game.meta.quick_options)
    told = sum(each.times for each in game.remaining(game.blank(setup)).waits)
    came = [len(_asked_about(game, setup, bytes([n]) * SEED_BYTES)) for n in range(4)]
    assert 0.6 < told / (sum(came) / len(came)) < 1.6


def _asked_about(game: AnyGame, setup: AnySetup, seed: bytes) -> set[str]:
    """Return the questions and windows that a player had to think about."""
    found = set[str]()

    def thinking(state: Any, ask: Any, whim: Chance) -> Any:
        found.add(ask.key)
        return game.bot(state, ask.seat, whim)

    play_out_match(game, setup, seed, Asked(game, game.habits_at(setup), thinking))
    return found


@law(of_every=3)
def test_the_same_seed_gives_the_same_match(game: AnyGame, match: Playout, positions: Positions) -> None:
    """Play every match again. That the same answers lead to the same facts is shown where it is verified."""
    assert played(game, match.setup, match.seed) == match


@each_game
def test_no_action_and_no_order_takes_a_word_too_much(game: AnyGame) -> None:
    """Check that requests with unknown fields are refused, because their senders have misunderstood something."""
    for kind in (*kinds(game.action), *kinds(game.order)):
        told: Any = msgspec.inspect.type_info(kind)
        structs = [told, *(inner for field in told.fields for inner in _structs(field.type))]
        for struct in structs:
            assert struct.cls.__struct_config__.forbid_unknown_fields, struct.cls
    for kind in get_args(game.action):
        assert issubclass(kind, Answer)


def _structs(told: Any) -> Iterator[Any]:
    """Yield the structs that a type consists of."""
    if isinstance(told, msgspec.inspect.StructType):
        yield told
    for part in (*getattr(told, "types", ()), *getattr(told, "item_types", ()), getattr(told, "item_type", None)):
        if part is not None:
            yield from _structs(part)


@law()
def test_everything_survives_storage(game: AnyGame, match: Playout, positions: Positions) -> None:
    assert [game.fact.decode(msgspec.json.encode(fact)) for fact in match.events()] == match.events()
    assert stored(match.setup, game.setup_type) == match.setup
    for step in match.steps:
        assert stored(step.action, game.action) == step.action
    for position in positions:
        for memory in position.told.values():
            assert game.memory.decode(msgspec.json.encode(memory)) == memory


@law()
def test_a_match_on_paper_verifies(game: AnyGame, match: Playout, positions: Positions) -> None:
    verdict = verify_record(game, parse_record(encode_record(build_transcript(game, match))))
    assert verdict.right, verdict.wrong
    assert verdict.facts == len(match.events())


@law()
def test_silence_is_legal(game: AnyGame, match: Playout, positions: Positions) -> None:
    """Check the default of every question, except for kinds that are reserved for the clock."""
    clocks: tuple[type, ...] = getattr(hooks(game), "clocks", ())
    for position in positions:
        for ask in position.asks[REFEREE]:
            assert ask.default in position.legal[ask.seat] or isinstance(ask.default, clocks)


@law()
def test_a_seat_knows_what_it_is_asked_and_what_it_may_answer(
    game: AnyGame, match: Playout, positions: Positions
) -> None:
    for position in positions:
        asked = {ask.seat: ask for ask in position.asks[REFEREE]}
        for seat in match.setup.everyone():
            mine = [ask for ask in position.asks[seat] if ask.seat == seat]
            assert mine == [asked[seat]] if seat in asked else not mine
            assert tuple(position.legal[seat]) == tuple(game.legal(position.truth, seat))
            assert bool(position.legal[seat]) == (seat in asked)


@law()
def test_everybody_knows_who_is_asked_what(game: AnyGame, match: Playout, positions: Positions) -> None:
    """Check that open questions are never secret. Whether and how they were answered can be."""
    open_: dict[Observer, set[tuple[Any, ...]]] = {}
    for position in positions:
        for who in position.told:
            open_[who] = {(ask.seat, ask.about, ask.key, ask.duty, ask.expected) for ask in position.asks[who]}
        assert all(known == open_[REFEREE] for known in open_.values())


@law()
def test_an_answer_in_a_window_begins_with_a_whisper_to_its_seat(
    game: AnyGame, match: Playout, positions: Positions
) -> None:
    """Check that the first fact is private. If it were public, it would show who closed the window."""
    for position, step in zip(positions, match.steps, strict=False):
        assert step.facts, "a move leads to something"
        together = [ask for ask in position.asks[REFEREE] if ask.key == step.key]
        if len(together) > 1 and step.seat != HOUSE:
            assert isinstance(step.facts[0], Private)
            assert step.facts[0].to == (step.seat,)


@law()
def test_a_question_is_asked_once_under_its_key(game: AnyGame, match: Playout, positions: Positions) -> None:
    closed: set[tuple[Seat, str]] = set()
    before: set[tuple[Seat, str]] = set()
    for position in positions:
        asks = position.asks[REFEREE]
        now = {(ask.seat, ask.key) for ask in asks}
        assert len(now) == len(asks)
        assert {ask.about for ask in asks} <= set(next(iter(game.meta.paces.values())))
        closed |= before - now
        assert not closed & now
        before = now


@law()
def test_nobody_is_asked_exactly_when_the_match_is_over(game: AnyGame, match: Playout, positions: Positions) -> None:
    for position in positions:
        assert (game.outcome(position.truth) is None) == bool(position.asks[REFEREE])


@law(of_every=2)
def test_what_is_illegal_is_refused_and_never_a_crash(game: AnyGame, match: Playout, positions: Positions) -> None:
    """Check all actions of the match, by every seat in every position."""
    actions = list(dict.fromkeys(step.action for step in match.steps))
    allowed: dict[Seat, list[Any]] = {}
    for position in positions:
        asked = {ask.seat for ask in position.asks[REFEREE]}
        for seat, legal in position.legal.items():
            if seat in position.told or seat == HOUSE:
                allowed[seat] = [action for action in actions if action in legal]
            assert seat in asked or not allowed[seat]
            for action in allowed[seat]:
                assert game.decide(position.truth, seat, action, Chance(b"x" * 32, 1))


@law()
def test_deciding_changes_nothing_and_always_says_the_same(game: AnyGame, match: Playout, positions: Positions) -> None:
    for position, step in zip(positions, match.steps, strict=False):
        before = msgspec.json.encode(position.truth)
        luck = Chance(match.seed, position.number + 1)
        assert tuple(game.decide(position.truth, step.seat, step.action, luck)) == step.facts
        assert msgspec.json.encode(position.truth) == before


@law()
def test_a_memory_is_the_fold_of_what_was_told(game: AnyGame, match: Playout, positions: Positions) -> None:
    last = positions[-1]
    for who in observers(match.setup):
        told = [fact for fact in match.events() if known_to(fact, who)]
        assert game.recall(match.setup, match.events(), who) == last.memories[who]
        assert game.recall(match.setup, told, REFEREE) == last.memories[who]


@law(of_those_who_tell="hidden")
def test_nobody_knows_a_card_that_lies_face_down(game: AnyGame, match: Playout, positions: Positions) -> None:
    hook: Any = hooks(game)
    known: dict[Observer, Any] = {}
    for position in positions:
        known |= {who: hook.cards(memory) for who, memory in position.told.items() if who != REFEREE}
        for who, cards in known.items():
            assert hook.hidden(position.truth, who).isdisjoint(cards)


@law(of_those_who_tell="cards")
def test_no_card_is_lost_or_doubled(game: AnyGame, match: Playout, positions: Positions) -> None:
    hook: Any = hooks(game)
    for before, after in pairwise(positions):
        now = Counter(hook.cards(after.truth))
        assert max(now.values()) == 1
        if not hook.new_deal(after.facts):
            assert set(hook.cards(before.truth)) - set(now) == hook.removed(before.truth, after.facts)
            assert set(now) <= set(hook.cards(before.truth))


@law(of_every=2)
def test_everybody_sees_a_board_and_hears_words_at_every_moment(
    game: AnyGame, match: Playout, positions: Positions
) -> None:
    for position in positions:
        for who, memory in position.told.items():
            assert game.board(memory, who) is not None
            assert len(game.scores(memory)) == match.setup.seats
        assert all(isinstance(word, str) for fact in position.facts for word in game.words(fact))
    last = positions[-1].memories
    assert all(game.scores(memory) == match.outcome.scores for memory in last.values())
    assert all(game.board(memory, who) == game.board(memory, who) for who, memory in last.items())


@each_table
def test_the_table_before_the_deal_can_be_looked_at(game: AnyGame, seats: int) -> None:
    setup = game.setup(seats)
    blank = game.blank(setup)
    assert game.asks(blank) == ()
    assert game.outcome(blank) is None
    for who in observers(setup):
        game.board(blank, who)
    assert all(not game.legal(blank, seat) for seat in (*setup.everyone(), HOUSE))


@each_game
def test_every_event_declares_who_knows_it_and_has_a_tag_of_its_own(game: AnyGame) -> None:
    kinds = get_args(game.event)
    tags = [kind.__struct_config__.tag for kind in kinds]
    assert all(issubclass(kind, Public | Private | Secret) for kind in kinds)
    assert len(set(tags)) == len(tags)
    assert "house" not in tags


@each_game
def test_values_that_are_stored_are_frozen(game: AnyGame) -> None:
    stored_kinds = (*kinds(game.event), *kinds(game.action), *kinds(game.order), game.state, game.options)
    assert all(kind.__struct_config__.frozen for kind in stored_kinds)


@each_game
def test_presets_of_pace_name_the_same_kinds_of_question(game: AnyGame) -> None:
    assert list(game.meta.paces) == ["live", "daily", "relaxed", "weekly"]
    assert len({tuple(pace) for pace in game.meta.paces.values()}) == 1
    assert all(seconds > 0 for pace in game.meta.paces.values() for seconds in pace.values())


@each_game
def test_options_have_defaults_and_names_for_a_form(game: AnyGame) -> None:
    schema = msgspec.json.schema(game.options)["$defs"][game.options.__name__]
    assert not schema.get("required")
    assert all(field["title"] for field in schema["properties"].values())


@each_game
def test_random_players_differ(game: AnyGame) -> None:
    """Check that random matches differ, which gives the laws above their meaning."""
    setup = game.setup(game.meta.seats[0])
    seeds = [bytes([number]) * 32 for number in range(5)]
    played = {str(play_out_match(game, setup, b"x" * 32, at_random(game, seed)).steps) for seed in seeds}
    assert len(played) > 1
