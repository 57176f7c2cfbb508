"""Stores matches whose puzzles were found, for the demo: `SLOWFUSE_VAR=… python -m tests.demo_puzzles CODE …`.

The matches were played by an earlier demo, and searched by `manage.py mine_puzzles`.
"""

from __future__ import annotations

import os
import sys

import django
import msgspec

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "apps.config.settings")
    django.setup()

from apps.config.demo.puzzles import MATCHES, StoredMatch
from apps.matches.models import Match, Move, Seed
from apps.puzzles.models import Puzzle


def store_match(code: str) -> None:
    """Write a match and its puzzles into the demo's folder."""
    match = Match.objects.get(code=code)
    answers = match.log.filter(cause=Move.Cause.SEAT).order_by("number").values_list("seat", "key", "action")
    found = Puzzle.objects.filter(match=match).order_by("move").values_list("move", "found")
    stored = StoredMatch(
        game=match.game,
        setup=msgspec.Raw(match.setup.encode()),
        seed=bytes(Seed.objects.get(match=match).seed).hex(),
        code=code,
        answers=tuple((seat or 0, key, msgspec.Raw(action.encode())) for seat, key, action in answers),
        puzzles={move: msgspec.Raw(text.encode()) for move, text in found},
    )
    path = MATCHES / f"{match.game}-{code}.json"
    path.write_bytes(msgspec.json.encode(stored) + b"\n")


if __name__ == "__main__":
    for each in sys.argv[1:]:
        store_match(each)
