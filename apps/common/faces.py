"""Avatars as SVG, drawn from a seed and always the same. Pure.

People are kobolds, frogs or crows, and bots are sparks, coals or stones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import chain, count
from typing import Final

from apps.common import heads

SEED_LENGTH: Final = 12
SEED_PATTERN: Final = re.compile(rf"[0-9a-f]{{{SEED_LENGTH}}}")

_OUTLINE_COLOUR: Final = "#1d1a16"
_BACKGROUND_COLOURS: Final = ("#c9dcec", "#f0d3c4", "#d9e3bd", "#ead9f0", "#f3e2a9", "#c7e4da", "#dcd3c2", "#f0c9d6")
_SKIN_COLOURS: Final = {
    "kobold": ("#8fc46a", "#6fae8c", "#c2b458", "#d08a5a", "#9c9ad0"),
    "frog": ("#7fbf55", "#6aa7e8", "#e58ab4", "#e5be3f", "#9aa3a8"),
    "spark": ("#ff6a2b", "#ffa62b", "#ff4f5e", "#e0631a", "#f7c531"),
    "crow": ("#3a4550", "#463a50", "#2f3f39", "#5b4a3f", "#343a5a"),
}

_HEAD_BY_KIND: Final = {
    "kobold": heads.draw_kobold,
    "frog": heads.draw_frog,
    "spark": heads.draw_spark,
    "crow": heads.draw_crow,
}
_STONE_BY_BOT: Final = {
    "cinder": (heads.draw_cinder, ("#3b3433", "#46393a", "#33363b", "#4a3a30")),
    "flint": (heads.draw_flint, ("#9aa3a8", "#8c8f9c", "#a39a8c", "#7f8c90")),
}
"""The bots whose avatar has their name in its seed, with its colours, while Spark's looks like a person's."""
DRAWABLE_SEED: Final = rf"(?:(?:{'|'.join(_STONE_BY_BOT)})-)?{SEED_PATTERN.pattern}"
"""A seed that can be drawn, of which people can choose only a `SEED_PATTERN`."""


@lru_cache(1024)
def seed_of(name: str) -> str:
    """Return the avatar of a player who never chose one.

    It's never a spark, so that no one at a table takes a person for a bot.
    """
    return next(seed for seed in _generate_seeds(name) if _decode_kind(_hash_seed(seed)) != "spark")


@lru_cache(1024)
def get_avatar_seed(name: str, chosen: str | None, *, bot: str = "") -> str:
    """Return the seed of a player's avatar, chosen or derived from their name, or that of a bot.

    :param bot: the bot's kind, empty for a person
    """
    if not bot:
        return chosen or seed_of(name)
    seeds = _generate_seeds(f"coal {name}")
    if bot in _STONE_BY_BOT:
        return f"{bot}-{next(seeds)}"
    return next(seed for seed in seeds if _decode_kind(_hash_seed(seed)) == "spark")


def list_proposed_seeds(name: str, page: int, count: int = 8) -> tuple[str, ...]:
    """Return the seeds offered on a page. A page always offers the same ones, so that none is lost."""
    return tuple(seed_of(f"{name}/{page}/{n}") for n in range(count))


def draw_avatar(seed: str) -> str:
    """Return the picture, 64 by 64, without text. Pages name its owner beside it."""
    digest = _hash_seed(seed)
    luck = iter(digest[:1] + digest[2:])

    def pick(choices: Sequence[str]) -> str:
        return choices[next(luck) % len(choices)]

    ground = pick(_BACKGROUND_COLOURS)
    head, skins = _get_head_and_skins(seed, digest)
    drawn = head(pick(skins), pick)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
        f'<rect width="64" height="64" rx="16" fill="{ground}"/>'
        f'<g stroke="{_OUTLINE_COLOUR}" stroke-width="2.5" stroke-linejoin="round" stroke-linecap="round" fill="none">'
        f"{drawn}</g>"
        "</svg>"
    )


def _generate_seeds(text: str) -> Iterator[str]:
    for tail in chain([""], count(1)):
        yield blake2b(f"{text}{tail}".encode(), digest_size=SEED_LENGTH // 2).hexdigest()


def _get_head_and_skins(seed: str, digest: bytes) -> tuple[Callable[[str, heads.Pick], str], Sequence[str]]:
    """Return its head and possible colours."""
    stone, dash, _ = seed.partition("-")
    if dash:
        return _STONE_BY_BOT[stone]
    kind = _decode_kind(digest)
    return _HEAD_BY_KIND[kind], _SKIN_COLOURS[kind]


def _hash_seed(seed: str) -> bytes:
    return blake2b(seed.encode()).digest()


def _decode_kind(digest: bytes) -> str:
    return tuple(_SKIN_COLOURS)[digest[1] % len(_SKIN_COLOURS)]
