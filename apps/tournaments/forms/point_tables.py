"""Point tables as organisers choose or write them, with one line for each size of table, such as `4: 5 3 1 0`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.tournaments.errors import PointTablesRefused

Tables = tuple[tuple[Decimal, ...], ...]
TABLE_SIZES: Final = range(2, 13)
POINT_CHOICES: Final[Mapping[str, tuple[str | Promise, Mapping[str, object]]]] = {
    "even": (
        _("By place: 1 for first, 0 for last, evenly spaced in between"),
        {"tables": "", "win_bonus": Decimal(0), "bye": Decimal(1)},
    ),
    "double": (
        _("The same, but first place counts double"),
        {"tables": "", "win_bonus": Decimal(1), "bye": Decimal(2)},
    ),
    "first": (
        _("Points for first place only"),
        {
            "tables": "\n".join(f"{size}: 1{' 0' * (size - 1)}" for size in TABLE_SIZES),
            "win_bonus": Decimal(0),
            "bye": Decimal(1),
        },
    ),
}
"""The choices, each with the fields that an organiser would type for the same points."""
CUSTOM_CHOICE: Final = "own"
"""The choice for custom points."""
MAX_POINTS: Final = 1_000_000
POINTS_STEP: Final = Decimal("0.001")


def list_point_choices() -> list[tuple[str, str | Promise]]:
    """Return the choices of an organiser. Creators of small tournaments get all but the last."""
    return [*((name, title) for name, (title, _fields) in POINT_CHOICES.items()), (CUSTOM_CHOICE, _("Custom points"))]


def find_matching_choice(fields: Mapping[str, object]) -> str:
    """Return the choice that matches these fields."""
    return next(
        (name for name, (_title, usual) in POINT_CHOICES.items() if usual.items() <= fields.items()), CUSTOM_CHOICE
    )


def parse_point_tables(text: str) -> Tables:
    """Read the point tables.

    :raises PointTablesRefused: if a line isn't a point table
    """
    return tuple(_parse_table_line(line) for line in text.splitlines() if line.strip())


def format_point_tables(tables: Iterable[Iterable[Decimal]]) -> str:
    lines = [[format(value.normalize(), "f") for value in table] for table in tables]
    return "\n".join(f"{len(line)}: {' '.join(line)}" for line in lines)


def _parse_table_line(line: str) -> tuple[Decimal, ...]:
    size, colon, points = line.partition(":")
    try:
        table = tuple(Decimal(word) for word in points.replace(",", ".").split())
    except InvalidOperation:
        table = ()
    if not colon or not table or not all(map(_is_sensible_number, table)):
        sentence = gettext(
            "“%(line)s” isn’t a point table. Write the number of seats, a colon and the points for each "
            "place, for example 4: 5 3 1 0"
        )
        raise PointTablesRefused(sentence % {"line": line.strip()[:60]})
    if size.strip() != str(len(table)):
        sentence = gettext("“%(line)s” is for a table of %(size)s. Give points for that many places, not %(count)d.")
        raise PointTablesRefused(sentence % {"line": line.strip()[:60], "size": size.strip()[:20], "count": len(table)})
    return table


def _is_sensible_number(value: Decimal) -> bool:
    return value.is_finite() and abs(value) <= MAX_POINTS and value % POINTS_STEP == 0
