"""The first three places of finished tournaments, seasons, leagues and arenas, for profiles.

This is only a cache. Finished events change only by corrections, and forgotten ones are read again from the results,
one for each page.
"""
