"""Places on a ladder: whom one may challenge, and what a table does to them. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence


def challengeable(
    order: Sequence[int], player: int, *, reach: int, free: Collection[int], least: int = 1
) -> tuple[int, ...]:
    """Whom this player may challenge, the nearest first: of the `reach` who stand right above them those who are free.
    Where these are fewer than the `least` that a table needs, those of the `reach` right below come along, so that who
    stands second is not shut out of a game for three. Nobody for who stands at the top, or not on it.
    """
    if player not in order:
        return ()
    place = order.index(player)
    above = [other for other in reversed(order[max(0, place - reach) : place]) if other in free]
    below = [other for other in order[place + 1 : place + 1 + reach] if other in free]
    return tuple(above) if len(above) >= least or not above else (*above, *below)


def reordered(order: Sequence[int], finishes: Mapping[int, int]) -> tuple[int, ...]:
    """The ladder after a table at which these players finished so, 1 is best.

    Its people take the places that they held among them, whoever finished better the higher one; of two who finished
    alike, whoever stood higher stays higher. Nobody else moves. Who is not on the ladder any more has no part in it.
    """
    held = [place for place, player in enumerate(order) if player in finishes]
    best = sorted((order[place] for place in held), key=lambda player: finishes[player])
    found = list(order)
    for place, player in zip(held, best, strict=True):
        found[place] = player
    return tuple(found)
