"""A client of Slow Fuse: play and read through the API of a site."""

from __future__ import annotations

from slowfuse.bot import play as play
from slowfuse.client import Client as Client
from slowfuse.client import SeatView as SeatView
from slowfuse.connection import ApiError as ApiError
from slowfuse.connection import PlayerEvent as PlayerEvent
from slowfuse.connection import __version__ as __version__
