"""Code that several apps need and none of them owns. Nothing moves here without a second user."""
