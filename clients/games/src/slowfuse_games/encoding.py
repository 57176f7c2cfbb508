"""Tools for encoders, which write what a seat knows into an array of fixed size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from apps.kernel.game import AnyState
from apps.kernel.table import Seat


class Encoder(Protocol):
    """What writes the knowledge of a seat into an array.

    It needs no more than the seat's own memory. If a whole table shows a seat all that its memory contains,
    `needs_memory` is False, and the encoder looks only at those parts of it.
    """

    layout: Mapping[str, slice]
    size: int
    needs_memory: bool

    def encode(self, state: AnyState, seat: Seat) -> NDArray[np.float32]:
        """Return a new array with what the seat knows."""

    def reset(self) -> None:
        """Forget what was kept to encode the next table of the same match faster."""


@dataclass
class Layout:
    """The names of an array's parts, in order."""

    parts: dict[str, slice] = field(default_factory=dict)
    size: int = 0

    def add(self, name: str, size: int) -> int:
        """Add a part, and return where it starts."""
        start = self.size
        self.size += size
        self.parts[name] = slice(start, self.size)
        return start

    def add_seats(self, seats: int, each: Layout) -> None:
        """Add the same parts for each seat, beginning with the one who looks."""
        for place in range(seats):
            for name, part in each.parts.items():
                self.parts[f"seat +{place}: {name}"] = slice(self.size + part.start, self.size + part.stop)
            self.size += each.size
