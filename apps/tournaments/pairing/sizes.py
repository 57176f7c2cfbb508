"""Number and sizes of the tables that a field is divided into."""

from __future__ import annotations


class Impossible(Exception):
    """Raised if no division into tables keeps the agreed rules."""


def compute_table_sizes(entrants: int, *, most: int, least: int) -> tuple[tuple[int, ...], int]:
    """Return the sizes of the tables, larger ones first, and the number of byes.

    The division has as few byes as the sizes allow, then as few tables as possible. No two tables differ by more than
    one seat.

    :raises Impossible: if not even one table can be filled
    """
    if not 2 <= least <= most:
        raise Impossible(f"no table seats {least} to {most}")
    for playing in range(entrants, least - 1, -1):
        tables = -(-playing // most)
        if playing >= tables * least:
            return divide_evenly(playing, tables), entrants - playing
    raise Impossible(f"{entrants} entrants are too few for a table of {least}")


def divide_evenly(entrants: int, tables: int) -> tuple[int, ...]:
    """Divide the entrants as equally as possible, larger tables first."""
    base, more = divmod(entrants, tables)
    return (base + 1,) * more + (base,) * (tables - more)
