"""The games of Slow Fuse as environments for programs that learn: no site, no database, only the rules."""

from __future__ import annotations

from apps.games import load_games as load_games
from slowfuse_games.match import Match as Match
from slowfuse_games.match import list_numbers as list_numbers
