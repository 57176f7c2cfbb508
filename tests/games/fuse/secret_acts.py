"""What a seat at Fuse can do in secret: strike or pass when the fuse was cut, and leave standing orders."""

from __future__ import annotations

from itertools import count
from typing import Any

from apps.games.fuse.cards import MATCHMAN
from apps.games.fuse.state import Cut, Kindle, Lay, LetDie, Pass, Strike
from apps.matches.models import Chair, Match
from apps.matches.store import snapshots
from tests.factories.matches import MatchDriver, by_turns
from tests.games.onlookers import Acts, Deal


def _cut(deal: Deal, facts: int, **options: Any) -> MatchDriver:
    """Return a match after this many facts, in which a fuse was cut and one of those asked holds the Matchman."""
    for seed in count(1):
        table = deal(seed=seed, specials=True, **options)
        Chair.objects.filter(match__code=table.code).update(orders="[]")
        while table.match.status == Match.Status.PLAYING and len(table.facts()) < facts:
            table.step(by_turns([Lay]))
        if table.match.status == Match.Status.PLAYING and Cut in map(type, table.legal(table.ask.seat)):
            table.cut()
            if any(MATCHMAN in table.know().hands[seat] for seat in table.asked("matchman")):
                return table
    raise AssertionError


def strikes(deal: Deal, **options: Any) -> Acts:
    """Let the holder answer."""
    table = _cut(deal, 10, **options)
    return Acts(
        table,
        seat=next(seat for seat in table.asked("matchman") if MATCHMAN in table.know().hands[seat]),
        answers=[{"type": "strike"}, {"type": "pass"}, {"type": "strike"}],
        orders=[{"order": "kindle", "at_least": "30"}, {"order": "let-die", "once": "false"}],
        in_advance=[(Strike(), Kindle(at_least=1)), (Pass(), LetDie())],
        quiet=lambda *_: Pass(),
    )


def passes(deal: Deal, **options: Any) -> Acts:
    """Let someone without him answer, after more facts than a story shows."""
    table = _cut(deal, 3 * snapshots.LATEST_FACTS, **options)
    return Acts(
        table,
        seat=next(seat for seat in table.asked("matchman") if MATCHMAN not in table.know().hands[seat]),
        answers=[{"type": "pass"}] * 3,
        orders=[{"order": "let-die", "once": "false"}],
        quiet=lambda *_: Pass(),
    )


ACTS = (strikes, passes)
WORLDS = ()
