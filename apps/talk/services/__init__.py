"""What one may say, mute, report and note."""
