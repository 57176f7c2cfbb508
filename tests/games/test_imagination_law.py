"""Tests that tables imagined by a seat could be the real one and contain exactly what it knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from zlib import crc32

from apps.kernel.chance import Chance
from apps.kernel.game import AnyAsk, next_of
from apps.kernel.imagined import Tables
from apps.kernel.playout import MAX_MOVES, Playout
from apps.kernel.search import try_answers
from apps.kernel.table import HOUSE, REFEREE, AnySetup, Observer, Seat
from apps.matches.engine import origin
from tests.games.tables import AnyGame, Position, hooks
from tests.games.test_laws import Positions, law

OFTEN = 12
"""The number of positions in a match from which a table is imagined."""
RARELY = 2000
"""The number of imagined tables in which a seat almost surely holds a certain card at least once."""


def _asked(match: Playout, positions: Positions) -> Iterator[tuple[Position, Seat, Chance]]:
    """Yield positions of a match with an asked seat and randomness."""
    for position in positions[:: max(1, len(positions) // OFTEN)]:
        luck = Chance(match.seed, 1_000_000 + position.number)
        for ask in position.asks["referee"]:
            if ask.seat != HOUSE:
                yield position, ask.seat, luck


@law()
def test_what_a_seat_knows_can_be_told_from_the_whole_table(
    game: AnyGame, match: Playout, positions: Positions
) -> None:
    """Check all games except those where seats see things that are hidden again later."""
    if not hasattr(hooks(game), "covered"):
        for position in positions[:-1]:
            for seat in match.setup.everyone():
                assert game.seen(position.truth, seat) == position.memories[seat]


@law()
def test_an_imagined_table_shows_the_seat_what_it_knew(game: AnyGame, match: Playout, positions: Positions) -> None:
    covered = getattr(hooks(game), "covered", None)
    for position, seat, luck in _asked(match, positions):
        memory = position.memories[seat]
        for imagine in {game.imagine, game.probable}:
            table = imagine(memory, seat, luck)
            assert (covered(table, memory) if covered else game.seen(table, seat)) == memory
            assert imagine(memory, seat, luck) == table
            assert any(ask.seat == seat for ask in game.asks(table))


@law(of_those_who_tell="cards")
def test_an_imagined_table_holds_as_many_cards_as_the_real_one_and_none_twice(
    game: AnyGame, match: Playout, positions: Positions
) -> None:
    told: Any = hooks(game)
    for position, seat, luck in _asked(match, positions):
        for imagine in {game.imagine, game.probable}:
            cards = told.cards(imagine(position.memories[seat], seat, luck))
            assert len(cards) == len(set(cards)) == len(told.cards(position.truth))


@law(of_every=3)
def test_every_answer_can_be_tried_on_an_imagined_table(game: AnyGame, match: Playout, positions: Positions) -> None:
    """Check one position of the match to the end, or until nothing is open.

    Others play at random. With bots, this would take as long as all other laws together.
    """
    moments = [each for each in _asked(match, positions) if each[0].legal[each[1]]]
    position, seat, luck = moments[crc32(match.seed) % len(moments)]
    ask = next(ask for ask in position.asks[seat] if ask.seat == seat)

    def anything(state: Any, asked: AnyAsk, whim: Chance) -> Any:
        """Choose any legal action. Silence isn't always one."""
        return whim.pick("any", game.legal(state, asked.seat))

    found = try_answers(Tables(game, position.memories[seat], seat, luck, anything), ask, luck, playouts=1)
    assert all(0 <= each.value <= 1 for each in found)
    assert all(each.action in position.legal[seat] for each in found)


@law(of_every=3)
def test_an_imagined_table_is_kept_as_text_and_read_again(game: AnyGame, match: Playout, positions: Positions) -> None:
    """Check tables from anywhere in a match, for any asked seat.

    Only the seat that imagined the table knows more than it sees there.
    """
    for position in positions[: -1 : max(1, len(positions) // OFTEN)]:
        for seat in match.setup.everyone():
            memory, luck = position.memories[seat], Chance(match.seed, 2_000_000 + position.number)
            found = origin.imagine_origin(game, memory, seat, luck, match="", move=0, at=0)
            known = _beginning(game, match.setup, origin.encode_origin(found))
            table = game.imagine(memory, seat, luck)
            assert known.pop(REFEREE) == table
            assert known.pop(seat) == memory
            assert known == {other: game.seen(table, other) for other in match.setup.others(seat)}
            assert game.asks(table)


@law(of_every=3)
def test_a_match_begun_at_an_imagined_table_ends(game: AnyGame, match: Playout, positions: Positions) -> None:
    """Check that it ends, and that everyone is asked only about what they know from the start and the facts."""
    moment = positions[crc32(match.seed) % (len(positions) - 1)]
    seat = match.setup.everyone()[crc32(match.seed) % match.setup.seats]
    luck = Chance(match.seed, 3_000_000)
    found = origin.imagine_origin(game, moment.memories[seat], seat, luck, match="", move=0, at=0)
    known = _beginning(game, match.setup, origin.encode_origin(found))
    for number in range(1, MAX_MOVES):
        asked = game.asks(known[REFEREE])
        if not asked:
            break
        ask = next_of(asked)
        if ask.seat == HOUSE:
            action = ask.default
        else:
            own = known[ask.seat]
            assert any((each.seat, each.key) == (ask.seat, ask.key) for each in game.asks(own))
            action = game.bot(own, ask.seat, Chance(match.seed, number))
            assert action in game.legal(own, ask.seat)
        facts = tuple(game.decide(known[REFEREE], ask.seat, action, Chance(match.seed, number)))
        known = {who: game.learn(state, facts, who) for who, state in known.items()}
    assert all(game.outcome(state) == game.outcome(known[REFEREE]) for state in known.values())
    assert game.outcome(known[REFEREE])


@law(of_every=3)
def test_nobody_is_asked_for_the_only_answer_if_the_others_know_that_it_is(
    game: AnyGame, match: Playout, positions: Positions
) -> None:
    """Check that no such question costs time without revealing anything.

    If only the hand rules the other answers out, the question is asked. Skipping it would show what the hand lacks.
    """
    if getattr(hooks(game), "asks_anyway", lambda _: False)(match.setup):
        return
    for position in positions:
        asked = [ask for ask in position.asks[REFEREE] if ask.seat != HOUSE]
        if asked and all(len(position.legal[ask.seat]) == 1 for ask in asked):
            assert _might_choose(game, match, position, [ask.seat for ask in asked]), (asked, position.number)


def _might_choose(game: AnyGame, match: Playout, position: Position, asked: Iterable[Seat]) -> bool:
    """Return whether another seat can think that one of these has a choice.

    With two seats, it always can, because the other might hold the card in question.
    """
    if match.setup.seats == 2:
        return True
    for at in range(RARELY):
        for seat in asked:
            other = match.setup.others(seat)[at % (match.setup.seats - 1)]
            table = game.imagine(position.memories[other], other, Chance(match.seed, 4_000_000 + at))
            if len(game.legal(table, seat)) > 1:
                return True
    return False


def _beginning(game: AnyGame, setup: AnySetup, text: str) -> dict[Observer, Any]:
    """Return what everyone knows before the first answer."""
    everybody: tuple[Observer, ...] = (*setup.everyone(), REFEREE)
    return {who: origin.build_first_projection(game, setup, who, text).state for who in everybody}
