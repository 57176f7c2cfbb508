"""What the templates of Fuse draw, made from what the observer knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from apps.games.fuse import state as fuse
from apps.games.fuse.cards import FACES, MATCHMAN, MEAN_POINTS, CardId, Kind, worth
from apps.games.fuse.dealing import FUSE_EACH, HAND, bombs_each, packet, pile_size
from apps.games.fuse.rules import asks, legal
from apps.games.fuse.scoring import before, cost, outcome
from apps.games.fuse.state import Action, Event, State
from apps.kernel.table import REFEREE, Observer, Seat

Use: TypeAlias = Literal["lay", "cut", "shed", "strike", ""]
WhyNot: TypeAlias = Literal["", "not-your-turn", "start-with-fuse", "only-after-cut", "no-effect"]


class Shown(Struct, frozen=True):
    """A card that lies open."""

    id: CardId
    kind: Kind
    points: int


class Held(Shown, frozen=True):
    """A card in the observer's own hand."""

    use: Use
    """The action it may be played for now; empty if it may not."""
    why_not: WhyNot
    """`no-effect`: the Matchman after the observer's own cut."""
    silent: bool
    """Whether it is the card that silence plays for the observer now."""


class Brings(Struct, frozen=True):
    """What a card of the hand would leave behind; apart from `Held`, which stays equal from turn to turn."""

    card: CardId
    next: int | None
    """What the next bomb takes once it is played; None if it may not be, or in estimate mode while the match runs."""


class Did(Struct, frozen=True):
    """A seat's last move in the running deal."""

    kind: Kind | Literal["bomb"]
    """The card it played, or a bomb."""
    points: int | None
    """What the card is worth, or what the bomb took; None for a bomb in memory mode."""


class Plate(Struct, frozen=True):
    """What everybody may count of a seat."""

    seat: Seat
    held: int
    bombs: int
    bombs_used: int
    taken: int
    """How many cards it has won in this deal."""
    points: int | None
    """What they are worth; None in memory mode while the deal runs."""
    now: int | None
    """The seat's score if the deal ended now; None in memory mode while the deal runs."""
    exact: bool
    """Whether the observer knows the hand that `now` counts. Otherwise it counts one as it's dealt, on average."""
    standing: int | None
    """The same number once somebody has bombed: before that, hands alone would say who leads."""
    did: Did | None
    """Its last move; None before the first, and once the match is over."""
    cost: int | None
    """What the hand takes off again (F38); None while hands are hidden."""
    total: int | None
    """Points of the deals before this one; None if the match is one deal."""
    defused: int | None
    """Points in captured defuse cards, if they had to part the seat from another of as many points (F41)."""


class Board(Struct, frozen=True):
    """The table as the observer sees it."""

    fuse: tuple[Shown, ...]
    fuse_points: int | None
    """What the fuse is worth; None in estimate mode while the match runs."""
    beside: tuple[Shown, ...]
    beside_points: int
    prize: int | None
    """What a bomb would take now; None in estimate mode while the match runs."""
    dying: bool
    """The fuse was cut and waits for the Matchman."""
    left: int
    pile: int
    """How many cards the pile began the deal with."""
    drawn: int
    """How many of them are gone."""
    fuse_cards_above: int
    """Cards that certainly come before the time bomb can."""
    plates: tuple[Plate, ...]
    hand: tuple[Held, ...]
    """Fuse cards, then defuse cards, each by points."""
    brings: tuple[Brings, ...]
    """For each card of the hand."""
    hand_cost: int
    """What the hand would cost if the deal ended now."""
    fuse_cards: int
    """How many cards of the hand cost that."""
    guesses: bool
    """Whether a plate's `now` counts an average hand."""
    next_bomber: Seat | None
    """Whom the observer's card leaves the fuse to, if they have a bomb and the observer is to play."""
    bombs: int
    """How many the observer has left."""
    can_lay: bool
    can_bomb: bool
    can_cut: bool
    can_shed: bool
    barred: bool
    """Whether the observer, to start a fuse, holds defuse cards that can't be its first card."""
    pass_only: bool
    """Whether the observer, asked about the Matchman, does not hold him."""
    reply: Literal["", "strike", "pass"]
    """What the observer answered in the open Matchman window, if anything."""
    dawdles: bool
    """Whether silence pays the `silent` card as the slow-fuse penalty."""
    parted: bool
    """Whether points in captured defuse cards had to part equals (F41)."""
    deal: int
    """Counted from 1."""
    deals: int
    last_hands: tuple[tuple[Shown, ...], ...]
    """The hands, once they are shown at the end of the match; the referee sees them always."""


def board(state: State, observer: Observer) -> Board:
    """The table as the observer sees it."""
    options, over = state.setup.options, outcome(state) is not None
    sums = over or not options.estimate
    fuse_points, beside_points = worth(state.fuse), worth(state.beside)
    prize = fuse_points + beside_points if sums else None
    seat = observer if isinstance(observer, int) else None
    mine = legal(state, seat) if seat is not None else ()
    hand = state.hands[seat] if seat is not None else ()
    all_hands = over or observer == REFEREE
    silence = _silence(state, seat)
    lapsing = silence.card if silence is not None else None
    held = _hand(state, seat, mine, lapsing) if seat is not None else ()
    brings = tuple(Brings(card.id, _next(card, prize, beside_points)) for card in held)
    pile, uses = pile_size(options, state.setup.seats), {card.use for card in held}
    plates = tuple(_plate(state, each, observer, over) for each in state.setup.everyone())
    return Board(
        fuse=_shown(state.fuse),
        fuse_points=fuse_points if sums else None,
        beside=_shown(state.beside),
        beside_points=beside_points,
        prize=prize,
        dying=state.cut_by is not None,
        left=state.left,
        pile=pile,
        drawn=max(0, pile - state.left),
        fuse_cards_above=max(0, state.left - packet(options) - 1),
        plates=plates,
        hand=held,
        brings=brings,
        hand_cost=cost(hand),
        fuse_cards=sum(card.kind == "fuse" for card in held),
        guesses=any(not plate.exact and plate.now is not None for plate in plates),
        next_bomber=_next_bomber(state, held),
        bombs=state.bombs[seat] if seat is not None else 0,
        can_lay="lay" in uses,
        can_bomb=fuse.Bomb() in mine,
        can_cut="cut" in uses,
        can_shed="shed" in uses,
        barred=any(card.why_not == "start-with-fuse" for card in held),
        pass_only=fuse.Pass() in mine and fuse.Strike() not in mine,
        reply=_reply(state, seat),
        dawdles=isinstance(silence, fuse.Dawdle),
        parted=any(plate.defused is not None for plate in plates),
        deal=state.deal + 1,
        deals=options.deals,
        last_hands=tuple(map(_shown, state.hands)) if all_hands else (),
    )


def words(event: Event) -> Mapping[str, Any]:
    """What the sentence of an event says beside who: faces and numbers, not which of many equal cards it was."""
    match event:
        case fuse.Played() | fuse.Saw():
            return {"face": FACES[event.card]}
        case fuse.Received(cards=cards):
            return {"faces": tuple(FACES[card] for card in cards)}
        case fuse.Dealt(deal=deal, starter=starter):
            return {"deal": deal, "target": starter}
        case fuse.Replied(strike=strike):
            return {"strike": strike}
        case fuse.Died(points=points):
            return {"points": points}
        case fuse.Exploded(cards=cards, points=points):
            return {"cards": cards, "points": points}
        case fuse.Scored(scores=scores, why=why):
            return {"scores": scores, "why": why}
    return {}


def calls(action: Action) -> Mapping[str, Any]:
    """What the few words for an answer say: a face, not which of many equal cards it is."""
    match action:
        case fuse.Lay(card=card) | fuse.Cut(card=card) | fuse.Shed(card=card) | fuse.Dawdle(card=card):
            return {"face": FACES[card]}
    return {}


def _next_bomber(state: State, held: Iterable[Held]) -> Seat | None:
    """Return who comes after the observer, if the observer may play a fuse card now and the next has a bomb."""
    after = Seat((state.seat + 1) % state.setup.seats)
    return after if state.bombs[after] and any(card.use == "lay" for card in held) else None


def _plate(state: State, seat: Seat, observer: Observer, over: bool) -> Plate:
    options, taken = state.setup.options, state.taken[seat]
    held = HAND - (state.short == seat) if state.deal >= 0 else 0
    known = over or observer in (seat, REFEREE)
    hand = cost(state.hands[seat]) if known else round(held * FUSE_EACH / HAND * MEAN_POINTS)
    now = before(state)[seat] + worth(taken) - hand if options.open_totals or over else None
    return Plate(
        seat=seat,
        held=held,
        bombs=state.bombs[seat],
        bombs_used=bombs_each(state.setup.seats) - state.bombs[seat] if state.deal >= 0 else 0,
        taken=len(taken),
        points=worth(taken) if options.open_totals or over else None,
        now=now,
        exact=known,
        standing=now if state.deal or any(state.taken) else None,
        did=None if over else _did(state, seat),
        cost=cost(state.hands[seat]) if over else None,
        total=before(state)[seat] if options.deals > 1 else None,
        defused=state.defused[seat] if over and state.totals.count(state.totals[seat]) > 1 else None,
    )


def _did(state: State, seat: Seat) -> Did | None:
    """Return the seat's last move in this deal: a bomb if it has played no card since its last one."""
    played, boom = state.played[seat], state.booms[seat] if state.booms else None
    if boom is not None and boom.played == len(played):
        return Did("bomb", boom.points if state.setup.options.open_totals else None)
    return Did(FACES[played[-1]].kind, FACES[played[-1]].points) if played else None


def _hand(state: State, seat: Seat, mine: tuple[Action, ...], lapsing: CardId | None) -> tuple[Held, ...]:
    """Every card in its place, and what it may be played for."""
    uses: dict[CardId, Use] = {
        action.card: _USES[type(action)] for action in mine if isinstance(action, fuse.Lay | fuse.Cut | fuse.Shed)
    }
    if fuse.Strike() in mine:
        uses[MATCHMAN] = "strike"
    cards = sorted(state.hands[seat], key=_place)
    return tuple(_held(state, seat, card, uses.get(card, ""), silent=card == lapsing) for card in cards)


def _held(state: State, seat: Seat, card: CardId, use: Use, *, silent: bool) -> Held:
    face = FACES[card]
    return Held(card, face.kind, face.points, use, "" if use else _why_not(state, seat, card), silent)


def _why_not(state: State, seat: Seat, card: CardId) -> WhyNot:
    if card == MATCHMAN:
        return "no-effect" if state.cut_by == seat else "only-after-cut"
    if state.ended or state.cut_by is not None or state.seat != seat:
        return "not-your-turn"
    return "start-with-fuse"


def _next(card: Held, prize: int | None, beside_points: int) -> int | None:
    """A fuse card makes the fuse longer; a defuse card leaves only what lies beside the matchstick, itself included."""
    if prize is None or card.use in ("", "strike"):
        return None
    return (prize if card.use == "lay" else beside_points) + card.points


def _place(card: CardId) -> tuple[bool, bool, int]:
    """Where a card stands in the hand: fuse cards, defuse cards, the Matchman, each by points."""
    face = FACES[card]
    return face.kind == "matchman", face.kind != "fuse", face.points


def _reply(state: State, seat: Seat | None) -> Literal["", "strike", "pass"]:
    reply = next((each for each in state.replies if each.seat == seat), None)
    return "" if reply is None else "strike" if reply.strike else "pass"


def _silence(state: State, seat: Seat | None) -> fuse.Lay | fuse.Cut | fuse.Shed | fuse.Dawdle | None:
    for ask in asks(state) if seat is not None else ():
        if ask.seat == seat and isinstance(ask.default, fuse.Lay | fuse.Cut | fuse.Shed | fuse.Dawdle):
            return ask.default
    return None


def _shown(cards: Iterable[CardId]) -> tuple[Shown, ...]:
    return tuple(_SHOWN[card] for card in cards)


_USES: Final[Mapping[type[fuse.Lay | fuse.Cut | fuse.Shed], Use]] = {
    fuse.Lay: "lay",
    fuse.Cut: "cut",
    fuse.Shed: "shed",
}
_SHOWN: Final = {card: Shown(card, face.kind, face.points) for card, face in FACES.items()}
