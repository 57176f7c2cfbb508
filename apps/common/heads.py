"""The heads of avatars, 64 by 64 and without background, each drawn from a colour and picked parts. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

Pick: TypeAlias = Callable[[Sequence[str]], str]
"""A function that picks one of several by the avatar's seed, called by a head in an order that must not change."""


def draw_kobold(skin: str, pick: Pick) -> str:
    ears = pick(
        (
            '<path fill="{0}" d="M17 32 3 18l3 22 12 4zM47 32l14-14-3 22-12 4z"/>',
            '<path fill="{0}" d="M18 34 2 30l8 14 9 2zM46 34l16-4-8 14-9 2z"/>',
        )
    )
    head = '<path fill="{0}" d="M32 14c12 0 17 8 17 19 0 13-8 22-17 22s-17-9-17-22c0-11 5-19 17-19z"/>'
    top = pick(
        (
            "",
            '<path fill="#a3273a" d="M15 25C16 9 27 4 45 6c-6 4 4 11 4 19-10-5-24-5-34 0z"/>',
            '<path fill="#7a5330" d="M16 24c0-22 32-22 32 0-10-4-22-4-32 0z"/><path d="M32 8V3l4-2" stroke="#ff6a2b"/>',
            '<path d="M26 15l-3-9M32 14V3M38 15l3-9"/>',
        )
    )
    nose = f'<path fill="{pick(("#e59a7a", skin))}" d="M32 35c5 3 6 8 0 8s-5-5 0-8z"/>'
    mouth = pick(('<path d="M23 46c5 6 13 6 18 0"/><path fill="#fff" d="M27 48v4l4-2"/>', '<path d="M24 48h16"/>'))
    return (ears + head).format(skin) + top + _draw_eyes(24, 40, 31, pick) + nose + mouth


def draw_frog(skin: str, pick: Pick) -> str:
    head = (
        '<path fill="{0}" d="M12 30C6 8 25 7 27 19h10C39 7 58 8 52 30c5 5 7 9 7 13 0 9-12 14-27 14S5 52 5 43'
        'c0-4 2-8 7-13z"/>'
    )
    mouth = pick(('<path d="M13 42c10 9 28 9 38 0"/>', '<path d="M14 44h36"/>', '<path d="M14 46c10-6 26-6 36 0"/>'))
    marks = pick(
        (
            "",
            '<path stroke="#fff" stroke-width="6" opacity=".5" d="M14 38h.1M50 38h.1"/>',
            '<path d="M29 26h.1M35 25h.1M32 30h.1"/>',
        )
    )
    laser = pick(("", "", '<path stroke="#ff6a2b" d="M50 20 63 8M50 22l13-3"/>'))
    return head.format(skin) + laser + _draw_eyes(19, 45, 20, pick) + '<path d="M29 37h.1M35 37h.1"/>' + marks + mouth


def draw_spark(skin: str, pick: Pick) -> str:
    star = "M32 3l6 12 12-7-2 14 14 3-10 10 9 11-14 1-1 14-13-8-13 8-1-14-14-1 9-11L4 25l14-3-2-14 12 7z"
    flame = "M34 3c2 11 18 16 18 34 0 13-9 22-20 22S12 50 12 38c0-9 6-12 7-20 6 3 7 6 8 10 4-6 7-14 7-25z"
    shape = f'<path fill="{skin}" d="{pick((star, flame))}"/>'
    glow = '<path fill="#ffe2a3" stroke="none" d="M32 24c9 0 14 6 14 13s-6 13-14 13-14-6-14-13 5-13 14-13z"/>'
    mouth = pick(('<path d="M26 43c3 4 9 4 12 0"/>', '<circle cx="32" cy="44" r="3" fill="#1d1a16"/>'))
    return shape + glow + _draw_eyes(26, 38, 35, pick) + mouth


def draw_cinder(skin: str, pick: Pick) -> str:
    """Draw a coal with glowing cracks."""
    lump = pick(
        (
            "M20 12 34 8l14 6 8 14-2 16-10 12-17 2-15-7-6-15 4-15z",
            "M17 16 31 7l16 5 9 13v15L45 56H26L11 48 8 31z",
        )
    )
    shape = f'<path fill="{skin}" d="{lump}"/>'
    cracks = pick(
        ("M21 13l5 8-6 5M52 27l-8 2-2-6M19 53l5-6M46 54l-5-5 6-3", "M33 8l-4 7 5 4M10 33l7-1 2 5M55 36l-7 3 1 6")
    )
    heat = f'<path stroke="#ff6a2b" stroke-width="4" d="{cracks}"/>'
    glow = f'<path stroke="#ffe2a3" stroke-width="1.5" d="{cracks}"/>'
    mouth = pick(("M25 45c5 4 9 4 14 0", "M26 46h12"))
    return shape + heat + glow + _draw_eyes(25, 39, 34, pick) + f'<path stroke="#ffb066" d="{mouth}"/>'


def draw_flint(skin: str, pick: Pick) -> str:
    """Draw a sharp-edged stone with one eyebrow raised and a spark."""
    shape = f'<path fill="{skin}" d="M13 27 27 11l19 3 10 17-6 18-17 9-19-7-6-13z"/>'
    edges = pick(("M27 11l-4 13-10 3M23 24l26-3-3-7M49 21l7 10", "M13 27l14-5 19-8M27 22l22 2 7 7M27 11v11"))
    light = f'<path stroke="#fffaf0" stroke-width="1.5" opacity=".8" d="{edges}"/>'
    spark = pick(("M50 4v8M46 8h8", "M12 5v8M8 9h8"))
    struck = f'<path stroke="#ff6a2b" stroke-width="3" d="{spark}"/>'
    brows = pick(("M19 29l10 1M37 25l10-2", "M19 25l9-2M37 30l10-1"))
    mouth = pick(("M27 49l11-2", "M26 48h12", "M26 47c4 2 8 2 12-1"))
    return shape + light + struck + _draw_eyes(25, 41, 35, pick) + f'<path d="{brows}{mouth}"/>'


def draw_crow(skin: str, pick: Pick) -> str:
    feathers = '<path fill="{0}" d="M24 16 16 4l12 7 3-9 4 11 9-6-4 11z"/>'
    crest = pick((feathers, "", '<path d="M30 12C28 6 34 3 38 4"/>'))
    head = '<path fill="{0}" d="M32 11c14 0 20 10 20 22 0 14-8 24-20 24S12 47 12 33c0-12 6-22 20-22z"/>'
    beak = pick(
        (
            '<path fill="#e5be3f" d="M24 37c5-4 11-4 16 0L32 53z"/><path d="M27 42h10"/>',
            '<path fill="#9a9488" d="M25 36c5-3 9-3 14 0l-4 9-3 12-3-12z"/>',
        )
    )
    return (crest + head).format(skin) + _draw_eyes(23, 41, 28, pick) + beak


def _draw_eyes(left: int, right: int, y: int, pick: Pick) -> str:
    iris = pick(("#1d1a16", "#a3210c", "#1b5e9b", "#1f6a33"))
    look = pick(("0", "2", "-2"))
    pupil = '<circle cx="{p}" cy="{y}" r="2.5" fill="{c}" stroke="none"/>'
    eye = pick(
        (
            '<circle cx="{x}" cy="{y}" r="6" fill="#fffaf0"/>' + pupil,
            '<circle cx="{x}" cy="{y}" r="5" fill="#ffe27a"/><path d="M{p} {t}v6" stroke="{c}"/>',
            '<path fill="#fffaf0" d="M{l} {y}a6 6 0 0 0 12 0z"/>' + pupil,
        )
    )
    return "".join(eye.format(x=x, y=y, p=x + int(look), c=iris, t=y - 3, l=x - 6) for x in (left, right))
