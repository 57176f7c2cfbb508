"""How a deal of Fuse is set up (F4–F13, F45, F46)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from apps.games.fuse.cards import DEFUSE, EXTINGUISHER, FUSE, MATCHMAN, SHORT_FUSE, TIMEBOMB, Options
from apps.games.fuse.state import Dealt, Event, Received, Shuffled
from apps.kernel.chance import Chance
from apps.kernel.table import Seat, Setup

FUSE_EACH: Final = 5
DEFUSE_EACH: Final = 2
HAND: Final = FUSE_EACH + DEFUSE_EACH


def packet(options: Options) -> int:
    """How many cards the time bomb is shuffled into (F11, F-A2)."""
    return 15 if options.short_fuse else 30


def bombs_each(seats: int) -> int:
    """F4, F5."""
    return 3 if seats == 2 else 2


def pile_size(options: Options, seats: int) -> int:
    """How many cards the draw pile begins with: a defuse card a seat, and the time bomb (F9, F11)."""
    fuse = SHORT_FUSE if options.short_fuse else FUSE
    return len(fuse) - seats * FUSE_EACH + seats + options.matchman + 1


def deal(setup: Setup[Options], chance: Chance) -> Iterator[Event]:
    """The first deal; luck names who lit a match last (F13, F-A18)."""
    return shuffled(setup, 0, chance.pick("starter", setup.everyone()), chance)


def shuffled(setup: Setup[Options], number: int, starter: Seat, chance: Chance) -> Iterator[Event]:
    """One deal, its draws named by its number."""
    seats, options = setup.seats, setup.options
    fuse = chance.shuffle(f"fuse:{number}", SHORT_FUSE if options.short_fuse else FUSE)
    defuse = chance.shuffle(f"defuse:{number}", (*DEFUSE, EXTINGUISHER) if options.extinguisher else DEFUSE)
    dealt, added = seats * DEFUSE_EACH, (MATCHMAN,) if options.matchman else ()
    deck = chance.shuffle(f"deck:{number}", (*fuse[seats * FUSE_EACH :], *defuse[dealt : dealt + seats], *added))
    top = len(deck) - packet(options)
    pile = deck[:top] + chance.shuffle(f"packet:{number}", (*deck[top:], TIMEBOMB))

    yield Dealt(number, starter, bombs=bombs_each(seats), left=len(pile))
    yield Shuffled(pile)
    for seat in setup.everyone():
        hand = (
            *fuse[seat * FUSE_EACH : (seat + 1) * FUSE_EACH],
            *defuse[seat * DEFUSE_EACH : (seat + 1) * DEFUSE_EACH],
        )
        yield Received((seat,), hand)
