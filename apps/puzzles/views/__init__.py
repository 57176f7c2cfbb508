"""The pages of puzzles, their pictures and their feed."""
