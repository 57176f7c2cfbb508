"""What a seat at Kobold Bombs can do and hold in secret: tricks, plans, orders, a hand, the bomb's contents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from apps.games.kobolds.cards import TRICK, CardId, get_card_kind
from apps.games.kobolds.state import Pass, Play, Profile, Settled, State, Tinker, Trick
from apps.games.kobolds.tricks import get_mission_key
from apps.kernel.table import Seat
from tests.factories.kobolds import advance, armed, around, calm, exchange, give
from tests.factories.matches import MatchDriver
from tests.games.onlookers import PAGES, SIGHT, Acts, Deal, Depth, Worlds

Way = Callable[[MatchDriver], Iterator[Depth]]


def _passes(*_: Any) -> Pass:
    return Pass()


def _play_tricks(table: MatchDriver, **more: Any) -> Acts:
    holder, seat, *_ = around(table)
    give(table, seat, "TR24", "TR31")
    return Acts(
        table,
        seat,
        answers=[
            {"type": "pass"}, {"type": "pass", "keep": "true"}, {"type": "play", "card": "TR24"},
            {"type": "play", "card": "TR31", "target": holder, "keep": "true"}, {"type": "claim", "on": "false"},
            {"type": "play", "card": "TR31", "target": seat}, {"type": "claim", "on": "true"}, {"type": "pass"},
            {"type": "play", "card": "TR24", "along__reply__play": "MINE"},
            {"type": "pass", "along__trick__play": "TROLL", "along__profile__when": "named"},
        ],
        orders=[
            {"order": "profile", "when": "affected"}, {"order": "reply", "play": "NOWAY", "against": "names me"},
            {"order": "trick", "play": "FRIEND", "target": "leader", "doomed": "true"}, {"order": "plan", "turn": 99},
        ],
        quiet=_passes,
        **more,
    )  # fmt: skip


def calm_tricks(deal: Deal, *, fixed_windows: bool = False, **more: Any) -> Acts:
    """Play tricks on a secured bomb. With fixed windows, hands are closed, too."""
    return _play_tricks(calm(deal(fixed_windows=fixed_windows, closed_hands=fixed_windows, **more)))


def armed_tricks(deal: Deal, *, fixed_windows: bool = False, **more: Any) -> Acts:
    """Play tricks on a bomb that will go off."""
    table = armed(deal(fixed_windows=fixed_windows, closed_hands=fixed_windows, **more))
    in_advance = [
        (Pass(keep=True), Profile("named")),
        (Play("TR24"), Trick("TROLL")),
        (Play("TR31", Seat(0)), Trick("FRIEND", target="0", once=False)),
    ]
    return _play_tricks(table, in_advance=in_advance)


def plans(deal: Deal, **options: Any) -> Acts:
    """Plan what to tinker."""
    table = calm(deal(**options))
    state = table.know()
    gives = [card for card in state.hands[state.holder] if get_card_kind(card) == TRICK]
    return Acts(
        table,
        state.holder,
        answers=[
            {"type": "pass", "along__plan__after": after, "along__plan__turn": state.turn,
             "along__plan__give": put, "along__plan__take": out}
            for put, out, after in (
                (gives[0], state.inside[0], "pass"), (gives[1], state.inside[-1], "ask"), ("", "", "pass"),
            )
        ],
        quiet=_passes,
    )  # fmt: skip


def replies(deal: Deal, **options: Any) -> Acts:
    """Reply to a trick, or not."""
    table = armed(deal(**options))
    holder, one, two, *more = around(table)
    give(table, two, "TR16")
    give(table, one, "TR24")
    for seat, said in ((two, Pass()), (one, Play("TR24")), *((seat, Pass()) for seat in (holder, *more))):
        table.says(seat, said)
    table.close_window()
    assert [item.card for item in table.know().stack] == ["TR24"]
    answers = [{"type": "pass"}, {"type": "play", "card": "TR16"}, {"type": "pass", "keep": "true"}]
    return Acts(table, two, answers, quiet=_passes)


ACTS = (calm_tricks, armed_tricks, plans, replies)


# -- worlds ----------------------------------------------------------------------------------


def _at_both_tables(build: Callable[..., Worlds]) -> list[Callable[[Deal], Worlds]]:
    """Return the worlds at a plain and at a secretive table."""

    def plain(deal: Deal) -> Worlds:
        return build(deal)

    def secretive(deal: Deal) -> Worlds:
        return build(deal, fixed_windows=True, closed_hands=True)

    for each in (plain, secretive):
        each.__name__ = f"{build.__name__}-{each.__name__}"
    return [plain, secretive]


def a_trick_not_first_in_order(deal: Deal, **options: Any) -> Worlds:
    """Seal one or another trick, or none, besides the one that is played, and play to the end of the match."""
    began = armed(deal(gold=5, **options))
    holder, one, seat = around(began)
    give(began, one, "TR23")
    give(began, seat, "TR24", "TR31")

    def seals(said: Any, depth: Depth = PAGES) -> Way:
        def way(table: MatchDriver) -> Iterator[Depth]:
            for who, answer in ((holder, Pass()), (one, Play("TR23")), (seat, said)):
                table.says(who, answer)
            table.close_window()
            assert [item.card for item in table.know().stack] == ["TR23"]
            yield depth
            table.says(seat, Pass())
            advance(table, lambda state: state.phase == "over")
            yield depth

        return way

    plain, named = Play("TR24"), Play("TR31", Seat(0))
    shown, other = (named, plain) if options else (plain, named)
    return Worlds(began, (seat,), [seals(Pass()), seals(shown), seals(other, SIGHT)], reveals=True)


def a_hand(deal: Deal, **options: Any) -> Worlds:
    """Tinker, explode and get the next bomb with another card in hand; with closed hands, of another kind."""
    began = calm(deal(**options))
    seat, state = around(began)[2], began.know()
    plain = [card for card in (*state.hands[seat], *state.deck[18:30]) if not get_mission_key(card)]
    own = next(card for card in plain if get_card_kind(card) == TRICK)
    other_kind = bool(options.get("closed_hands"))
    instead = next(card for card in plain if card in state.deck and (get_card_kind(card) != TRICK) == other_kind)
    later: list[Callable[[State], bool]] = [
        lambda state: state.phase == "tinker",
        lambda state: state.phase == "trick2",
        lambda state: state.primed,
        lambda state: bool(state.blasts) and state.phase == "trick1",
    ]

    def holds(card: CardId) -> Way:
        def way(table: MatchDriver) -> Iterator[Depth]:
            exchange(table, (own, card))
            assert {own, instead} & {*table.know().hands[seat]} == {card}
            yield PAGES
            for wanted in later:
                advance(table, wanted, idle=seat)
                yield SIGHT
            yield PAGES

        return way

    return Worlds(began, (seat,), (holds(own), holds(instead)))


def a_trick_in_the_bomb(deal: Deal, **options: Any) -> Worlds:
    """Put in one or another trick, and hand the bomb on twice. Its holders look inside."""
    return _put_in(calm(deal(seats=4, **options)), SIGHT if options else PAGES, handed_on=True)


def a_trick_in_an_armed_bomb(deal: Deal, **options: Any) -> Worlds:
    return _put_in(armed(deal(seats=4, **options)), PAGES if options else SIGHT)


def _put_in(began: MatchDriver, depth: Depth, *, handed_on: bool = False) -> Worlds:
    give(began, began.know().holder, "TR24", "TR31")
    advance(began, lambda state: state.phase == "tinker")
    seat, second, *_ = around(began)
    take = began.know().inside[0]

    def puts(card: CardId) -> Way:
        def way(table: MatchDriver) -> Iterator[Depth]:
            table.says(seat, Tinker(card, take))
            assert card in table.know().inside
            yield depth
            if handed_on:
                advance(table, lambda state: state.phase == "trick1" and state.holder == second)
                yield depth

        return way

    return Worlds(began, (seat, second), (puts("TR24"), puts("TR31")))


def a_robbed_hand(deal: Deal, **options: Any) -> Worlds:
    """Play a pickpocket and a peephole on another hand. Only thief and victim can see the difference."""
    began = calm(deal(seats=4, **options))
    _, thief, robbed, _ = around(began)
    give(began, thief, "TR37", "TR40")
    state = began.know()
    own, unseen = (
        [card for card in cards if get_card_kind(card) == TRICK] for cards in (state.hands[robbed], state.deck[12:])
    )

    def robs(*swaps: tuple[CardId, CardId]) -> Way:
        def way(table: MatchDriver) -> Iterator[Depth]:
            exchange(table, *swaps)
            before = {*table.know().hands[thief]}
            for card in ("TR37", "TR40"):
                table.says(thief, Play(card, robbed))
                window = table.know().window
                advance(table, lambda state: state.window > window)  # noqa: B023
                advance(table, lambda state: not state.stack)
                yield PAGES
            assert [fact.works for fact in table.facts() if isinstance(fact, Settled)] == [True, True]
            assert not {*table.know().hands[thief]} - before & {one for pair in swaps for one in pair[:1]}

        return way

    return Worlds(began, (thief, robbed), (robs(), robs(*zip(own, unseen, strict=False))))


def an_interrupt_in_the_hand(deal: Deal, **options: Any) -> Worlds:
    """Ask a seat with or without an interrupt in its hand the same, in every window."""
    began = armed(deal(**options))
    holder, one, two = around(began)
    give(began, one, "TR24")
    tricks = [card for card in began.know().hands[two] if get_card_kind(card) == TRICK]
    give(began, two, *("TR31", "TR29", "TR30", "TR34", "TR35")[: len(tricks)])

    def holds(*swaps: tuple[CardId, CardId]) -> Way:
        def way(table: MatchDriver) -> Iterator[Depth]:
            exchange(table, *swaps)
            for seat, said in ((holder, Pass()), (one, Play("TR24")), (two, Pass())):
                table.says(seat, said)
            table.close_window()
            assert any(isinstance(act, Play) for act in table.game.legal(table.know(two), two)) == bool(swaps)
            yield PAGES
            table.says(two, Pass())
            yield SIGHT
            table.says(holder, Pass())
            table.close_window()
            assert not table.know().stack
            yield PAGES

        return way

    return Worlds(began, (two,), (holds(), holds(("TR31", "TR16"))))


WORLDS = [
    world
    for build in (
        a_trick_not_first_in_order,
        a_hand,
        a_trick_in_the_bomb,
        a_trick_in_an_armed_bomb,
        a_robbed_hand,
        an_interrupt_in_the_hand,
    )
    for world in _at_both_tables(build)
]
