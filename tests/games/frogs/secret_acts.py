"""What a seat at Lunar Laser Frogs can do in secret: throw or wait, plan its dice, and leave standing orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from apps.games.frogs.cards import Kind
from apps.games.frogs.state import Dice, Line, Mimic, Plan, Throw, Wait
from apps.kernel.table import Seat
from tests.factories.matches import MatchDriver
from tests.games.onlookers import PAGES, SIGHT, Acts, Deal, Depth, Worlds

ORDERS: list[dict[str, Any]] = [{"order": "copy", "whom": "first"}, {"order": "plan", "last": "grey", "turn": 9}]


def _is_quiet(table: MatchDriver, seat: int) -> Any:
    return Dice(3, 2, 1) if table.question(seat).about == "dice" else Wait()


def throws(deal: Deal, **options: Any) -> Acts:
    table = deal(**options)
    return Acts(
        table,
        seat=table.asked("throw")[0],
        answers=[
            {"type": "wait"},
            {"type": "throw", "card": "grey"},
            {"type": "throw", "card": "pink", "then": "blue"},
            {"type": "wait", "along__copy__whom": "last"},
        ],
        orders=ORDERS,
        in_advance=[(Wait(), Plan("blue", one=Line("pink", window="3"), turn=1))],
        quiet=_is_quiet,
    )


def dice(deal: Deal, **options: Any) -> Acts:
    table = deal(**options)
    return Acts(
        table,
        seat=table.asked("dice")[0],
        answers=[
            {"type": "dice", "first": first, "second": second, "third": 6 - first - second}
            for first, second in ((1, 1), (4, 1), (2, 3))
        ],
        orders=ORDERS[:1],
        quiet=_is_quiet,
    )


ACTS = (throws, dice)


def cards_in_the_pile(deal: Deal) -> Worlds:
    """Throw other cards through all windows of a turn, until the pile is turned over."""
    return _throw(deal())


def cards_in_the_pile_of_fixed_windows(deal: Deal) -> Worlds:
    return _throw(deal(fixed_windows=True))


def _throw(table: MatchDriver) -> Worlds:
    (active,), (seat, third) = table.asked("dice"), table.asked("throw")

    def turn(first: Kind, then: Kind) -> Callable[[MatchDriver], Iterator[Depth]]:
        def way(table: MatchDriver) -> Iterator[Depth]:
            table.says(active, Dice(3, 2, 1))
            for window, card in enumerate((first, None, then, None)):
                if seat in table.asked("throw"):
                    table.says(seat, Throw(card) if card else Wait())
                if third in table.asked("throw"):
                    table.says(third, Throw("grey", "yellow") if window == 3 else Wait())
                table.close_window()
                yield SIGHT if window in (1, 2) else PAGES
            assert table.know().closed

        return way

    return Worlds(table, (seat,), (turn("blue", "pink"), turn("grey", "blank")))


def orders_nobody_needed(deal: Deal) -> Worlds:
    """Play two worlds to the end, with and without orders. Everything readable at the end is the same."""

    def play_on(*orders: Any) -> Callable[[MatchDriver], Iterator[Depth]]:
        def way(table: MatchDriver) -> Iterator[Depth]:
            table.order(0, *orders)
            table.finish(lambda know, seat: next(iter(table.game.legal(know, seat))))
            yield PAGES

        return way

    unused = Mimic(Seat(7)), Plan("blank", turn=77, one=Line("grey", window="2"))
    return Worlds(deal(laps=1), (), (play_on(), play_on(*unused)))


WORLDS = (cards_in_the_pile, cards_in_the_pile_of_fixed_windows, orders_nobody_needed)
