"""`manage.py dictionary GAME`: train the dictionary for compacting logs of a game's finished matches."""

from __future__ import annotations

import hashlib
from argparse import ArgumentParser
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice, product
from typing import Final

import msgspec
from django.core.management.base import BaseCommand

from apps.kernel.game import AnyGame
from apps.kernel.playout import Playout, Step, by_bots, play_out_match
from apps.kernel.table import HOUSE
from apps.matches.engine import visibility
from apps.matches.management import arguments
from apps.matches.models import Move
from apps.matches.store import compact
from apps.matches.store.compact import FactRow, Log, MoveRow

_BEGUN: Final = datetime(2026, 1, 1, tzinfo=UTC)


class Command(BaseCommand):
    help = (
        "Play matches of a game between bots and train a compression dictionary from their logs, for a game that has "
        "none or whose facts have changed a lot. Earlier dictionaries stay, because old logs need them."
    )
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="slug of the game")
        parser.add_argument("--matches", type=int, default=300)

    def handle(self, *_args: object, game: str, matches: int, **_options: object) -> None:
        rules = arguments.parse_game(game, None)
        slug = rules.meta.slug
        number = max(compact.list_dictionary_numbers(slug), default=0) + 1
        tables = product(range(rules.meta.seats[0], rules.meta.seats[-1] + 1), _list_option_sets(rules))
        samples = [
            _build_log(play_out_match(rules, rules.setup(seats, options), _derive_match_seed(slug, n), by_bots(rules)))
            for n, (seats, options) in enumerate(islice(cycle(tables), matches))
        ]
        path = compact.get_dictionary_folder(slug) / compact.file_name(number)
        path.write_bytes(compact.train_dictionary(samples, number=number))
        self.stdout.write(f"{path.name}: {path.stat().st_size} bytes, from {len(samples)} matches.")


def _list_option_sets(game: AnyGame) -> list[dict[str, object]]:
    """Return the usual options, and those of the presets."""
    return [{}, *(dict(preset.options) for preset in game.meta.presets)]


def _derive_match_seed(slug: str, number: int) -> bytes:
    return hashlib.sha256(f"dictionary:{slug}:{number}".encode()).digest()


def _build_log(played: Playout) -> Log:
    """Return the log as if a person had sat in every seat."""
    moves: list[MoveRow] = []
    facts: list[FactRow] = []
    at = _BEGUN
    for number, said in enumerate([played.deal, *(step.facts for step in played.steps)]):
        told = [visibility.compute_event_mask(event, played.setup.seats) for event in said]
        facts += [FactRow(len(facts) + n, number, told[n], _encode_json(event)) for n, event in enumerate(said)]
        # Random durations of up to an hour, so that no dictionary learns when people answer.
        took = timedelta(microseconds=int.from_bytes(hashlib.sha256(played.seed + bytes([number % 256])).digest()[:4]))
        at += took
        moves.append(
            _build_move_row(number, at, took, told[0] if told else 0, played.steps[number - 1] if number else None)
        )
    return Log(tuple(moves), tuple(facts))


def _build_move_row(number: int, at: datetime, took: timedelta, opens: int, step: Step | None) -> MoveRow:
    if step is None:
        return MoveRow(number, at, Move.Cause.DEAL.value, None, "", "", None, None, opens)
    action = _encode_json(step.action)
    if step.seat == HOUSE:
        return MoveRow(number, at, Move.Cause.CLOCK.value, step.seat, step.key, action, None, None, opens)
    return MoveRow(number, at, Move.Cause.SEAT.value, step.seat, step.key, action, step.seat, took.seconds, opens)


def _encode_json(value: object) -> str:
    return msgspec.json.encode(value).decode()
