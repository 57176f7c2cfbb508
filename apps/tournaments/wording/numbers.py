"""Points and other exact numbers in readable form."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format

MAX_DECIMALS = 3
"""Decimal places. With three, different points at tables of up to eight seats also look different."""
TABLE_DECIMALS = 2
"""Decimal places that are enough to tell the places of a single table apart."""


def format_plain_number(value: Fraction | Decimal | int, digits: int = MAX_DECIMALS) -> str:
    """Format a number with a decimal point, for machines: `1.667`, `2`."""
    text = f"{Decimal(Fraction(value).numerator) / Decimal(Fraction(value).denominator):.{digits}f}"
    return text.rstrip("0").rstrip(".")


def digits_to_tell_apart(values: Iterable[Fraction | Decimal | int]) -> int:
    """Return the fewest decimal places, 1 to `MAX_DECIMALS`, at which different numbers of a column look different."""
    different = set(values)
    return next(
        (
            digits
            for digits in range(1, MAX_DECIMALS)
            if len({format_plain_number(value, digits) for value in different}) == len(different)
        ),
        MAX_DECIMALS,
    )


def format_exact_number(value: Fraction | Decimal | int) -> str:
    """Format a number without rounding: as `format_plain_number` if that is exact, otherwise as a fraction: `2/3`."""
    fraction, rounded = Fraction(value), format_plain_number(value)
    return rounded if Fraction(rounded) == fraction else str(fraction)


def format_local_number(value: Fraction | Decimal | int, digits: int = MAX_DECIMALS) -> str:
    """Format a number as the reader's language writes it."""
    return str(number_format(Decimal(format_plain_number(value, digits))))
