"""Pages of the interface for people, and pages that stand in pages of others."""
