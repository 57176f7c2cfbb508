"""Benches that measure costs as ratios within one run, because machines are noisy but ratios less so."""
