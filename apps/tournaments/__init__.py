"""Tournaments: entered, paired round by round, played and followed; `pairing` decides who meets whom, purely."""
