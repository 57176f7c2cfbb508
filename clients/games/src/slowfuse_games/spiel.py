"""OpenSpiel games: importing this module registers `python_slowfuse_bombe` and the others.

`pyspiel.load_game("python_slowfuse_bombe(players=3,bid_cap=40)")`: each option of a table is a parameter. Three chance
nodes with 256 outcomes each draw a seed at the start. All cards and dice follow from it, so a history is replayed
exactly. The answers of a window are given one after the other, and no player sees those of the others before all are
in.

The information state is the list of all facts that a player knows: it recalls everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
import numpy as np
import pyspiel

from apps.games import load_games
from apps.kernel.chance import SEED_BYTES, Chance
from apps.kernel.events import known_to
from apps.kernel.game import AnyGame, AnyState, Outcome, compute_places
from apps.kernel.table import HOUSE, Seat
from apps.kernel.worth import compute_fair_worth
from slowfuse_games.encoders import build_encoder
from slowfuse_games.match import DEFAULT_LIMITS, LIMIT_REASON, list_numbers, write_options
from slowfuse_games.rewards import compute_rewards

_CHANCE_NODES: Final = 3
_CHANCE_OUTCOMES: Final = [(outcome, 1 / 256) for outcome in range(256)]
_MAX_MOVES: Final = 5000
"""Maximum number of answers in a match, if it isn't limited."""
_PREFIX: Final = "python_slowfuse_"


class _Table:
    """What a state is made of. All values are frozen, so a copy shares them."""

    def __init__(self) -> None:
        self.seed: tuple[int, ...] = ()
        self.state: AnyState = None
        self.log: tuple[Any, ...] = ()
        """The facts of each move."""
        self.turn: Seat | None = None
        self.outcome: Outcome | None = None
        self.known: dict[Seat, tuple[int, AnyState]] = {}

    def __deepcopy__(self, _memo: object) -> _Table:
        copy = _Table()
        copy.__dict__ |= self.__dict__
        copy.known = dict(self.known)
        return copy


class _Rules:
    """What the states of one game share. A copy, or what is read from a pickle, is the same."""

    def __init__(self, slug: str, params: Mapping[str, Any]) -> None:
        game = load_games()[slug]
        asked = {**_list_parameters(game), **params}
        options = {name: value for name, value in asked.items() if name not in ("players", "limit")}
        if game.number_actions is None:
            raise ValueError(f"{game.meta.title} has no numbers for its answers")
        self.game, self.params, self.limit = game, params, int(asked["limit"])
        self.setup = game.setup(int(asked["players"]), write_options(options))
        self.numbers = game.number_actions(self.setup)
        self.encoder = build_encoder(game, self.setup)

    def __deepcopy__(self, _memo: object) -> _Rules:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _Rules, (self.game.meta.slug, dict(self.params))

    def deal(self, table: _Table) -> None:
        """Deal the cards that the drawn seed leads to."""
        facts = tuple(self.game.deal(self.setup, self._get_chance(table)))
        table.log, table.state = (facts,), self.game.recall(self.setup, facts)
        self._find_turn(table)

    def answer(self, table: _Table, number: int) -> None:
        """Answer for the player whose turn it is."""
        seat = table.turn
        if seat is None:
            raise ValueError("the match is over")
        self._apply(table, seat, self.numbers.decode(table.state, seat, number))

    def remember(self, table: _Table, seat: Seat) -> AnyState:
        """Return what a player knows."""
        heard, state = table.known.get(seat) or (0, self.game.blank(self.setup))
        for facts in table.log[heard:]:
            state = self.game.learn(state, facts, seat)
        table.known[seat] = len(table.log), state
        return state

    def observe(self, table: _Table, seat: Seat) -> Any:
        """Return what a player knows, as an array."""
        state = self.remember(table, seat) if self.encoder.needs_memory else table.state
        return self.encoder.encode(state, seat)

    def _get_chance(self, table: _Table) -> Chance:
        return Chance(bytes(table.seed).rjust(SEED_BYTES, b"\0"), len(table.log))

    def _apply(self, table: _Table, seat: Seat, action: Any) -> None:
        facts, table.state = self.game.after(table.state, seat, action, self._get_chance(table))
        table.log = (*table.log, tuple(facts))
        self._find_turn(table)

    def _find_turn(self, table: _Table) -> None:
        ask = self.game.next(table.state)
        if ask is None:
            table.turn, table.outcome = None, self.game.outcome(table.state)
        elif 0 < self.limit < len(table.log):
            scores = self.game.scores(table.state)
            table.turn, table.outcome = None, Outcome(compute_places([-each for each in scores]), scores, LIMIT_REASON)
        elif ask.seat == HOUSE:
            self._apply(table, HOUSE, ask.default)
        else:
            table.turn = ask.seat


class SlowFuseGame(pyspiel.Game):
    """A game with one setup."""

    slug = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Agree on the setup.

        :param params: the number of `players`, a `limit` of moves (0 means none), and the options of the table
        """
        self.rules = _Rules(self.slug, params or {})
        setup = self.rules.setup
        fair = compute_fair_worth(setup.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.numbers.count,
            max_chance_outcomes=len(_CHANCE_OUTCOMES),
            num_players=setup.seats,
            min_utility=-fair,
            max_utility=1 - fair,
            utility_sum=0.0,
            max_game_length=self.rules.limit or _MAX_MOVES,
        )
        super().__init__(_TYPES[self.slug], info, dict(params or {}))

    def new_initial_state(self) -> SlowFuseState:
        """Return a state before the seed is drawn."""
        return SlowFuseState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SlowFuseObserver:
        """Return an observer of the array (`encoding`) and of the facts a player knows."""
        return SlowFuseObserver(self.rules, iig_obs_type, params)


class SlowFuseState(pyspiel.State):
    """A match at some time."""

    def __init__(self, game: SlowFuseGame) -> None:
        super().__init__(game)
        self.rules, self.table = game.rules, _Table()

    def current_player(self) -> int:
        """Return who answers next."""
        if len(self.table.seed) < _CHANCE_NODES:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.turn is None else self.table.turn

    def _legal_actions(self, player: int) -> list[int]:
        return [*list_numbers(self.rules.numbers.mask(self.table.state, Seat(player)))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the bytes of a seed, which are equally likely."""
        return _CHANCE_OUTCOMES

    def _apply_action(self, action: int) -> None:
        table = self.table
        if len(table.seed) == _CHANCE_NODES:
            self.rules.answer(table, action)
            return
        table.seed = (*table.seed, action)
        if len(table.seed) == _CHANCE_NODES:
            self.rules.deal(table)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed {action}" if player < 0 else self.rules.numbers.names(action)

    def is_terminal(self) -> bool:
        """Check whether the match is over."""
        return self.table.outcome is not None

    def returns(self) -> list[float]:
        """Return what the result is worth to each player, 0 for all until then."""
        if self.table.outcome is None:
            return [0.0] * self.rules.setup.seats
        return compute_rewards(self.table.outcome, "worth")

    def __str__(self) -> str:
        return f"{self.rules.game.meta.title} {self.table.seed} after {len(self.table.log)} moves: {self.table.state}"


class SlowFuseObserver:
    """What writes what a player knows into an array and a string."""

    def __init__(self, rules: _Rules, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"no parameters are known for observers, but these came: {params}")
        self._rules = rules
        self.perfect_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.tensor = np.zeros(rules.encoder.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SlowFuseState, player: int) -> None:
        """Write what a player knows. Before the deal, that's nothing."""
        table = state.table
        self.tensor[:] = 0 if table.state is None else self._rules.observe(table, Seat(player))

    def string_from(self, state: SlowFuseState, player: int) -> str:
        """Return all facts that a player knows or, without perfect recall, what the player remembers of them."""
        if not self.perfect_recall:
            if state.table.state is None:
                return f"player {player}"
            return f"player {player}: " + msgspec.json.encode(self._rules.remember(state.table, Seat(player))).decode()
        facts = [fact for facts in state.table.log for fact in facts if known_to(fact, Seat(player))]
        return f"player {player}: " + msgspec.json.encode(facts).decode()


def _list_parameters(game: AnyGame) -> dict[str, Any]:
    options = game.options()
    known = {name: getattr(options, name) for name in game.options.__struct_fields__ if name != "specials"}
    return {"players": game.meta.seats[0], "limit": DEFAULT_LIMITS.get(game.meta.slug, 0), **known}


def _build_type(game: AnyGame) -> Any:
    return pyspiel.GameType(
        short_name=_PREFIX + game.meta.slug,
        long_name=f"Slow Fuse: {game.meta.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.meta.seats[-1],
        min_num_players=game.meta.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_list_parameters(game),
    )


_TYPES: Final = {slug: _build_type(game) for slug, game in load_games().items()}

for _slug, _type in _TYPES.items():
    pyspiel.register_game(_type, type(f"{_slug.title()}Game", (SlowFuseGame,), {"slug": _slug}))
