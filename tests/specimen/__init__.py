"""Games for tests only, each in a folder as in `apps/games` together with what its tests need.

The laws, the golden matches and the templates' tests hold for them as for any other game; no lobby offers them.
"""
