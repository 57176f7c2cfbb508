"""Ratings as pages need them."""
