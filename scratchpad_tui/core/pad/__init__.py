"""The pad: its text, its patches, and the one place that writes it."""
