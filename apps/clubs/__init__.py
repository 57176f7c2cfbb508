"""Clubs: people who play among themselves, with their own tables, tournaments, leaderboards and talk."""
