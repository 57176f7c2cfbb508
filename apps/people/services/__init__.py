"""Everything of one's own in one file, and leaving for good."""
