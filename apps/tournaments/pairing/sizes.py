"""Into how many tables of which sizes a field is divided."""

from __future__ import annotations


class Impossible(Exception):
    """No division into tables keeps the agreed rules."""


def sizes(entrants: int, *, most: int, least: int) -> tuple[tuple[int, ...], int]:
    """The sizes of the tables, the larger first, and how many have a bye. As few byes as the sizes allow, then as few
    tables as possible; no two tables differ by more than one seat.

    :raises Impossible: if not even one table can be filled
    """
    if not 2 <= least <= most:
        raise Impossible(f"no table seats {least} to {most}")
    for playing in range(entrants, least - 1, -1):
        tables = -(-playing // most)
        if playing >= tables * least:
            return even(playing, tables), entrants - playing
    raise Impossible(f"{entrants} entrants are too few for a table of {least}")


def even(entrants: int, tables: int) -> tuple[int, ...]:
    """As equal as possible, the larger first."""
    base, more = divmod(entrants, tables)
    return (base + 1,) * more + (base,) * (tables - more)
