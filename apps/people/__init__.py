"""Profiles, leaderboards and statistics: what is known of the people who play."""
