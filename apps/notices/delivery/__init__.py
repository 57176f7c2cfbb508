"""The order of delivery tries, and the hosts that are left alone."""
