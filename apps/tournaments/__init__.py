"""Tournaments: registration, play round by round, and following them. `pairing` decides who meets, purely."""
