"""Read-only views of tournaments as frozen values."""
