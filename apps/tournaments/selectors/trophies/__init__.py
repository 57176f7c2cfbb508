"""The first three places of tournaments, seasons, leagues and arenas that are over, for profiles. A cache only: what is
over changes by corrections at most, and what was forgotten is read from the results again, one thing a page."""
