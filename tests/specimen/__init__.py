"""Games for tests alone: each is a folder as in `apps/games`, with what its tests need of it in the same folder.

The laws, the golden matches and the templates' tests hold for them as for any other game; no lobby offers them.
"""
