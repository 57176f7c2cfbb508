"""The explosion: the players it hits, what it pays, and what is left of the table (K39, K40, K47–K62)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce

from msgspec.structs import replace

from apps.games.kobolds import bomb
from apps.games.kobolds.apparatus import APPARATUS, get_right_neighbour
from apps.games.kobolds.bombs import BOMBS
from apps.games.kobolds.cards import HAND_SIZE, MECHANISM, RESURRECTIONS, CardId, Cards, count_cards
from apps.games.kobolds.dealing import assemble_bomb, from_bottom
from apps.games.kobolds.memory import evolve
from apps.games.kobolds.missions import MISSIONS
from apps.games.kobolds.scoring import list_leaders
from apps.games.kobolds.state import Active, Began, Event, Exploded, Mission, Paid, Risen, Seats, State, Swept, Won
from apps.games.kobolds.tricks import get_mission_key, get_trick
from apps.games.kobolds.tricks import is_explosion_due as is_explosion_due
from apps.kernel.chance import Chance
from apps.kernel.table import Seat


def resolve_explosion(state: State) -> Exploded:
    """Return the explosion if the bomb went off now, as far as the observer knows its contents (K47–K49).

    Affected seats are counted before anyone is protected (edge 12).

    :raises KeyError: if there is no bomb
    """
    card, apparatus = state.bomb or "", bomb.find_known_apparatus(state)
    hit = {state.holder} if apparatus is None else set(APPARATUS[apparatus].direct(state))
    if BOMBS[card].recoil:
        hit.add(get_right_neighbour(state, state.holder))
    direct = _in_order(state, hit)
    added = tuple(_add_trick_hits(state, hit))
    protected = tuple(lying for lying in state.active if get_trick(lying.card).protects)
    killed = hit - {lying.seat for lying in protected}
    return Exploded(
        state.holder, card, apparatus, direct, added, protected, _in_order(state, hit), _in_order(state, killed)
    )


def compute_payout(state: State, exploded: Exploded) -> Paid:
    """Return what everyone gets, from hands and gold at the moment of the explosion (K50–K53, edge 10, 11, 20, 21)."""
    survives = [seat not in exploded.killed for seat in state.setup.everyone()]
    frugal = {lying.seat for lying in state.active if get_trick(lying.card).costs_survival}
    hazard = BOMBS[exploded.bomb].hazard
    return Paid(
        survival=tuple(int(lives and seat not in frugal) for seat, lives in enumerate(survives)),
        hazard=tuple(hazard if lives and seat == exploded.holder else 0 for seat, lives in enumerate(survives)),
        rescue=tuple(
            count_cards(hand, MECHANISM) if lives else 0 for hand, lives in zip(state.hands, survives, strict=True)
        ),
        missions=tuple(_cashed_in(state, exploded)),
    )


def resolve_aftermath(state: State, chance: Chance) -> list[Event]:
    """Return what follows the payout: someone has won (K59, K60), or the next bomb is built and the next turn starts.

    All cards are swept away before the killed come back with their quirks. New ones are dealt only after that (K-A27b).
    """
    if max(state.gold) >= state.setup.options.gold:
        return [Won(list_leaders(state))]
    if (exploded := state.last) is None:
        return []
    left, *others = state.setup.others(exploded.holder)  # Nothing changes the direction any longer (K-A18).
    clockwise = (left, *others, exploded.holder)
    facts: list[Event] = [Swept(tuple(count_cards(hand, MECHANISM) for hand in state.hands))]
    state = evolve(state, facts[0])

    if state.setup.options.resurrection:
        for seat in clockwise:
            if seat in exploded.killed:
                facts.append(_draw_resurrection_card(state, seat, chance))
                state = evolve(state, facts[-1])

    facts.append(assemble_bomb(state, chance))
    state = evolve(state, facts[-1])

    for seat in clockwise:
        new = from_bottom(state, seat, HAND_SIZE if seat in exploded.killed else 1, chance)
        state = reduce(evolve, new, state)
        facts += new
    return [*facts, Began(left)]


def _add_trick_hits(state: State, hit: set[Seat]) -> Iterator[Active]:
    """Add the seats that tricks on the table hit, and yield how, one by one, each with its `target` (K48).

    Chains come last and are repeated until no one new is hit, because they can depend on each other in any order.
    """
    chains = []
    for lying in state.active:
        face = get_trick(lying.card)
        if face.hits is None:
            continue
        if face.chained:
            chains.append(lying)
        else:
            yield from _add_hit_seats(lying, face.hits(state, lying), hit)
    while taut := [lying for lying in chains if lying.seat in hit]:
        for lying in taut:
            chains.remove(lying)
            hits = get_trick(lying.card).hits
            yield from _add_hit_seats(lying, hits(state, lying) if hits is not None else (), hit)


def _add_hit_seats(lying: Active, seats: Seats, hit: set[Seat]) -> Iterator[Active]:
    hit.update(seats)
    for seat in seats:
        yield replace(lying, target=seat)


def _cashed_in(state: State, exploded: Exploded) -> Iterator[Mission]:
    """Yield the fulfilled missions of all players who claim them, even of killed ones (K53, K-A21)."""
    for seat in state.setup.everyone():
        for card, key in _list_missions(state.hands[seat]) if state.claims[seat] else ():
            if MISSIONS[key].holds(state, exploded, seat):
                yield Mission(seat, card, MISSIONS[key].gold)


@lru_cache(4096)
def _list_missions(hand: Cards) -> tuple[tuple[CardId, str], ...]:
    """Return the cards of a hand that have a mission, and its key."""
    return tuple([(card, key) for card in hand if (key := get_mission_key(card))])


def _draw_resurrection_card(state: State, seat: Seat, chance: Chance) -> Risen:
    """Draw a resurrection card that no one has. If all others are used up, draw a discarded one (edge 22)."""
    lying: set[CardId | None] = set(state.risen)
    pile = [card for card in RESURRECTIONS if card not in lying and card not in state.buried]
    return Risen(seat, chance.pick(f"risen:{seat}", pile or state.buried))


def _in_order(state: State, seats: Iterable[Seat]) -> Seats:
    """Return every seat once, by number."""
    found = set(seats)
    return tuple(seat for seat in state.setup.everyone() if seat in found)
