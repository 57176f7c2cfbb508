"""Profiles of the people who play, everything of one's own in one file, and leaving for good."""
