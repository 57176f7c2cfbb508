"""Playouts: matches that are played on in the imagination, from a known or an imagined table.

What a seat can't see is redrawn for every table (`Game.imagine`), as in perfect information Monte Carlo (Ginsberg
2001). But every player sees only what they would know, so no one is assumed to see hidden cards (Frank and Basin 1998).
"""

from __future__ import annotations

from statistics import fmean

from apps.kernel.chance import Chance
from apps.kernel.game import AnyAction, AnyAsk, AnyGame, AnyState, next_of
from apps.kernel.playout import MAX_MOVES, AtRandom, Choose, Endless
from apps.kernel.pseudorandom import Pseudorandom
from apps.kernel.table import HOUSE, Seat
from apps.kernel.worth import Worths, compute_place_worths, compute_prospect_worths


class Tables:
    """The tables that a seat imagines.

    Every answer is tried on the same tables with the same luck, so two answers differ only in what they lead to.

    :param others: the policy of the seat itself, and of the others if the game has no `stranger`
    """

    def __init__(self, game: AnyGame, state: AnyState, seat: Seat, whim: Chance, others: Choose) -> None:
        self.game, self.state, self.seat, self.others = game, state, seat, others
        self._seed = derive_seed(whim, "tables")
        self._tables: list[AnyState] = []
        self._found: dict[tuple[AnyAction, int], Worths] = {}

    def leaves_open(self, ask: AnyAsk, action: AnyAction) -> bool:
        """Check whether the seat is still asked the same question after this action.

        If so, the action is no answer but something said along the way.
        """
        table = self._table(0)
        after = self.game.learn(table, self.game.decide(table, self.seat, action, Chance(self._seed, 0)))
        asked = self.game.asks(after)
        return any(each.seat == self.seat and each.key == ask.key and not each.answered for each in asked)

    def worths(self, action: AnyAction, number: int) -> Worths:
        """Return what it is worth to each seat if this seat answers `action` on table `number`.

        :raises Endless: if a match does not end
        """
        found = self._found.get((action, number))
        if found is None:
            table = self._table(number)
            luck = Pseudorandom(self._seed, 2 * number + 1)
            company = _build_company_policy(self.game, self.state, self.seat, self.others, luck)
            found = _played_on(self.game, table, self.seat, action, company, luck)
            self._found[action, number] = found
        return found

    def _table(self, number: int) -> AnyState:
        while number >= len(self._tables):
            luck = Pseudorandom(self._seed, 2 * len(self._tables))
            self._tables.append(self.game.probable(self.state, self.seat, luck))
        return self._tables[number]


def estimate_worth(
    game: AnyGame,
    state: AnyState,
    seat: Seat,
    others: Choose,
    seed: bytes,
    playouts: int,
) -> float:
    """Estimate what a match is worth to a seat, from what it knows.

    :param others: the policy of the seat itself, and of the others if the game has no `stranger`
    :raises Endless: if a match does not end
    """
    if not game.asks(state):
        return _weigh_end(game, state)[seat]
    found = []
    for number in range(playouts):
        luck = Pseudorandom(seed, number)
        table = game.probable(state, seat, luck)
        if game.prospects and (likely := game.prospects(table)):
            return compute_prospect_worths(likely)[seat]
        ask = next_of(game.asks(table))
        company = _build_company_policy(game, state, seat, others, luck)
        action = ask.default if ask.seat == HOUSE else company(game.seen(table, ask.seat), ask, luck)
        found.append(_played_on(game, table, ask.seat, action, company, luck)[seat])
    return fmean(found)


def derive_seed(whim: Chance, name: str) -> bytes:
    """Return a seed from which more random numbers can be drawn."""
    return whim.roll(name, 1 << 62)[0].to_bytes(8, "big")


def _build_company_policy(game: AnyGame, state: AnyState, mine: Seat, others: Choose, luck: Chance) -> Choose:
    """Return how everyone plays on: `mine` by the given policy, the others as strangers if the game has them."""
    stranger = game.stranger
    if not stranger:
        return others
    strangers = [None if seat == mine else stranger(state, seat, luck) for seat in state.setup.everyone()]

    def choose(state: AnyState, ask: AnyAsk, whim: Chance) -> AnyAction:
        other = strangers[ask.seat]
        return other(state, ask.seat, whim) if other else others(state, ask, whim)

    return choose


def _weigh_end(game: AnyGame, state: AnyState) -> Worths:
    """Return what the places of an ended match are worth."""
    outcome = game.outcome(state)
    if outcome is None:
        raise Endless("An imagined match has no question and no outcome.")
    return compute_place_worths(outcome.places)


def _played_on(game: AnyGame, table: AnyState, seat: Seat, action: AnyAction, others: Choose, luck: Chance) -> Worths:
    """Play a table on until the game can tell the prospects or the match ends, and return what it's worth."""
    prospects, after, awaited, seen = game.prospects, game.after, game.next, game.seen
    blind = isinstance(others, AtRandom)
    for _ in range(MAX_MOVES):
        _, table = after(table, seat, action, luck)
        if prospects and (likely := prospects(table)):
            return compute_prospect_worths(likely)
        ask = awaited(table)
        if ask is None:
            return _weigh_end(game, table)
        seat = ask.seat
        action = ask.default if seat == HOUSE else others(table if blind else seen(table, seat), ask, luck)
    raise Endless("An imagined match did not end.")
