"""Random steps a second of CPU time with observations, beside other environments in Python, in turns on one core.

`python bench.py [ROUNDS]`, in an environment with `requirements-test.txt` and this package. Each contender plays random
matches for a moment in every round, so that a busy machine slows down all of them. The table has the median round.
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any, Final

import msgspec
import numpy as np

from slowfuse_games import Match, list_numbers, load_games, zoo

SECONDS: Final = 0.3
"""CPU time of a contender in each round."""
SPIEL_GAMES: Final = ("python_kuhn_poker", "python_liars_poker", "python_tic_tac_toe", "python_block_dominoes")
CLASSIC_GAMES: Final = (
    "tictactoe_v3", "connect_four_v3", "rps_v2", "leduc_holdem_v4", "texas_holdem_v4", "chess_v6",
)  # fmt: skip

NAIVE: Final = "naive wrapper: bombe"

Steps = Iterator[None]
"""A step at each `next`, for ever."""


def play_match(game: str) -> Steps:
    """Play with `Match`: observation, mask, and a random answer."""
    match, draw, seed = Match(game, 3), random.Random(1).random, 0
    while True:
        seed += 1
        match.reset(seed)
        while match.turn is not None:
            match.observe(match.turn)
            numbers = list_numbers(match.mask(match.turn))
            match.step(numbers[int(draw() * len(numbers))])
            yield


def play_naive_wrapper(game: str) -> Steps:
    """Play with a wrapper as one would write it first: it keeps a memory for each seat, and walks all its fields."""
    rules, draw, seed = load_games()[game], random.Random(1).random, 0
    setup = rules.setup(3)
    luck = importlib.import_module("slowfuse_games.kernel.pseudorandom").Pseudorandom
    while True:
        seed += 1
        chance = luck(seed.to_bytes(32, "big"), 0)
        deal = tuple(rules.deal(setup, chance))
        truth = rules.recall(setup, deal)
        memories = {seat: rules.recall(setup, deal, seat) for seat in setup.everyone()}
        while asked := rules.asks(truth):
            seat = next(ask.seat for ask in asked if not ask.answered)
            numbers: list[float] = []
            flatten_fields(memories[seat], numbers)
            seen = np.zeros(2048, np.float32)
            seen[: len(numbers)] = numbers[: len(seen)]
            legal = tuple(rules.legal(memories[seat], seat))
            facts = tuple(rules.decide(truth, seat, legal[int(draw() * len(legal))], chance))
            truth = rules.learn(truth, facts)
            memories = {each: rules.learn(memory, facts, each) for each, memory in memories.items()}
            yield


def flatten_fields(value: Any, numbers: list[float]) -> None:
    """Add every number in a state."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            flatten_fields(getattr(value, name), numbers)
    elif isinstance(value, tuple):
        for each in value:
            flatten_fields(each, numbers)
    elif isinstance(value, str):
        numbers.append(len(value))
    else:
        numbers.append(-1.0 if value is None else float(value))


def play_aec(env: Any) -> Steps:
    """Play with the AEC interface of PettingZoo."""
    draw, seed = random.Random(1).random, 0
    while True:
        seed += 1
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = seen.get("action_mask") if isinstance(seen, dict) else info.get("action_mask")
            if mask is None:
                env.step(int(draw() * env.action_space(agent).n))
            else:
                numbers = np.asarray(mask).nonzero()[0]
                env.step(int(numbers[int(draw() * len(numbers))]))
            yield


def play_spiel(name: str) -> Steps:
    """Play with the interface of OpenSpiel, and write the observation of the player whose turn it is."""
    pyspiel, draw = importlib.import_module("pyspiel"), random.Random(1).random
    importlib.import_module("slowfuse_games.spiel")
    importlib.import_module("open_spiel.python.games")
    game = pyspiel.load_game(name)
    observer = game.make_py_observer()
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            player = state.current_player()
            if player == pyspiel.PlayerId.CHANCE:
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(draw() * len(outcomes))][0])
                continue
            observer.set_from(state, player)
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            yield


def play_classic(name: str) -> Steps:
    """Play one of PettingZoo's own games."""
    return play_aec(importlib.import_module(f"pettingzoo.classic.{name}").raw_env())


def list_contenders() -> dict[str, Callable[[], Steps]]:
    """Return all that are compared, by name."""
    games = sorted(load_games())
    return {
        **{f"Match: {game}": partial(play_match, game) for game in games},
        NAIVE: partial(play_naive_wrapper, "bombe"),
        **{f"PettingZoo AEC: {game}, ours": partial(play_own_aec, game) for game in games},
        **{f"PettingZoo AEC: {name}": partial(play_classic, name) for name in CLASSIC_GAMES},
        **{f"OpenSpiel: {game}, ours": partial(play_spiel, f"python_slowfuse_{game}") for game in games},
        **{f"OpenSpiel: {name}": partial(play_spiel, name) for name in SPIEL_GAMES},
    }


def play_own_aec(game: str) -> Steps:
    """Play a game of ours with the AEC interface of PettingZoo."""
    return play_aec(zoo.raw_env(game, 3))


def measure_speed(steps: Steps, seconds: float = SECONDS) -> float:
    """Return steps a second of CPU time."""
    began = time.process_time()
    done = 0
    while (spent := time.process_time() - began) < seconds:
        for _ in range(50):
            next(steps)
        done += 50
    return done / spent


def main(rounds: int = 5) -> None:
    """Measure all contenders in turns, and print the table."""
    playing, missing = {}, {}
    for name, start in list_contenders().items():
        try:
            playing[name] = start()
            measure_speed(playing[name], 0.05)
        except Exception as error:  # noqa: BLE001 -- whatever a library of others lacks, the rest is measured
            playing.pop(name, None)
            missing[name] = f"{type(error).__name__}: {error}"
    found: dict[str, list[float]] = {name: [] for name in playing}
    for _ in range(rounds):
        for name, steps in playing.items():
            found[name].append(measure_speed(steps))
    naive = found[NAIVE]
    print("| steps a second of CPU time | median | lowest | highest |\n|---|--:|--:|--:|")
    for name, speeds in found.items():
        print(f"| {name} | {median(speeds):,.0f} | {min(speeds):,.0f} | {max(speeds):,.0f} |")
    ratios = [mine / other for mine, other in zip(found["Match: bombe"], naive, strict=True)]
    print(f"\nBombe is {median(ratios):.2f} times as fast as a naive wrapper ({min(ratios):.2f} to {max(ratios):.2f}).")
    for name, why in missing.items():
        print(f"NOT MEASURED: {name}, because {why}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
