"""Places on a ladder: the players one can challenge, and the effect of a table. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence


def select_challengeable_players(
    order: Sequence[int], player: int, *, reach: int, free: Collection[int], least: int = 1
) -> tuple[int, ...]:
    """Return the players that this one can challenge, the nearest first: those who are free among the `reach` above.

    If these are fewer than the `least` that a table needs, the `reach` below are included, so that the second player
    isn't shut out of a game for three. The list is empty for the player at the top, or one who isn't on the ladder.
    """
    if player not in order:
        return ()
    place = order.index(player)
    above = [other for other in reversed(order[max(0, place - reach) : place]) if other in free]
    below = [other for other in order[place + 1 : place + 1 + reach] if other in free]
    return tuple(above) if len(above) >= least or not above else (*above, *below)


def reorder_ladder(order: Sequence[int], finishes: Mapping[int, int]) -> tuple[int, ...]:
    """Return the ladder after a table at which these players finished in these places, 1 being best.

    The players share out the places they held, in the order of their finishes. On a tie, the higher player stays
    higher. No one else moves. Players who are no longer on the ladder are ignored.
    """
    held = [place for place, player in enumerate(order) if player in finishes]
    best = sorted((order[place] for place in held), key=lambda player: finishes[player])
    found = list(order)
    for place, player in zip(held, best, strict=True):
        found[place] = player
    return tuple(found)
