"""What the laws need to know of Magpies: what lies face down, and when it is shown."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from apps.kernel.events import Event
from apps.kernel.table import Observer
from tests.specimen.magpies.state import COLOURS, Noted, Opened, State


def reveals(facts: Iterable[Event]) -> bool:
    """Numbers are opened, and the next trinket is shown."""
    return any(isinstance(fact, Opened) for fact in facts)


def rearranged(truth: State, observer: Observer, mover: int, luck: random.Random) -> State:
    """Another truth that neither observer nor mover can tell from this one."""
    known: tuple[Any, ...] = (observer, mover)
    bag = luck.sample(truth.bag, len(truth.bag))
    tastes = tuple(its if seat in known else luck.choice(COLOURS) for seat, its in enumerate(truth.tastes))
    calls = tuple(each if each.seat in known else Noted(each.to, each.seat, luck.randint(1, 5)) for each in truth.calls)
    return replace(truth, bag=tuple(bag), tastes=tastes, calls=calls)
