"""Stages, one after the other: the next round and the final ranking. Pure."""
