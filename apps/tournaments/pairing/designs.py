"""Perfect designs: for q² entrants at tables of q, every pair meets exactly once in q + 1 rounds (affine planes)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

_MODULUS: Final = {2: 2, 3: 3, 5: 5, 7: 7}
_POLYNOMIAL: Final = {4: 0b111, 8: 0b1011}
_Law: TypeAlias = Callable[[int, int], int]

PLANE_ORDERS: Final = frozenset(_MODULUS) | frozenset(_POLYNOMIAL)


def build_affine_plane(q: int) -> list[list[list[int]]]:
    """Return the q + 1 rounds. Entrant x * q + y is the point (x, y), and tables are the parallel lines.

    :raises KeyError: if q is not among `PLANE_ORDERS`
    """
    if q in _POLYNOMIAL:
        return _build_parallel_lines(q, lambda a, b: _multiply_in_field(a, b, q), lambda a, b: a ^ b)
    modulus = _MODULUS[q]
    return _build_parallel_lines(q, lambda a, b: a * b % modulus, lambda a, b: (a + b) % modulus)


def _build_parallel_lines(q: int, times: _Law, plus: _Law) -> list[list[list[int]]]:
    upright = [[x * q + y for y in range(q)] for x in range(q)]
    slanted = [[[x * q + plus(times(m, x), b) for x in range(q)] for b in range(q)] for m in range(q)]
    return [upright, *slanted]


def _multiply_in_field(a: int, b: int, q: int) -> int:
    """Return the product in the field of q = 2ⁿ elements."""
    product = 0
    for bit in range(q.bit_length() - 1):
        if b >> bit & 1:
            product ^= a << bit
    while product >= q:
        product ^= _POLYNOMIAL[q] << (product.bit_length() - _POLYNOMIAL[q].bit_length())
    return product
