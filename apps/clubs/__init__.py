"""Clubs, whose members play together, with tables, tournaments, leaderboards and a chat of their own."""
