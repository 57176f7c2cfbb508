"""What several apps need and none of them owns. Nothing moves in without a second user."""
