"""What the laws need to know of Magpies: when it is shown what lies face down."""

from __future__ import annotations

from tests.specimen.magpies.state import Compared, Shown

shows = (Shown, Compared)
"""The next trinket, and in the end what everybody likes."""
