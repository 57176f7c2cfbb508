"""Pairing: which entrants meet, and in which seats. Pure."""
