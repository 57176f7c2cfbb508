"""Points and other exact numbers in readable form."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format

DIGITS = 3
"""Decimal places. With three, different points at tables of up to eight seats also look different."""
OF_A_TABLE = 2
"""Decimal places that are enough to tell the places of a single table apart."""


def plain(value: Fraction | Decimal | int, digits: int = DIGITS) -> str:
    """Format a number with a decimal point, for machines: `1.667`, `2`."""
    text = f"{Decimal(Fraction(value).numerator) / Decimal(Fraction(value).denominator):.{digits}f}"
    return text.rstrip("0").rstrip(".")


def digits_to_tell_apart(values: Iterable[Fraction | Decimal | int]) -> int:
    """Return the fewest decimal places, from 1 to `DIGITS`, at which different numbers of a column look different."""
    different = set(values)
    return next(
        (digits for digits in range(1, DIGITS) if len({plain(value, digits) for value in different}) == len(different)),
        DIGITS,
    )


def exact(value: Fraction | Decimal | int) -> str:
    """Format a number without rounding it: as `plain` does if that is exact, otherwise as a fraction such as `2/3`."""
    fraction, rounded = Fraction(value), plain(value)
    return rounded if Fraction(rounded) == fraction else str(fraction)


def localized(value: Fraction | Decimal | int, digits: int = DIGITS) -> str:
    """Format a number as the reader's language writes it."""
    return str(number_format(Decimal(plain(value, digits))))
