"""The admin of matches for organisers."""

from apps.matches.admin import match as match
