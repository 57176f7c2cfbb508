"""Puzzles of the demo's club, from stored matches that were searched before, because a search takes minutes.

The matches are played again through the ordinary services. `tests/demo_puzzles.py` stores them.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from random import Random
from typing import Final

import msgspec
from msgspec import Raw, Struct

from apps.config.demo.playing import PACE, look_at_the_end, play_out
from apps.games import load_games
from apps.kernel.game import AnyAction
from apps.kernel.table import AnySetup
from apps.matches.engine.deadlines import list_preset_paces
from apps.matches.services import play
from apps.matches.services.play import Sitter
from apps.puzzles.finding.found import Found
from apps.puzzles.models import Puzzle
from apps.puzzles.services import answering, mining, publishing

MATCHES: Final = Path(__file__).parent / "matches"
DAYS_OF_PUZZLES: Final = 5
"""Days up to today on which each game has a puzzle."""
ANSWERING_SHARE: Final = 0.6
"""Share of the members who have answered a puzzle."""
MATCH_AGE: Final = timedelta(days=9)
"""How long ago the first of these matches started."""


class StoredMatch(Struct, frozen=True):
    """A match as its players answered, with the puzzles that were found in it."""

    game: str
    setup: Raw
    seed: str
    code: str
    """The code at the time of the search, from which its random numbers came."""
    answers: tuple[tuple[int, str, Raw], ...]
    """Seat, key of the question, and answer."""
    puzzles: dict[int, Raw]
    """What was found (`Found`), by move."""


def load_stored_matches() -> Iterator[StoredMatch]:
    """Yield the stored matches of all games there are."""
    for path in sorted(MATCHES.glob("*.json")):
        stored = msgspec.json.decode(path.read_bytes(), type=StoredMatch)
        if stored.game in load_games():
            yield stored


def create_puzzles(members: Sequence[int], solvers: Sequence[int], luck: Random, *, now: datetime) -> list[str]:
    """Play the stored matches again, publish their puzzles, let members answer, and return the codes of the matches."""
    made = []
    for number, stored in enumerate(load_stored_matches()):
        since = now - MATCH_AGE + timedelta(hours=5 * number)
        code = play_stored_match(stored, luck.sample(list(members), _read_setup(stored).seats), since, now, luck)
        mining.restore_puzzles(
            code, {move: msgspec.json.decode(text, type=Found) for move, text in stored.puzzles.items()}
        )
        made.append(code)
    today = now.astimezone(UTC).date()
    for ago in range(DAYS_OF_PUZZLES):
        publishing.publish_daily_puzzles(today=today - timedelta(days=ago))
    _let_members_answer(solvers, luck, now)
    return made


def play_stored_match(stored: StoredMatch, sitting: Sequence[int], since: datetime, now: datetime, luck: Random) -> str:
    """Play a stored match again with these players, and return its code."""
    rules, setup = load_games()[stored.game], _read_setup(stored)
    code = play.start_match(
        game=stored.game,
        setup=setup,
        pace=list_preset_paces(rules.meta)[PACE],
        seats=[Sitter(player=player) for player in sitting],
        now=since,
        seed=bytes.fromhex(stored.seed),
    )
    given = defaultdict[tuple[int, str], deque[AnyAction]](deque)
    for seat, key, action in stored.answers:
        given[seat, key].append(rules.answer.decode(action))
    play_out(code, since=since, until=now - timedelta(hours=2), luck=luck, given=given)
    look_at_the_end(code)
    return code


def _read_setup(stored: StoredMatch) -> AnySetup:
    return load_games()[stored.game].agreed(bytes(stored.setup).decode())


def _let_members_answer(solvers: Sequence[int], luck: Random, now: datetime) -> None:
    """Let most members answer each published puzzle on its day, better answers more often, so that it has a rating."""
    for puzzle in Puzzle.objects.filter(published_on__isnull=False).order_by("published_on", "pk"):
        found = msgspec.json.decode(puzzle.found, type=Found)
        ease = luck.choice((2.0, 8.0, 20.0))
        weights = [2.0 ** (-ease * found.lost(number)) for number in range(len(found.answers))]
        start = datetime.combine(puzzle.published_on or now.date(), time(), UTC)
        for player in solvers:
            if luck.random() < ANSWERING_SHARE:
                [chosen] = luck.choices(range(len(weights)), weights)
                at = min(start + timedelta(hours=24 * luck.random()), now)
                answering.answer_puzzle(code=puzzle.code, player=player, words={"answer": str(chosen)}, now=at)
