"""Rules for finding puzzles, their themes and difficulty, and solvers' streaks. Pure."""
