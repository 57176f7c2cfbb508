"""What the house costs, as ratios measured in one run: machines are noisy, ratios less so."""
