"""Pages for notification settings, feeds, and the parts that make the site an app."""
