"""Tournaments: who meets whom, for how many points, and who stands where. Decided without a database."""
