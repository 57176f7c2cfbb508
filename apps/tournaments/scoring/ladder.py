"""Places on a ladder: whom one may challenge, and what a table does to them. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence


def challengeable(order: Sequence[int], player: int, *, reach: int, free: Collection[int]) -> tuple[int, ...]:
    """Whom this player may challenge, the nearest first: of the `reach` who stand right above them those who are free.
    Nobody for who does not stand on it.
    """
    if player not in order:
        return ()
    place = order.index(player)
    return tuple(other for other in reversed(order[max(0, place - reach) : place]) if other in free)


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
