"""What organisers see of matches, and do with them."""

from apps.matches.admin import match as match
