"""The parts that every game is built from.

Pure Python on msgspec: no Django, no clock, no randomness of its own, no I/O.
"""
