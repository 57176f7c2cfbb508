"""Use cases of tables before a match. Each locks one table."""
