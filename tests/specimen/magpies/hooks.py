"""Facts about Magpies that the laws need: when hidden things are shown."""

from __future__ import annotations

from tests.specimen.magpies.state import Compared, Shown

shows = (Shown, Compared)
"""The facts that show the next trinket and, at the end, everyone's favourite colour."""
