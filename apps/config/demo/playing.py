"""Functions that start demo matches and play them out, hours apart, as people would."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Final, TypeAlias

from apps.games import load_games
from apps.kernel.chance import SEED_BYTES, build_bot_chance
from apps.kernel.game import AnyAction
from apps.kernel.table import HOUSE, Seat
from apps.matches.engine.aggregate import MatchAggregate
from apps.matches.engine.deadlines import list_preset_paces
from apps.matches.selectors import match_view
from apps.matches.services import play
from apps.matches.services.play import Sitter
from apps.matches.services.session import change_match
from apps.matches.store import looks

PACE: Final = "daily"
MAX_SLIP_BID: Final = 40
"""Maximum points in a mistaken bid, because more would be ruinous rather than a slip."""
DEFAULT_SLIP_SHARE: Final = 0.15
"""Share of random moves among people's answers, so that not everyone is equally strong."""
Given: TypeAlias = Mapping[tuple[int, str], deque[AnyAction]]
"""Answers in order, by seat and key of the question."""
_ONE_SECOND: Final = timedelta(seconds=1)


def start_demo_match(
    game: str, players: Sequence[int], *, bots: int = 0, now: datetime, rated: bool = False,
    options: Mapping[str, object] | None = None,
) -> str:  # fmt: skip
    """Start a match of these players and this many bots, and return its code."""
    rules = load_games()[game]
    seats = [*(Sitter(player=player) for player in players), *[Sitter(bot=True)] * bots]
    setup = rules.setup(len(seats), options)
    return play.start_match(
        game=game, setup=setup, pace=list_preset_paces(rules.meta)[PACE], seats=seats, rated=rated, now=now
    )


def play_out(
    code: str, *, since: datetime, until: datetime, luck: Random, slips: Mapping[int, float] | None = None,
    moves: int | None = None, asked: int | None = None, given: Given | None = None,
) -> datetime:  # fmt: skip
    """Play a match on, and return the time of its last move.

    It stops at its end, or after `moves` answers of people and, if there is a player `asked`, as soon as it waits for
    them. No move is later than `until`. `slips` maps players to their share of random moves. `given` holds answers that
    are given again, by seat and key of the question. All of it is one transaction.
    """

    def change(run: MatchAggregate) -> datetime:
        left = moves
        run.now = max(run.now, since)
        while run.match.wake_at is not None and not (left == 0 and _is_waiting_for(run, asked)):  # None: it's over.
            if _play_on(run, until, luck, slips or {}, given or {}) and left:
                left -= 1
        return run.now

    return change_match(code, change, now=since)


def look_at_the_end(code: str) -> None:
    """Mark the end of a match as seen by everyone at the table, as for people who had played it for weeks."""
    for seated in match_view.load_match(code).seats:
        if seated.chair.player_id is not None:
            loaded = match_view.load_match(code, player=seated.chair.player_id)
            looks.save_seen_facts(loaded, heard=match_view.count_heard_facts(loaded))


def _play_on(run: MatchAggregate, until: datetime, luck: Random, slips: Mapping[int, float], given: Given) -> bool:
    """Answer the next question of a person, or let time pass if there is none, and return whether it was answered."""
    awaited, wake_at = _select_awaited_question(run), run.match.wake_at
    if awaited is None:
        run.now = max(run.now, wake_at or run.now)
        run.settle_expired_questions()
        return False
    pause = timedelta(minutes=luck.lognormvariate(3.4, 1))
    latest = min(run.clock.questions[awaited].due_at - _ONE_SECOND, until)
    run.now = max(run.now, min(run.now + pause, latest))
    run.settle_expired_questions()
    if awaited not in run.clock.questions:
        return False
    _answer_as_person(run, *awaited, luck, slips, given)
    return True


def _select_awaited_question(run: MatchAggregate) -> tuple[int, str] | None:
    """Return seat and key of a question that a person has yet to answer."""
    for (seat, key), question in run.clock.questions.items():
        if not (question.answered or seat == HOUSE or run.clock.is_played_by_bot(seat)):
            return seat, key
    return None


def _is_waiting_for(run: MatchAggregate, player: int | None) -> bool:
    """Check whether a question is open for the player, or whether there is no one to wait for."""
    return player is None or any(
        seat != HOUSE and not question.answered and run.chairs[seat].player_id == player
        for (seat, _key), question in run.clock.questions.items()
    )


def _answer_as_person(
    run: MatchAggregate, seat: int, key: str, luck: Random, slips: Mapping[int, float], given: Given
) -> None:
    state = run.know(Seat(seat))
    if again := given.get((seat, key)):
        action = again.popleft()
    elif luck.random() < slips.get(run.chairs[seat].player_id or 0, DEFAULT_SLIP_SHARE):
        legal = [each for each in run.game.legal(state, Seat(seat)) if getattr(each, "amount", 0) <= MAX_SLIP_BID]
        action = luck.choice(sorted(legal, key=repr))
    else:
        action = run.game.bot(state, Seat(seat), build_bot_chance(secrets.token_bytes(SEED_BYTES), 0))
    if refusal := run.answer(Seat(seat), key, action):
        raise refusal
