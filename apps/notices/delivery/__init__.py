"""Who is tried when, and which hosts are left alone."""
