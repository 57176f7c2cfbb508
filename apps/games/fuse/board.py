"""The view that the templates of Fuse draw, made from what the observer knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from apps.games.fuse import state as fuse
from apps.games.fuse.cards import FACES, MATCHMAN, MEAN_POINTS, CardId, Kind, sum_points
from apps.games.fuse.dealing import FUSE_EACH, HAND_SIZE, bombs_each, get_packet_size, pile_size
from apps.games.fuse.rules import asks, legal
from apps.games.fuse.scoring import compute_earlier_totals, compute_hand_cost, outcome
from apps.games.fuse.state import Action, Event, State
from apps.kernel.table import REFEREE, Observer, Seat

Use: TypeAlias = Literal["lay", "cut", "shed", "strike", ""]
WhyNot: TypeAlias = Literal["", "not-your-turn", "start-with-fuse", "only-after-cut", "no-effect"]


class Shown(Struct, frozen=True):
    """A face-up card."""

    id: CardId
    kind: Kind
    points: int


class Held(Shown, frozen=True):
    """A card in the observer's own hand."""

    use: Use
    """The action for which it can be played now, or empty if it can't be."""
    why_not: WhyNot
    """The reason it can't be played. `no-effect`: it's the Matchman after the observer's own cut."""
    silent: bool
    """True if silence plays this card for the observer now."""


class Brings(Struct, frozen=True):
    """The prize that a hand card would leave behind.

    `Held` doesn't have it, because that stays equal from turn to turn.
    """

    card: CardId
    next: int | None
    """Points for the next bomb once it's played.

    None if it can't be played, or in estimate mode while the match runs.
    """


class Did(Struct, frozen=True):
    """A seat's last move in the current deal."""

    kind: Kind | Literal["bomb"]
    """The kind of card it played, or a bomb."""
    points: int | None
    """Points of the card or of the bomb's prize. None for a bomb in memory mode."""


class Plate(Struct, frozen=True):
    """The public counts of a seat."""

    seat: Seat
    held: int
    bombs: int
    bombs_used: int
    taken: int
    """Number of cards it has won in this deal."""
    points: int | None
    """Points of those cards. None in memory mode while the deal runs."""
    now: int | None
    """The seat's score if the deal ended now. None in memory mode while the deal runs."""
    exact: bool
    """True if the observer knows the hand that `now` counts. Otherwise it counts an average hand, as dealt."""
    standing: int | None
    """The same number once someone has bombed. Before that, hands alone would decide who leads."""
    did: Did | None
    """Its last move. None before the first, and once the match is over."""
    cost: int | None
    """Points that the hand costs (F38). None while hands are hidden."""
    total: int | None
    """Points from earlier deals. None if the match is a single deal."""
    defused: int | None
    """Points in captured defuse cards, if they were needed to break a tie (F41)."""


class Board(Struct, frozen=True):
    """The table as the observer sees it."""

    fuse: tuple[Shown, ...]
    fuse_points: int | None
    """Points of the fuse. None in estimate mode while the match runs."""
    beside: tuple[Shown, ...]
    beside_points: int
    prize: int | None
    """Points that a bomb would win now. None in estimate mode while the match runs."""
    dying: bool
    """True if the fuse was cut and waits for the Matchman."""
    left: int
    pile: int
    """Number of cards in the draw pile when the deal started."""
    drawn: int
    """Number of cards drawn from it."""
    fuse_cards_above: int
    """Number of cards that certainly come before the time bomb can."""
    plates: tuple[Plate, ...]
    hand: tuple[Held, ...]
    """Fuse cards, then defuse cards, each sorted by points."""
    brings: tuple[Brings, ...]
    """What each card of the hand would leave behind."""
    hand_cost: int
    """Points that the hand would cost if the deal ended now."""
    fuse_cards: int
    """Number of cards in the hand that cost points."""
    guesses: bool
    """True if a plate's `now` counts an average hand."""
    next_bomber: Seat | None
    """The next player, if they have a bomb and the observer is about to play a card."""
    bombs: int
    """Number of bombs the observer has left."""
    can_lay: bool
    can_bomb: bool
    can_cut: bool
    can_shed: bool
    barred: bool
    """True if the observer must start a fuse and holds defuse cards, which can't be its first card."""
    pass_only: bool
    """True if the observer is asked about the Matchman without holding him."""
    reply: Literal["", "strike", "pass"]
    """The observer's answer in the open Matchman window, if any."""
    dawdles: bool
    """True if silence pays the `silent` card as the slow-fuse penalty."""
    parted: bool
    """True if points in captured defuse cards had to break a tie (F41)."""
    deal: int
    """Number of the deal, counted from 1."""
    deals: int
    last_hands: tuple[tuple[Shown, ...], ...]
    """The hands, shown at the end of the match. The referee always sees them."""


def board(state: State, observer: Observer) -> Board:
    """Return the table as the observer sees it."""
    options, over = state.setup.options, outcome(state) is not None
    sums = over or not options.estimate
    fuse_points, beside_points = sum_points(state.fuse), sum_points(state.beside)
    prize = fuse_points + beside_points if sums else None
    seat = observer if isinstance(observer, int) else None
    mine = legal(state, seat) if seat is not None else ()
    hand = state.hands[seat] if seat is not None else ()
    all_hands = over or observer == REFEREE
    silence = _get_silent_action(state, seat)
    lapsing = silence.card if silence is not None else None
    held = _build_hand(state, seat, mine, lapsing) if seat is not None else ()
    brings = tuple(Brings(card.id, _compute_next_prize(card, prize, beside_points)) for card in held)
    pile, uses = pile_size(options, state.setup.seats), {card.use for card in held}
    plates = tuple(_build_plate(state, each, observer, over) for each in state.setup.everyone())
    return Board(
        fuse=_build_shown_cards(state.fuse),
        fuse_points=fuse_points if sums else None,
        beside=_build_shown_cards(state.beside),
        beside_points=beside_points,
        prize=prize,
        dying=state.cut_by is not None,
        left=state.left,
        pile=pile,
        drawn=max(0, pile - state.left),
        fuse_cards_above=max(0, state.left - get_packet_size(options) - 1),
        plates=plates,
        hand=held,
        brings=brings,
        hand_cost=compute_hand_cost(hand),
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
        reply=_get_matchman_reply(state, seat),
        dawdles=isinstance(silence, fuse.Dawdle),
        parted=any(plate.defused is not None for plate in plates),
        deal=state.deal + 1,
        deals=options.deals,
        last_hands=tuple(map(_build_shown_cards, state.hands)) if all_hands else (),
    )


def words(event: Event) -> Mapping[str, object]:
    """Return the faces and numbers that an event's sentence needs, but not which of several equal cards it was."""
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


def calls(action: Action) -> Mapping[str, object]:
    """Return the face that the words for an answer need, but not which of several equal cards it is."""
    match action:
        case fuse.Lay(card=card) | fuse.Cut(card=card) | fuse.Shed(card=card) | fuse.Dawdle(card=card):
            return {"face": FACES[card]}
    return {}


def _next_bomber(state: State, held: Iterable[Held]) -> Seat | None:
    """Return the next player if the observer can play a fuse card now and that player has a bomb."""
    after = Seat((state.seat + 1) % state.setup.seats)
    return after if state.bombs[after] and any(card.use == "lay" for card in held) else None


def _build_plate(state: State, seat: Seat, observer: Observer, over: bool) -> Plate:
    options, taken = state.setup.options, state.taken[seat]
    held = HAND_SIZE - (state.short == seat) if state.deal >= 0 else 0
    known = over or observer in (seat, REFEREE)
    hand = compute_hand_cost(state.hands[seat]) if known else round(held * FUSE_EACH / HAND_SIZE * MEAN_POINTS)
    now = compute_earlier_totals(state)[seat] + sum_points(taken) - hand if options.open_totals or over else None
    return Plate(
        seat=seat,
        held=held,
        bombs=state.bombs[seat],
        bombs_used=bombs_each(state.setup.seats) - state.bombs[seat] if state.deal >= 0 else 0,
        taken=len(taken),
        points=sum_points(taken) if options.open_totals or over else None,
        now=now,
        exact=known,
        standing=now if state.deal or any(state.taken) else None,
        did=None if over else _build_last_move(state, seat),
        cost=compute_hand_cost(state.hands[seat]) if over else None,
        total=compute_earlier_totals(state)[seat] if options.deals > 1 else None,
        defused=state.defused[seat] if over and state.totals.count(state.totals[seat]) > 1 else None,
    )


def _build_last_move(state: State, seat: Seat) -> Did | None:
    """Return the seat's last move in this deal: a bomb if it has played no card since its last one."""
    played, boom = state.played[seat], state.booms[seat] if state.booms else None
    if boom is not None and boom.played == len(played):
        return Did("bomb", boom.points if state.setup.options.open_totals else None)
    return Did(FACES[played[-1]].kind, FACES[played[-1]].points) if played else None


def _build_hand(state: State, seat: Seat, mine: tuple[Action, ...], lapsing: CardId | None) -> tuple[Held, ...]:
    """Return every card in its place, and how it can be played."""
    uses: dict[CardId, Use] = {
        action.card: _USES[type(action)] for action in mine if isinstance(action, fuse.Lay | fuse.Cut | fuse.Shed)
    }
    if fuse.Strike() in mine:
        uses[MATCHMAN] = "strike"
    cards = sorted(state.hands[seat], key=_build_card_sort_key)
    return tuple(_build_held_card(state, seat, card, uses.get(card, ""), silent=card == lapsing) for card in cards)


def _build_held_card(state: State, seat: Seat, card: CardId, use: Use, *, silent: bool) -> Held:
    face = FACES[card]
    return Held(card, face.kind, face.points, use, "" if use else _why_not(state, seat, card), silent)


def _why_not(state: State, seat: Seat, card: CardId) -> WhyNot:
    if card == MATCHMAN:
        return "no-effect" if state.cut_by == seat else "only-after-cut"
    if state.ended or state.cut_by is not None or state.seat != seat:
        return "not-your-turn"
    return "start-with-fuse"


def _compute_next_prize(card: Held, prize: int | None, beside_points: int) -> int | None:
    """Return the prize after a card.

    A fuse card adds to it. A defuse card leaves only the cards beside the matchstick. One that can't be played first
    shows this, too, because its number means nothing else.
    """
    if prize is None or (card.use in ("", "strike") and card.why_not != "start-with-fuse"):
        return None
    return (prize if card.use == "lay" else beside_points) + card.points


def _build_card_sort_key(card: CardId) -> tuple[bool, bool, int]:
    """Return a card's place in the hand: fuse cards, defuse cards, the Matchman, each by points."""
    face = FACES[card]
    return face.kind == "matchman", face.kind != "fuse", face.points


def _get_matchman_reply(state: State, seat: Seat | None) -> Literal["", "strike", "pass"]:
    reply = next((each for each in state.replies if each.seat == seat), None)
    return "" if reply is None else "strike" if reply.strike else "pass"


def _get_silent_action(state: State, seat: Seat | None) -> fuse.Lay | fuse.Cut | fuse.Shed | fuse.Dawdle | None:
    for ask in asks(state) if seat is not None else ():
        if ask.seat == seat and isinstance(ask.default, fuse.Lay | fuse.Cut | fuse.Shed | fuse.Dawdle):
            return ask.default
    return None


def _build_shown_cards(cards: Iterable[CardId]) -> tuple[Shown, ...]:
    return tuple(_SHOWN[card] for card in cards)


_USES: Final[Mapping[type[fuse.Lay | fuse.Cut | fuse.Shed], Use]] = {
    fuse.Lay: "lay",
    fuse.Cut: "cut",
    fuse.Shed: "shed",
}
_SHOWN: Final = {card: Shown(card, face.kind, face.points) for card, face in FACES.items()}
