"""Types of the accepted parameters. Other values are refused before anything is looked up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field, StringConstraints, WithJsonSchema

from apps.games import load_games
from apps.lobby.table_form import CUSTOM


def _one_of(value: str, known: Iterable[str]) -> str:
    """Return the value.

    :raises ValueError: if it's neither empty nor known
    """
    if value and value not in known:
        raise ValueError(f"choose one of {', '.join(known)}")
    return value


def _list_pace_names() -> list[str]:
    """Return the names of all paces of all games, and of custom times."""
    return [*dict.fromkeys(name for game in load_games().values() for name in game.meta.paces), CUSTOM]


Code: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-zA-Z0-9_-]{1,40}$")]
"""The code of a match or tournament, the name of a game, or a status."""
AnyCode: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-zA-Z0-9_-]{0,40}$")]
"""A code, or nothing."""
GameSlug: TypeAlias = Annotated[
    str,
    AfterValidator(lambda slug: _one_of(slug, load_games())),
    WithJsonSchema({"type": "string", "enum": ["", *load_games()]}),
]
"""A game to filter by, or nothing."""
KnownGame: TypeAlias = Annotated[
    str,
    AfterValidator(lambda slug: _one_of(slug or "-", load_games())),
    WithJsonSchema({"type": "string", "enum": [*load_games()]}),
]
"""A game."""
PaceName: TypeAlias = Annotated[
    str,
    AfterValidator(lambda name: _one_of(name, _list_pace_names())),
    WithJsonSchema({"type": "string", "enum": ["", *_list_pace_names()]}),
]
"""A pace to filter by, or nothing."""
MatchStatus: TypeAlias = Literal["", "playing", "paused", "over"]
TournamentStatus: TypeAlias = Literal["", "announced", "open", "closed", "running", "paused", "over", "cancelled"]
Name: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f]{1,150}$")]
"""A player's name."""
AnyName: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f]{0,150}$")]
"""A name, or nothing."""
InvitationToken: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-zA-Z0-9_-]{1,43}$")]
"""The token of an invitation."""
IdempotencyKey: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[!-~]{0,100}$")]
"""A key that a program chooses for a request, to be able to repeat it; or nothing."""
Ticket: TypeAlias = Annotated[str, StringConstraints(pattern=r"^o[0-9a-f]{15}$")]
"""The ticket of a standing order."""
Key: TypeAlias = Annotated[int, Field(ge=1, lt=2**63)]
"""The key of a row."""
Year: TypeAlias = Annotated[int | None, Field(ge=1, le=9999)]
"""A year, or nothing."""
