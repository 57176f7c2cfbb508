"""Points and other exact numbers as people read them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format

DIGITS = 3
"""Behind the point; points of tables of up to eight seats then differ on the page whenever they differ."""


def plain(value: Fraction | Decimal | int) -> str:
    """With a point, for machines: `1.667`, `2`."""
    text = f"{Decimal(Fraction(value).numerator) / Decimal(Fraction(value).denominator):.{DIGITS}f}"
    return text.rstrip("0").rstrip(".")


def exact(value: Fraction | Decimal | int) -> str:
    """Return a number without rounding it: as `plain` does if that is exact, otherwise as a fraction: `2/3`."""
    fraction, rounded = Fraction(value), plain(value)
    return rounded if Fraction(rounded) == fraction else str(fraction)


def localized(value: Fraction | Decimal | int) -> str:
    """As the reader's language writes it."""
    return str(number_format(Decimal(plain(value))))
