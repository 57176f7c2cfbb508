"""Matches are judged and counted; the only writers of ratings."""
