"""Which decisions make a puzzle, what they are about, how hard they are; how long somebody keeps solving them. Pure."""
