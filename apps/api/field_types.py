"""Kinds of texts that may be sent: others are refused before anybody looks them up."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field, StringConstraints

Code: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-zA-Z0-9_-]{1,40}$")]
"""Of a match or a tournament, a game's name, a status."""
AnyCode: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-zA-Z0-9_-]{0,40}$")]
"""A code, or nothing."""
Name: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f]{1,150}$")]
"""What somebody is called."""
AnyName: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f]{0,150}$")]
"""A name, or nothing."""
Key: TypeAlias = Annotated[int, Field(ge=1, lt=2**63)]
"""Of a row."""
Year: TypeAlias = Annotated[int | None, Field(ge=1, le=9999)]
"""Of our calendar, or none."""
