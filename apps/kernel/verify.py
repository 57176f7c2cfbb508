"""Verification of a finished match: it's played again from its revealed seed, and every fact is compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from apps.kernel.chance import SEED_BYTES, Chance, compute_commitment, mix_seed
from apps.kernel.events import Announced, Event
from apps.kernel.game import AGREED, NO_RESULT, AnyAction, AnyAsk, AnyGame, AnyState, Outcome, build_claimed_outcome
from apps.kernel.record import RECORD_VERSION, Header, Line, Record
from apps.kernel.strict_json import decode_exactly
from apps.kernel.table import HOUSE, AnySetup, Seat

T = TypeVar("T")

_OUTCOME_DECODER: Final = msgspec.json.Decoder(Outcome)


class Verdict(Struct, frozen=True):
    """The result of a verification: either everything is right, or the first thing that is wrong."""

    facts: int
    """Number of facts that were compared and found right."""
    wrong: str = ""
    """A sentence naming the first wrong fact, or empty if everything is right."""
    move: int | None = None
    """The move with the wrong fact, if any."""

    @property
    def right(self) -> bool:
        return not self.wrong


class _Wrong(Exception):
    def __init__(self, why: str, move: int | None = None) -> None:
        super().__init__(why)
        self.move = move


def verify_record(game: AnyGame, record: Record) -> Verdict:
    """Compare a full record with the facts that its seed and its actions must lead to."""
    return _Rerun(game, record).verdict()


class _Rerun:
    def __init__(self, game: AnyGame, record: Record) -> None:
        self.game = game
        self.record = record
        self.facts = 0

    def verdict(self) -> Verdict:
        try:
            self._compare()
        except _Wrong as wrong:
            return Verdict(facts=self.facts, wrong=str(wrong), move=wrong.move)
        except RecursionError:
            return Verdict(facts=self.facts, wrong="The record is nested too deeply.")
        return Verdict(facts=self.facts)

    def _compare(self) -> None:
        game, header = self.game, self.record.header
        seed = _parse_seed("seed", header.seed)
        if compute_commitment(seed) != header.commitment:
            raise _Wrong("The seed does not match the commitment shown before the deal.")
        setup = _decode_part("The setup", header.setup, game.agreed)
        if setup.seats not in game.meta.seats:
            raise _Wrong(f"The setup is invalid: {game.meta.title} is not for {setup.seats} players.")
        _check_shuffle(header, seed, setup.seats)
        if not self.record.moves:
            raise _Wrong("The deal is missing.")
        state, ended = game.blank(setup), None
        for number, line in enumerate(self.record.moves):
            if line.move != number:
                raise _Wrong(f"Move {number} is missing. Move {line.move} is in its place.", number)
            if ended:
                raise _Wrong(f"Move {number} comes after the match was ended.", number)
            found = [
                _decode_part(f"Fact {seq} of move {number}", fact, game.fact.decode, number)
                for seq, fact in enumerate(line.facts)
            ]
            if line.cause == "house":
                ended = _get_ending_announcement(line, found, setup)
            else:
                self._match(number, self._expected(line, state, Chance(seed, number)), found)
            self.facts += len(found)
            state = game.learn(state, found)
        self._ending(state, ended)

    def _expected(self, line: Line, state: AnyState, chance: Chance) -> list[Event]:
        game, number = self.game, line.move
        if line.cause == "deal":
            if number != 0:
                raise _Wrong(f"Move {number} is a second deal.", number)
            if line.seat is not None:
                raise _Wrong("The deal must not name a seat.", 0)
            _no_answer(line)
            return list(game.deal(state.setup, chance))
        if number == 0:
            raise _Wrong("The first move is not the deal.", 0)
        if line.seat is None or not isinstance(line.action, msgspec.Raw):
            raise _Wrong(f"Move {number} has no seat or no action.", number)
        seat = Seat(line.seat)
        ask = next((ask for ask in game.asks(state) if ask.seat == seat and ask.key == line.key), None)
        if ask is None:
            raise _Wrong(f"Move {number} answers a question that seat {seat} was not asked.", number)
        action = _decode_part(f"The action of move {number}", line.action, game.answer.decode, number)
        _check_cause(line, ask, action)
        if line.cause != "clock" and action not in game.legal(state, seat):
            raise _Wrong(f"The action of move {number} was not legal.", number)
        return list(game.decide(state, seat, action, chance))

    def _match(self, number: int, expected: list[Event], found: list[Event]) -> None:
        for seq, (should, does) in enumerate(zip(expected, found, strict=False)):
            if should != does:
                raise _Wrong(
                    f"Fact {seq} of move {number} should be {_encode_text(should)}, "
                    f"but the record says {_encode_text(does)}.",
                    number,
                )
        if len(expected) > len(found):
            raise _Wrong(f"Move {number} has no fact {_encode_text(expected[len(found)])}.", number)
        if len(found) > len(expected):
            raise _Wrong(f"Move {number} has an extra fact: {_encode_text(found[len(expected)])}.", number)

    def _ending(self, state: AnyState, ended: Announced | None) -> None:
        """Check the outcome: it must follow from the facts, or from the announcement that ended the match early."""
        outcome = self.game.outcome(state)
        if outcome is None and ended is not None:
            without = {"ended": NO_RESULT, "agreed_end": AGREED}
            outcome = without.get(ended.what) or build_claimed_outcome(self.game.scores(state), ended.seat or 0)
        if outcome is None:
            raise _Wrong("The match is not over: facts are missing at the end.")
        if self.record.result is None:
            raise _Wrong("The record does not say how the match ended.")
        told = _decode_part("The outcome", self.record.result.outcome, _OUTCOME_DECODER.decode)
        if told != outcome:
            raise _Wrong(f"The outcome should be {_encode_text(outcome)}, but the record says {_encode_text(told)}.")


def _decode_part(what: str, text: bytes, decode: Callable[[bytes], T], move: int | None = None) -> T:
    try:
        return decode_exactly(text, decode)
    except msgspec.DecodeError as error:
        raise _Wrong(f"{what} cannot be read: {error}.", move) from error


def _get_ending_announcement(line: Line, found: list[Event], setup: AnySetup) -> Announced | None:
    """Return the server's announcement that ended the match in this line, or None.

    Announcements must be about the table and change nothing in the game.
    """
    said = [fact for fact in found if isinstance(fact, Announced)]
    if len(said) != len(found):
        raise _Wrong(f"Move {line.move} has the cause `house`, but it changes the game.", line.move)
    if not said:
        raise _Wrong(f"Move {line.move} has the cause `house`, but it announces nothing.", line.move)
    _no_answer(line)
    for seat in (line.seat, *(fact.seat for fact in said)):
        if seat is not None and not 0 <= seat < setup.seats:
            raise _Wrong(f"Move {line.move} names seat {seat}, which does not exist.", line.move)
    if any(fact.what == "claimed" and fact.seat is None for fact in said):
        raise _Wrong(f"Move {line.move} does not say who claimed the win.", line.move)
    return next((fact for fact in said if fact.what in ("ended", "agreed_end", "claimed")), None)


def _no_answer(line: Line) -> None:
    if line.key or line.action is not msgspec.UNSET:
        raise _Wrong(f"Move {line.move} answers a question, but there was none.", line.move)


def _check_cause(line: Line, ask: AnyAsk, action: AnyAction) -> None:
    """Check the cause of an answer: silence has only one meaning, and only the clock answers for the table."""
    if line.cause == "clock":
        if action != ask.default:
            raise _Wrong(
                f"Move {line.move} is silence, which means {_encode_text(ask.default)}, "
                f"but the record says {_encode_text(action)}.",
                line.move,
            )
    elif line.cause not in ("seat", "order", "bot"):
        raise _Wrong(f"Move {line.move} has an unknown cause.", line.move)
    elif ask.seat == HOUSE:
        raise _Wrong(f"Move {line.move} answers for the house, which only the clock can do.", line.move)


def _check_shuffle(header: Header, seed: bytes, seats: int) -> None:
    """Check that the seed follows from the server's secret and a word for each seat, if that's how it was made."""
    shuffle = header.shuffle
    if header.version == RECORD_VERSION:
        if shuffle is not None:
            raise _Wrong(f"A record of version {RECORD_VERSION} has no words of players.")
        return
    if shuffle is None:
        raise _Wrong("The record does not say from which secret and words its seed was made.")
    secret = _parse_seed("secret of the shuffle", shuffle.secret)
    if compute_commitment(secret) != shuffle.commitment:
        raise _Wrong("The secret does not match the commitment shown before the players gave their words.")
    if len(shuffle.words) != seats:
        raise _Wrong(f"The record has {len(shuffle.words)} words for {seats} seats.")
    if mix_seed(secret, shuffle.words) != seed:
        raise _Wrong("The seed does not follow from the secret and the players' words in the order of their seats.")


def _parse_seed(name: str, text: str) -> bytes:
    if not text:
        raise _Wrong(f"The record has no {name}, because the match is not over. It cannot be re-run.")
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or seed.hex() != text.lower():
        raise _Wrong(f"The {name} cannot be read. It must be {2 * SEED_BYTES} hex digits.")
    return seed


def _encode_text(value: object) -> str:
    return msgspec.json.encode(value).decode()
