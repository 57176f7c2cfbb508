"""`manage.py simulate GAME`: play matches through the kernel alone, without a database."""

from __future__ import annotations

import hashlib
import secrets
import time
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from apps.kernel.game import AnyGame
from apps.kernel.playout import Asked, Playout, build_transcript, play_out_match
from apps.kernel.policies import POLICIES, by_seat
from apps.kernel.record import encode_record
from apps.kernel.speed import measure_cost
from apps.kernel.tally import Short, compute_tally
from apps.matches.management import arguments


class Command(BaseCommand):
    help = "Play matches of a game between bots or random players, and show statistics."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="slug of the game")
        parser.add_argument("--seats", type=int, required=True)
        parser.add_argument("--matches", type=int, default=100)
        parser.add_argument("--seed", help="any text; the same text gives the same matches")
        parser.add_argument("--option", action="append", default=[], metavar="K=V", help="can be repeated")
        parser.add_argument("--edition", type=int, help="edition of the rules (default: the newest)")
        parser.add_argument(
            "--players", default="bot", help="bot, flint, random, silent, or one for each seat: bot,random"
        )
        parser.add_argument("--habits", action="store_true", help="let the default standing orders answer first")
        parser.add_argument("--json", action="store_true", help="print one line per match instead of a table")
        parser.add_argument(
            "--record", type=Path, metavar="DIR", help="write every match to this folder in the export format"
        )

    def handle(self, **given: Any) -> None:
        game = arguments.parse_game(given["game"], given["edition"])
        setup = arguments.parse_setup(game, given["seats"], given["option"])
        players = _parse_players(given["players"], setup.seats)
        if given["matches"] < 1:
            raise CommandError("--matches must be at least 1.")
        folder = _create_record_folder(given["record"])
        seed = _choose_seed(given["seed"])
        kinds = {name: POLICIES[name](game) for name in players}
        orders = game.habits_at(setup) if given["habits"] else ()
        asked = Asked(game, orders, by_seat([kinds[name] for name in players]))
        results, took = [], 0.0
        for number in range(given["matches"]):
            match_seed = hashlib.sha256(f"{seed}:{number}".encode()).digest()
            start = time.perf_counter()
            played = play_out_match(game, setup, match_seed, asked)
            took += time.perf_counter() - start
            facts = len(played.deal) + sum(len(step.facts) for step in played.steps)
            results.append(Short(len(played.steps), facts, played.outcome))
            if given["json"]:
                self.stdout.write(_encode_result(game, played, results[-1]))
            if folder is not None:
                _write_record(folder, game, played, players)
        if not given["json"]:
            self.stdout.write(f"{game.meta.title}, {setup.seats} seats, seed {seed}")
            self.stdout.writelines(f"{line}\n" for line in compute_tally(results).lines(players))
        if given["habits"] and not given["json"]:
            self.stdout.write(_describe_questions(asked, given["matches"], setup.seats))
        self.stderr.write(_describe_speed(game, played, sum(result.moves for result in results), took))


def _choose_seed(text: str | None) -> str:
    return secrets.token_hex(8) if text is None else text


def _parse_players(text: str, seats: int) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise CommandError(f"--players has {len(names)} names for {seats} seats.")
    for name in names:
        if name not in POLICIES:
            raise CommandError(f"Unknown player {name!r} in --players. Choose from: {', '.join(POLICIES)}.")
    return names


def _create_record_folder(path: Path | None) -> Path | None:
    if path is not None:
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"--record could not write to {path}: {error.strerror}.") from error
    return path


def _write_record(folder: Path, game: AnyGame, played: Playout, players: tuple[str, ...]) -> None:
    path = folder / f"{game.meta.slug}-{played.setup.seats}-{played.seed.hex()[:16]}.jsonl"
    path.write_bytes(b"".join(encode_record(build_transcript(game, played, players))))


def _encode_result(game: AnyGame, played: Playout, result: Short) -> str:
    line: Mapping[str, object] = {
        "game": game.meta.slug,
        "seats": played.setup.seats,
        "options": played.setup.options,
        "seed": played.seed.hex(),
        "moves": result.moves,
        "facts": result.facts,
        "scores": result.outcome.scores,
        "places": result.outcome.places,
        "why": result.outcome.why,
    }
    return msgspec.json.encode(line).decode()


def _describe_questions(asked: Asked, matches: int, seats: int) -> str:
    return (
        f"{asked.questions / matches:.1f} questions per match. The default standing orders "
        f"leave {asked.left / matches:.1f} to the players, {asked.left / matches / seats:.1f} to each."
    )


def _describe_speed(game: AnyGame, played: Playout, moves: int, took: float) -> str:
    cost = measure_cost(game, played, time.perf_counter)
    return (
        f"{moves} moves in {took:.2f} s: {moves / took:,.0f} moves per second. "
        f"The rules take {cost.move * 1e6:.1f} µs per move, {cost.move / cost.trip:.2f} times writing and reading "
        f"the referee's state ({cost.trip * 1e6:.1f} µs)."
    )
