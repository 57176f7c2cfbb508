"""Tournaments: entered, paired round by round, played and followed; `rules` decides who meets whom, purely."""
