"""Point tables as people write them: `4: 5 3 1 0`, one line for each size of table."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from typing import Final

from django.utils.translation import gettext as _

from apps.tournaments.errors import PointTablesRefused

Tables = tuple[tuple[Decimal, ...], ...]
LARGEST: Final = 1_000_000
FINEST: Final = Decimal("0.001")


def read(text: str) -> Tables:
    """
    :raises PointTablesRefused: if a line is no table
    """
    return tuple(_line(line) for line in text.splitlines() if line.strip())


def written(tables: Iterable[Iterable[Decimal]]) -> str:
    lines = [[format(value.normalize(), "f") for value in table] for table in tables]
    return "\n".join(f"{len(line)}: {' '.join(line)}" for line in lines)


def _line(line: str) -> tuple[Decimal, ...]:
    size, colon, points = line.partition(":")
    try:
        table = tuple(Decimal(word) for word in points.replace(",", ".").split())
    except InvalidOperation:
        table = ()
    if not colon or not table or not all(map(_sensible, table)):
        sentence = _("“%(line)s” is no point table. Write the seats, a colon and the points of each place: 4: 5 3 1 0")
        raise PointTablesRefused(sentence % {"line": line.strip()[:60]})
    if size.strip() != str(len(table)):
        sentence = _("“%(line)s” is for a table of %(size)s, but has points for %(count)d places.")
        raise PointTablesRefused(sentence % {"line": line.strip()[:60], "size": size.strip()[:20], "count": len(table)})
    return table


def _sensible(value: Decimal) -> bool:
    return value.is_finite() and abs(value) <= LARGEST and value % FINEST == 0
