"""How likely each seat comes first when the first tricks of a turn may be played."""

from __future__ import annotations

from apps.games.kobolds.state import State
from apps.games.kobolds.win_chances import chance


def prospects(table: State) -> tuple[float, ...] | None:
    """In the eyes of the house's player; None while a turn is under way."""
    if table.phase != "trick1" or table.stack or table.sealed or table.laid is not None:
        return None
    chances = [chance(table, seat) for seat in table.setup.everyone()]
    total = sum(chances)
    return tuple([each / total for each in chances])
