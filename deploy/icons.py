"""Draws the app's icons from the shapes of static/icons/favicon.svg: `python deploy/icons.py`. Nothing but Python.

The same pixels on every machine; what is drawn here must follow that file by hand.
"""

# Read or run by its path, never imported.
# ruff: noqa: INP001

from __future__ import annotations

import struct
import sys
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Colour: TypeAlias = tuple[int, int, int]

FINE = 3
"""Samples along each side of a pixel."""
CLOTH, BODY, PAPER, CORD, EMBER = (20, 24, 29), (58, 69, 80), (244, 236, 216), (201, 163, 95), (255, 106, 43)
GLINT = [(13 + 6 * cos(a) + 0.5, 20 + 6 * sin(a) - 1) for a in (pi + n * pi / 2.6 / 12 for n in range(13))]
STAR = [
    (27.5, 1.2), (28.4, 3.9), (31.1, 3.3), (29.4, 5.5), (31.5, 7.4), (28.7, 7.5), (28.4, 10.3), (26.7, 8.1),
    (24.3, 9.4), (24.9, 6.7), (22.3, 5.7), (25, 4.6), (24.7, 1.8), (26.8, 3.9),
]  # fmt: skip


def curve(*points: Point, steps: int = 16) -> list[Point]:
    """Return a cubic Bézier curve as a line of many bends."""
    parts = [
        ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3) for t in (n / steps for n in range(steps + 1))
    ]
    return [
        (
            sum(w * x for w, (x, _) in zip(of, points, strict=True)),
            sum(w * y for w, (_, y) in zip(of, points, strict=True)),
        )
        for of in parts
    ]


FUSE = [(18.6, 12.4), *curve((21.2, 9.8), (23.2, 7.8), (25.7, 9.2), (27, 6.5))]


def near(line: Sequence[Point], x: float, y: float, within: float) -> bool:
    """Check whether the point is within this distance of a line."""
    for (ax, ay), (bx, by) in pairwise(line):
        dx, dy = bx - ax, by - ay
        t = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
        if hypot(x - ax - t * dx, y - ay - t * dy) <= within:
            return True
    return False


def inside(shape: Sequence[Point], x: float, y: float) -> bool:
    odd = False
    for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def mark(x: float, y: float) -> Colour | None:
    """Return the colour at a point of the 32 by 32 picture."""
    if x > 17 and y < 14:
        if inside(STAR, x, y):
            return EMBER
        if near(FUSE, x, y, 1.2):
            return CORD
    away = hypot(x - 13, y - 20)
    if abs(away - 10) <= 0.8 or (away < 8 and near(GLINT, x, y, 0.9)):
        return PAPER
    return BODY if away < 10 else None


def rows(size: int, part: float, *, white: bool) -> Iterator[bytes]:
    """Yield the picture line by line. The mark takes this part of its width."""
    scale, margin = 32 / (size * part), (1 - part) / 2 * size
    for row in range(size):
        line = bytearray([0])
        for column in range(size):
            sums, seen = [0, 0, 0], 0
            for k in range(FINE * FINE):
                at = [(p + (o + 0.5) / FINE - margin) * scale for p, o in ((column, k % FINE), (row, k // FINE))]
                colour = mark(*at)
                seen += colour is not None
                for n, value in enumerate(colour or CLOTH):
                    sums[n] += value
            if white:
                line += bytes([255, 255, 255, 255 * seen // FINE**2])
            else:
                line += bytes(value // FINE**2 for value in sums)
        yield bytes(line)


def png(size: int, *, part: float, white: bool = False) -> bytes:
    """Return the file."""

    def chunk(kind: bytes, told: bytes) -> bytes:
        return struct.pack(">I", len(told)) + kind + told + struct.pack(">I", zlib.crc32(kind + told))

    head = struct.pack(">IIBBBBB", size, size, 8, 6 if white else 2, 0, 0, 0)
    packed = zlib.compress(b"".join(rows(size, part, white=white)), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


ICONS = {
    "app-192.png": (192, 0.8, False),
    "app-512.png": (512, 0.8, False),
    "app-mask-512.png": (512, 0.56, False),
    "badge-96.png": (96, 0.9, True),
}

if __name__ == "__main__":
    folder = Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).resolve().parents[1] / "static" / "icons"
    for name, (size, part, white) in ICONS.items():
        (folder / name).write_bytes(png(size, part=part, white=white))
