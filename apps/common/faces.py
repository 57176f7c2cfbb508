"""Avatars: a kobold, frog, spark or crow as an SVG, drawn from a seed, the same for ever. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import chain, count
from typing import Final

LENGTH: Final = 12
SEED: Final = re.compile(rf"[0-9a-f]{{{LENGTH}}}")

_INK: Final = "#1d1a16"
_GROUNDS: Final = ("#c9dcec", "#f0d3c4", "#d9e3bd", "#ead9f0", "#f3e2a9", "#c7e4da", "#dcd3c2", "#f0c9d6")
_SKINS: Final = {
    "kobold": ("#8fc46a", "#6fae8c", "#c2b458", "#d08a5a", "#9c9ad0"),
    "frog": ("#7fbf55", "#6aa7e8", "#e58ab4", "#e5be3f", "#9aa3a8"),
    "spark": ("#ff6a2b", "#ffa62b", "#ff4f5e", "#e0631a", "#f7c531"),
    "crow": ("#3a4550", "#463a50", "#2f3f39", "#5b4a3f", "#343a5a"),
}

_Pick = Callable[[Sequence[str]], str]


@lru_cache(1024)
def seed_of(name: str) -> str:
    """The face of whoever never chose one: no spark, so that at a table nobody takes a person for the house."""
    return next(seed for seed in _seeds(name) if _kind(_drawn(seed)) != "spark")


@lru_cache(1024)
def shown(name: str, chosen: str | None, *, bot: bool = False) -> str:
    """The seed of what stands for somebody: the face they chose, or that of their name; of a player of the house a
    spark, whatever a person of that name may look like.
    """
    if not bot:
        return chosen or seed_of(name)
    return next(seed for seed in _seeds(f"coal {name}") if _kind(_drawn(seed)) == "spark")


def proposals(name: str, page: int, count: int = 8) -> tuple[str, ...]:
    """The seeds somebody may choose from, others on every page: the same ones each time, so that none is lost."""
    return tuple(seed_of(f"{name}/{page}/{n}") for n in range(count))


def draw(seed: str) -> str:
    """The picture, 64 by 64, without words: whoever shows it names its owner beside it."""
    digest = _drawn(seed)
    kind, luck = _kind(digest), iter(digest[:1] + digest[2:])

    def pick(choices: Sequence[str]) -> str:
        return choices[next(luck) % len(choices)]

    ground = pick(_GROUNDS)
    skin = pick(_SKINS[kind])
    head = {"kobold": _kobold, "frog": _frog, "spark": _spark, "crow": _crow}[kind](skin, pick)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
        f'<rect width="64" height="64" rx="16" fill="{ground}"/>'
        f'<g stroke="{_INK}" stroke-width="2.5" stroke-linejoin="round" stroke-linecap="round" fill="none">{head}</g>'
        "</svg>"
    )


def _seeds(text: str) -> Iterator[str]:
    for tail in chain([""], count(1)):
        yield blake2b(f"{text}{tail}".encode(), digest_size=LENGTH // 2).hexdigest()


def _drawn(seed: str) -> bytes:
    return blake2b(seed.encode()).digest()


def _kind(digest: bytes) -> str:
    return tuple(_SKINS)[digest[1] % len(_SKINS)]


def _kobold(skin: str, pick: _Pick) -> str:
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
    return (ears + head).format(skin) + top + _eyes(24, 40, 31, pick) + nose + mouth


def _frog(skin: str, pick: _Pick) -> str:
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
    return head.format(skin) + laser + _eyes(19, 45, 20, pick) + '<path d="M29 37h.1M35 37h.1"/>' + marks + mouth


def _spark(skin: str, pick: _Pick) -> str:
    star = "M32 3l6 12 12-7-2 14 14 3-10 10 9 11-14 1-1 14-13-8-13 8-1-14-14-1 9-11L4 25l14-3-2-14 12 7z"
    flame = "M34 3c2 11 18 16 18 34 0 13-9 22-20 22S12 50 12 38c0-9 6-12 7-20 6 3 7 6 8 10 4-6 7-14 7-25z"
    shape = f'<path fill="{skin}" d="{pick((star, flame))}"/>'
    glow = '<path fill="#ffe2a3" stroke="none" d="M32 24c9 0 14 6 14 13s-6 13-14 13-14-6-14-13 5-13 14-13z"/>'
    mouth = pick(('<path d="M26 43c3 4 9 4 12 0"/>', '<circle cx="32" cy="44" r="3" fill="#1d1a16"/>'))
    return shape + glow + _eyes(26, 38, 35, pick) + mouth


def _crow(skin: str, pick: _Pick) -> str:
    feathers = '<path fill="{0}" d="M24 16 16 4l12 7 3-9 4 11 9-6-4 11z"/>'
    crest = pick((feathers, "", '<path d="M30 12C28 6 34 3 38 4"/>'))
    head = '<path fill="{0}" d="M32 11c14 0 20 10 20 22 0 14-8 24-20 24S12 47 12 33c0-12 6-22 20-22z"/>'
    beak = pick(
        (
            '<path fill="#e5be3f" d="M24 37c5-4 11-4 16 0L32 53z"/><path d="M27 42h10"/>',
            '<path fill="#9a9488" d="M25 36c5-3 9-3 14 0l-4 9-3 12-3-12z"/>',
        )
    )
    return (crest + head).format(skin) + _eyes(23, 41, 28, pick) + beak


def _eyes(left: int, right: int, y: int, pick: _Pick) -> str:
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
