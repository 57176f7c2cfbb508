"""Trains a player of Die Bombe with three seats, with numpy on one core, and measures it.

`python train_bombe.py train MATCHES SEED` imitates Cinder first and then improves by playing against itself and Cinder
(PPO, Schulman et al. 2017). `python train_bombe.py measure MATCHES [PAIR …]` prints how it and the bots do, for pairs
like `learned-cinder`.

Libraries add up numbers in another order on other processors, so the same seed trains a player of the same kind, not
the same weights.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import importlib
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from slowfuse_games import Match
from slowfuse_games.encoders import build_encoder
from slowfuse_games.learned import (
    ANSWERS,
    BID_UNIT,
    BIDS,
    CHANGES,
    MAX_SPREAD,
    MIN_SPREAD,
    OTHER_ANSWERS,
    SEATS,
    LearnedPlayer,
    load_weights,
    observe,
    run_network,
)
from slowfuse_games.rewards import compute_rewards

HIDDEN: Final = 128
TABLES: Final = 96
"""Matches that are played side by side."""
IMITATED_MATCHES: Final = 1200
CINDER_SHARE: Final = 0.5
"""Share of matches in which Cinder has two seats. In the others, the learner has all."""
ROUND_MATCHES: Final = 384
CLIP: Final = 0.2
EPOCHS: Final = 3
BATCH: Final = 1024
LEARNING_RATE: Final = 3e-4
ENTROPY: Final = 0.003
LEAD_WEIGHT: Final = 0.3
"""Weight of the final lead in points, in hundreds, beside the worth of the place."""
TRACE: Final = 0.95

kernel = importlib.import_module("slowfuse_games.kernel.policies")
ladder = importlib.import_module("slowfuse_games.kernel.ladder")
OUT: Final = Path("bombe-3.npz")
"""Where the weights go. Those in `src/slowfuse_games` are what the player uses."""

Arrays = dict[str, Any]


@dataclass
class Episode:
    """What one seat of one match saw and did."""

    seen: list[Any] = field(default_factory=list)
    masks: list[Any] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    reward: float = 0.0


def start_weights(size: int, luck: np.random.Generator) -> Arrays:
    """Return random weights of the network: two hidden layers, answers and value."""
    sizes = {
        "1": (size, HIDDEN),
        "2": (HIDDEN, HIDDEN),
        "3": (HIDDEN, OTHER_ANSWERS),
        "m": (HIDDEN, 2),
        "v": (HIDDEN, 1),
    }
    weights: Arrays = {"wc": np.zeros((CHANGES, 2), np.float32)}
    for name, (come, go) in sizes.items():
        scale = np.sqrt(2 / come) * (0.1 if name in "3mv" else 1.0)
        weights[f"w{name}"] = (luck.standard_normal((come, go)) * scale).astype(np.float32)
        weights[f"b{name}"] = np.zeros(go, np.float32)
    return weights


class Adam:
    """The optimiser (Kingma and Ba 2015)."""

    def __init__(self, weights: Arrays, rate: float) -> None:
        self.weights, self.rate, self.steps = weights, rate, 0
        self.first = {name: np.zeros_like(each) for name, each in weights.items()}
        self.second = {name: np.zeros_like(each) for name, each in weights.items()}

    def step(self, gradients: Arrays) -> None:
        """Change the weights against the gradients, whose length is bounded."""
        self.steps += 1
        length = np.sqrt(sum(float((each**2).sum()) for each in gradients.values()))
        shrink = min(1.0, 1.0 / (length + 1e-8))
        for name, raw in gradients.items():
            each = raw * shrink
            self.first[name] += 0.1 * (each - self.first[name])
            self.second[name] += 0.001 * (each**2 - self.second[name])
            one = self.first[name] / (1 - 0.9**self.steps)
            two = self.second[name] / (1 - 0.999**self.steps)
            self.weights[name] -= self.rate * one / (np.sqrt(two) + 1e-8)


def value_states(weights: Arrays, two: Any) -> Any:
    """Return what is expected, from the second hidden layer."""
    return (two @ weights["wv"] + weights["bv"])[:, 0]


def find_gradients(weights: Arrays, seen: Any, ran: tuple[Any, ...], by_logit: Any, by_value: Any) -> Arrays:
    """Return the gradients of the weights, from those of logits and values."""
    one, two, middle, spread, _ = ran
    off = (BIDS - middle) / spread
    by_bid = by_logit[:, OTHER_ANSWERS:]
    within = (spread > MIN_SPREAD * 1.001) & (spread < MAX_SPREAD * 0.999)
    by_shape = np.concatenate(
        [(by_bid * off / spread).sum(1, keepdims=True) * BID_UNIT, (by_bid * off**2).sum(1, keepdims=True) * within],
        axis=1,
    ).astype(np.float32)
    by_other = by_logit[:, :OTHER_ANSWERS]
    by_two = by_other @ weights["w3"].T + by_shape @ weights["wm"].T + by_value[:, None] @ weights["wv"].T
    by_two *= two > 0
    by_one = (by_two @ weights["w2"].T) * (one > 0)
    return {
        "w1": seen.T @ by_one, "b1": by_one.sum(0), "w2": one.T @ by_two, "b2": by_two.sum(0),
        "w3": two.T @ by_other, "b3": by_other.sum(0), "wm": two.T @ by_shape, "bm": by_shape.sum(0),
        "wc": seen[:, -CHANGES:].T @ by_shape, "wv": two.T @ by_value[:, None], "bv": by_value.sum(keepdims=True),
    }  # fmt: skip


def read_mask(match: Match, seat: Any) -> Any:
    """Return which of the answers that the network knows are legal."""
    return np.frombuffer(match.mask(seat), np.int8)[:ANSWERS] > 0


def rate_end(match: Match) -> list[float]:
    """Return what the end of a match is worth to each seat."""
    outcome = match.outcome
    assert outcome is not None  # noqa: S101
    worth, scores = compute_rewards(outcome, "worth"), outcome.scores
    lead = [score - (sum(scores) - score) / (len(scores) - 1) for score in scores]
    return [mine + LEAD_WEIGHT * float(np.clip(ahead / 100, -1, 1)) for mine, ahead in zip(worth, lead, strict=True)]


# -- imitation ---------------------------------------------------------------------------


def imitate_cinder(weights: Arrays, luck: np.random.Generator) -> None:
    """Learn Cinder's answers, and what they led to."""
    match, episodes = Match("bombe", SEATS), []
    for number in range(IMITATED_MATCHES):
        match.reset(1_000_000 + number)
        told = [Episode() for _ in match.seats]
        while match.turn is not None:
            seat, each = match.turn, told[match.turn]
            action = match.game.bot(match.remember(seat), seat, match.get_bot_chance())
            answer = match.numbers.encode(match.state, seat, action)
            if answer < ANSWERS:
                each.seen.append(observe(match.encoder, match.state, seat))
                each.masks.append(read_mask(match, seat))
                each.answers.append(answer)
            match.answer(seat, action)
        for each, reward in zip(told, rate_end(match), strict=True):
            each.reward = reward
        episodes += told
    seen = np.concatenate([np.array(each.seen) for each in episodes])
    masks = np.concatenate([np.array(each.masks) for each in episodes])
    answers = np.concatenate([np.array(each.answers) for each in episodes])
    goals = np.concatenate([np.full(len(each.answers), each.reward, np.float32) for each in episodes])
    adam = Adam(weights, 1e-3)
    for epoch in range(8):
        adam.rate = 1e-3 * (1 - epoch / 9)
        loss = 0.0
        for batch in np.array_split(luck.permutation(len(answers)), len(answers) // 512):
            ran = run_network(weights, seen[batch], masks[batch])
            odds, values = ran[-1], value_states(weights, ran[1])
            rows = np.arange(len(batch))
            loss -= float(np.log(odds[rows, answers[batch]] + 1e-9).sum())
            by_logit = odds.copy()
            by_logit[rows, answers[batch]] -= 1
            by_value = values - goals[batch]
            size = np.float32(len(batch))
            adam.step(find_gradients(weights, seen[batch], ran, by_logit / size, by_value / size))
        print(f"imitation {epoch}: {len(answers)} answers, log loss {loss / len(answers):.3f}", flush=True)


# -- playing -----------------------------------------------------------------------------


@dataclass
class Table:
    """A match, and what the learner's seats did in it."""

    match: Match
    mine: set[int]
    told: list[Episode]


def play_matches(weights: Arrays, luck: np.random.Generator, matches: int) -> tuple[list[Episode], list[float]]:
    """Play matches side by side. Return what the learner did, and its shares of first places against Cinder."""
    episodes, wins = list[Episode](), list[float]()
    pool, tables = [Match("bombe", SEATS) for _ in range(TABLES)], list[Table]()
    while matches or tables:
        while pool and matches:
            matches -= 1
            tables.append(seat_learner(pool.pop(), luck))
        for table in tables:
            let_cinder_play(table)
        for table in tables:
            if table.match.turn is None:
                episodes += close_table(table, wins)
                pool.append(table.match)
        tables = [table for table in tables if table.match.turn is not None]
        if tables:
            answer_tables(weights, luck, tables)
    return episodes, wins


def seat_learner(match: Match, luck: np.random.Generator) -> Table:
    """Deal a match, and give the learner one seat against Cinder, or all."""
    match.reset(int(luck.integers(1 << 40)))
    mine = {int(luck.integers(SEATS))} if luck.random() < CINDER_SHARE else set(range(SEATS))
    return Table(match, mine, [Episode() for _ in range(SEATS)])


def let_cinder_play(table: Table) -> None:
    """Answer for Cinder until the learner is asked."""
    match = table.match
    while match.turn is not None and match.turn not in table.mine:
        seat = match.turn
        match.answer(seat, match.game.bot(match.remember(seat), seat, match.get_bot_chance()))


def close_table(table: Table, wins: list[float]) -> list[Episode]:
    """Return what the learner did, with what it led to, and note what it won against Cinder."""
    rewards = rate_end(table.match)
    for seat in table.mine:
        table.told[seat].reward = rewards[seat]
    if len(table.mine) == 1 and table.match.outcome is not None:
        wins += [compute_rewards(table.match.outcome, "win")[seat] for seat in table.mine]
    return [table.told[seat] for seat in table.mine]


def answer_tables(weights: Arrays, luck: np.random.Generator, tables: list[Table]) -> None:
    """Answer the open question of each table."""
    turns = [(table.match, table.match.seats[table.match.turn or 0]) for table in tables]
    seen = np.array([observe(match.encoder, match.state, seat) for match, seat in turns])
    masks = np.array([read_mask(match, seat) for match, seat in turns])
    ran = run_network(weights, seen, masks)
    odds, values = ran[-1], value_states(weights, ran[1])
    drawn = (np.cumsum(odds, axis=1) < luck.random((len(odds), 1)) * odds.sum(axis=1, keepdims=True)).sum(axis=1)
    for at, (table, (match, seat)) in enumerate(zip(tables, turns, strict=True)):
        answer = min(int(drawn[at]), ANSWERS - 1)
        if not masks[at, answer]:
            answer = int(odds[at].argmax())
        each = table.told[seat]
        each.seen.append(seen[at])
        each.masks.append(masks[at])
        each.answers.append(answer)
        each.odds.append(float(odds[at, answer]))
        each.values.append(float(values[at]))
        match.step(answer)


def improve(weights: Arrays, adam: Adam, episodes: list[Episode], luck: np.random.Generator) -> None:
    """Make answers likelier that led to more than expected."""
    seen = np.concatenate([np.array(each.seen) for each in episodes])
    masks = np.concatenate([np.array(each.masks) for each in episodes])
    answers = np.concatenate([np.array(each.answers) for each in episodes])
    before = np.concatenate([np.array(each.odds, np.float32) for each in episodes])
    ahead, goals = [], []
    for each in episodes:
        values, gain = [*each.values, 0.0], 0.0
        gains = [0.0] * len(each.values)
        for at in reversed(range(len(each.values))):
            last = at + 1 == len(each.values)
            surprise = (each.reward if last else values[at + 1]) - values[at]
            gain = surprise + (0.0 if last else TRACE * gain)
            gains[at] = gain
        ahead += gains
        goals += [gain + value for gain, value in zip(gains, each.values, strict=True)]
    gains_, goals_ = np.array(ahead, np.float32), np.array(goals, np.float32)
    gains_ = (gains_ - gains_.mean()) / (gains_.std() + 1e-6)
    for _ in range(EPOCHS):
        for batch in np.array_split(luck.permutation(len(answers)), max(1, len(answers) // BATCH)):
            ran = run_network(weights, seen[batch], masks[batch])
            odds, values = ran[-1], value_states(weights, ran[1])
            rows, gain = np.arange(len(batch)), gains_[batch]
            now = odds[rows, answers[batch]]
            ratio = now / before[batch]
            moves = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            push = np.where(moves, ratio * gain, 0).astype(np.float32)
            by_logit = odds * push[:, None]
            by_logit[rows, answers[batch]] -= push
            logs = np.log(odds + 1e-9)
            by_logit += ENTROPY * odds * (logs - (odds * logs).sum(1, keepdims=True))
            by_value = 0.5 * (values - goals_[batch])
            size = np.float32(len(batch))
            adam.step(find_gradients(weights, seen[batch], ran, by_logit / size, by_value / size))


def train(matches: int, seed: int) -> None:
    """Imitate, then improve in so many matches, and store the weights."""
    began, luck = time.monotonic(), np.random.default_rng(seed)
    weights = start_weights(Match("bombe", SEATS).encoder.size + CHANGES, luck)
    imitate_cinder(weights, luck)
    adam, recent = Adam(weights, LEARNING_RATE), list[float]()
    for played in range(0, matches, ROUND_MATCHES):
        adam.rate = LEARNING_RATE * max(0.1, 1 - played / matches)
        episodes, wins = play_matches(weights, luck, ROUND_MATCHES)
        improve(weights, adam, episodes, luck)
        recent = (recent + wins)[-1000:]
        if played % (ROUND_MATCHES * 5) == 0:
            share, spent = sum(recent) / len(recent), time.monotonic() - began
            print(
                f"{spent:.0f} s: {played} matches, won {share:.3f} of the last {len(recent)} against Cinder", flush=True
            )
    store_weights(weights)


def store_weights(weights: Arrays) -> None:
    """Write what the player needs, in half precision."""
    np.savez_compressed(OUT, **{name: each.astype(np.float16) for name, each in weights.items() if name[1:] != "v"})


# -- measuring ---------------------------------------------------------------------------


def measure(matches: int, pairs: tuple[str, ...]) -> None:
    """Print how often one player wins alone against two others, for pairs such as `learned-cinder`."""
    match = Match("bombe", SEATS)
    game, setup = match.game, match.setup
    weights = load_weights(OUT if OUT.exists() else importlib.import_module("slowfuse_games.learned").WEIGHTS)

    def learned(_game: Any) -> Any:
        return LearnedPlayer(setup, match.numbers, build_encoder(game, setup), weights)

    players = {"learned": learned, "spark": kernel.POLICIES["spark"], "cinder": kernel.POLICIES["bot"],
               "flint": kernel.POLICIES["flint"], "random": kernel.POLICIES["random"]}  # fmt: skip
    usual = [f"{one}-cinder" for one in players] + [f"learned-{other}" for other in ("spark", "flint", "random")]
    print("| Alone | against two | matches | share of first places | 95% interval |\n|---|---|--:|--:|---|")
    for one, other in (pair.split("-") for pair in pairs or usual):
        won = ladder.play_against_others(game, setup, players[one], players[other], draw_seeds(matches))
        share = ladder.compute_share(won, SEATS)
        print(f"| {one} | {other} | {matches} | {share.won:.1%} | {share.low:.1%}–{share.high:.1%} |", flush=True)


def draw_seeds(count: int) -> Iterator[bytes]:
    """Yield seeds that no training match had."""
    return (b"measured" + number.to_bytes(24, "big") for number in range(count))


if __name__ == "__main__":
    if sys.argv[1] == "train":
        train(int(sys.argv[2]), int(sys.argv[3]))
    else:
        measure(int(sys.argv[2]), tuple(sys.argv[3:]))
