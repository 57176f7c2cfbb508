"""Pages about the API for people, and pages for other sites to embed."""
