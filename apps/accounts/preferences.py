"""Page preferences: theme, card size, sound, motion, bots' speed, confirmation, keys. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, fields


class Preferences(Struct, frozen=True):
    """The chosen values. The first of each is the default."""

    theme: Literal["auto", "light", "dark"] = "auto"
    cards: Literal["usual", "large"] = "usual"
    motion: Literal["auto", "less", "full"] = "auto"
    """Amount of motion, where `auto` follows the system."""
    sound: Literal["off", "on"] = "off"
    volume: Literal["4", "3", "2", "1"] = "4"
    """Volume of sounds, in quarters."""
    bots: Literal["usual", "quick", "slow"] = "usual"
    """Speed of bots if no other player waits for them."""
    confirm: Literal["auto", "off", "confirm", "undo"] = "auto"
    """What happens between a tap and an answer, where `auto` gives touch screens a moment to undo."""
    enter: Literal["send", "line"] = "send"
    keys: Literal["on", "off"] = "on"
    online: Literal["off", "on"] = "off"
    """Whether players who call them a friend see that they're online."""

    @property
    def chosen(self) -> dict[str, str]:
        """Return the values that differ from the default, which are all that is stored and passed to the page."""
        return {name: value for name, value in asdict(self).items() if value != _DEFAULT_VALUES[name]}

    @property
    def bot_pause(self) -> int:
        """Return for how many seconds bots pretend to think."""
        return _PAUSE_SECONDS_BY_SPEED[self.bots]

    def paused(self, seconds: int) -> Preferences:
        """Return these with the bots' speed of a table where they pause for so long."""
        return msgspec.structs.replace(self, bots=_SPEED_BY_PAUSE_SECONDS.get(seconds, self.bots))


_PAUSE_SECONDS_BY_SPEED: Final[Mapping[Literal["usual", "quick", "slow"], int]] = {"usual": 1, "quick": 0, "slow": 4}
_SPEED_BY_PAUSE_SECONDS: Final = {seconds: speed for speed, seconds in _PAUSE_SECONDS_BY_SPEED.items()}
DEFAULT_PREFERENCES: Final = Preferences()
PREFERENCE_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    each.name: get_args(each.type) for each in fields(Preferences)
}
_DEFAULT_VALUES: Final = asdict(DEFAULT_PREFERENCES)


def decode_preferences(kept: Mapping[str, Any]) -> Preferences:
    """Read stored values. Unknown ones become the default."""
    known = {name: value for name, value in kept.items() if value in PREFERENCE_CHOICES.get(name, ())}
    return Preferences(**known) if known else DEFAULT_PREFERENCES


def merge_preferences(first: Preferences, then: Preferences) -> Preferences:
    """Return the first preferences, with the second's values where the first have the default."""
    return msgspec.structs.replace(then, **first.chosen)


def as_cookie(preferences: Preferences) -> str:
    """Return them in characters that need no quotes in a cookie, e.g. `theme:dark.cards:large`."""
    return ".".join(f"{name}:{value}" for name, value in preferences.chosen.items())


def from_cookie(text: str) -> Preferences:
    """Read the cookie of a visitor without an account. Unreadable values become the default."""
    return decode_preferences(dict(part.split(":", 1) for part in text[:500].split(".") if ":" in part))
