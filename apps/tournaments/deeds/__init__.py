"""Everything an organiser can do at the desk of a tournament, as a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from apps.tournaments.deeds import again, course, people, tables
from apps.tournaments.deeds.deed import Deed

_IN_ORDER: Final = (*course.BEGINNING, *tables.DEEDS, *people.DEEDS, *again.DEEDS, *course.ENDING)
DEEDS: Final[Mapping[str, Deed]] = {deed.name: deed for deed in _IN_ORDER}
"""By name, in the order of their buttons: what leads on first, what ends it last."""
