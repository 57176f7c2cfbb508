"""Recording and counting results. Only these modules write ratings."""
