"""Creates the data tests start with, using the normal services: people, matches, tables, tournaments."""
