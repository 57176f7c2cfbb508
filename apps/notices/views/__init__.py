"""Pages on which people say what they want to be told; feeds; what makes the site an app."""
