"""How somebody likes the pages: theme, size of cards, sound, motion, bots' speed, what a tap does, keys. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, fields


class Preferences(Struct, frozen=True):
    """What was chosen; the first value of each is what a page does of itself."""

    theme: Literal["auto", "light", "dark"] = "auto"
    cards: Literal["usual", "large"] = "usual"
    motion: Literal["auto", "less", "full"] = "auto"
    """`auto`: as the system says."""
    sound: Literal["off", "on"] = "off"
    bots: Literal["usual", "quick", "slow"] = "usual"
    """How fast bots play where nobody else waits for them."""
    confirm: Literal["auto", "off", "confirm", "undo"] = "auto"
    """What happens between a tap and an answer; `auto`: a moment to take it back where one taps with a finger."""
    enter: Literal["send", "line"] = "send"
    keys: Literal["on", "off"] = "on"
    online: Literal["off", "on"] = "off"
    """Whether players who call them a friend see that they're online."""

    @property
    def chosen(self) -> dict[str, str]:
        """What differs from what a page does of itself: all that is kept, and all that the page is told."""
        return {name: value for name, value in asdict(self).items() if value != _USUAL[name]}

    @property
    def bot_pause(self) -> int:
        """For how many seconds bots pretend to think."""
        return _PAUSES[self.bots]

    def paused(self, seconds: int) -> Preferences:
        """Return these with the bots' speed of a table where they pause for so long."""
        return msgspec.structs.replace(self, bots=_SPEEDS.get(seconds, self.bots))


_PAUSES: Final[Mapping[Literal["usual", "quick", "slow"], int]] = {"usual": 1, "quick": 0, "slow": 4}
_SPEEDS: Final = {seconds: speed for speed, seconds in _PAUSES.items()}
DEFAULT: Final = Preferences()
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {each.name: get_args(each.type) for each in fields(Preferences)}
_USUAL: Final = asdict(DEFAULT)


def read(kept: Mapping[str, Any]) -> Preferences:
    """What was kept, as far as it is known today: the rest is as usual."""
    known = {name: value for name, value in kept.items() if value in CHOICES.get(name, ())}
    return Preferences(**known) if known else DEFAULT


def merged(first: Preferences, then: Preferences) -> Preferences:
    """The first, and where it leaves a thing as usual, the other."""
    return msgspec.structs.replace(then, **first.chosen)


def as_cookie(preferences: Preferences) -> str:
    """In letters that need no quotes in a cookie: `theme:dark.cards:large`."""
    return ".".join(f"{name}:{value}" for name, value in preferences.chosen.items())


def from_cookie(text: str) -> Preferences:
    """What a browser keeps for somebody without an account; whatever cannot be read is as usual."""
    return read(dict(part.split(":", 1) for part in text[:500].split(".") if ":" in part))
