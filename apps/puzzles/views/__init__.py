"""The pages of puzzles and their feed."""
