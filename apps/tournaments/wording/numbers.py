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
    different = [float(value) for value in set(values)]  # Columns are long, and floats are quick to round.
    fits = (digits for digits in range(1, MAX_DECIMALS) if len({round(x, digits) for x in different}) == len(different))
    return next(fits, MAX_DECIMALS)


def count_column_digits(values: Iterable[Fraction]) -> int:
    """Return the decimal places of a column: none if it has only whole numbers."""
    different = set(values)
    return digits_to_tell_apart(different) if any(value.denominator > 1 for value in different) else 0


def format_column_number(value: Fraction, digits: int) -> str:
    """Format a number as the reader's language writes it, with as many decimal places as the others of its column."""
    exact = Decimal(value.numerator) / value.denominator
    return str(number_format(round(exact, digits), decimal_pos=digits))


def format_exact_number(value: Fraction | Decimal | int) -> str:
    """Format a number without rounding: as `format_plain_number` if that is exact, otherwise as a fraction: `2/3`."""
    fraction, rounded = Fraction(value), format_plain_number(value)
    return rounded if Fraction(rounded) == fraction else str(fraction)


def format_local_number(value: Fraction | Decimal | int, digits: int = MAX_DECIMALS) -> str:
    """Format a number as the reader's language writes it."""
    return str(number_format(Decimal(format_plain_number(value, digits))))
