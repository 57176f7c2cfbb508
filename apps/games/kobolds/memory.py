"""An observer's memory of Kobold Bombs: the blank table, and how one fact changes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from apps.games.kobolds import state as events
from apps.games.kobolds.cards import BLINDFOLD, CLOSED, MECHANISM, MECHANISMS, CardId, Cards, Options, get_card_kind
from apps.games.kobolds.state import Active, Claim, Event, Item, Pass, Play, Sealing, State
from apps.games.kobolds.zones import remove_card, reveal_cards
from apps.kernel.fold import build_evolve, replace_at
from apps.kernel.table import Seat, Setup
from apps.kernel.window import replace_answer


def blank(setup: Setup[Options]) -> State:
    """Return the table before the first bomb."""
    seats = setup.seats
    return State(
        setup,
        hands=((),) * seats,
        gold=(0,) * seats,
        mechanisms=MECHANISMS,
        played=(0,) * seats,
        risen=(None,) * seats,
        claims=(True,) * seats,
    )


# -- the draw pile ---------------------------------------------------------------------


def _apply_drew(state: State, event: events.Drew) -> State:
    hands = replace_at(state.hands, event.seat, (*state.hands[event.seat], event.card))
    return replace(state, hands=hands, deck=state.deck[1:], top=event.top, left=state.left - 1)


def _apply_dealt(state: State, event: events.Dealt) -> State:
    cards = state.faces or event.cards
    left = state.left - len(cards)
    return replace(
        state,
        hands=replace_at(state.hands, event.seat, (*state.hands[event.seat], *cards)),
        deck=state.deck[: len(state.deck) - len(cards)],
        top=state.top if left > 0 else None,
        left=left,
        faces=(),
    )


# -- cards that move face down, and who sees them --------------------------------------


def _apply_swapped(state: State, event: events.Swapped) -> State:
    gave, took = state.faces or (event.gave, event.took)
    hand, gave = remove_card(state.hands[event.seat], gave)
    inside, took = remove_card(state.inside, took)
    return replace(
        state,
        hands=replace_at(state.hands, event.seat, (*hand, _in_hand(state, took))),
        inside=(*inside, gave),
        swaps=state.swaps + event.tinkering,
        faces=(),
    )


def _apply_pinned(state: State, event: events.Pinned) -> State:
    took, mechanism = state.faces or (event.took, event.mechanism)
    inside, took = remove_card(state.inside, took)
    pile, mechanism = remove_card(state.mechanisms, mechanism)
    return replace(state, inside=(*inside, mechanism), mechanisms=pile, discards=(*state.discards, took), faces=())


def _apply_stole(state: State, event: events.Stole) -> State:
    hand, card = remove_card(state.hands[event.target], *(state.faces or (event.card,)))
    hands = replace_at(state.hands, event.target, hand)
    hands = replace_at(hands, event.seat, (*hands[event.seat], _in_hand(state, card)))
    return replace(state, hands=hands, faces=())


def _apply_dropped(state: State, event: events.Dropped) -> State:
    hand, card = remove_card(state.hands[event.seat], *(state.faces or (event.card,)))
    return replace(_thrown_away(_with_hand(state, event.seat, hand), (card,)), faces=())


# -- the turn --------------------------------------------------------------------------


def _apply_built(state: State, event: events.Built) -> State:
    pile = state.mechanisms
    for card in event.inside:
        pile, _ = remove_card(pile, card)
    return replace(state, bomb=event.bomb, inside=event.inside, mechanisms=pile)


def _apply_handed(state: State, event: events.Handed) -> State:
    state = _without_active(state, "temporary")
    return _new_turn(state, event.target, rounds=state.rounds + 1)


def _new_turn(state: State, holder: Seat, rounds: int) -> State:
    return replace(
        state,
        holder=holder,
        turn=state.turn + 1,
        phase="start",
        window=0,
        sealed=(),
        stack=(),
        kept=(),
        primed=state.armer is not None,
        swaps=0,
        rounds=rounds,
        played=(0,) * state.setup.seats,
        paid=False,
        lifted=False,
        laid=None,
        bound_for=None,
    )


def _apply_phased(state: State, event: events.Phased) -> State:
    return replace(state, phase=event.phase, window=state.window + 1, sealed=(), kept=(), laid=None)


def _apply_armed(state: State, event: events.Armed) -> State:
    return replace(_apply_warned(state, event), armer=event.seat, blocked=event.blocked, rounds=0)


def _apply_warned(state: State, event: events.Armed | events.Warned) -> State:
    return replace(state, inside=reveal_cards(state.inside, (event.apparatus,))) if event.apparatus else state


def _apply_secured(state: State, _: events.Secured) -> State:
    return replace(_without_active(state, "permanent"), armer=None, blocked=False, primed=False, rounds=0)


# -- tricks ----------------------------------------------------------------------------


def _apply_noted(state: State, event: events.Noted) -> State:
    match event.act:
        case Pass() | Play():
            return replace(state, sealed=replace_answer(state.sealed, Sealing(event.seat, event.act)))
        case Claim(on):
            return replace(state, claims=replace_at(state.claims, event.seat, on))
        case _:
            return state


def _apply_played(state: State, event: events.Played) -> State:
    """Put the trick on the stack, and keep the sealed answers that were meant to be kept unless it names their seat.

    The player's own isn't kept. Nor is an interrupter's, because a second trick in one turn can cost a fine that the
    first did not (RE16).
    """
    seat = event.seat
    own = next((each.said for each in state.sealed if each.seat == seat), None)
    hidden = (own.give, own.take) if isinstance(own, Play) else (None, None)
    hand, _ = remove_card(state.hands[seat], event.card)
    stays = tuple(each for each in state.sealed if each.said.keep and each.seat not in (seat, event.target))
    first = not state.stack
    return replace(
        state,
        hands=replace_at(state.hands, seat, hand),
        stack=(*state.stack, Item(event.card, seat, event.target, *hidden)),
        kept=stays if first else tuple(each for each in state.kept if each.seat not in (seat, event.target)),
        sealed=() if first else tuple(each for each in stays if isinstance(each.said, Pass)),
        window=state.window + 1,
        laid=seat if first else state.laid,
        played=replace_at(state.played, seat, state.played[seat] + 1),
    )


def _apply_settled(state: State, event: events.Settled) -> State:
    first, *others = state.stack
    lies = (Active(event.card, event.seat, event.lasts, event.target),) if event.lasts else ()
    gone = [item.card for item in others] if lies else [first.card, *(item.card for item in others)]
    return replace(
        state,
        stack=(),
        active=(*state.active, *lies),
        discards=(*state.discards, *gone),
        sealed=state.kept,
        kept=(),
        window=state.window + 1,
    )


# -- resurrection ----------------------------------------------------------------------


def _apply_fined(state: State, event: events.Fined) -> State:
    state = _add_gold(state, event.seat, -1)
    if event.seat != state.holder:
        return state
    return replace(state, paid=state.paid or state.phase == "end", lifted=state.lifted or event.card == BLINDFOLD)


def _bought_off(state: State, event: events.BoughtOff) -> State:
    return replace(
        _add_gold(state, event.seat, -2),
        risen=replace_at(state.risen, event.seat, None),
        buried=(*state.buried, event.card),
    )


def _apply_risen(state: State, event: events.Risen) -> State:
    buried = () if event.card in state.buried else state.buried  # The pile was used up and rebuilt from them.
    return replace(state, risen=replace_at(state.risen, event.seat, event.card), buried=buried)


# -- the explosion ---------------------------------------------------------------------


def _apply_exploded(state: State, event: events.Exploded) -> State:
    return replace(state, phase="blast", blasts=state.blasts + 1, last=event, blast_turn=state.turn, pay=None)


def _apply_paid(state: State, event: events.Paid) -> State:
    gold = [sum(parts) for parts in zip(state.gold, event.survival, event.hazard, event.rescue, strict=True)]
    hands = state.hands
    for mission in event.missions:
        gold[mission.seat] += mission.gold
        hand, _ = remove_card(hands[mission.seat], mission.card)
        hands = replace_at(hands, mission.seat, hand)
    shown = tuple(mission.card for mission in event.missions)
    return replace(state, gold=tuple(gold), hands=hands, discards=(*state.discards, *shown), pay=event)


def _apply_swept(state: State, event: events.Swept) -> State:
    killed = state.last.killed if state.last is not None else ()
    gone: list[CardId] = list(state.inside)
    hands = []
    for seat, held in enumerate(state.hands):
        hand = held
        for _ in range(event.mechanisms[seat]):
            hand, card = remove_card(hand, next((card for card in hand if get_card_kind(card) == MECHANISM), MECHANISM))
            gone.append(card)
        hands.append(() if seat in killed else hand)
        gone += hand if seat in killed else ()
    state = _thrown_away(replace(state, hands=tuple(hands), bomb=None, inside=()), gone)
    return replace(
        state,
        active=(),
        discards=(*state.discards, *(each.card for each in state.active)),
        armer=None,
        blocked=False,
        primed=False,
        risen=(None,) * state.setup.seats,
        buried=(*state.buried, *(card for card in state.risen if card is not None)),
    )


# -- inside ----------------------------------------------------------------------------


def _with_hand(state: State, seat: Seat, hand: Cards) -> State:
    return replace(state, hands=replace_at(state.hands, seat, hand))


def _add_gold(state: State, seat: Seat, by: int) -> State:
    return replace(state, gold=replace_at(state.gold, seat, state.gold[seat] + by))


def _in_hand(state: State, card: CardId) -> CardId:
    """Return a card as it's known in a hand. If hands are closed, its back is hidden there."""
    return CLOSED if state.setup.options.closed_hands and len(card) == 2 else card


def _thrown_away(state: State, cards: Iterable[CardId]) -> State:
    """Discard cards, but return mechanisms to their pile (K-A3)."""
    cards = tuple(cards)
    return replace(
        state,
        mechanisms=(*state.mechanisms, *(card for card in cards if get_card_kind(card) == MECHANISM)),
        discards=(*state.discards, *(card for card in cards if get_card_kind(card) != MECHANISM)),
    )


def _without_active(state: State, lasts: str) -> State:
    gone = tuple(each.card for each in state.active if each.lasts == lasts)
    return replace(
        state, active=tuple(each for each in state.active if each.lasts != lasts), discards=(*state.discards, *gone)
    )


evolve: Final[Callable[[State, Event], State]] = build_evolve(
    {
        events.Shuffled: lambda state, event: replace(state, deck=event.pile, left=len(event.pile), discards=()),
        events.Turned: lambda state, event: replace(state, top=event.top, left=event.left, discards=()),
        events.Faces: lambda state, event: replace(state, faces=event.cards),
        events.Bared: lambda state, event: replace(state, faces=event.cards),
        events.Dealt: _apply_dealt,
        events.Shown: lambda state, event: _with_hand(
            state, event.seat, reveal_cards(state.hands[event.seat], event.cards)
        ),
        events.Saw: lambda state, event: _with_hand(state, event.seat, event.cards),
        events.Looked: lambda state, event: replace(state, inside=event.cards),
        events.Built: _apply_built,
        events.Began: lambda state, event: _new_turn(state, event.seat, rounds=0),
        events.Handed: _apply_handed,
        events.Drew: _apply_drew,
        events.Phased: _apply_phased,
        events.Noted: _apply_noted,
        events.Played: _apply_played,
        events.Settled: _apply_settled,
        events.Demanded: lambda state, event: replace(
            _apply_phased(state, events.Phased("end")), bound_for=event.target
        ),
        events.Stole: _apply_stole,
        events.Swapped: _apply_swapped,
        events.Pinned: _apply_pinned,
        events.Skipped: lambda state, _: state,
        events.Armed: _apply_armed,
        events.Warned: _apply_warned,
        events.Secured: _apply_secured,
        events.Fined: _apply_fined,
        events.Obeyed: lambda state, _: state,
        events.Dropped: _apply_dropped,
        events.BoughtOff: _bought_off,
        events.Exploded: _apply_exploded,
        events.Paid: _apply_paid,
        events.Swept: _apply_swept,
        events.Risen: _apply_risen,
        events.Won: lambda state, event: replace(state, phase="over", winners=event.seats),
    }
)
